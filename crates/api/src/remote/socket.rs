//! Long calls: all of them over one socket, sent again over the next when it breaks.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use sayso_core::{Surface, limits};
use sayso_desk::DeskError;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, HOST};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::clock::{Deadline, Timer};
use super::connect::Stream;
use super::http::Failed;
use super::millis;
use crate::desktop::DESKTOP_HEADER;
use sayso_wire::{BRIEF_HEADER, Call, ProblemView, SURFACE_HEADER, SocketCall, SocketReply, WIRE};

type Answer = Result<Option<Box<RawValue>>, DeskError>;

/// The reply to a call; `repeated` if an earlier attempt may have been carried out.
struct Replied {
    answer: Answer,
    repeated: bool,
}

/// Delay after a failed connection attempt, doubled each time up to the maximum.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LAST_PAUSE: Duration = Duration::from_secs(5);

pub(super) struct Socket {
    timer: Arc<Timer>,
    surface: Surface,
    shared: Arc<Shared>,
    /// Started by the first call: a client without long calls needs no socket.
    wake: OnceLock<mpsc::UnboundedSender<u64>>,
}

/// Calls in progress, by number. They are sent again over each new connection.
#[derive(Default)]
struct Shared {
    next: AtomicU64,
    calls: Mutex<HashMap<u64, Pending>>,
}

struct Pending {
    call: Call,
    since: Instant,
    /// Over how many connections it was sent.
    sent: usize,
    /// Gone once it was answered; a held call stays for the next connection.
    answer: Option<oneshot::Sender<Replied>>,
    held: bool,
}

impl Pending {
    /// What remains to be done: for a wait, with the remaining time.
    fn left(&self) -> Call {
        let mut call = self.call.clone();
        if let Call::Wait { milliseconds: Some(milliseconds), .. }
        | Call::WaitForReply { milliseconds: Some(milliseconds), .. } = &mut call
        {
            *milliseconds = milliseconds.saturating_sub(millis(self.since.elapsed()));
        }
        call
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Pending>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it only acts.
    fn is_brief(&self) -> bool {
        self.lock().values().all(|pending| matches!(pending.call, Call::Act { .. }))
    }

    /// There is no hub: short calls fail, waits continue.
    fn refuse(&self, error: &DeskError) {
        self.lock().retain(|_, pending| {
            let Some(answer) = pending.answer.take_if(|_| !pending.call.outlasts_a_hub()) else {
                return true;
            };
            let _ = answer.send(Replied { answer: Err(error.clone()), repeated: false });
            false
        });
    }

    /// What to send to the hub about this call: the call itself once, or that it has ended.
    fn news(&self, n: u64, sent: &mut HashSet<u64>) -> Option<Message> {
        let call = match self.lock().get_mut(&n) {
            Some(pending) => sent.insert(n).then(|| {
                pending.sent += 1;
                pending.left()
            })?,
            None => sent.remove(&n).then_some(Call::Stop)?,
        };
        Some(encoded(&SocketCall { n, call }))
    }

    fn settle(&self, reply: SocketReply, sent: &mut HashSet<u64>) {
        let mut calls = self.lock();
        let Some(pending) = calls.get_mut(&reply.n) else { return };
        let answer = match reply.problem {
            Some(problem) => Err(problem.into_error()),
            None => Ok(reply.ok),
        };
        let keep = pending.held && answer.is_ok();
        let repeated = pending.sent > 1;
        if let Some(waiting) = pending.answer.take() {
            // The caller may be gone; then nobody needs to know.
            let _ = waiting.send(Replied { answer, repeated });
        }
        if !keep {
            calls.remove(&reply.n);
            sent.remove(&reply.n);
        }
    }
}

/// Ends a call when dropped, at the hub too.
pub(super) struct Number {
    n: u64,
    shared: Arc<Shared>,
    wake: mpsc::UnboundedSender<u64>,
}

impl Drop for Number {
    fn drop(&mut self) {
        let under_way = self.shared.lock().remove(&self.n).is_some();
        if under_way {
            // Without a driver the socket is closed, and the call with it.
            let _ = self.wake.send(self.n);
        }
    }
}

impl Socket {
    pub(super) fn new(timer: Arc<Timer>, surface: Surface) -> Socket {
        Socket { timer, surface, shared: Arc::default(), wake: OnceLock::new() }
    }

