//! A chat as a surface of the desk: what happens at the desk is drawn here, what is done here goes there.

mod click;
mod connection;
mod ended;
mod post;
mod posting;
mod redraw;
mod reply;
mod shown;
mod tell;
mod thread_message;
mod together;
mod typed;
mod unstored;
mod unthreaded;
mod watch;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sayso_core::settings::{Key, Language, SettingsLayer, Source};
use sayso_core::{Actor, Interaction, InteractionId, Surface};
use sayso_desk::{Attach, Attachment, Clock, Conversations, Desk, DeskError, Posts, SurfaceRole};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;

use crate::conversations::{ThreadConversations, ThreadKey};
use crate::incoming::{ChatText, Deleted, Incoming, Person};
use crate::keyed_queue::{KeyedQueue, Lane};
use crate::people::{Answerers, People};
use crate::port::Port;
use crate::seen::Seen;
use ended::EndedHere;
use posting::Posting;
use shown::ShownSoFar;
use together::Together;
use unstored::Unstored;

/// What the surface is made of.
pub struct ChatSetup {
    pub port: Arc<dyn Port>,
    /// What people do there, as it comes.
    pub incoming: UnboundedReceiver<Incoming>,
    pub desk: Arc<dyn Desk>,
    pub posts: Posts,
    pub clock: Arc<dyn Clock>,
    pub routing: Routing,
    pub timing: Timing,
    pub part: SurfaceRole,
    /// What this hub is called where there are several.
    pub hub: String,
    /// The agent that people talk to here, if there is one, and what is remembered of the threads.
    pub agent: Option<(sayso_relay::RelaySetup, Conversations)>,
}

/// Where questions go that come here, and who may answer.
#[derive(Debug, Clone)]
pub struct Routing {
    pub ask: Destination,
    pub answerers: Answerers,
}

/// Where questions go that belong to no conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    Channel(String),
    Person(String),
}

