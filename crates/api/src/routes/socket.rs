//! The socket: many concurrent calls over one connection, each answered when it is ready.

mod alive;
mod attachments;
mod away;
mod calls;
mod frames;
mod introduction;
mod request;
mod running;
mod snapshot;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, close_code};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use sayso_access::keys::{bearer, seen_at};
use sayso_access::middleware::shut_out;
use sayso_access::{Caller, Connected, Full, Lasts, ProblemDocument, SocketRoutes, Via};
use sayso_core::limits;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::Service;
use sayso_wire::{Call, SocketCall};

use alive::{Alive, Gone};
use attachments::OpenAttachments;
use away::Away;
use frames::{WebSocket, WebSocketUpgrade};
use introduction::{UNKNOWN, introduced, send_away};
use request::Requests;
use running::Running;
pub(crate) use snapshot::Snapshots;

/// Limit for calls in progress on one socket: 4,096 questions that are asked and waited for. An
/// agent with more than this is broken.
const CALLS: usize = 8_192;
/// In addition there is room for calls that are answered at once, so that a delivery can be
/// recorded even when no more can be asked.
const SHORT_CALLS: usize = 1_024;

/// A reply that isn't read within this time has no reader.
const TAKEN_WITHIN: Duration = Duration::from_secs(15);
const GOOD_BYE: Duration = Duration::from_secs(1);
/// Limit for messages of clients that connected unauthenticated: an answer with the longest texts
/// fits, and many of them don't fill the memory. Longer ones go over HTTP.
const STRANGERS_MESSAGE: usize = limits::BODY / 4;

pub(super) async fn upgrade(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Extension(connected): Extension<Connected>,
    Extension(routes): Extension<SocketRoutes>,
    mut request: Request,
) -> Result<Response, ProblemDocument> {
    let upgrade = WebSocketUpgrade::of(&mut request)?;
    let headers = request.headers();
    let (via, lasts) = (Via::said(headers), Lasts::said(headers));
    // Copied: a slice of the head would keep all of what was read with it, for as long as the page
    // is open.
    let origin = seen_at(headers).to_owned();
    let requests = Requests::new(routes, headers);
    let caller = match caller {
        Caller::Stranger if bearer(headers).is_some() => service.keys.caller(headers).await?,
        Caller::Stranger | Caller::Local { .. } | Caller::Agent { .. } | Caller::Page { .. } => {
            caller
        }
    };
    let (place, longest) = match &caller {
        Caller::Stranger => (None, STRANGERS_MESSAGE),
        known @ (Caller::Local { .. } | Caller::Agent { .. } | Caller::Page { .. }) => {
            let place = connected.take(known.place(via, lasts));
            (Some(place.map_err(Full::problem)?), limits::MESSAGE)
        }
    };
    Ok(upgrade.on_upgrade(longest, async move |mut socket| {
        let (caller, place) = match place {
            Some(place) => (caller, place),
            None => {
                let introduced = introduced(&service, &mut socket, &origin, &connected).await;
                let Some(caller) = introduced else { return };
                match connected.take(caller.place(via, lasts)) {
                    Ok(place) => (caller, place),
                    Err(full) => {
                        return send_away(&mut socket, close_code::AGAIN, &full.problem().detail)
                            .await;
                    }
                }
            }
        };
        let _open = caller.page().map(|id| service.keys.pages().enter(id));
        let shut_out = shut_out(&service.keys, &caller);
        Session::new(service, caller, via, requests).run(socket, shut_out).await;
        drop((place, connected));
    }))
}

/// Why a socket is closed.
enum Closed {
    /// The client is gone, or has to go.
    ByClient,
    /// The hub ends; its clients come back to the next one.
    ByHub,
}

struct Session {
    service: Service,
    caller: Caller,
    via: Via,
    requests: Requests,
    calls: JoinSet<u64>,
    running: HashMap<u64, Running>,
    /// Those of them that hold a surface open.
    attached: HashSet<u64>,
    attachments: OpenAttachments,
    replies: mpsc::Sender<Message>,
    outbox: mpsc::Receiver<Message>,
    alive: Alive,
    /// Calls that wait until it is certain that their sender still wants them.
    doubted: Vec<SocketCall>,
}

impl Session {
    fn new(service: Service, caller: Caller, via: Via, requests: Requests) -> Session {
        let (replies, outbox) = mpsc::channel(64);
        let alive = Alive::new(service.clock.running());
        Session {
            service,
            caller,
            via,
            requests,
            calls: JoinSet::new(),
            running: HashMap::new(),
            attached: HashSet::new(),
            attachments: OpenAttachments::default(),
            replies,
            outbox,
            alive,
            doubted: Vec::new(),
        }
    }

    /// Ends with the socket; so do its waits and attachments.
    async fn run(mut self, socket: WebSocket, shut_out: impl Future<Output = ProblemDocument>) {
        if let Closed::ByClient = self.serve(socket, shut_out).await {
            self.give_up_claimed().await;
        }
    }

