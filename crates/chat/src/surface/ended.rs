//! Questions that have ended by themselves or elsewhere, in a chat without threads: what is written there soon
//! after may still be about one of them, and must not answer another.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sayso_core::{InteractionId, Surface};

use super::ChatSurface;
use crate::incoming::ChatText;

/// How long somebody may go on writing.
const SOON: Duration = Duration::from_secs(30);
const KEPT: usize = 50;

#[derive(Default)]
pub(super) struct EndedHere(Mutex<VecDeque<EndedQuestion>>);

struct EndedQuestion {
    channel: String,
    message: String,
    /// From being asked to its end.
    lasted: Duration,
}

impl ChatSurface {
    /// Called before its messages get their end and are forgotten. Who has ended it here knows.
    pub(super) async fn note_end(&self, id: InteractionId) {
        if self.port.has_threads() {
            return;
        }
        let Some(post) = self.posts.of(id).into_iter().next() else { return };
        let Ok(view) = self.desk.show(&id.into()).await else { return };
        let interaction = &view.interaction;
        let here = Surface::Chat(self.port.chat().id);
        let actor = interaction.outcome().and_then(|outcome| outcome.actor());
        let Some(at) = interaction.settled_at() else { return };
        if actor.is_some_and(|actor| actor.via == here) {
            return;
        }
        let lasted = at.duration_since(interaction.created_at).try_into().unwrap_or_default();
        let mut ended = self.ended.0.lock().unwrap_or_else(PoisonError::into_inner);
        ended.push_back(EndedQuestion { channel: post.channel, message: post.message, lasted });
        if ended.len() > KEPT {
            ended.pop_front();
        }
    }

    /// Whether one of them had not ended yet when this was being written.
    pub(super) fn may_be_late(&self, said: &ChatText) -> bool {
        let ended = self.ended.0.lock().unwrap_or_else(PoisonError::into_inner);
        ended.iter().any(|question| {
            let after = self.port.sent_after(&said.message, &question.message);
            question.channel == said.channel && after < question.lasted + SOON
        })
    }
}
