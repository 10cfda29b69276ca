//! Putting a question before people: one message, or as many as it takes.

use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use sayso_core::InteractionId;
use sayso_desk::{Look, Post, View, fail};

use super::{Ask, Surface, found};
use crate::keyed_queue::Lane;
use crate::port::{ChatError, Message, Owner, Place};

/// Whether something may have arrived before.
#[derive(Clone, Copy)]
enum Attempt {
    First,
    Again,
}

impl Surface {
    /// Posts it, once, and tries again as long as the chat cannot be reached.
    pub(super) async fn post(self: Arc<Self>, id: InteractionId) {
        match self.posting.lock().unwrap_or_else(PoisonError::into_inner).entry(id) {
            Entry::Occupied(_) => return,
            Entry::Vacant(place) => drop(place.insert(None)),
        }
        let mut pause = self.timing.retry;
        let earlier = self.earlier.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        let mut attempt = if earlier { Attempt::Again } else { Attempt::First };
        loop {
            match self.try_to_post(id, attempt).await {
                Ok(()) => {
                    if self.troubled.swap(false, Ordering::Relaxed) {
                        self.attach(self.port.name().to_owned()).await;
                    }
                    break;
                }
                Err(error @ ChatError::Unreachable(_)) => {
                    tracing::warn!(%error, session_id = %id, "not posted yet");
                }
                Err(error) => {
                    tracing::error!(%error, session_id = %id, "a question cannot be posted");
                    let name = self.port.name();
                    self.troubled.store(true, Ordering::Relaxed);
                    self.attach(format!("{name}; a question cannot be posted: {error}")).await;
                    break;
                }
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(self.timing.longest_retry);
            attempt = Attempt::Again;
        }
        self.posting.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        self.posted.notify_waiters();
        // Whatever happened while it was on its way.
        if !self.posts.of(id).is_empty() && self.stale.push(id, ()) == Lane::Yours {
            self.bring_up_to_date(id).await;
        }
    }

    pub(super) async fn post_if_placed(self: Arc<Self>, id: InteractionId) {
        let view = self.desk.show(&id.into()).await;
        let talks = self.talks.as_ref();
        let place = view.ok().and_then(|view| talks?.place(&view.interaction));
        if place.is_some() {
            self.post(id).await;
        }
    }

    async fn try_to_post(&self, id: InteractionId, attempt: Attempt) -> Result<(), ChatError> {
        let view = match found(self.desk.show(&id.into()).await) {
            Ok(Some(view)) if view.interaction.is_pending() => view,
            Ok(Some(view)) if matches!(attempt, Attempt::Again) => {
                self.find_rest(&view).await;
                return Ok(());
            }
            Ok(_) => return Ok(()),
            Err(error) => return Err(ChatError::Unreachable(error.to_string())),
        };
        let place = self.place(&view).await?;
        let known = Some(place.channel.clone());
        self.posting.lock().unwrap_or_else(PoisonError::into_inner).insert(id, known);
        self.posted.notify_waiters();
        let language = self.language(Some(&view.interaction)).await;
        let done = self.posts.of(id).len();
        let messages = self.port.draw(&view, language);
        // What was posted before a failure is not posted again.
        for (part, message) in messages.iter().enumerate().skip(done) {
            let look = Look::Drawn;
            match self.post_part(&view, &place, part, message, look, attempt).await {
                Ok(()) => {}
                Err(error @ ChatError::Drawing(_)) => {
                    tracing::warn!(%error, session_id = %id, "posted as text instead");
                    let words = self.port.draw_words(&view, language);
                    let look = Look::Text;
                    return self.post_part(&view, &place, part, &words, look, attempt).await;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn post_part(
        &self,
        view: &View,
        place: &Place,
        part: usize,
        message: &Message,
        look: Look,
        attempt: Attempt,
    ) -> Result<(), ChatError> {
        let Place { channel, thread, person } = place.clone();
        let part = u32::try_from(part).expect("a form has few parts");
        let owner = self.owner(view.interaction.id, part);
        let found = match attempt {
            Attempt::First => None,
            Attempt::Again => self.arrived(&channel, thread.as_deref(), &owner).await,
        };
        let posted = match found {
            Some(arrived) => arrived,
            None => self.port.post(&channel, thread.as_deref(), message, Some(&owner)).await?,
        };
        fail::point("chat.before_save");
        let id = view.interaction.id;
        self.note_shown(id, part, message);
        let chat = self.port.chat().id.to_string();
        let message = posted;
        let post = Post { chat, interaction: id, part, channel, message, thread, person, look };
        self.keep(post).await;
        Ok(())
    }

    /// It has ended since: nothing more is posted, but what is there has to be brought to its end.
    async fn find_rest(&self, view: &View) {
        let id = view.interaction.id;
        let posts = self.posts.of(id);
        let Some(last) = posts.last().cloned() else { return };
        let language = self.language(Some(&view.interaction)).await;
        for part in posts.len()..self.port.draw(view, language).len() {
            let part = u32::try_from(part).expect("a form has few parts");
            let (channel, thread) = (last.channel.as_str(), last.thread.as_deref());
            let Some(message) = self.arrived(channel, thread, &self.owner(id, part)).await else {
                return;
            };
            self.keep(Post { part, message, ..last.clone() }).await;
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
        if posts.iter().any(|post| post.look == Look::Text) {
            return false;
        }
        let language = self.language(Some(&view.interaction)).await;
        posts.len() < self.port.draw(view, language).len()
    }

    /// A message whose reply was lost: posted again, there would be two of them.
    async fn arrived(&self, channel: &str, thread: Option<&str>, owner: &Owner) -> Option<String> {
        match self.port.find(channel, thread, owner).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, session_id = %owner.question, "posted again unseen");
                None
            }
        }
    }

    pub(super) fn owner(&self, question: InteractionId, part: u32) -> Owner {
        Owner { hub: self.hub.clone(), question, part }
    }

    /// The person to whom it goes, if it goes to one.
    pub(super) fn asked(&self, view: &View) -> Option<String> {
        let talks = self.talks.as_ref();
        match talks.and_then(|talks| talks.place(&view.interaction)) {
            Some(place) => place.person,
            None => self.routing.ask.person().map(str::to_owned),
        }
    }

    /// Resolves when nothing is on its way to this channel. Another one may be held back for minutes.
    pub(super) async fn all_posted(&self, channel: &str) {
        loop {
            let posted = self.posted.notified();
            // Before its channel is known, nothing of it is there to be answered.
            let is_awaited =
                |place: &Option<String>| place.as_ref().is_some_and(|to| to == channel);
            let awaited = {
                let posting = self.posting.lock().unwrap_or_else(PoisonError::into_inner);
                posting.values().any(is_awaited)
            };
            if !awaited {
                return;
            }
            posted.await;
        }
    }

    /// In its conversation, else where questions go.
    async fn place(&self, view: &View) -> Result<Place, ChatError> {
        let talks = self.talks.as_ref();
        if let Some(place) = talks.and_then(|talks| talks.place(&view.interaction)) {
            return Ok(place);
        }
        Ok(match self.routing.ask.clone() {
            Ask::Person(person) => {
                let channel = self.port.open(&person).await?;
                Place { channel, thread: None, person: Some(person) }
            }
            Ask::Channel(channel) => Place { channel, thread: None, person: None },
        })
    }
}
