//! Late answers: what this connection asked and never got is told with its next call, once.

use std::sync::{Mutex, PoisonError};

use sayso_core::InteractionId;
use sayso_core::dialect::{self, Reply};
use sayso_desk::Desk;

use crate::delivery::Carried;

/// Questions of this connection whose calls ended without an answer.
#[derive(Default)]
pub(crate) struct Outstanding {
    ids: Mutex<Vec<InteractionId>>,
}

impl Outstanding {
    pub(crate) fn add(&self, id: InteractionId) {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        if !ids.contains(&id) {
            ids.push(id);
        }
    }

    pub(crate) fn remove(&self, id: InteractionId) {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| *other != id);
    }

    /// Those that have been answered meanwhile and that nobody has fetched.
    pub(crate) async fn arrived(&self, desk: &dyn Desk) -> Vec<(Carried, Reply)> {
        let ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner).clone();
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
}

/// The text that goes with the next call's reply.
pub(crate) fn words(id: InteractionId, reply: &Reply) -> String {
    format!(
        "An earlier question (session_id \"{id}\") has been answered meanwhile. Its reply:\n{}",
        reply.text
    )
}