    /// A call that is answered at once.
    pub(super) async fn call<T: DeserializeOwned>(&self, call: Call) -> Result<T, Failed> {
        let deadline = self.timer.deadline();
        self.timer.run(deadline, self.wait(call)).await
    }

    /// The same for one without a time limit.
    pub(super) async fn wait<T: DeserializeOwned>(&self, call: Call) -> Result<T, Failed> {
        let (_number, answer) = self.start(call, false);
        received(answer).await
    }

    /// A call that is answered at once and lasts until the second value is dropped.
    pub(super) async fn hold<T: DeserializeOwned>(
        &self,
        call: Call,
    ) -> Result<(T, Number), DeskError> {
        let deadline = self.timer.deadline();
        self.timer.run(deadline, self.hold_patiently(call)).await
    }

    /// The same for a hub that may start later.
    pub(super) async fn hold_patiently<T: DeserializeOwned>(
        &self,
        call: Call,
    ) -> Result<(T, Number), DeskError> {
        let (number, answer) = self.start(call, true);
        Ok((received(answer).await?, number))
    }

    fn start(&self, call: Call, held: bool) -> (Number, oneshot::Receiver<Replied>) {
        let n = self.shared.next.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, answer) = oneshot::channel();
        let pending = Pending { call, since: Instant::now(), sent: 0, answer: Some(sender), held };
        self.shared.lock().insert(n, pending);
        let wake = self.wake.get_or_init(|| {
            let (wake, woken) = mpsc::unbounded_channel();
            let driver = Driver {
                timer: Arc::clone(&self.timer),
                surface: self.surface,
                shared: Arc::clone(&self.shared),
                woken,
            };
            tokio::spawn(driver.run());
            wake
        });
        // The driver lives as long as this sender; a closed one would mean that it panicked.
        let _ = wake.send(n);
        (Number { n, shared: Arc::clone(&self.shared), wake: wake.clone() }, answer)
    }
}

fn read<T: DeserializeOwned>(raw: Option<Box<RawValue>>) -> Result<T, DeskError> {
    let text = raw.as_ref().map_or("null", |raw| raw.get());
    serde_json::from_str(text).map_err(|error| DeskError::Protocol(error.to_string()))
}

async fn received<T: DeserializeOwned>(reply: oneshot::Receiver<Replied>) -> Result<T, Failed> {
    let ending = |_| DeskError::Unreachable("the client is ending".to_owned());
    let Replied { answer, repeated } = reply.await.map_err(ending)?;
    answer.and_then(read).map_err(|error| Failed { error, repeated })
}

struct Driver {
    timer: Arc<Timer>,
    surface: Surface,
    shared: Arc<Shared>,
    woken: mpsc::UnboundedReceiver<u64>,
}

impl Driver {
    /// Ends when the desk is dropped.
    async fn run(mut self) {
        let mut pause = FIRST_PAUSE;
        while let Some(first) = self.woken.recv().await {
            let mut again = Some(first);
            while again.is_some() && !self.shared.lock().is_empty() {
                let deadline = self.timer.deadline();
                match self.timer.run(deadline, self.open(deadline)).await {
                    Ok(socket) => {
                        pause = FIRST_PAUSE;
                        match self.talk(socket).await {
                            Ended::Dropped => return,
                            Ended::Broken => {}
                            Ended::Refused(error) => {
                                self.give_up(&error);
                                again = None;
                            }
                            Ended::Silent => {
                                let silence = self.timer.silent();
                                tracing::info!(%silence, "connecting again");
                            }
                        }
                    }
                    Err(error @ (DeskError::Denied(_) | DeskError::Untrusted(_))) => {
                        self.give_up(&error);
                        again = None;
                    }
                    Err(error) => {
                        tracing::info!(%error, "no connection to the hub; trying again");
                        self.shared.refuse(&error);
                        tokio::time::sleep(pause).await;
                        pause = (pause * 2).min(LAST_PAUSE);
                    }
                }
            }
        }
    }

    /// Retrying wouldn't help: all waiting calls fail.
    fn give_up(&self, error: &DeskError) {
        for (_, mut pending) in self.shared.lock().drain() {
            if let Some(answer) = pending.answer.take() {
                let _ = answer.send(Replied { answer: Err(error.clone()), repeated: false });
            }
        }
    }

