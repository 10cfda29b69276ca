//! Cleans up in the background: what is too old or too much, and what nobody waits for any more.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::SignedDuration;
use sayso_core::surface::{Actor, Presence};
use sayso_core::{Command, Surface};
use sayso_desk::store::Retention;
use sayso_desk::{DeskError, EventKind, Result, StoreError, Traces};
use tokio::sync::watch;

use super::Inner;

const EVERY: Duration = Duration::from_secs(3_600);
/// While there are test questions.
const TESTS_EVERY: Duration = Duration::from_secs(60);
/// Long enough for the program that asked the test question to read its outcome.
const TESTS_KEPT: SignedDuration = SignedDuration::from_mins(5);
/// Many calls per second share one clean-up.
const PAUSE: Duration = Duration::from_secs(1);
/// Without a deadline and a waiting agent: after this many days nobody will come back.
const UNHEARD_DAYS: i64 = 7;
/// An agent that waited at a hub that ended has connected to this one by then. It may have waited for
/// weeks: only the end of a wait is stored.
const BACK_WITHIN: Duration = Duration::from_secs(3_600);

pub(super) async fn run(inner: Arc<Inner>) {
    let mut sweeps = inner.team.as_ref().map(|team| team.sweeps.clone());
    let mut waiters_back = inner.clock.running() + BACK_WITHIN;
    loop {
        let pause = if inner.tests.load(Ordering::Relaxed) { TESTS_EVERY } else { EVERY };
        tokio::select! {
            () = inner.sweeper.notified() => {}
            () = began_to_sweep(&mut sweeps) => waiters_back = inner.clock.running() + BACK_WITHIN,
            () = inner.clock.sleep_until(inner.clock.running() + pause) => {}
        }
        // Of several hubs one cleans up.
        if sweeps.as_ref().is_some_and(|sweeps| !*sweeps.borrow()) {
            continue;
        }
        if let Err(error) = inner.sweep().await {
            tracing::warn!(%error, "clean-up failed");
        }
        if inner.clock.running() >= waiters_back
            && let Err(error) = inner.withdraw_unheard().await
        {
            tracing::warn!(%error, "what nobody waits for any more could not be withdrawn");
        }
        inner.clock.sleep_until(inner.clock.running() + PAUSE).await;
    }
}

/// The hub that did so before is gone.
async fn began_to_sweep(sweeps: &mut Option<watch::Receiver<bool>>) {
    let began = match sweeps {
        Some(sweeps) => sweeps.changed().await.is_ok(),
        None => false,
    };
    if !began {
        std::future::pending::<()>().await;
    }
}

impl Inner {
    async fn sweep(&self) -> Result<()> {
        let now = self.now();
        let retention = Retention {
            settled_before: now - days(self.config.retention_days.into()),
            keep: self.config.retention_count,
            tests_before: now - TESTS_KEPT,
        };
        let mut removed = 0;
        loop {
            let gone = self.store.sweep(&retention).await?;
            if gone.is_empty() {
                break;
            }
            removed += gone.len();
            Traces::remove(self.store.as_ref(), &gone).await?;
            // In a team the message that tells the others tells this hub, too.
            if self.team.is_none() {
                gone.into_iter().for_each(|id| self.feed.publish(EventKind::Removed { id }));
            }
        }
        if self.tests.load(Ordering::Relaxed) {
            self.tests.store(self.store.survey().await?.tests > 0, Ordering::Relaxed);
        }
        if removed > 0 {
            tracing::info!(removed, "removed expired sessions");
        }
        Ok(())
    }

    async fn withdraw_unheard(&self) -> Result<()> {
        for id in self.store.unheard(self.now() - days(UNHEARD_DAYS)).await? {
            if self.listening(id) {
                continue;
            }
            let why = Some(format!("nobody has waited for it in {UNHEARD_DAYS} days"));
            let desk = Actor::new(Some("sayso".to_owned()), Surface::Api, Presence::Unattended);
            match self.act(id, Command::Withdraw { why }, desk).await {
                // Answered or forgotten in the meantime, which is fine.
                Ok(_) | Err(DeskError::Refused(_) | DeskError::NotFound { .. }) => {}
                // The store has reported it.
                Err(DeskError::Store(StoreError::Unreadable { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}
