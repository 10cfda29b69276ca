//! Knowing when the agent has its reply: once the bytes are flushed, and not if it cancels just then.

mod undecided;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{ClientNotification, JsonRpcMessage, JsonRpcNotification, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use sayso_core::{Interaction, InteractionId};
use sayso_desk::{Clock, Desk};
use tokio::sync::Notify;

use undecided::{Deciding, Undecided};

/// A cancel that crossed the reply on its way: the client has thrown the reply away.
const CROSSED: Duration = Duration::from_secs(5);
/// Replies remembered for that long, of all connections together; a client cancels one or two.
const REMEMBERED: usize = 1_024;

/// A call, named so that no two that share a ledger are taken for each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Call {
    /// Over HTTP; a process on standard input and output has one client.
    pub session: Option<Arc<str>>,
    pub request: RequestId,
}

/// An outcome that a reply carries to the agent.
#[derive(Debug, Clone)]
pub(crate) struct Carried {
    pub id: InteractionId,
    fingerprint: Option<String>,
}

impl Carried {
    pub(crate) fn by(interaction: &Interaction) -> Carried {
        Carried { id: interaction.id, fingerprint: interaction.origin.fingerprint.clone() }
    }
}

/// Which reply carries whose outcome.
pub(crate) struct Ledger {
    desk: Arc<dyn Desk>,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
    undecided: Undecided,
    /// One after the other: a cancel that comes while a delivery is being noted has to see it.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    /// Replies on their way out.
    due: HashMap<Call, Vec<Carried>>,
    /// Replies that are out, with when that was.
    out: VecDeque<(Duration, Call, Vec<Carried>)>,
}

impl State {
    fn just_out(&self, call: &Call, now: Duration) -> Option<&Vec<Carried>> {
        let mut out = self.out.iter().rev();
        out.find(|(at, other, _)| other == call && now.saturating_sub(*at) <= CROSSED)
            .map(|(_, _, outcomes)| outcomes)
    }
}

impl Ledger {
    pub(crate) fn new(desk: Arc<dyn Desk>, clock: Arc<dyn Clock>) -> Ledger {
        let (state, undecided, turn) = Default::default();
        Ledger { desk, clock, state, undecided, turn }
    }

    /// The reply to this call will carry these outcomes.
    pub(crate) fn due(&self, call: Call, outcomes: Vec<Carried>) {
        if !outcomes.is_empty() {
            self.lock().due.insert(call, outcomes);
        }
    }

    /// The reply to this call is about to be written: if it carries outcomes, whoever writes it has to
    /// say what became of it.
    pub(crate) fn leaving(self: &Arc<Self>, call: &Call) -> Option<Leaving> {
        let outcomes = self.lock().due.get(call).cloned()?;
        let deciding = self.undecided.enter(&outcomes);
        Some(Leaving {
            ledger: Arc::clone(self),
            call: call.clone(),
            outcomes,
            _deciding: deciding,
        })
    }

    /// Returns once no reply to an identical call is on its way: until then nobody can tell whether its
    /// outcome is delivered, or to be had by a call that repeats it.
    pub(crate) async fn decided(&self, fingerprint: Option<String>) {
        if let Some(fingerprint) = fingerprint {
            self.undecided.left(&fingerprint).await;
        }
    }

    /// The reply to this call will reach nobody.
    pub(crate) fn lost(&self, call: &Call) {
        self.lock().due.remove(call);
    }

    /// The client cancelled the call; if its reply has only just left, it was not delivered. What the
    /// client sends next comes after it, also if it is handled while this is still being noted.
    pub(crate) fn cancelled(
        self: &Arc<Self>,
        call: Call,
    ) -> impl Future<Output = ()> + Send + 'static {
        let ledger = Arc::clone(self);
        let deciding = {
            let state = ledger.lock();
            let just_out = || state.just_out(&call, ledger.clock.running());
            let outcomes = state.due.get(&call).or_else(just_out).cloned().unwrap_or_default();
            ledger.undecided.enter(&outcomes)
        };
        async move {
            let _turn = ledger.turn.lock().await;
            let crossed = {
                let mut state = ledger.lock();
                state.due.remove(&call);
                state.just_out(&call, ledger.clock.running()).cloned().unwrap_or_default()
            };
            for Carried { id, .. } in crossed {
                if let Err(error) = ledger.desk.undelivered(id).await {
                    tracing::warn!(%id, %error, "could not undo a delivery");
                }
            }
            drop(deciding);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reply with outcomes that is being written. Dropped before it is flushed, it is lost.
pub(crate) struct Leaving {
    ledger: Arc<Ledger>,
    call: Call,
    outcomes: Vec<Carried>,
    _deciding: Deciding,
}

impl Leaving {
    /// The reply has been flushed.
    pub(crate) async fn flushed(self) {
        let ledger = &self.ledger;
        let _turn = ledger.turn.lock().await;
        if !ledger.lock().due.contains_key(&self.call) {
            return;
        }
        for Carried { id, .. } in &self.outcomes {
            if let Err(error) = ledger.desk.delivered(*id).await {
                tracing::warn!(%id, %error, "could not note a delivery");
            }
        }
        let mut state = ledger.lock();
        // Until here it was due: a cancel finds it in one place or the other.
        state.due.remove(&self.call);
        state.out.push_back((ledger.clock.running(), self.call.clone(), self.outcomes.clone()));
        while state.out.len() > REMEMBERED {
            state.out.pop_front();
        }
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.ledger.lost(&self.call);
    }
}

/// A transport that tells the ledger of each reply it has flushed.
pub(crate) struct Watched<T> {
    inner: T,
    ledger: Arc<Ledger>,
    /// Rung when the client has closed its end.
    closed: Arc<Notify>,
}

impl<T> Watched<T> {
    pub(crate) fn new(inner: T, ledger: Arc<Ledger>, closed: Arc<Notify>) -> Watched<T> {
        Watched { inner, ledger, closed }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Watched<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let call = match &item {
            JsonRpcMessage::Response(response) => {
                Some(Call { session: None, request: response.id.clone() })
            }
            JsonRpcMessage::Request(_)
            | JsonRpcMessage::Notification(_)
            | JsonRpcMessage::Error(_) => None,
        };
        let leaving = call.and_then(|call| self.ledger.leaving(&call));
        let sent = self.inner.send(item);
        async move {
            sent.await?;
            if let Some(leaving) = leaving {
                leaving.flushed().await;
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let Some(message) = self.inner.receive().await else {
            self.closed.notify_one();
            return None;
        };
        // The SDK drops the cancel of a request that it has answered; here is where it matters.
        if let Some(request) = cancels(&message) {
            tokio::spawn(self.ledger.cancelled(Call { session: None, request }));
        }
        Some(message)
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.inner.close().await
    }
}

/// The request that this message takes back, if it is one that does.
pub(crate) fn cancels(message: &RxJsonRpcMessage<RoleServer>) -> Option<RequestId> {
    match message {
        JsonRpcMessage::Notification(JsonRpcNotification {
            notification: ClientNotification::CancelledNotification(cancelled),
            ..
        }) => cancelled.params.request_id.clone(),
        JsonRpcMessage::Notification(_)
        | JsonRpcMessage::Request(_)
        | JsonRpcMessage::Response(_)
        | JsonRpcMessage::Error(_) => None,
    }
}
