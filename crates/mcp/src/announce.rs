//! Late answers: what this connection asked and never got is told with its next call, once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_core::dialect::{self, Reply};
use sayso_core::{Interaction, InteractionId};
use sayso_desk::Desk;
use tokio_util::sync::CancellationToken;

use crate::delivery::Carried;

/// Questions of this connection whose calls ended without an answer.
#[derive(Default)]
pub(crate) struct Outstanding {
    questions: Mutex<Vec<Question>>,
}

struct Question {
    id: InteractionId,
    fingerprint: Option<String>,
    /// Of the call that waits for it; cancelled once that is over.
    call: CancellationToken,
}

impl Outstanding {
    /// `call` is what asked for it last.
    pub(crate) fn add(&self, interaction: &Interaction, call: &CancellationToken) {
        let Interaction { id, origin, .. } = interaction;
        let fingerprint = origin.fingerprint.clone();
        let mut questions = self.lock();
        questions.retain(|other| other.id != *id);
        questions.push(Question { id: *id, fingerprint, call: call.clone() });
    }

    pub(crate) fn remove(&self, id: InteractionId) {
        self.lock().retain(|other| other.id != id);
    }

    /// What an identical call on this connection no longer waits for, whether or not the desk knows.
    pub(crate) fn left(&self, fingerprint: Option<&str>) -> Option<InteractionId> {
        let fingerprint = fingerprint?;
        let left = |question: &&Question| {
            question.fingerprint.as_deref() == Some(fingerprint) && question.call.is_cancelled()
        };
        self.lock().iter().rev().find(left).map(|question| question.id)
    }

    /// Those that have been answered meanwhile and that nobody has fetched.
    pub(crate) async fn arrived(&self, desk: &dyn Desk) -> Vec<(Carried, Reply)> {
        let ids: Vec<InteractionId> = self.lock().iter().map(|question| question.id).collect();
        let mut arrived = Vec::new();
        for id in ids {
            // Gone from the desk, or not to be had right now: the call itself matters more.
            let Ok(view) = desk.show(&id.into()).await else { continue };
            if view.interaction.is_pending() {
                continue;
            }
            self.remove(id);
            if view.interaction.delivered_at.is_none() {
                let reply = dialect::reply(&view.interaction, view.live.url.as_deref());
                arrived.push((Carried::by(&view.interaction), reply));
            }
        }
        arrived
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Question>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text that goes with the next call's reply.
pub(crate) fn words(id: InteractionId, reply: &Reply) -> String {
    format!(
        "An earlier question (session_id \"{id}\") has been answered meanwhile. Its reply:\n{}",
        reply.text
    )
}
