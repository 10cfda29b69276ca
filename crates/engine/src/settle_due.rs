//! The single timer: settles what is due, then sleeps until the next deadline or until it is woken.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sayso_core::transition::expire;
use sayso_core::{Interaction, InteractionId};
use sayso_desk::whole::all;
use sayso_desk::{DeskError, Query, Result, StoreError};
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::Inner;

/// Settled together: they share a commit.
const BATCH: usize = 256;
/// Delay after a failure of the store.
const RETRY: Duration = Duration::from_secs(1);

/// Wakes the timer, but only if it would sleep too long.
#[derive(Default)]
pub(super) struct Alarm {
    set_for: Mutex<Option<Timestamp>>,
    rung: Notify,
}

impl Alarm {
    pub(super) fn no_later_than(&self, deadline: Timestamp) {
        let mut set_for = self.set_for.lock();
        if set_for.is_none_or(|at| deadline < at) {
            *set_for = Some(deadline);
            self.rung.notify_one();
        }
    }

    pub(super) fn ring(&self) {
        self.rung.notify_one();
    }

    /// The timer is about to check: anything from now on wakes it.
    fn clear(&self) {
        *self.set_for.lock() = None;
    }

    /// The timer is about to sleep until then; earlier changes have woken it.
    fn arm(&self, next: Timestamp) {
        let mut set_for = self.set_for.lock();
        *set_for = Some(set_for.map_or(next, |earlier| earlier.min(next)));
    }
}

pub(super) async fn run(inner: Arc<Inner>) {
    let mut fails = false;
    loop {
        let settled = inner.settle_due().await;
        let failed_before = std::mem::replace(&mut fails, settled.is_err());
        let next = match settled {
            Ok(next) => next,
            // Said once, not each second.
            Err(_) if failed_before => Some(inner.clock.running() + RETRY),
            Err(error) => {
                tracing::error!(%error, "could not settle what is due; trying again");
                Some(inner.clock.running() + RETRY)
            }
        };
        match next {
            None => inner.alarm.rung.notified().await,
            Some(until) => tokio::select! {
                () = inner.alarm.rung.notified() => {}
                () = inner.clock.sleep_until(until) => {}
            },
        }
    }
}

impl Inner {
    /// Returns until when there is nothing to do; `None`: until a deadline is added.
    async fn settle_due(self: &Arc<Self>) -> Result<Option<Duration>> {
        // Hubs that share a database go by its clock, and none of them may move the others' deadlines.
        if self.team.is_none()
            && let Some(jump) = self.steady.jump(self.clock.as_ref())
        {
            self.move_deadlines(jump).await?;
        }
        loop {
            self.alarm.clear();
            let running = self.clock.running();
            let now = self.now();
            let due = self.store.due(now, BATCH).await?;
            if due.ids.is_empty() {
                let Some(next) = due.next else { return Ok(None) };
                self.alarm.arm(next);
                let left = next.duration_since(now);
                return Ok(Some(running + Duration::try_from(left).unwrap_or(Duration::ZERO)));
            }
            let mut tasks = JoinSet::new();
            for id in due.ids {
                let inner = Arc::clone(self);
                tasks.spawn(async move { inner.expire(id).await });
            }
            all(tasks).await?;
        }
    }

    async fn expire(&self, id: InteractionId) -> Result<()> {
        // If it was answered in the meantime, `expire` finds nothing to do.
        let typed = self.typing.last(id);
        let expired = |interaction: &Interaction| Ok(expire(interaction, typed, self.now()));
        let result = self.change(id, expired).await;
        match result {
            Ok(_) | Err(DeskError::NotFound { .. }) => Ok(()),
            // The store has reported it and won't return it as due again.
            Err(DeskError::Store(StoreError::Unreadable { .. })) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The wall clock has jumped: every question keeps its remaining time.
    async fn move_deadlines(&self, jump: SignedDuration) -> Result<()> {
        tracing::warn!(seconds = jump.as_secs(), "the time of day jumped; deadlines move along");
        let _moving = self.steady.moving().await;
        self.store.move_deadlines(jump).await?;
        self.steady.follow(jump);
        Ok(())
    }

    /// Nothing can be done about it, but the log explains it.
    pub(super) async fn warn_if_clock_went_back(&self) -> Result<()> {
        let newest = self.store.page(&Query { limit: 1, ..Query::default() }).await?;
        let now = self.now();
        if let Some(ahead) = newest.rows.first().filter(|newest| newest.created_at > now) {
            tracing::warn!(%now, newest = %ahead.created_at, "the clock is behind what is stored");
        }
        Ok(())
    }
}
