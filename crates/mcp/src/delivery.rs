//! The only place that decides what has been delivered.
//!
//! An outcome is delivered once the bytes of its reply are flushed. A later cancel proves nothing,
//! because some clients cancel every call that they have finished. The exception is a cancel at
//! exactly the moment when the client's own limit runs out: then the reply was discarded.

mod questions;
mod unsure;
mod watched;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use rmcp::model::RequestId;
use sayso_core::InteractionId;
use sayso_desk::{Asking, Claim, Clock, DeskError, StoreError};

use crate::away::PAUSE;
use crate::clients::HardLimit;
pub(crate) use questions::{Holder, Questions};
pub(crate) use unsure::AskingCall;
use unsure::Unsure;
pub(crate) use watched::{Watched, note};

/// Allowed difference between the client's clock and ours.
const AT_THE_LIMIT: Duration = Duration::from_secs(2);

/// One client: a process on standard input and output, or a session over HTTP.
pub(crate) struct Connection {
    desk: Arc<dyn Asking>,
    clock: Arc<dyn Clock>,
    calls: Mutex<HashMap<RequestId, Call>>,
    pub(crate) questions: Arc<Questions>,
    pub(crate) unsure: Arc<Unsure>,
}

struct Call {
    /// When the client's own limit started.
    since: Duration,
    limit: Option<HardLimit>,
    phase: Phase,
}

enum Phase {
    /// Its reply is not ready yet.
    Working,
    /// The client no longer wants the reply; the SDK drops it.
    Cancelled,
    /// Its reply is about to be written, and carries these outcomes.
    Due(Vec<Carried>),
    /// The reply is being written.
    Writing { fate: Fate },
    /// The reply is written, and the desk is being notified.
    Noting { fate: Fate },
    /// The desk knows. Taken back if the client gave up at that moment.
    Out(Vec<Carried>),
}

/// What has happened to a reply since it was sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    /// The client cancelled the call at its limit.
    ThrownAway,
    /// Another request came after it, so the client has the reply.
    Taken,
}

impl Call {
    fn is_at_its_limit(&self, now: Duration) -> bool {
        let waited = now.saturating_sub(self.since);
        self.limit.is_some_and(|limit| limit.after.abs_diff(waited) <= AT_THE_LIMIT)
    }
}

/// An outcome that a reply carries. If dropped before delivery, it is outstanding again.
pub(crate) struct Carried {
    id: InteractionId,
    irreversible: bool,
    holder: Holder,
    /// Keeps others from getting the outcome until then; not needed if it is fetched by its id.
    claim: Option<Arc<Claim>>,
}

impl Carried {
    pub(crate) fn new(irreversible: bool, holder: Holder, claim: Option<Arc<Claim>>) -> Carried {
        Carried { id: holder.id, irreversible, holder, claim }
    }
}

impl Connection {
    pub(crate) fn new(desk: Arc<dyn Asking>, clock: Arc<dyn Clock>) -> Connection {
        let questions = Arc::new(Questions::new(Arc::clone(&desk)));
        Connection { desk, clock, calls: Mutex::default(), questions, unsure: Arc::default() }
    }

    /// No call is in progress.
    pub(crate) fn is_quiet(&self) -> bool {
        self.calls.lock().values().all(|call| matches!(call.phase, Phase::Out(_)))
    }

    /// A request came in: the client has read all previous replies.
    pub(crate) fn received(&self) {
        self.calls.lock().retain(|_, call| match &mut call.phase {
            Phase::Out(carried) => {
                carried.drain(..).for_each(|outcome| outcome.holder.forget());
                false
            }
            Phase::Noting { fate } => {
                if *fate == Fate::Open {
                    *fate = Fate::Taken;
                }
                true
            }
            Phase::Working | Phase::Cancelled | Phase::Due(_) | Phase::Writing { .. } => true,
        });
    }

    /// A call came in.
    pub(crate) fn called(&self, request: &RequestId) {
        let since = self.clock.running();
        let call = Call { since, limit: None, phase: Phase::Working };
        self.calls.lock().entry(request.clone()).or_insert(call);
    }

    /// Its handler is running until the return value is dropped.
    pub(crate) fn begin(
        self: &Arc<Self>,
        request: &RequestId,
        limit: Option<HardLimit>,
    ) -> Working {
        self.called(request);
        if let Some(call) = self.calls.lock().get_mut(request) {
            call.limit = limit;
        }
        Working { connection: Arc::clone(self), request: request.clone() }
    }

    /// When the client's own limit for this call started.
    pub(crate) fn since(&self, request: &RequestId) -> Duration {
        self.calls.lock().get(request).map_or_else(|| self.clock.running(), |call| call.since)
    }

    /// The client was sent progress for this call.
    pub(crate) fn progressed(&self, request: &RequestId) {
        let now = self.clock.running();
        if let Some(call) = self.calls.lock().get_mut(request)
            && call.limit.is_some_and(|limit| limit.progress_resets)
        {
            call.since = now;
        }
    }

    /// The reply to this call is about to be written. If it carries outcomes, the writer has to
    /// report what happens to it.
    pub(crate) fn leaving(self: &Arc<Self>, request: &RequestId) -> Option<Leaving> {
        let mut calls = self.calls.lock();
        let call = calls.get_mut(request)?;
        match std::mem::replace(&mut call.phase, Phase::Writing { fate: Fate::Open }) {
            Phase::Due(carried) if !carried.is_empty() => {
                let (connection, request) = (Arc::clone(self), request.clone());
                Some(Leaving { connection, request, carried })
            }
            Phase::Due(_) | Phase::Working | Phase::Cancelled => {
                calls.remove(request);
                None
            }
            as_it_was @ (Phase::Writing { .. } | Phase::Noting { .. } | Phase::Out(_)) => {
                call.phase = as_it_was;
                None
            }
        }
    }