    async fn open(
        &self,
        deadline: Deadline,
    ) -> Result<WebSocketStream<Box<dyn Stream>>, DeskError> {
        let unreachable = |error: Error| DeskError::Unreachable(error.to_string());
        let connect = &self.timer.connect;
        let stream = connect.connect(deadline).await?;
        let mut request = format!("ws://{}/api/v1/socket", connect.host())
            .into_client_request()
            .map_err(unreachable)?;
        let headers = request.headers_mut();
        let value = |text: &str| HeaderValue::from_str(text).expect("plain ASCII");
        headers.insert(HOST, value(connect.host()));
        headers.insert(SURFACE_HEADER, value(self.surface.as_str()));
        if self.shared.is_brief() {
            headers.insert(BRIEF_HEADER, value("1"));
        }
        if let Some(desktop) = connect.desktop() {
            headers.insert(DESKTOP_HEADER, desktop.clone());
        }
        if let Some(token) = connect.token() {
            headers.insert(AUTHORIZATION, value(&format!("Bearer {token}")));
        }
        let config = WebSocketConfig::default()
            .max_message_size(Some(16 * limits::BODY))
            .write_buffer_size(0);
        match client_async_with_config(request, stream, Some(config)).await {
            Ok((socket, _)) => {
                self.timer.heard();
                Ok(socket)
            }
            Err(Error::Http(response)) => {
                let body = response.body().as_deref().unwrap_or_default();
                Err(serde_json::from_slice::<ProblemView>(body).map_or_else(
                    |_| DeskError::Protocol(response.status().to_string()),
                    ProblemView::into_error,
                ))
            }
            Err(error) => Err(unreachable(error)),
        }
    }

    /// Reads while it writes: a hub that is answering many calls doesn't read until its replies are
    /// taken.
    async fn talk(&mut self, socket: WebSocketStream<Box<dyn Stream>>) -> Ended {
        let Driver { timer, shared, woken, .. } = self;
        // What the hub knows over this connection.
        let sent = Mutex::new(HashSet::new());
        let (mut outgoing, mut incoming) = socket.split();
        let write = async {
            let hello = SocketCall { n: HELLO, call: Call::Hello { wire: WIRE } };
            if outgoing.send(encoded(&hello)).await.is_err() {
                return Ended::Broken;
            }
            let mut open: Vec<u64> = shared.lock().keys().copied().collect();
            open.sort_unstable();
            let mut open = open.into_iter();
            loop {
                let next = match open.next() {
                    Some(n) => Some(n),
                    None => woken.recv().await,
                };
                let Some(n) = next else {
                    let _ = outgoing.close().await;
                    return Ended::Dropped;
                };
                let message = shared.news(n, &mut locked(&sent));
                if let Some(message) = message
                    && outgoing.send(message).await.is_err()
                {
                    return Ended::Broken;
                }
            }
        };
        let read = async {
            loop {
                let Ok(message) = timeout(timer.pace.silence, incoming.next()).await else {
                    return Ended::Silent;
                };
                if let Some(Ok(_)) = message {
                    timer.heard();
                }
                match message {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(SocketReply { n: HELLO, problem: Some(problem), .. }) => {
                            return Ended::Refused(problem.into_error());
                        }
                        Ok(reply) => shared.settle(reply, &mut locked(&sent)),
                        Err(error) => tracing::warn!(%error, "a reply that is none"),
                    },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ended::Broken,
                    Some(Ok(_)) => {}
                }
            }
        };
        tokio::select! {
            ended = write => ended,
            ended = read => ended,
        }
    }
}

/// Numbers of calls begin with 1.
const HELLO: u64 = 0;

fn encoded(call: &SocketCall) -> Message {
    Message::text(serde_json::to_string(call).expect("plain data serialises"))
}

fn locked(sent: &Mutex<HashSet<u64>>) -> MutexGuard<'_, HashSet<u64>> {
    sent.lock().unwrap_or_else(PoisonError::into_inner)
}

enum Ended {
    /// Nobody needs it any more.
    Dropped,
    Broken,
    /// The hub does not speak our wire.
    Refused(DeskError),
    /// Nothing has arrived within the time limit.
    Silent,
}

#[cfg(test)]
#[path = "socket_tests.rs"]
mod tests;
