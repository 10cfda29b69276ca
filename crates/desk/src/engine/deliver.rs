//! The agent has its reply; or the person wants nothing of it kept.

use sayso_core::InteractionId;

use super::Inner;
use crate::error::DeskError;
use crate::event::EventKind;
use crate::fail;

impl Inner {
    pub(super) async fn delivered(&self, id: InteractionId) -> Result<(), DeskError> {
        let interaction = self.load(id).await?;
        if interaction.is_pending() || interaction.delivered_at.is_some() {
            return Ok(());
        }
        self.store.set_delivered(id, Some(self.now())).await?;
        fail::point("delivered.after_write");
        self.feed.publish(EventKind::Delivered { id });
        Ok(())
    }

    pub(super) async fn undelivered(&self, id: InteractionId) -> Result<(), DeskError> {
        let interaction = self.load(id).await?;
        if interaction.delivered_at.is_some() {
            self.store.set_delivered(id, None).await?;
            self.feed.publish(EventKind::Undelivered { id });
        }
        Ok(())
    }

    pub(super) async fn forget(&self, id: InteractionId) -> Result<(), DeskError> {
        let interaction = self.load(id).await?;
        self.store.forget(id).await?;
        if interaction.is_pending() {
            self.pending.send_modify(|pending| *pending = pending.saturating_sub(1));
        }
        self.feed.publish(EventKind::Removed { id });
        self.feed.forget(id);
        // Whoever waits for it learns that it is gone.
        self.waiters.wake(id);
        tracing::info!(session_id = %id, "forgotten");
        Ok(())
    }
}
