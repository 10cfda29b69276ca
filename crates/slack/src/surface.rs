//! Slack as a surface of the desk: what happens there is drawn here, what is done here happens there.

mod click;
mod hear;
mod post;
mod redraw;
mod reply;
mod tell;
mod typed;
mod watch;

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use axum::Router;
use sayso_core::settings::{Key, Language, Layer, Source};
use sayso_core::{Actor, Interaction, InteractionId, Surface as Where};
use sayso_desk::{Attach, Attachment, Clock, Conversations, Desk, DeskError, Posts};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::incoming::{Incoming, Person, Said};
use crate::keyed_queue::{KeyedQueue, Lane};
use crate::people::{Answerers, People};
use crate::seen::Seen;
use crate::socket_mode::{self, Timing};
use crate::talk::{Spot, Talks};

/// Where posts are kept by the name of their chat.
const CHAT: &str = "slack";

/// What the surface is made of.
pub struct Setup {
    pub client: Arc<Client>,
    pub desk: Arc<dyn Desk>,
    pub posts: Posts,
    pub clock: Arc<dyn Clock>,
    pub routing: Routing,
    pub delivery: Delivery,
    pub timing: Timing,
    /// What this hub is called where there are several.
    pub hub: String,
    /// The agent that people talk to here, if there is one, and what is remembered of the threads.
    pub agent: Option<(sayso_relay::Setup, Conversations)>,
}

/// Which questions come here, where to, and who may answer.
#[derive(Debug, Clone)]
pub struct Routing {
    /// A channel (`C…`, `G…`, `D…`) or a person (`U…`, `W…`).
    pub ask: String,
    pub answerers: Answerers,
    /// A question that nobody has been shown for so long comes here, wherever it was wanted.
    pub unseen_after: Option<Duration>,
}

/// How Slack's messages come to us.
#[derive(Clone, Default)]
pub struct Delivery {
    pub socket_mode: bool,
    /// For signed requests to `/slack/events` and `/slack/interactive`.
    pub signing_secret: Option<String>,
}

/// Where a question is put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub channel: String,
    pub thread: Option<String>,
    /// Who was asked: the person themselves, or who started the thread. May always answer.
    pub person: Option<String>,
}

/// The routes for signed requests, if there are any, and what has to be run for as long as the surface
/// is to be there.
pub fn open(setup: Setup) -> (Option<Router>, impl Future<Output = ()> + Send) {
    let (deliver, delivered) = unbounded_channel();
    let secret = setup.delivery.signing_secret.as_deref();
    let routes =
        secret.map(|secret| crate::http::routes(secret, Arc::clone(&setup.clock), deliver.clone()));
    let socket = setup.delivery.socket_mode;
    let timing = setup.timing;
    let run = async move {
        let mut tasks = JoinSet::new();
        let surface = Arc::new(Surface::new(setup).await);
        surface.introduce().await;
        if let Some(talks) = &surface.talks {
            talks.resume(surface.texts(None).await);
        }
        if socket {
            tasks.spawn(socket_mode::run(Arc::clone(&surface.client), deliver, timing));
        }
        tasks.spawn(Arc::clone(&surface).listen(delivered));
        surface.watch().await;
    };
    (routes, run)
}

pub(crate) struct Surface {
    client: Arc<Client>,
    desk: Arc<dyn Desk>,
    posts: Posts,
    clock: Arc<dyn Clock>,
    hub: String,
    /// How the desk knows that questions are shown here.
    attached: tokio::sync::Mutex<Option<Attachment>>,
    routing: Routing,
    talks: Option<Talks>,
    people: People,
    seen: Seen,
    /// What people do, in order for each interaction.
    work: KeyedQueue<InteractionId, Incoming>,
    /// What they say beside, in order for each thread.
    heard: KeyedQueue<Spot, Said>,
    /// Slack's id of the app's own user, once it is known.
    app: OnceLock<String>,
    /// Who was told how to answer which question.
    hinted: Mutex<HashSet<(InteractionId, String)>>,
    /// Interactions whose messages are to be brought up to date.
    stale: KeyedQueue<InteractionId, ()>,
    /// Being posted right now, and to which channel, once that is known.
    posting: Mutex<HashMap<InteractionId, Option<String>>>,
    /// One of them is no more.
    posted: Notify,
    /// What each message shows, as a hash: what would look the same is not sent again.
    shown: Mutex<HashMap<(InteractionId, u32), u64>>,
    timing: Timing,
}

