//! Waiting for an outcome, and knowing who waits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sayso_core::InteractionId;
use tokio::sync::Notify;

use super::Inner;
use crate::desk::Patience;
use crate::error::DeskError;
use crate::event::EventKind;
use crate::fail;
use crate::view::View;

/// Who waits for what. Nobody is woken but by the outcome of the very one they wait for.
#[derive(Default)]
pub(super) struct Waiters {
    slots: Mutex<HashMap<InteractionId, Slot>>,
}

struct Slot {
    waiting: usize,
    settled: Arc<Notify>,
}

impl Waiters {
    pub(super) fn listening(&self, id: InteractionId) -> bool {
        self.lock().contains_key(&id)
    }

    /// How many wait for it.
    pub(super) fn listening_to(&self, id: InteractionId) -> usize {
        self.lock().get(&id).map_or(0, |slot| slot.waiting)
    }

    pub(super) fn count(&self) -> usize {
        self.lock().values().map(|slot| slot.waiting).sum()
    }

    pub(super) fn wake(&self, id: InteractionId) {
        if let Some(slot) = self.lock().get(&id) {
            slot.settled.notify_waiters();
        }
    }

    /// Returns what to wait on, and whether this is the first to wait.
    fn enter(&self, id: InteractionId) -> (Arc<Notify>, bool) {
        let mut slots = self.lock();
        let slot = slots.entry(id).or_insert_with(|| Slot { waiting: 0, settled: Arc::default() });
        slot.waiting += 1;
        (Arc::clone(&slot.settled), slot.waiting == 1)
    }

    /// Returns whether this was the last to wait.
    fn leave(&self, id: InteractionId) -> bool {
        let mut slots = self.lock();
        let Some(slot) = slots.get_mut(&id) else { return false };
        slot.waiting -= 1;
        if slot.waiting > 0 {
            return false;
        }
        slots.remove(&id);
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<InteractionId, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    pub(super) async fn wait(
        self: &Arc<Self>,
        id: InteractionId,
        patience: Patience,
    ) -> Result<View, DeskError> {
        let start = self.clock.running();
        let (settled, first) = self.waiters.enter(id);
        self.claims.release(id);
        let mut waiting = Waiting { inner: Arc::clone(self), id, on: Subject::Unknown };
        // Listen first, then look: an outcome cannot fall in between.
        let woken = settled.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        let interaction = self.load(id).await?;
        if interaction.is_pending() {
            waiting.on = match interaction.deadline() {
                Some(_) => Subject::Timed,
                None => Subject::Open,
            };
            if first {
                self.feed.publish(EventKind::Listening { id, listening: true });
            }
            match patience {
                Patience::Forever => woken.await,
                Patience::For(duration) => tokio::select! {
                    () = woken => {}
                    () = self.clock.sleep_until(start.saturating_add(duration)) => {}
                },
            }
        }
        let interaction = self.load(id).await?;
        if !interaction.is_pending() {
            waiting.on = Subject::Settled;
        }
        fail::point("wait.before_reply");
        drop(waiting);
        Ok(self.view(interaction))
    }
}

/// Somebody waits; dropped when they got their answer, lost patience or went away.
struct Waiting {
    inner: Arc<Inner>,
    id: InteractionId,
    on: Subject,
}

/// What is known of the interaction that is waited for.
#[derive(Clone, Copy)]
enum Subject {
    Unknown,
    /// Pending with a deadline.
    Timed,
    /// Pending without one: when somebody last waited decides when it is withdrawn.
    Open,
    Settled,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.inner.waiters.leave(self.id) {
            return;
        }
        match self.on {
            Subject::Unknown | Subject::Settled => return,
            Subject::Timed => {}
            Subject::Open => self.inner.note_heard(self.id),
        }
        self.inner.feed.publish(EventKind::Listening { id: self.id, listening: false });
    }
}

impl Inner {
    fn note_heard(self: &Arc<Self>, id: InteractionId) {
        // Without a runtime the process is ending, and the time of the ask has to do.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let inner = Arc::clone(self);
        runtime.spawn(async move {
            if let Err(error) = inner.store.set_heard(id, inner.now()).await {
                tracing::warn!(%id, %error, "could not note when somebody last waited");
            }
        });
    }
}
