//! All calls go over one socket, and again over the next when it breaks.

mod calls;
mod open;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use sayso_core::Surface;
use sayso_desk::{DeskError, StoreError};
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use self::calls::{Answer, Calls, News, Pending, Settled, encoded, is_of_this_hub, left};
use self::open::open;
use super::clock::{Deadline, Timer};
use super::connect::Stream;
use super::pause::Pause;
use super::requests::Failed;
use sayso_wire::{Call, SocketCall, SocketReply, WIRE};

pub(crate) struct Socket {
    shared: Arc<Shared>,
    /// Started by the first call.
    wake: OnceLock<mpsc::UnboundedSender<News>>,
}

struct Shared {
    timer: Arc<Timer>,
    surface: Surface,
    next: AtomicU64,
    calls: Calls,
}

/// Ends a call when dropped, at the hub too.
pub(crate) struct Number {
    n: u64,
    shared: Arc<Shared>,
    wake: mpsc::UnboundedSender<News>,
}

impl Number {
    /// Another call about this one, by its number. Nobody waits for its reply.
    pub(crate) fn follow(&self, call: impl FnOnce(u64) -> Call) {
        let n = self.shared.next.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, _nobody) = oneshot::channel();
        self.shared.calls.insert(n, Pending::new(call(self.n), false, sender));
        let _ = self.wake.send(News::Begun(n));
    }
}

impl Drop for Number {
    fn drop(&mut self) {
        if self.shared.calls.remove(self.n) {
            // Without a driver the socket is closed, and the call with it.
            let _ = self.wake.send(News::Ended(self.n));
        }
    }
}

impl Socket {
    pub(super) fn new(timer: Arc<Timer>, surface: Surface) -> Socket {
        let (next, calls) = (AtomicU64::default(), Calls::default());
        Socket { shared: Arc::new(Shared { timer, surface, next, calls }), wake: OnceLock::new() }
    }

    /// A call that is answered at once.
    pub(crate) async fn call<T: DeserializeOwned>(&self, call: Call) -> Result<T, Failed> {
        Ok(self.at_once(call, false).await?.0)
    }

    /// The same for one without a time limit. While the database is away it is begun again: a hub keeps open
    /// only what it has begun.
    #[expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]
    pub(crate) async fn wait<T: DeserializeOwned>(&self, call: Call) -> Result<T, Failed> {
        let begun = Instant::now();
        let (timer, mut away, mut pause) = (&self.shared.timer, None, Pause::new());
        loop {
            let (_number, answer) = self.start(left(&call, begun), false);
            let failed = match received(answer.await) {
                Err(failed @ Failed { error: DeskError::Store(StoreError::Away { .. }), .. }) => {
                    failed
                }
                answered => return answered,
            };
            let more = match left(&call, begun) {
                // As long as its caller is patient.
                Call::Wait { milliseconds, .. } | Call::WaitForReply { milliseconds, .. } => {
                    milliseconds.map_or(Duration::MAX, Duration::from_millis)
                }
                // As long as a hub that is starting.
                _ => away.get_or_insert_with(|| timer.deadline()).left(),
            };
            if more.is_zero() {
                return Err(failed);
            }
            // The last attempt is at the end of that time.
            let _ = timeout(more, pause.wait()).await;
        }
    }

    /// A call that is answered at once and lasts until the second value is dropped.
    pub(crate) async fn hold<T: DeserializeOwned>(
        &self,
        call: Call,
    ) -> Result<(T, Number), DeskError> {
        Ok(self.at_once(call, true).await?)
    }

    /// The same for a hub that may start later.
    pub(crate) async fn hold_patiently<T: DeserializeOwned>(
        &self,
        call: Call,
    ) -> Result<(T, Number), DeskError> {
        let (number, answer) = self.start(call, true);
        Ok((received(answer.await)?, number))
    }

    /// What a hub can't do without its database is tried again for a while, because somebody would have to do
    /// it again; a look tells at once how it stands.
    async fn at_once<T: DeserializeOwned>(
        &self,
        call: Call,
        held: bool,
    ) -> Result<(T, Number), Failed> {
        let deadline = self.shared.timer.deadline();
        let (mut pause, mut repeated) = (Pause::new(), false);
        let is_look = matches!(&call, Call::Request { method, .. } if method == "GET");
        loop {
            match self.try_once(call.clone(), held, deadline).await {
                Err(Failed { error: DeskError::Store(StoreError::Away { .. }), .. })
                    if !is_look && deadline.is_far() =>
                {
                    repeated = true;
                    pause.wait().await;
                }
                tried => return tried.map_err(|failed| failed.after(repeated)),
            }
        }
    }

