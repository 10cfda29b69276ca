//! Knowing when the agent has its reply: once the bytes are flushed, and not if it cancels just then.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{ClientNotification, JsonRpcMessage, JsonRpcNotification, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use sayso_core::InteractionId;
use sayso_desk::{Clock, Desk};
use tokio::sync::Notify;

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

/// Which reply carries whose outcome.
pub(crate) struct Ledger {
    desk: Arc<dyn Desk>,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
    /// One after the other: a cancel that comes while a delivery is being noted has to see it.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    /// Replies on their way out.
    due: HashMap<Call, Vec<InteractionId>>,
    /// Replies that are out, with when that was.
    out: VecDeque<(Duration, Call, Vec<InteractionId>)>,
}

impl Ledger {
    pub(crate) fn new(desk: Arc<dyn Desk>, clock: Arc<dyn Clock>) -> Ledger {
        Ledger { desk, clock, state: Mutex::default(), turn: tokio::sync::Mutex::default() }
    }

    /// The reply to this call will carry these outcomes.
    pub(crate) fn due(&self, call: Call, outcomes: Vec<InteractionId>) {
        if !outcomes.is_empty() {
            self.lock().due.insert(call, outcomes);
        }
    }

    /// The reply to this call has been flushed.
    pub(crate) async fn flushed(&self, call: Call) {
        let _turn = self.turn.lock().await;
        let Some(outcomes) = self.lock().due.remove(&call) else { return };
        for id in &outcomes {
            if let Err(error) = self.desk.delivered(*id).await {
                tracing::warn!(%id, %error, "could not note a delivery");
            }
        }
        let mut state = self.lock();
        state.out.push_back((self.clock.running(), call, outcomes));
        while state.out.len() > REMEMBERED {
            state.out.pop_front();
        }
    }

    /// The reply to this call will reach nobody.
    pub(crate) fn lost(&self, call: &Call) {
        self.lock().due.remove(call);
    }

    /// The client cancelled the call; if its reply has only just left, it was not delivered.
    pub(crate) async fn cancelled(&self, call: &Call) {
        let _turn = self.turn.lock().await;
        let now = self.clock.running();
        let crossed: Vec<InteractionId> = {
            let mut state = self.lock();
            state.due.remove(call);
            let just_out = |(at, other, _): &&(Duration, Call, Vec<InteractionId>)| {
                other == call && now.saturating_sub(*at) <= CROSSED
            };
            state.out.iter().find(just_out).map(|(_, _, ids)| ids.clone()).unwrap_or_default()
        };
        for id in crossed {
            if let Err(error) = self.desk.undelivered(id).await {
                tracing::warn!(%id, %error, "could not undo a delivery");
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
        let sent = self.inner.send(item);
        let ledger = Arc::clone(&self.ledger);
        async move {
            sent.await?;
            if let Some(call) = call {
                ledger.flushed(call).await;
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
            let ledger = Arc::clone(&self.ledger);
            let call = Call { session: None, request };
            tokio::spawn(async move { ledger.cancelled(&call).await });
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
