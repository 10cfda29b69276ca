//! The desk's clock. Everything that depends on time uses it, so that tests can drive it.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

use jiff::Timestamp;

pub trait Clock: Send + Sync + 'static {
    /// The wall clock. It may jump: somebody sets it, or the machine slept.
    fn now(&self) -> Timestamp;

    /// The monotonic clock.
    fn running(&self) -> Duration;

    /// Resolves when [`Clock::running`] has reached this. A point in time rather than a duration,
    /// so that the time before the sleep starts isn't added.
    fn sleep_until(&self, running: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the clock that everything else uses")]
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
    #[expect(clippy::disallowed_methods, reason = "the clock that everything else uses")]
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
