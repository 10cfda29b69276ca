//! Saves what has been chosen and typed so far, and tracks who is typing right now.

use std::collections::HashMap;

use jiff::Timestamp;
use parking_lot::Mutex;
use sayso_core::transition::TYPING;
use sayso_core::{Actor, DraftField, InteractionId, Problem};
use sayso_desk::{DeskError, EventKind, Result};

use super::Inner;
use super::presence::refuse_settled;

impl Inner {
    pub(super) async fn save_draft(
        &self,
        id: InteractionId,
        fields: Vec<DraftField>,
        actor: Actor,
    ) -> Result<()> {
        let interaction = self.load(id).await?;
        refuse_settled(&interaction)?;
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
    pub(super) fn note(&self, id: InteractionId, now: Timestamp) {
        let mut last = self.last.lock();
        last.retain(|_, at| now.duration_since(*at) <= TYPING);
        last.insert(id, now);
    }

    pub(super) fn last(&self, id: InteractionId) -> Option<Timestamp> {
        self.last.lock().get(&id).copied()
    }
}
