//! Putting a question before people: one message, or as many as it takes.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::Arc;

use sayso_core::InteractionId;
use sayso_core::attention::SkippedWhy;
use sayso_desk::{DeskError, Post, PostFormat, View, fail};

use super::{ChatSurface, Destination, found};
use crate::incoming::{Arrived, Click};
use crate::keyed_queue::Lane;
use crate::port::{ChatError, ChatMessage, Owner, PostTarget};

/// Whether something may have arrived before.
#[derive(Clone, Copy)]
enum Attempt {
    First,
    Again,
}

impl ChatSurface {
    /// Posts it, once, and tries again as long as the chat cannot be reached.
    pub(super) async fn post(self: Arc<Self>, id: InteractionId) {
        if !self.posting.begin(id) {
            return;
        }
        let mut pause = self.timing.retry;
        // Another process may have begun it, and ended before it knew what arrived.
        let begun = self.posts.begun(id).is_some() || !self.posts.of(id).is_empty();
        let mut attempt = if begun { Attempt::Again } else { Attempt::First };
        let refused = loop {
            match self.try_to_post(id, attempt).await {
                Ok(()) => {
                    if self.posting.works_again() {
                        self.attach(self.port.name().to_owned()).await;
                    }
                    break None;
                }
                Err(error @ ChatError::Unreachable(_)) => {
                    tracing::warn!(%error, session_id = %id, "not posted yet");
                    if let Attempt::Again = attempt {
                        self.say_posted(id, Err(SkippedWhy::Unreachable)).await;
                    }
                }
                Err(error) => {
                    tracing::error!(%error, session_id = %id, "a question cannot be posted");
                    self.let_go(id).await;
                    break Some(error);
                }
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(self.timing.longest_retry);
            attempt = Attempt::Again;
        };
        self.posting.end(id);
        // Said once it has ended: who mends it at once has it posted again.
        if let Some(error) = refused {
            let name = self.port.name();
            self.posting.fails();
            self.attach(format!("{name}; a question cannot be posted: {error}")).await;
            self.say_posted(id, Err(SkippedWhy::Refused)).await;
        } else if !self.posts.of(id).is_empty() {
            self.say_posted(id, Ok(())).await;
        }
        // Whatever happened while it was on its way.
        if !self.posts.of(id).is_empty() && self.shown.is_stale(id) == Lane::Yours {
            self.bring_up_to_date(id).await;
        }
    }

    pub(super) async fn post_if_placed(self: Arc<Self>, id: InteractionId) {
        let view = self.desk.show(&id.into()).await;
        let conversations = self.conversations.as_ref();
        let place = view.ok().and_then(|view| conversations?.place(&view.interaction));
        if place.is_some() {
            self.post(id).await;
        }
    }

    /// Nothing of it is loaded or drawn before its turn in the channel: thousands may wait there.
    async fn try_to_post(&self, id: InteractionId, attempt: Attempt) -> Result<(), ChatError> {
        let Some(place) = self.place(id).await? else { return Ok(()) };
        let _turn = self.posting.turn(id, &place.channel).await;
        // What waits for its turn is small: the rest is only there while it is needed.
        Box::pin(self.post_now(id, &place, attempt)).await
    }

    async fn post_now(
        &self,
        id: InteractionId,
        place: &PostTarget,
        attempt: Attempt,
    ) -> Result<(), ChatError> {
        let view = match found(self.desk.show(&id.into()).await).map_err(unreachable)? {
            Some(view) if view.interaction.is_pending() => view,
            ended => {
                return match attempt {
                    Attempt::First => Ok(()),
                    Attempt::Again => self.find_rest(id, ended.as_ref(), place).await,
                };
            }
        };
        let language = self.language(Some(&view.interaction)).await;
        let done = self.parts(id);
        if done.is_empty() && self.posts.begun(id).is_none() {
            let first = self.post_at(id, place, 0, PostFormat::Drawn);
            self.posts.begin(first).await.map_err(unreachable)?;
        }
        let messages = self.draw(&view, language);
        for (part, message) in (0..).zip(&messages) {
            // What was posted before a failure is not posted again.
            if done.contains(&part) {
                continue;
            }
            let post = self.post_at(id, place, part, PostFormat::Drawn);
            match self.post_part(post, message, attempt).await {
                Ok(()) => {}
                Err(error @ ChatError::Drawing(_)) => {
                    tracing::warn!(%error, session_id = %id, "posted as text instead");
                    let words = self.port.draw_words(&view, language);
                    let post = self.post_at(id, place, part, PostFormat::Text);
                    return self.post_part(post, &words, attempt).await;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Without what only the chat can say.
    fn post_at(&self, id: InteractionId, place: &PostTarget, part: u32, look: PostFormat) -> Post {
        let PostTarget { channel, thread, person } = place.clone();
        let (chat, message) = (self.port.chat().id.to_string(), String::new());
        Post {
            chat,
            interaction: id,
            part,
            channel,
            message,
            thread,
            person,
            look,
            copy: false,
            sent: None,
        }
    }

    /// Which parts of it are posted.
    fn parts(&self, id: InteractionId) -> BTreeSet<u32> {
        self.posts.of(id).iter().map(|post| post.part).collect()
    }

    /// Whether a click is in a message that is not known, of a question whose messages are.
    pub(super) fn is_copy(&self, click: &Click) -> bool {
        let posts = self.posts.of(click.id);
        (self.posting.has(click.id) || !posts.is_empty())
            && posts.iter().all(|post| post.message != click.message)
    }

    /// Somebody clicked in a message that is not known: its reply was lost, and it could not be looked
    /// for. It is brought up to date with the others from now on.
    pub(super) async fn learn(self: Arc<Self>, click: Click) {
        let id = click.id;
        self.posting.none(|of, _| of == id).await;
        if self.posts.at(&click.channel, &click.message).is_some() {
            return;
        }
        let Ok(view) = self.desk.show(&id.into()).await else { return };
        let interaction = &view.interaction;
        let question = click.wish.question();
        if !interaction.is_pending() {
            let last = self.last_look(interaction, question).await;
            return self.rewrite(&click.channel, &click.message, &last).await;
        }
        let last = interaction.form.questions.len().saturating_sub(1);
        let part = self.port.part_of(&interaction.form, question.unwrap_or(last));
        let place =
            PostTarget { channel: click.channel, thread: click.thread, person: self.asked(&view) };
        let part = u32::try_from(part).expect("a form has few parts");
        let post = self.post_at(id, &place, part, PostFormat::Drawn);
        self.keep_copy(Post { message: click.message, ..post }).await;
    }

    async fn keep_copy(self: Arc<Self>, post: Post) {
        let id = post.interaction;
        self.keep(Post { copy: true, ..post }).await;
        if self.shown.is_stale(id) == Lane::Yours {
            self.bring_up_to_date(id).await;
        }
    }

    /// The chat says of a message that it is there. If it is not known, its reply was lost.
    pub(super) async fn arrived_there(self: Arc<Self>, arrived: Arrived) {
        let Arrived { id, part, channel, message, .. } = arrived;
        self.posting.none(|of, _| of == id).await;
        let posts = self.posts.of(id);
        if posts.iter().any(|post| post.message == message) {
            return;
        }
        // Its part may be on its way elsewhere: another hub posts, and has not said yet where it lies.
        if let Some(same) = posts.into_iter().find(|post| post.part == part) {
            return self.keep_copy(Post { channel, message, ..same }).await;
        }
        let Ok(view) = self.desk.show(&id.into()).await else { return };
        if !view.interaction.is_pending() {
            let language = self.language(Some(&view.interaction)).await;
            let mut messages = self.draw(&view, language);
            let part = usize::try_from(part).unwrap_or(usize::MAX).min(messages.len() - 1);
            self.rewrite(&channel, &message, &messages.swap_remove(part)).await;
        }
    }

    /// A message is gone although its question waits.
    pub(super) async fn lost(&self, post: &Post) {
        tracing::info!(session_id = %post.interaction, "a message is gone; it is posted again");
        if let Err(error) = self.posts.forget(post).await {
            tracing::error!(%error, session_id = %post.interaction, "a message is not forgotten");
        }
    }

    /// What is missing of it.
    pub(super) fn repost(
        self: Arc<Self>,
        id: InteractionId,
    ) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(self.post(id))
    }

    async fn post_part(
        &self,
        post: Post,
        drawn: &ChatMessage,
        attempt: Attempt,
    ) -> Result<(), ChatError> {
        let found = match attempt {
            Attempt::First => None,
            Attempt::Again => self.arrived(&post).await?,
        };
        let owner = self.owner(post.interaction, post.part);
        let message = match found {
            Some(arrived) => arrived,
            None => {
                let thread = post.thread.as_deref();
                self.port.post(&post.channel, thread, drawn, Some(&owner)).await?
            }
        };
        fail::point("chat.before_save");
        let sent = self.port.sent_at(&message);
        let post = Post { message, sent, ..post };
        self.shown.note(&post, drawn);
        self.keep(post).await;
        Ok(())
    }

    /// It has ended since: nothing more is posted, but what is there has to be brought to its end.
    async fn find_rest(
        &self,
        id: InteractionId,
        view: Option<&View>,
        place: &PostTarget,
    ) -> Result<(), ChatError> {
        let language = self.language(view.map(|view| &view.interaction)).await;
        let most = view.map_or(usize::MAX, |view| self.draw(view, language).len());
        let (done, most) = (self.parts(id), u32::try_from(most).unwrap_or(u32::MAX));
        for part in (0..most).filter(|part| !done.contains(part)) {
            let post = self.post_at(id, place, part, PostFormat::Drawn);
            let Some(message) = self.arrived(&post).await? else { break };
            self.keep(Post { message, ..post }).await;
        }
        self.let_go(id).await;
        Ok(())
    }

    /// If nothing of it arrived, nothing is looked for any more.
    async fn let_go(&self, id: InteractionId) {
        if self.posts.of(id).is_empty()
            && let Err(error) = self.posts.remove(id, &[]).await
        {
            tracing::warn!(%error, session_id = %id, "it will be looked for again");
        }
    }

    async fn keep(&self, post: Post) {
        let id = post.interaction;
        if let Err(error) = self.posts.save(post).await {
            tracing::error!(%error, session_id = %id, "where a message lies is not noted");
        }
    }

    /// Some of its messages were posted, and then the hub died.
    pub(super) async fn is_incomplete(&self, view: &View) -> bool {
        let posts = self.posts.of(view.interaction.id);
        // A question as text is one message, whatever its length.
        if posts.iter().any(|post| post.look == PostFormat::Text) {
            return false;
        }
        let language = self.language(Some(&view.interaction)).await;
        self.parts(view.interaction.id).len() < self.draw(view, language).len()
    }

    /// A message whose reply was lost: posted again, there would be two of them.
    async fn arrived(&self, post: &Post) -> Result<Option<String>, ChatError> {
        let owner = self.owner(post.interaction, post.part);
        match self.port.find(&post.channel, post.thread.as_deref(), &owner).await {
            Err(error @ ChatError::Unreachable(_)) => Err(error),
            Err(error) => {
                tracing::warn!(%error, session_id = %owner.question, "cannot be looked for");
                Ok(None)
            }
            found => found,
        }
    }

    pub(super) fn owner(&self, question: InteractionId, part: u32) -> Owner {
        Owner { hub: self.hub.clone(), question, part }
    }

    /// The person to whom it goes, if it goes to one.
    pub(super) fn asked(&self, view: &View) -> Option<String> {
        let conversations = self.conversations.as_ref();
        match conversations.and_then(|conversations| conversations.place(&view.interaction)) {
            Some(place) => place.person,
            None => self.routing.ask.person().map(str::to_owned),
        }
    }

    /// Resolves when nothing is on its way to this channel. Another one may be held back for minutes.
    pub(super) async fn all_posted(&self, channel: &str) {
        // Before its channel is known, nothing of it is there to be answered.
        self.posting.none(|_, to| to.is_some_and(|to| to == channel)).await;
    }

    /// Where it was begun, in its conversation, else where questions go; `None` if it is gone.
    async fn place(&self, id: InteractionId) -> Result<Option<PostTarget>, ChatError> {
        if let Some(post) = self.posts.begun(id).or_else(|| self.posts.of(id).pop()) {
            let Post { channel, thread, person, .. } = post;
            return Ok(Some(PostTarget { channel, thread, person }));
        }
        if let Some(conversations) = &self.conversations {
            let view = found(self.desk.show(&id.into()).await).map_err(unreachable)?;
            let Some(view) = view else { return Ok(None) };
            if let Some(place) = conversations.place(&view.interaction) {
                return Ok(Some(place));
            }
        }
        Ok(Some(match self.routing.ask.clone() {
            Destination::Person(person) => {
                let channel = self.port.open(&person).await?;
                PostTarget { channel, thread: None, person: Some(person) }
            }
            Destination::Channel(channel) => PostTarget { channel, thread: None, person: None },
        }))
    }
}

fn unreachable(error: DeskError) -> ChatError {
    ChatError::Unreachable(error.to_string())
}
