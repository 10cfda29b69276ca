//! Saves what has been chosen and typed so far, and tracks who is typing right now.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use sayso_core::transition::TYPING;
use sayso_core::{Actor, DraftField, InteractionId, Problem, Refusal};

use super::Inner;
use crate::error::DeskError;
use crate::event::EventKind;

impl Inner {
    pub(super) async fn save_draft(
        &self,
        id: InteractionId,
        fields: Vec<DraftField>,
        actor: &Actor,
    ) -> Result<(), DeskError> {
        let interaction = self.load(id).await?;
        if let Some(at) = interaction.settled_at() {
            let actor = interaction.outcome().and_then(|outcome| outcome.actor()).cloned();
            return Err(Refusal::AlreadySettled { status: interaction.status(), actor, at }.into());
        }
        let problems: Vec<Problem> =
            fields.iter().filter_map(|field| field.check(&interaction.form).err()).collect();
        if !problems.is_empty() {
            return Err(DeskError::Invalid { problems });
        }
        if actor.presence.is_person() {
            self.typing.note(id, self.now());
        }
        self.store.save_draft(id, &fields).await?;
        self.tell(&interaction, EventKind::Drafted { id, fields });
        Ok(())
    }
}

/// When a person last changed a draft. Only the last seconds matter, so nothing older is kept, and
/// a restart loses no more than that.
#[derive(Default)]
pub(super) struct Typing {
    last: Mutex<HashMap<InteractionId, Timestamp>>,
}

impl Typing {
    fn note(&self, id: InteractionId, now: Timestamp) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.retain(|_, at| now.duration_since(*at) <= TYPING);
        last.insert(id, now);
    }

    pub(super) fn last(&self, id: InteractionId) -> Option<Timestamp> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).get(&id).copied()
    }
}