    async fn try_once<T: DeserializeOwned>(
        &self,
        call: Call,
        held: bool,
        deadline: Deadline,
    ) -> Result<(T, Number), Failed> {
        let (timer, hubs) = (&self.shared.timer, self.shared.timer.connect.hubs());
        let (number, mut answer) = self.start(call, held);
        let answered = async {
            if hubs == 1 {
                return received(answer.await);
            }
            // One of several hubs gets only its share of the time.
            loop {
                let within = deadline.share(hubs);
                match timeout(within, &mut answer).await {
                    Ok(answer) => return received(answer),
                    Err(_) => {
                        let _ = number.wake.send(News::Unanswered { n: number.n, within });
                    }
                }
            }
        };
        match timer.run(deadline, answered).await {
            Ok(value) => Ok((value, number)),
            Err(failed) => Err(self.shared.calls.lost(number.n).map_or(failed, Failed::from)),
        }
    }

    fn start(&self, call: Call, held: bool) -> (Number, oneshot::Receiver<Answer>) {
        let n = self.shared.next.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, answer) = oneshot::channel();
        self.shared.calls.insert(n, Pending::new(call, held, sender));
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

fn received<T: DeserializeOwned>(
    answer: Result<Answer, oneshot::error::RecvError>,
) -> Result<T, Failed> {
    let ending = |_| DeskError::Unreachable("the client is ending".to_owned());
    let raw = answer.map_err(ending)??;
    let text = raw.as_ref().map_or("null", |raw| raw.get());
    serde_json::from_str(text).map_err(|error| DeskError::Protocol(error.to_string()).into())
}

impl Shared {
    /// Ends when the desk is dropped.
    #[expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]
    async fn run(self: Arc<Self>, mut woken: mpsc::UnboundedReceiver<News>) {
        let mut pause = Pause::new();
        while woken.recv().await.is_some() {
            while !self.calls.is_empty() {
                let deadline = self.timer.deadline();
                let is_brief = self.calls.are_brief();
                let opening = open(&self.timer, self.surface, is_brief, deadline);
                let error = match self.timer.run(deadline, opening).await {
                    Ok((socket, host)) => {
                        let begun = Instant::now();
                        match self.talk(socket, is_brief, &mut woken).await {
                            Ended::Dropped => return,
                            Ended::Outgrown => continue,
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
                                let unresponsive = self.timer.silent();
                                tracing::info!(%unresponsive, "connecting again");
                                self.timer.connect.avoid(&host);
                                continue;
                            }
                            Ended::Refused(error) => error,
                        }
                    }
                    Err(error @ (DeskError::Denied(_) | DeskError::Untrusted(_))) => error,
                    Err(error) => {
                        tracing::info!(%error, "no connection to the hub; trying again");
                        self.calls.fail(&error, |call| !call.outlasts_a_hub());
                        pause.wait().await;
                        continue;
                    }
                };
                // Retrying wouldn't help.
                self.calls.fail(&error, |_| true);
                self.calls.clear();
            }
        }
    }

    /// Reads while it writes: a hub that is answering many calls doesn't read until its replies are
    /// taken.
    async fn talk(
        &self,
        socket: WebSocketStream<Box<dyn Stream>>,
        is_brief: bool,
        woken: &mut mpsc::UnboundedReceiver<News>,
    ) -> Ended {
        let (mut outgoing, mut incoming) = socket.split();
        let mut open = self.calls.unsent().into_iter();
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
                next = match news {
                    News::Begun(n) if is_brief && self.calls.lasts(n) => return Ended::Outgrown,
                    News::Begun(n) => self.calls.begin(n),
                    News::Ended(n) => Some(encoded(&SocketCall { n, call: Call::Stop })),
                    News::Unanswered { n, within } if self.calls.is_overdue(n, within) => {
                        return Ended::Silent;
                    }
                    News::Unanswered { .. } => None,
                };
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
                            let hubs = self.timer.connect.hubs();
                            if self.calls.settle(reply, hubs) == Settled::Elsewhere {
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

enum Ended {
    /// Nobody needs it any more.
    Dropped,
    Broken,
    /// It has no place among those who wait, and a call has to wait.
    Outgrown,
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

#[cfg(test)]
#[path = "hubs_tests.rs"]
mod hubs_tests;
