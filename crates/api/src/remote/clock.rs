//! The time limits of a client: how long it waits for a hub that doesn't respond, and who hears about it.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayso_desk::{DeskError, HubState, Unresponsive};
use tokio::time::{Instant, timeout_at};

use super::connect::Connect;

/// How patient a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// After this time a call that should be answered at once reports the hub's state.
    pub mention: Duration,
    /// After this time the call ends, unless the hub is starting.
    pub end: Duration,
    /// After this time it ends in any case: a hub may start slowly, on a busy disk.
    pub starting: Duration,
    /// A socket that was silent for this long is dead: the hub pings three times in that time.
    pub silence: Duration,
}

impl Pace {
    /// Between two pings of the hub.
    pub const PING: Duration = Duration::from_secs(5);

    /// For a program that decides itself without an answer, and must do so soon.
    pub const PROMPT: Pace = Pace {
        mention: Duration::from_secs(3),
        end: Duration::from_secs(3),
        starting: Duration::from_secs(3),
        // A ping that is three seconds late.
        silence: Duration::from_secs(8),
    };

    /// The same, this many times as fast, for tests.
    #[must_use]
    pub fn quicker(self, times: u32) -> Pace {
        let Pace { mention, end, starting, silence } = self;
        Pace {
            mention: mention / times,
            end: end / times,
            starting: starting / times,
            silence: silence / times,
        }
    }
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            mention: Duration::from_secs(3),
            end: Duration::from_secs(10),
            starting: Duration::from_secs(60),
            silence: Duration::from_secs(15),
        }
    }
}

/// When one call ends: the same for all its steps, from finding the hub to the last byte of its
/// reply. No step adds its own limit to it.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    begun: Instant,
    pace: Pace,
}

impl Deadline {
    pub fn of(pace: Pace) -> Deadline {
        Deadline { begun: Instant::now(), pace }
    }

    /// For work that can't be dropped, because a thread does it.
    pub fn left(self) -> Duration {
        (self.begun + self.pace.starting).saturating_duration_since(Instant::now())
    }

    /// Whether there is time for another try, which may take some seconds.
    pub(super) fn is_far(self) -> bool {
        self.begun.elapsed() < self.pace.end / 2
    }

    /// Time for one of several hubs, so that some is left for the others.
    pub fn share(self, hubs: u32) -> Duration {
        let left = (self.begun + self.pace.end).saturating_duration_since(Instant::now());
        (self.pace.end / hubs.max(1)).min(self.pace.mention).min(left)
    }
}

type Tell = Box<dyn Fn(Option<&Unresponsive>) + Send + Sync>;

/// Times the calls of one desk.
pub(super) struct Timer {
    pub(super) connect: Arc<dyn Connect>,
    pub(super) pace: Pace,
    line: Mutex<Line>,
}

/// What is known about the hub at the other end.
struct Line {
    unresponsive: Option<Unresponsive>,
    tell: Tell,
}

impl Timer {
    pub(super) fn new(connect: Arc<dyn Connect>, pace: Pace) -> Timer {
        let line = Mutex::new(Line { unresponsive: None, tell: Box::new(|_| {}) });
        Timer { connect, pace, line }
    }

    /// From now on this is called when the hub stops responding, and with `None` when it responds
    /// again.
    pub(super) fn tell(&self, tell: Tell) {
        self.line().tell = tell;
    }

    /// Something arrived from the hub.
    pub(super) fn heard(&self) {
        let mut line = self.line();
        if line.unresponsive.take().is_some() {
            (line.tell)(None);
        }
    }

    /// Nothing has arrived from it for too long.
    pub(super) fn silent(&self) -> Unresponsive {
        let unresponsive = self.connect.unresponsive();
        let mut line = self.line();
        if line.unresponsive.as_ref() != Some(&unresponsive) {
            line.unresponsive = Some(unresponsive.clone());
            (line.tell)(Some(&unresponsive));
        }
        unresponsive
    }

    pub(super) fn deadline(&self) -> Deadline {
        Deadline::of(self.pace)
    }

    /// The call, or its end in time. A call that is dropped here is withdrawn.
    pub(super) async fn run<T, E: From<DeskError>>(
        &self,
        Deadline { begun, pace }: Deadline,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        tokio::pin!(call);
        // If the hub didn't respond before, no response is expected.
        let known = self.line().unresponsive.is_some();
        let waited = if known { pace.mention.min(pace.end) } else { pace.end };
        if let Ok(done) = timeout_at(begun + pace.mention.min(waited), &mut call).await {
            return done;
        }
        let (mut unresponsive, mut until) = (self.silent(), waited);
        loop {
            if until > pace.mention {
                if let Ok(done) = timeout_at(begun + until, &mut call).await {
                    return done;
                }
                // Its state may have changed by now.
                unresponsive = self.silent();
            }
            if unresponsive.state != HubState::Starting || until >= pace.starting {
                return Err(DeskError::NoAnswer { unresponsive, waited: until }.into());
            }
            until = (until + pace.end).min(pace.starting);
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
