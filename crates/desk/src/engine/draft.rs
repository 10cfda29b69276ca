//! Saving what has been chosen and typed so far.

use sayso_core::{DraftField, InteractionId, Problem, Refusal};

use super::Inner;
use crate::error::DeskError;
use crate::event::EventKind;

impl Inner {
    pub(super) async fn save_draft(
        &self,
        id: InteractionId,
        fields: Vec<DraftField>,
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
        self.store.save_draft(id, &fields).await?;
        self.feed.publish(EventKind::Drafted { id, fields });
        Ok(())
    }
}