impl Surface {
    async fn new(setup: Setup) -> Surface {
        let Setup { client, desk, posts, clock, routing, timing, hub, agent, .. } = setup;
        let answerers = routing.answerers.clone();
        let talks = match agent {
            Some((relay, kept)) => Talks::start(relay, Arc::clone(&client), kept)
                .await
                .map_err(|error| tracing::error!(%error, "there is no agent to talk to"))
                .ok(),
            None => None,
        };
        Surface {
            people: People::new(Arc::clone(&client), Arc::clone(&clock), answerers),
            client,
            desk,
            posts: posts.of_chat(CHAT),
            clock,
            hub,
            attached: tokio::sync::Mutex::default(),
            routing,
            talks,
            seen: Seen::default(),
            work: KeyedQueue::default(),
            heard: KeyedQueue::default(),
            app: OnceLock::new(),
            hinted: Mutex::default(),
            stale: KeyedQueue::default(),
            posting: Mutex::default(),
            posted: Notify::new(),
            shown: Mutex::default(),
            timing,
        }
    }

    /// Tries until Slack knows us; from then on questions for Slack count as shown.
    async fn introduce(&self) {
        let mut pause = self.timing.retry;
        loop {
            match self.client.auth_test().await {
                Ok(identity) => {
                    tracing::info!(team = identity.team, bot = identity.bot, "Slack knows us");
                    // Nobody else sets it.
                    let _ = self.app.set(identity.user_id);
                    break;
                }
                Err(error) => tracing::error!(%error, "Slack does not know us; trying again"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(self.timing.longest_retry);
        }
        self.attach("Slack".to_owned()).await;
    }

    /// The label is what `sayso hub status` says of us.
    async fn attach(&self, label: String) {
        let attach = Attach {
            surface: Where::Chat(crate::CHAT.id),
            label,
            presence: crate::CHAT.presence,
            interaction: None,
            ticket: None,
        };
        match self.desk.attach(attach).await {
            // The new one before the old one goes.
            Ok(attachment) => *self.attached.lock().await = Some(attachment),
            Err(error) => tracing::warn!(%error, "not attached"),
        }
    }

    /// Slack gives each click to any of the hubs that are connected to one app.
    async fn neighbours(&self) {
        tracing::warn!("another hub is connected to the same Slack app: give each its own");
        let label = self.texts(None).await.say("slack-neighbours").into_owned();
        self.attach(label).await;
    }

    /// Everything that people do, as it comes.
    async fn listen(self: Arc<Self>, mut delivered: UnboundedReceiver<Incoming>) {
        let mut working = JoinSet::new();
        while let Some(incoming) = delivered.recv().await {
            while working.try_join_next().is_some() {}
            if let Incoming::Connected { others } = incoming {
                match others {
                    0 => self.attach("Slack".to_owned()).await,
                    _ => self.neighbours().await,
                }
                continue;
            }
            if !self.seen.is_new(incoming.key()) {
                tracing::debug!(key = incoming.key(), "delivered before");
                continue;
            }
            match (self.about(&incoming), incoming) {
                (Some(id), incoming) => {
                    if self.work.push(id, incoming) == Lane::Yours {
                        working.spawn(Arc::clone(&self).work_through(id));
                    }
                }
                (None, Incoming::Said(said)) => {
                    let spot = Spot::of(&said);
                    if self.heard.push(spot.clone(), said) == Lane::Yours {
                        working.spawn(Arc::clone(&self).hear_all(spot));
                    }
                }
                (None, Incoming::Click(_) | Incoming::Typed(_) | Incoming::Connected { .. }) => {}
            }
        }
    }

    /// Which question it is about.
    fn about(&self, incoming: &Incoming) -> Option<InteractionId> {
        match incoming {
            Incoming::Click(click) => Some(click.id),
            Incoming::Typed(typed) => Some(typed.asked.id),
            Incoming::Connected { .. } => None,
            Incoming::Said(said) => {
                reply::post_above(&self.posts, said).map(|post| post.interaction)
            }
        }
    }

    async fn work_through(self: Arc<Self>, id: InteractionId) {
        while let Some(incoming) = self.work.next(&id) {
            match incoming {
                Incoming::Click(click) => self.clicked(click).await,
                Incoming::Typed(typed) => self.typed(typed).await,
                Incoming::Said(said) => self.replied(said).await,
                Incoming::Connected { .. } => {}
            }
        }
    }

    async fn actor(&self, person: &Person) -> Actor {
        let name = self.people.name(person).await;
        Actor::new(Some(name), Where::Chat(crate::CHAT.id), crate::CHAT.presence)
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
        let settings = self.desk.settings(Layer::new()).await.ok()?;
        let language = settings.into_iter().find(|setting| setting.key == Key::Language)?;
        Some((Language::from_name(&language.value)?, language.source))
    }
}

/// Slack's ids tell by their first letter.
fn is_person(id: &str) -> bool {
    id.starts_with(['U', 'W'])
}

/// What is not there is no fault of ours.
fn found<T>(result: Result<T, DeskError>) -> Result<Option<T>, DeskError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(DeskError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
