//! The state shown to people, for each question: how its messages look, and who was told how to
//! answer. Forgotten together, when the question has ended.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_core::InteractionId;
use sayso_desk::Post;

use crate::keyed_queue::{KeyedQueue, Lane};
use crate::port::ChatMessage;

#[derive(Default)]
pub(super) struct ShownSoFar {
    /// Interactions whose messages are to be brought up to date.
    stale: KeyedQueue<InteractionId, ()>,
    /// The look of each message, as a hash: what would look the same is not sent again.
    looks: Mutex<HashMap<(InteractionId, String), u64>>,
    /// Who was told how to answer which question.
    hinted: Mutex<HashSet<(InteractionId, String)>>,
    /// Those whose messages could not be changed because the chat takes nothing from us.
    barred: Mutex<HashSet<InteractionId>>,
}

impl ShownSoFar {
    /// Something has changed. Whose turn it is to bring its messages up to date: the caller's, or
    /// somebody is at it.
    pub(crate) fn is_stale(&self, id: InteractionId) -> Lane {
        self.stale.push(id, ())
    }

    /// Whether something has changed since the last time.
    pub(crate) fn is_left_to_draw(&self, id: InteractionId) -> bool {
        self.stale.all(&id).is_some()
    }

    pub(crate) fn is_news(&self, post: &Post, message: &ChatMessage) -> bool {
        let known = (post.interaction, post.message.clone());
        self.looks().get(&known) != Some(&message.look())
    }

    pub(crate) fn note(&self, post: &Post, message: &ChatMessage) {
        self.looks().insert((post.interaction, post.message.clone()), message.look());
    }

    /// Whether this person has not been told before.
    pub(crate) fn hint(&self, id: InteractionId, person: &str) -> bool {
        self.hinted().insert((id, person.to_owned()))
    }

    pub(crate) fn is_barred(&self, id: InteractionId) {
        self.barred.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    /// They can be changed again.
    pub(crate) fn take_barred(&self) -> HashSet<InteractionId> {
        std::mem::take(&mut *self.barred.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn forget(&self, id: InteractionId) {
        self.looks().retain(|(of, _), _| *of != id);
        self.hinted().retain(|(of, _)| *of != id);
    }

    fn looks(&self) -> MutexGuard<'_, HashMap<(InteractionId, String), u64>> {
        self.looks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hinted(&self) -> MutexGuard<'_, HashSet<(InteractionId, String)>> {
        self.hinted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
