//! Recording deliveries, and forgetting interactions.

use sayso_core::InteractionId;
use sayso_core::dialect::late::LateAnswer;
use sayso_desk::store::{Forgotten, Note};
use sayso_desk::{Claim, Collected, DeskError, EventKind, Late, Result, StoreError, Traces, fail};

use super::Inner;

impl Inner {
    pub(super) async fn collect(&self, ids: Vec<InteractionId>) -> Result<Collected> {
        let (mut late, mut over, mut claims) = (Vec::new(), Vec::new(), Vec::new());
        for id in ids {
            // A call that waits for it, or has claimed it, will deliver it.
            if self.listening(id) {
                continue;
            }
            let Some(mut claimed) = self.claims.claim(id, None) else { continue };
            match self.store.load(id).await {
                Ok(Some(interaction)) if interaction.is_pending() => {}
                Ok(Some(interaction)) if interaction.delivered_at.is_none() => {
                    if !self.claim_among_hubs(&mut claimed).await? {
                        continue;
                    }
                    // Before this claim another hub may have delivered it, or it was forgotten.
                    if self.team.is_some()
                        && self.store.load(id).await?.is_none_or(|it| it.delivered_at.is_some())
                    {
                        over.push(id);
                        continue;
                    }
                    let (id, irreversible) = (interaction.id, interaction.policy.irreversible);
                    late.push(Late { id, irreversible, answer: LateAnswer::of(&interaction) });
                    claims.push(claimed);
                }
                Ok(Some(_) | None) | Err(StoreError::Unreadable { .. }) => over.push(id),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Collected { late, over, claim: Claim::new(claims) })
    }

    pub(super) async fn delivered(&self, id: InteractionId) -> Result<()> {
        let interaction = self.load(id).await?;
        if interaction.is_pending() || interaction.delivered_at.is_some() {
            return Ok(());
        }
        self.store.note(id, Note::Delivered(Some(self.now()))).await?;
        fail::point("delivered.after_write");
        self.tell(&interaction, EventKind::Delivered { id });
        Ok(())
    }

    pub(super) async fn undelivered(&self, id: InteractionId) -> Result<()> {
        let interaction = self.load(id).await?;
        if interaction.delivered_at.is_some() {
            self.store.note(id, Note::Delivered(None)).await?;
            self.tell(&interaction, EventKind::Undelivered { id });
        }
        Ok(())
    }

    pub(super) async fn forget(&self, id: InteractionId) -> Result<()> {
        let is_test = self.is_test(id).await?;
        Traces::remove(self.store.as_ref(), &[id]).await?;
        match self.store.forget(id).await? {
            Forgotten::Absent => return Err(DeskError::NotFound { id: id.to_string() }),
            Forgotten::Pending | Forgotten::Settled if is_test => {
                self.waiters.wake(id);
                return Ok(());
            }
            Forgotten::Pending => {
                self.pending.send_modify(|pending| *pending = pending.saturating_sub(1));
            }
            Forgotten::Settled => {}
        }
        self.feed.publish(EventKind::Removed { id });
        self.feed.forget(id);
        // Waiting calls learn that it is gone.
        self.waiters.wake(id);
        tracing::info!(session_id = %id, "forgotten");
        Ok(())
    }
}
