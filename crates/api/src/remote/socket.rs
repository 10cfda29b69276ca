//! Long calls: all of them over one socket, sent again over the next when it breaks.

mod open;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use futures_util::{SinkExt, StreamExt};
use sayso_core::Surface;
use sayso_desk::DeskError;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use self::open::open;
use super::clock::Timer;
use super::connect::Stream;
use super::http::{Failed, is_of_this_hub};
use super::millis;
use super::pause::Pause;
use sayso_wire::{Call, SocketCall, SocketReply, WIRE};

type Answer = Result<Option<Box<RawValue>>, Failed>;

pub(super) struct Socket {
    shared: Arc<Shared>,
    /// Started by the first call: a client without long calls needs no socket.
    wake: OnceLock<mpsc::UnboundedSender<News>>,
}

struct Shared {
    timer: Arc<Timer>,
    surface: Surface,
    next: AtomicU64,
    /// Calls in progress, by number. They are sent again over each new connection.
    calls: Mutex<HashMap<u64, Pending>>,
}

/// What the hub has to hear.
enum News {
    Begun(u64),
    Ended(u64),
}

struct Pending {
    call: Call,
    since: Instant,
    /// Over how many connections it was sent.
    sent: u32,
    /// Whether it was sent over this one.
    told: bool,
    /// Gone once it was answered; a held call stays for the next connection.
    answer: Option<oneshot::Sender<Answer>>,
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

    /// These calls fail, unless they were answered; the others stay.
    fn fail(&self, error: &DeskError, which: impl Fn(&Call) -> bool) {
        self.lock().retain(|_, pending| {
            let failing = pending.answer.take_if(|_| which(&pending.call));
            let Some(answer) = failing else { return true };
            let _ = answer.send(Err(error.clone().into()));
            false
        });
    }

    /// The numbers of all calls, none of which was sent over this connection yet.
    fn unsent(&self) -> Vec<u64> {
        let mut calls = self.lock();
        calls.values_mut().for_each(|pending| pending.told = false);
        let mut numbers: Vec<u64> = calls.keys().copied().collect();
        numbers.sort_unstable();
        numbers
    }

    /// The message for the hub, unless it has it.
    fn message(&self, news: News) -> Option<Message> {
        let (n, call) = match news {
            News::Begun(n) => {
                let mut calls = self.lock();
                let pending = calls.get_mut(&n).filter(|pending| !pending.told)?;
                pending.told = true;
                pending.sent += 1;
                (n, pending.left())
            }
            News::Ended(n) => (n, Call::Stop),
        };
        Some(encoded(&SocketCall { n, call }))
    }

    /// `false`: this hub can't do it at the moment, and there are others.
    fn settle(&self, reply: SocketReply) -> bool {
        let mut calls = self.lock();
        let Some(pending) = calls.get_mut(&reply.n) else { return true };
        let repeated = pending.sent > 1;
        let answer = match reply.problem.map(|problem| problem.into_error()) {
            Some(error) if is_of_this_hub(&error) && pending.sent < self.timer.connect.hubs() => {
                return false;
            }
            Some(error) => Err(Failed { error, repeated }),
            None => Ok(reply.ok),
        };
        let keep = pending.held && answer.is_ok();
        if let Ok(Some(reply)) = &answer
            && let Some(kept) = pending.call.kept(reply)
        {
            pending.call = kept;
        }
        if let Some(waiting) = pending.answer.take() {
            // The caller may be gone; then nobody needs to know.
            let _ = waiting.send(answer);
        }
        if !keep {
            calls.remove(&reply.n);
        }
        true
    }
}

/// Ends a call when dropped, at the hub too.
pub(super) struct Number {
    n: u64,
    shared: Arc<Shared>,
    wake: mpsc::UnboundedSender<News>,
}

impl Drop for Number {
    fn drop(&mut self) {
        let ended = self.shared.lock().remove(&self.n);
        if ended.is_some_and(|pending| pending.told) {
            // Without a driver the socket is closed, and the call with it.
            let _ = self.wake.send(News::Ended(self.n));
        }
    }
}

impl Socket {
    pub(super) fn new(timer: Arc<Timer>, surface: Surface) -> Socket {
        let (next, calls) = (AtomicU64::default(), Mutex::default());
        Socket { shared: Arc::new(Shared { timer, surface, next, calls }), wake: OnceLock::new() }
    }

    /// A call that is answered at once.
    pub(super) async fn call<T: DeserializeOwned>(&self, call: Call) -> Result<T, Failed> {
        let timer = &self.shared.timer;
        timer.run(timer.deadline(), self.wait(call)).await
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
        let timer = &self.shared.timer;
        timer.run(timer.deadline(), self.hold_patiently(call)).await
    }

    /// The same for a hub that may start later.
    pub(super) async fn hold_patiently<T: DeserializeOwned>(
        &self,
        call: Call,
    ) -> Result<(T, Number), DeskError> {
        let (number, answer) = self.start(call, true);
        Ok((received(answer).await?, number))
    }

