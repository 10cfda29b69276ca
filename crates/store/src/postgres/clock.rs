//! The database's time. Hubs whose own clocks are wrong agree by it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use parking_lot::RwLock;
use sayso_desk::Clock;

/// A reply that took longer says too little about when it was given.
const PROMPT: Duration = Duration::from_millis(500);

/// What the server said last, and the machine's monotonic clock since. The machine's time of day is
/// not used.
pub(super) struct ServerClock {
    machine: Arc<dyn Clock>,
    anchor: RwLock<Option<Anchor>>,
}

#[derive(Clone, Copy)]
struct Anchor {
    day: Timestamp,
    running: Duration,
}

impl ServerClock {
    pub(super) fn new(machine: Arc<dyn Clock>) -> ServerClock {
        ServerClock { machine, anchor: RwLock::new(None) }
    }

    /// The server was asked at `asked`, by the monotonic clock, and has just replied.
    pub(super) fn set(&self, asked: Duration, micros: i64) {
        let took = self.machine.running().saturating_sub(asked);
        let mut anchor = self.anchor.write();
        if let Ok(day) = Timestamp::from_microsecond(micros)
            && (took <= PROMPT || anchor.is_none())
        {
            *anchor = Some(Anchor { day, running: asked + took / 2 });
        }
    }
}

impl Clock for ServerClock {
    fn now(&self) -> Timestamp {
        match *self.anchor.read() {
            Some(Anchor { day, running }) => {
                let passed = self.machine.running().saturating_sub(running);
                day + SignedDuration::try_from(passed).unwrap_or(SignedDuration::ZERO)
            }
            None => self.machine.now(),
        }
    }

    fn running(&self) -> Duration {
        self.machine.running()
    }

    fn sleep_until(&self, running: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.machine.sleep_until(running)
    }
}