    async fn serve(
        &mut self,
        mut socket: WebSocket,
        shut_out: impl Future<Output = ProblemDocument>,
    ) -> Closed {
        let mut ending = self.service.ending.clone();
        let clock = Arc::clone(&self.service.clock);
        let mut away = Away::new(self.service.operations.is_away());
        let mut beat = clock.sleep_until(clock.running() + self.service.ping);
        tokio::pin!(shut_out);
        loop {
            let message = tokio::select! {
                Some(done) = self.calls.join_next_with_id() => {
                    self.ended(done);
                    continue;
                }
                Some(reply) = self.outbox.recv() => reply,
                told = away.begins() => told,
                message = socket.recv() => {
                    self.alive.heard();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let doubted = self.doubted.len();
                            self.receive(text.as_str()).await;
                            if doubted > 0 || self.doubted.is_empty() {
                                continue;
                            }
                            self.ping()
                        }
                        Some(Ok(Message::Pong(payload))) => {
                            // With one more ping for each answer, no answer would ever be the last.
                            if !self.alive.pong(&payload) {
                                continue;
                            }
                            match self.settle_doubts() {
                                Some(ping) => ping,
                                None => continue,
                            }
                        }
                        Some(Ok(Message::Ping(_))) => continue,
                        Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => {
                            return Closed::ByClient;
                        }
                    }
                }
                () = &mut beat => {
                    let now = clock.running();
                    beat = clock.sleep_until(now + self.service.ping);
                    match self.alive.beat(now) {
                        Ok(payload) => Message::Ping(payload.to_vec().into()),
                        Err(Gone) => {
                            tracing::info!("a client that does not answer is let go of");
                            return Closed::ByClient;
                        }
                    }
                }
                problem = &mut shut_out => {
                    send_away(&mut socket, UNKNOWN, &problem.detail).await;
                    return Closed::ByClient;
                }
                () = ending.announced() => {
                    // What is answered at once still is: the hub was asked to end by such a call.
                    let _ = timeout(GOOD_BYE, self.finish(&mut socket)).await;
                    let reason = "the hub is ending; connect again".into();
                    let frame = CloseFrame { code: close_code::RESTART, reason };
                    // Fails if the client is gone already, which is fine.
                    let _ = timeout(GOOD_BYE, socket.send(Message::Close(Some(frame)))).await;
                    return Closed::ByHub;
                }
            };
            // A client that doesn't read counts as gone.
            if !matches!(timeout(TAKEN_WITHIN, socket.send(message)).await, Ok(Ok(()))) {
                return Closed::ByClient;
            }
        }
    }

    /// Sends what calls that don't last reply.
    async fn finish(&mut self, socket: &mut WebSocket) {
        loop {
            let reply = match self.running.values().all(|call| call.lasts) {
                true => self.outbox.try_recv().ok(),
                false => tokio::select! {
                    Some(done) = self.calls.join_next_with_id() => {
                        self.ended(done);
                        continue;
                    }
                    reply = self.outbox.recv() => reply,
                },
            };
            let Some(reply) = reply else { return };
            let _ = socket.send(reply).await;
        }
    }

    fn ping(&mut self) -> Message {
        Message::Ping(self.alive.ping(self.service.clock.running()).to_vec().into())
    }

    /// Performs postponed calls, if they are certainly wanted by now; otherwise asks again.
    fn settle_doubts(&mut self) -> Option<Message> {
        if self.doubted.is_empty() {
            return None;
        }
        if !self.alive.is_certain(self.service.clock.running()) {
            return Some(self.ping());
        }
        for call in std::mem::take(&mut self.doubted) {
            self.start(call);
        }
        None
    }

    async fn receive(&mut self, text: &str) {
        let call: SocketCall = match serde_json::from_str(text) {
            Ok(call) => call,
            Err(error) => {
                let problem = ProblemDocument::request(
                    StatusCode::BAD_REQUEST,
                    format!("not a call: {error}"),
                );
                return self.refuse(number(text), problem);
            }
        };
        if call.call == Call::Stop {
            self.doubted.retain(|doubted| doubted.n != call.n);
            return self.stop(call.n).await;
        }
        let certain = || self.alive.is_certain(self.service.clock.running());
        if !call.call.changes() || certain() {
            self.start(call);
        } else if self.doubted.len() < SHORT_CALLS {
            self.doubted.push(call);
        } else {
            let detail =
                format!("call {}: {SHORT_CALLS} calls wait until you answer a ping", call.n);
            self.refuse(call.n, ProblemDocument::request(StatusCode::TOO_MANY_REQUESTS, detail));
        }
    }
}

/// The number of a call that could not be parsed, so that its caller gets the error.
fn number(text: &str) -> u64 {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    value.and_then(|value| value.get("n")?.as_u64()).unwrap_or(0)
}

#[cfg(test)]
mod tests;