impl Destination {
    fn person(&self) -> Option<&str> {
        match self {
            Destination::Person(id) => Some(id),
            Destination::Channel(_) => None,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// Before the first new try, then twice as long each time, up to the longest.
    pub retry: Duration,
    pub longest_retry: Duration,
    /// Between two edits of a text that is being written.
    pub edits: Duration,
}

/// Runs for as long as the surface is to be there.
pub async fn run(setup: ChatSetup) {
    let part = setup.part;
    let (surface, incoming) = ChatSurface::new(setup).await;
    let surface = Arc::new(surface);
    if part == SurfaceRole::Assist {
        return surface.listen(incoming).await;
    }
    surface.introduce().await;
    if let Some(conversations) = &surface.conversations {
        conversations.resume(surface.texts(None).await);
    }
    let mut tasks = JoinSet::new();
    tasks.spawn(Arc::clone(&surface).listen(incoming));
    tasks.spawn(Arc::clone(&surface).take_what_was_left());
    surface.watch().await;
}

pub(crate) struct ChatSurface {
    port: Arc<dyn Port>,
    desk: Arc<dyn Desk>,
    posts: Posts,
    clock: Arc<dyn Clock>,
    hub: String,
    /// How the desk knows that questions are shown here.
    attached: tokio::sync::Mutex<Option<Attachment>>,
    routing: Routing,
    conversations: Option<ThreadConversations>,
    /// Where the hub that leads the conversations finds what was said here, and the reverse.
    left: Option<Conversations>,
    people: People,
    inbox: Inbox,
    posting: Posting,
    shown: ShownSoFar,
    together: Together,
    ended: EndedHere,
    timing: Timing,
}

/// What people do, as it comes: each once, and in order.
#[derive(Default)]
struct Inbox {
    seen: Seen,
    /// For each interaction.
    work: KeyedQueue<InteractionId, Incoming>,
    /// What they say otherwise, for each thread.
    heard: KeyedQueue<ThreadKey, ChatText>,
    /// Some of it was not stored since the last barrier.
    is_missing: AtomicBool,
}

impl ChatSurface {
    async fn new(setup: ChatSetup) -> (ChatSurface, UnboundedReceiver<Incoming>) {
        let ChatSetup { port, incoming, desk, posts, clock, routing, timing, part, hub, agent } =
            setup;
        let (answerers, chat) = (routing.answerers.clone(), port.chat().id);
        let left = agent.as_ref().map(|(_, memory)| memory.clone());
        let conversations = match agent.filter(|_| part == SurfaceRole::Lead) {
            Some((relay, memory)) => {
                ThreadConversations::start(relay, Arc::clone(&port), memory, timing)
                    .await
                    .map_err(|error| tracing::error!(%error, "there is no agent to talk to"))
                    .ok()
            }
            None => None,
        };
        let surface = ChatSurface {
            people: People::new(Arc::clone(&port), Arc::clone(&clock), answerers),
            port,
            desk,
            posts: posts.of_chat(chat.as_str()),
            clock,
            hub,
            attached: tokio::sync::Mutex::default(),
            routing,
            conversations,
            left,
            inbox: Inbox::default(),
            posting: Posting::default(),
            shown: ShownSoFar::default(),
            together: Together::default(),
            ended: EndedHere::default(),
            timing,
        };
        (surface, incoming)
    }

    /// Tries until the chat knows us; from then on questions for it count as shown.
    async fn introduce(&self) {
        let mut pause = self.timing.retry;
        while let Err(error) = self.port.introduce().await {
            tracing::error!(%error, chat = self.port.name(), "the chat does not know us; trying again");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(self.timing.longest_retry);
        }
        self.attach(self.port.name().to_owned()).await;
    }

    /// The label is what `sayso hub status` says about us.
    async fn attach(&self, label: String) {
        let attach = Attach {
            surface: Surface::Chat(self.port.chat().id),
            label,
            presence: self.port.chat().presence,
            interaction: None,
            ticket: None,
        };
        match self.desk.attach(attach).await {
            // The new one before the old one goes.
            Ok(attachment) => *self.attached.lock().await = Some(attachment),
            Err(error) => tracing::warn!(%error, "not attached"),
        }
    }

    /// Everything that people do, as it comes.
    async fn listen(self: Arc<Self>, mut incoming: UnboundedReceiver<Incoming>) {
        let mut working = JoinSet::new();
        while let Some(incoming) = incoming.recv().await {
            while working.try_join_next().is_some() {}
            let incoming = match incoming {
                Incoming::Barrier(done) => {
                    let mut before = std::mem::take(&mut working);
                    let surface = Arc::clone(&self);
                    working.spawn(async move {
                        while before.join_next().await.is_some() {}
                        done.give(match surface.inbox.is_missing.swap(false, Ordering::Relaxed) {
                            true => Err("not everything is stored".to_owned()),
                            false => Ok(()),
                        });
                    });
                    continue;
                }
                Incoming::Connected { .. } | Incoming::Trouble(_) | Incoming::Missed => {
                    self.on_connection(incoming).await;
                    continue;
                }
                of_a_person => of_a_person,
            };
            if !self.inbox.seen.is_new(incoming.key()) {
                tracing::debug!(key = incoming.key(), "delivered before");
                continue;
            }
            match (self.about(&incoming), incoming) {
                (Some(id), incoming) => {
                    if self.inbox.work.push(id, incoming) == Lane::Yours {
                        working.spawn(Arc::clone(&self).work_through(id));
                    }
                }
                (None, Incoming::Said(said)) => {
                    let thread_key = ThreadKey::of(&said);
                    if self.inbox.heard.push(thread_key.clone(), said) == Lane::Yours {
                        working.spawn(Arc::clone(&self).on_messages(thread_key));
                    }
                }
                (None, Incoming::Deleted(deleted)) => {
                    let surface = Arc::clone(&self);
                    working.spawn(async move {
                        // It may be one that is only just being posted.
                        surface.all_posted(&deleted.channel).await;
                        surface.deleted(&deleted).await;
                    });
                }
                (None, Incoming::Arrived(arrived)) => {
                    working.spawn(Arc::clone(&self).arrived_there(arrived));
                }
                (None, _) => {}
            }
        }
        // No more comes in; what did is finished.
        while working.join_next().await.is_some() {}
    }

    /// Which question it is about.
    fn about(&self, incoming: &Incoming) -> Option<InteractionId> {
        match incoming {
            Incoming::Click(click) => Some(click.id),
            Incoming::Typed(typed) => Some(typed.asked.id),
            // It waits for what is being posted, and nothing waits for it.
            Incoming::Arrived(_) => None,
            Incoming::Connected { .. }
            | Incoming::Trouble(_)
            | Incoming::Missed
            | Incoming::Barrier(_) => None,
            Incoming::Deleted(deleted) => {
                self.posts.at(&deleted.channel, &deleted.message).map(|post| post.interaction)
            }
            Incoming::Said(said) => {
                reply::post_above(&self.posts, said).map(|post| post.interaction)
            }
        }
    }

    async fn work_through(self: Arc<Self>, id: InteractionId) {
        while let Some(incoming) = self.inbox.work.next(&id) {
            let key = incoming.key().to_owned();
            let done = match incoming {
                Incoming::Click(click) => {
                    let is_new = self.is_copy(&click);
                    let done = self.clicked(&click).await;
                    if is_new && done.is_ok() {
                        tokio::spawn(Arc::clone(&self).learn(click));
                    }
                    done
                }
                Incoming::Typed(typed) => self.typed(typed).await,
                Incoming::Said(said) => self.replied(said).await,
                Incoming::Deleted(deleted) => {
                    self.deleted(&deleted).await;
                    Ok(())
                }
                _ => Ok(()),
            };
            self.note(&key, done);
        }
    }

    /// Somebody deleted a message of a question; if that waits, it gets a place again.
    async fn deleted(self: &Arc<Self>, deleted: &Deleted) {
        let Some(post) = self.posts.at(&deleted.channel, &deleted.message) else { return };
        let view = self.desk.show(&post.interaction.into()).await;
        if view.is_ok_and(|view| view.interaction.is_pending()) {
            self.lost(&post).await;
            Arc::clone(self).repost(post.interaction).await;
        }
    }

    async fn actor(&self, person: &Person) -> Actor {
        let name = self.people.name(person).await;
        let chat = self.port.chat();
        Actor::new(Some(name), Surface::Chat(chat.id), chat.presence)
    }

    /// A choice on the interaction itself, then the person's, then the asking process's, then the rest.
    async fn language(&self, interaction: Option<&Interaction>) -> Language {
        if let Some(chosen) = interaction.and_then(|asked| asked.presentation.language) {
            return chosen;
        }
        let setting = self.language_setting().await;
        match (setting, interaction.and_then(|asked| asked.origin.language)) {
            (Some((language, Source::Person)), _) => language,
            (_, Some(of_asker)) => of_asker,
            (Some((language, _)), None) => language,
            (None, None) => Language::default(),
        }
    }

    async fn language_setting(&self) -> Option<(Language, Source)> {
        let settings = self.desk.settings(SettingsLayer::new()).await.ok()?;
        let language = settings.into_iter().find(|setting| setting.key == Key::Language)?;
        Some((Language::from_name(&language.value)?, language.source))
    }
}

/// What does not exist is not an error here.
fn found<T>(result: Result<T, DeskError>) -> Result<Option<T>, DeskError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(DeskError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
