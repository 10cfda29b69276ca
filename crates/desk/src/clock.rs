//! The desk's clock. Everything that depends on time asks it, so that tests can drive it.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use jiff::Timestamp;

pub trait Clock: Send + Sync + 'static {
    /// The time of day. It may jump: somebody sets it, or the machine slept.
    fn now(&self) -> Timestamp;

    /// Time that only goes on.
    fn running(&self) -> Duration;

    /// Resolves when [`Clock::running`] has come so far. A point, not a span: whatever passes
    /// between working it out and going to sleep is not slept again.
    fn sleep_until(&self, running: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    pub fn new() -> SystemClock {
        SystemClock { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that the others are to use")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn running(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep_until(&self, running: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        match self.start.checked_add(running) {
            Some(until) => Box::pin(tokio::time::sleep_until(until.into())),
            None => Box::pin(std::future::pending()),
        }
    }
}