    /// The reply to this call will reach nobody.
    pub(crate) fn lost(&self, request: &RequestId) {
        let lost = self.calls.lock().remove(request);
        // Outside of the lock: from now on its outcomes are announced again.
        drop(lost);
    }

    /// The client cancelled the call.
    pub(crate) fn cancelled(self: &Arc<Self>, request: &RequestId) {
        let now = self.clock.running();
        let mut calls = self.calls.lock();
        let Some(call) = calls.get_mut(request) else { return };
        let at_its_limit = call.is_at_its_limit(now);
        match &mut call.phase {
            Phase::Working => call.phase = Phase::Cancelled,
            Phase::Cancelled => {}
            Phase::Due(_) => {
                let lost = calls.remove(request);
                drop(calls);
                drop(lost);
            }
            Phase::Writing { fate } | Phase::Noting { fate } => {
                if at_its_limit && *fate == Fate::Open {
                    *fate = Fate::ThrownAway;
                }
            }
            Phase::Out(carried) => {
                if at_its_limit {
                    let carried = std::mem::take(carried);
                    calls.remove(request);
                    drop(calls);
                    let connection = Arc::clone(self);
                    tokio::spawn(async move { connection.undo(carried).await });
                }
            }
        }
    }

    /// Takes deliveries back. Their questions are held until the desk knows, so that a repeated call
    /// waits until it can join.
    async fn undo(&self, carried: Vec<Carried>) {
        for outcome in carried {
            self.note(outcome.id, || self.desk.undelivered(outcome.id)).await;
        }
    }

    /// Notes what became of an outcome. While the database is away it is tried again, however long that is:
    /// otherwise the agent would get what it has a second time, or never what it lacks.
    async fn note<F>(&self, id: InteractionId, note: impl Fn() -> F + Send)
    where
        F: Future<Output = Result<(), DeskError>> + Send,
    {
        loop {
            match note().await {
                Ok(()) => return,
                Err(DeskError::Store(StoreError::Away { .. })) => {
                    self.clock.sleep_until(self.clock.running() + PAUSE).await;
                }
                Err(error) => {
                    return tracing::warn!(%id, %error, "could not note whether an outcome was delivered");
                }
            }
        }
    }
}

/// A running handler.
pub(crate) struct Working {
    connection: Arc<Connection>,
    request: RequestId,
}

impl Working {
    /// The reply will carry these; if the client no longer wants it, they are dropped.
    pub(crate) fn replies(self, carried: Vec<Carried>) {
        let mut calls = self.connection.calls.lock();
        if let Some(call) = calls.get_mut(&self.request)
            && let Phase::Working = call.phase
        {
            call.phase = Phase::Due(carried);
        } else {
            drop(calls);
            drop(carried);
        }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let mut calls = self.connection.calls.lock();
        if let Some(call) = calls.get(&self.request)
            && let Phase::Working | Phase::Cancelled = call.phase
        {
            calls.remove(&self.request);
        }
    }
}

/// A reply with outcomes that is being written. If dropped before it is flushed, it is lost.
pub(crate) struct Leaving {
    connection: Arc<Connection>,
    request: RequestId,
    carried: Vec<Carried>,
}

impl Leaving {
    /// The reply has been flushed.
    pub(crate) async fn flushed(mut self) {
        let connection = Arc::clone(&self.connection);
        if let Some(call) = connection.calls.lock().get_mut(&self.request)
            && let Phase::Writing { fate } = call.phase
        {
            call.phase = Phase::Noting { fate };
        }
        for Carried { id, .. } in &self.carried {
            connection.note(*id, || connection.desk.delivered(*id)).await;
        }
        let (last, reversible): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.carried).into_iter().partition(|outcome| outcome.irreversible);
        last.into_iter().for_each(|outcome| outcome.holder.forget());
        if let Some(thrown_away) = connection.settle(&self.request, reversible) {
            connection.undo(thrown_away).await;
        }
    }
}

impl Connection {
    /// The desk knows about the delivery. Returns what has to be taken back already.
    fn settle(&self, request: &RequestId, mut carried: Vec<Carried>) -> Option<Vec<Carried>> {
        let mut calls = self.calls.lock();
        let fate = match calls.get(request) {
            Some(Call { phase: Phase::Noting { fate }, limit: Some(_), .. }) => *fate,
            Some(_) | None => Fate::Taken,
        };
        match fate {
            Fate::Open if !carried.is_empty() => {
                // From now on others get the same outcome only if this delivery is undone.
                carried.iter_mut().for_each(|outcome| outcome.claim = None);
                if let Some(call) = calls.get_mut(request) {
                    call.phase = Phase::Out(carried);
                }
                None
            }
            Fate::Open | Fate::Taken => {
                calls.remove(request);
                drop(calls);
                carried.into_iter().for_each(|outcome| outcome.holder.forget());
                None
            }
            Fate::ThrownAway => {
                calls.remove(request);
                Some(carried)
            }
        }
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if !self.carried.is_empty() {
            self.connection.lost(&self.request);
        }
    }
}