    fn start(&self, call: Call, held: bool) -> (Number, oneshot::Receiver<Answer>) {
        let n = self.shared.next.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, answer) = oneshot::channel();
        let (since, answering) = (Instant::now(), Some(sender));
        let pending = Pending { call, since, sent: 0, told: false, answer: answering, held };
        self.shared.lock().insert(n, pending);
        let wake = self.wake.get_or_init(|| {
            let (wake, woken) = mpsc::unbounded_channel();
            tokio::spawn(Arc::clone(&self.shared).run(woken));
            wake
        });
        // The task lives as long as this sender; a closed one would mean that it panicked.
        let _ = wake.send(News::Begun(n));
        (Number { n, shared: Arc::clone(&self.shared), wake: wake.clone() }, answer)
    }
}

async fn received<T: DeserializeOwned>(answer: oneshot::Receiver<Answer>) -> Result<T, Failed> {
    let ending = |_| DeskError::Unreachable("the client is ending".to_owned());
    let raw = answer.await.map_err(ending)??;
    let text = raw.as_ref().map_or("null", |raw| raw.get());
    serde_json::from_str(text).map_err(|error| DeskError::Protocol(error.to_string()).into())
}

impl Shared {
    /// Ends when the desk is dropped.
    async fn run(self: Arc<Self>, mut woken: mpsc::UnboundedReceiver<News>) {
        let mut pause = Pause::new();
        while woken.recv().await.is_some() {
            while !self.lock().is_empty() {
                let deadline = self.timer.deadline();
                let opening = open(&self.timer, self.surface, self.is_brief(), deadline);
                let error = match self.timer.run(deadline, opening).await {
                    Ok((socket, host)) => {
                        let begun = Instant::now();
                        match self.talk(socket, &mut woken).await {
                            Ended::Dropped => return,
                            Ended::Broken => {
                                pause.after(begun.elapsed()).await;
                                continue;
                            }
                            Ended::Elsewhere => {
                                self.timer.connect.avoid(&host);
                                pause.between_hubs(begun.elapsed()).await;
                                continue;
                            }
                            Ended::Silent => {
                                let silence = self.timer.silent();
                                tracing::info!(%silence, "connecting again");
                                self.timer.connect.avoid(&host);
                                continue;
                            }
                            Ended::Refused(error) => error,
                        }
                    }
                    Err(error @ (DeskError::Denied(_) | DeskError::Untrusted(_))) => error,
                    Err(error) => {
                        tracing::info!(%error, "no connection to the hub; trying again");
                        self.fail(&error, |call| !call.outlasts_a_hub());
                        pause.wait().await;
                        continue;
                    }
                };
                // Retrying wouldn't help.
                self.fail(&error, |_| true);
                self.lock().clear();
            }
        }
    }

    /// Reads while it writes: a hub that is answering many calls doesn't read until its replies are
    /// taken.
    async fn talk(
        &self,
        socket: WebSocketStream<Box<dyn Stream>>,
        woken: &mut mpsc::UnboundedReceiver<News>,
    ) -> Ended {
        let (mut outgoing, mut incoming) = socket.split();
        let mut open = self.unsent().into_iter();
        let write = async {
            let mut next =
                Some(encoded(&SocketCall { n: HELLO, call: Call::Hello { wire: WIRE } }));
            loop {
                if let Some(message) = next
                    && outgoing.send(message).await.is_err()
                {
                    return Ended::Broken;
                }
                let news = match open.next() {
                    Some(n) => Some(News::Begun(n)),
                    None => woken.recv().await,
                };
                let Some(news) = news else {
                    let _ = outgoing.close().await;
                    return Ended::Dropped;
                };
                next = self.message(news);
            }
        };
        let read = async {
            loop {
                let Ok(message) = timeout(self.timer.pace.silence, incoming.next()).await else {
                    return Ended::Silent;
                };
                if let Some(Ok(_)) = message {
                    self.timer.heard();
                }
                match message {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(SocketReply { n: HELLO, problem: Some(problem), .. }) => {
                            match problem.into_error() {
                                // Without another hub the calls stay: it may find its database again.
                                error if is_of_this_hub(&error) => {
                                    if self.timer.connect.hubs() > 1 {
                                        return Ended::Elsewhere;
                                    }
                                }
                                error => return Ended::Refused(error),
                            }
                        }
                        Ok(reply) => {
                            if !self.settle(reply) {
                                return Ended::Elsewhere;
                            }
                        }
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

enum Ended {
    /// Nobody needs it any more.
    Dropped,
    Broken,
    /// The hub does not speak our wire.
    Refused(DeskError),
    /// Nothing has arrived within the time limit.
    Silent,
    /// Another hub may do what this one can't.
    Elsewhere,
}

#[cfg(test)]
#[path = "socket_tests.rs"]
mod tests;
