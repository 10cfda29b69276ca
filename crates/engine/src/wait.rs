//! Waiting for an outcome, and knowing who waits.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use sayso_core::transition::give_up;
use sayso_core::{Interaction, InteractionId};
use sayso_desk::store::Note;
use sayso_desk::{DeskError, EventKind, Patience, Result, StoreError, View, fail};
use tokio::sync::Notify;

use super::Inner;
use super::cluster::wait_key;

/// Between two attempts to read while the database is away.
const AWAY: Duration = Duration::from_millis(500);
/// After this, other hubs learn that a call waits here. A program's answer comes sooner, and costs them
/// nothing; a person's never does.
const LASTING: Duration = Duration::from_millis(100);

/// Who waits for what. A call is only woken by the outcome of its own interaction.
#[derive(Default)]
pub(super) struct Waiters {
    slots: Mutex<HashMap<InteractionId, Slot>>,
}

#[derive(Default)]
struct Slot {
    waiting: usize,
    /// Interested, but not listening.
    watching: usize,
    settled: Arc<Settled>,
}

/// Rung when it is settled.
#[derive(Default)]
struct Settled {
    bell: Notify,
    /// What came of it, if that was at hand. It never changes.
    outcome: OnceLock<Interaction>,
}

#[derive(Clone, Copy)]
enum Interest {
    Waiting,
    Watching,
}

impl Slot {
    fn count(&mut self, interest: Interest) -> &mut usize {
        match interest {
            Interest::Waiting => &mut self.waiting,
            Interest::Watching => &mut self.watching,
        }
    }
}

impl Waiters {
    pub(super) fn listening(&self, id: InteractionId) -> bool {
        self.slots.lock().get(&id).is_some_and(|slot| slot.waiting > 0)
    }

    /// Everything that is waited for or watched.
    pub(super) fn ids(&self) -> Vec<InteractionId> {
        self.slots.lock().keys().copied().collect()
    }

    pub(super) fn count(&self) -> usize {
        self.slots.lock().values().map(|slot| slot.waiting).sum()
    }

    /// Those who wait for it read what became of it.
    pub(super) fn wake(&self, id: InteractionId) {
        if let Some(slot) = self.slots.lock().get(&id) {
            slot.settled.bell.notify_waiters();
        }
    }

    /// The same with what became of it, which need not be read again.
    pub(super) fn settle(&self, outcome: &Interaction) {
        if let Some(slot) = self.slots.lock().get(&outcome.id) {
            slot.settled.outcome.get_or_init(|| outcome.clone());
            slot.settled.bell.notify_waiters();
        }
    }

    /// Returns what to wait on, and whether this is the first one with this interest.
    fn enter(&self, id: InteractionId, interest: Interest) -> (Arc<Settled>, bool) {
        let mut slots = self.slots.lock();
        let slot = slots.entry(id).or_default();
        *slot.count(interest) += 1;
        let first = *slot.count(interest) == 1;
        (Arc::clone(&slot.settled), first)
    }

    /// Returns whether this was the last one with this interest.
    fn leave(&self, id: InteractionId, interest: Interest) -> bool {
        let mut slots = self.slots.lock();
        let Some(slot) = slots.get_mut(&id) else { return false };
        *slot.count(interest) -= 1;
        let last = *slot.count(interest) == 0;
        if slot.waiting == 0 && slot.watching == 0 {
            slots.remove(&id);
        }
        last
    }
}

impl Inner {
    pub(super) async fn wait(
        self: &Arc<Self>,
        id: InteractionId,
        patience: Patience,
    ) -> Result<View> {
        let start = self.clock.running();
        let (settled, first) = self.waiters.enter(id, Interest::Waiting);
        // One that only looks is never given up.
        let replied = patience == Patience::NONE;
        let mut waiting = Waiting { inner: Arc::clone(self), id, on: Subject::Unknown, replied };
        // Listens first, then reads: no outcome is missed in between.
        let woken = settled.bell.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        let mut known = self.load_patiently(id, start, patience).await?;
        // Now, and not only at its end: if this hub dies meanwhile, its call has not stopped.
        if known.is_pending() && std::mem::take(&mut known.given_up) {
            self.note_given_up(id, false).await;
        }
        let mut interaction = if known.is_pending() {
            waiting.on = match known.deadline() {
                _ if known.is_test() => Subject::Test,
                Some(_) => Subject::Timed,
                None => Subject::Open,
            };
            if first && !known.is_test() {
                self.feed.publish(EventKind::Listening { id, listening: true });
            }
            self.outcome_of(&known, woken, start, patience).await;
            match settled.outcome.get() {
                Some(outcome) => outcome.clone(),
                None => match self.load_patiently(id, start, patience).await {
                    // As far as is known: the answer is found by the next call.
                    Err(DeskError::Store(StoreError::Away { .. })) => known,
                    loaded => loaded?,
                },
            }
        } else {
            known
        };
        if !interaction.is_pending() {
            waiting.on = Subject::Settled;
        }
        waiting.replied = true;
        fail::point("wait.before_reply");
        drop(waiting);
        if std::mem::take(&mut interaction.given_up) {
            self.note_given_up(id, false).await;
        }
        Ok(self.view(interaction))
    }

    /// A wait stays open while the database is away, for as long as it would wait anyway.
    async fn load_patiently(
        &self,
        id: InteractionId,
        start: Duration,
        patience: Patience,
    ) -> Result<Interaction> {
        loop {
            let is_over = match patience {
                Patience::Forever => false,
                Patience::For(duration) => self.clock.running() >= start.saturating_add(duration),
            };
            match self.load(id).await {
                Err(DeskError::Store(error @ StoreError::Away { .. })) if !is_over => {
                    tracing::debug!(%error, session_id = %id, "a wait stays open");
                    self.clock.sleep_until(self.clock.running() + AWAY).await;
                }
                loaded => return loaded,
            }
        }
    }

    /// Other hubs learn of a wait once it has lasted a while: most are over before.
    async fn outcome_of(
        &self,
        known: &Interaction,
        woken: impl Future<Output = ()>,
        start: Duration,
        patience: Patience,
    ) {
        let over = async {
            match patience {
                Patience::Forever => woken.await,
                Patience::For(duration) => tokio::select! {
                    () = woken => {}
                    () = self.clock.sleep_until(start.saturating_add(duration)) => {}
                },
            }
        };
        let Some(cluster) = self.cluster().filter(|_| !known.is_test()) else { return over.await };
        tokio::pin!(over);
        tokio::select! {
            () = &mut over => return,
            () = self.clock.sleep_until(start + LASTING) => {}
        }
        cluster.say(&wait_key(known.id), Some(String::new()));
        over.await;
    }

    pub(super) async fn watch(&self, id: InteractionId) -> Result<()> {
        let (settled, _) = self.waiters.enter(id, Interest::Watching);
        let _watching = Watching { waiters: &self.waiters, id };
        let woken = settled.bell.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        match self.store.load(id).await? {
            Some(interaction) if interaction.is_pending() => woken.await,
            Some(_) | None => {}
        }
        Ok(())
    }
}

struct Watching<'a> {
    waiters: &'a Waiters,
    id: InteractionId,
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        self.waiters.leave(self.id, Interest::Watching);
    }
}

/// A waiting call; dropped when it got its answer, timed out or was dropped.
struct Waiting {
    inner: Arc<Inner>,
    id: InteractionId,
    on: Subject,
    /// It got what it waited for, or was patient to the end.
    replied: bool,
}

/// What is known about the interaction that is waited for.
#[derive(Clone, Copy)]
enum Subject {
    /// It was not read yet.
    Unknown,
    /// A test: nobody is notified.
    Test,
    /// Pending with a deadline.
    Timed,
    /// Pending without one: the time of the last wait decides when it is withdrawn.
    Open,
    Settled,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.inner.waiters.leave(self.id, Interest::Waiting) {
            return;
        }
        if let Some(cluster) = self.inner.cluster() {
            cluster.say(&wait_key(self.id), None);
        }
        match self.on {
            Subject::Test | Subject::Settled => return,
            Subject::Unknown | Subject::Timed => {}
            Subject::Open => self.inner.note_heard(self.id),
        }
        if matches!(self.on, Subject::Timed | Subject::Open) {
            self.inner.feed.publish(EventKind::Listening { id: self.id, listening: false });
        }
        // The callers of a hub that ends come back to the next one.
        if !self.replied && !self.inner.callers.is_closing() {
            let (inner, id) = (Arc::clone(&self.inner), self.id);
            in_background(async move { inner.note_given_up(id, true).await });
        }
    }
}

/// Without a runtime the process is ending, and nothing is noted.
fn in_background(work: impl Future<Output = ()> + Send + 'static) {
    if let Ok(runtime) = tokio::runtime::Handle::try_current() {
        runtime.spawn(work);
    }
}

impl Inner {
    pub(super) async fn give_up(&self, id: InteractionId) -> Result<()> {
        self.mark(id, true).await
    }

    /// Whether the last call that waited for it was given up; it was not if another one waits.
    async fn mark(&self, id: InteractionId, given_up: bool) -> Result<()> {
        let marked = self.change(id, |interaction| {
            let next = give_up(interaction, given_up);
            Ok(next.filter(|_| !given_up || !self.listening(id)))
        });
        marked.await.map(drop)
    }

    async fn note_given_up(&self, id: InteractionId, given_up: bool) {
        match self.mark(id, given_up).await {
            Ok(()) | Err(DeskError::NotFound { .. }) => {}
            Err(error) => {
                tracing::warn!(%id, %error, "could not note that its agent stopped waiting")
            }
        }
    }

    fn note_heard(self: &Arc<Self>, id: InteractionId) {
        let inner = Arc::clone(self);
        in_background(async move {
            if let Err(error) = inner.store.note(id, Note::Heard(inner.now())).await {
                tracing::warn!(%id, %error, "could not note when somebody last waited");
            }
        });
    }
}
