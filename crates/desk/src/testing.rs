//! A clock driven by hand and predictable ids.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use uuid::Uuid;

use crate::clock::Clock;
use crate::ids::Ids;

/// Only advances when told to.
pub struct ManualClock {
    day: Mutex<Timestamp>,
    running: watch::Sender<Duration>,
    /// Until when tasks sleep, and how many.
    sleepers: watch::Sender<BTreeMap<Duration, usize>>,
}

impl ManualClock {
    pub fn new(start: Timestamp) -> ManualClock {
        let (running, sleepers) = Default::default();
        ManualClock { day: Mutex::new(start), running, sleepers }
    }

    /// Advances the time and wakes sleepers that are due.
    pub fn advance(&self, by: Duration) {
        let signed = SignedDuration::try_from(by).expect("tests advance by little");
        // Held until both have advanced: nobody sees one without the other.
        let mut day = self.day.lock().expect("no test panics while it holds the clock");
        *day += signed;
        self.running.send_modify(|running| *running += by);
    }

    /// Returns once a task sleeps until then: from here on, advancing to that time wakes it.
    pub async fn slept_on(&self, until: Duration) {
        let mut sleepers = self.sleepers.subscribe();
        // Cannot fail: the sender belongs to the clock.
        let _ = sleepers.wait_for(|sleepers| sleepers.contains_key(&until)).await;
    }

    /// Returns once a task sleeps for at most this long from now, with until when.
    pub async fn slept_for_at_most(&self, span: Duration) -> Duration {
        let mut sleepers = self.sleepers.subscribe();
        let soon = |sleepers: &BTreeMap<Duration, usize>| {
            let now = self.running();
            sleepers.keys().copied().find(|until| *until > now && *until <= now + span)
        };
        loop {
            let found = soon(&sleepers.borrow_and_update());
            match found {
                Some(until) => return until,
                // Cannot fail: the sender belongs to the clock.
                None => drop(sleepers.changed().await),
            }
        }
    }

    /// Sets the wall clock; no time passes.
    pub fn jump(&self, by: SignedDuration) {
        *self.day.lock().expect("no test panics while it holds the clock") += by;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.day.lock().expect("no test panics while it holds the clock")
    }

    fn running(&self) -> Duration {
        let _day = self.day.lock().expect("no test panics while it holds the clock");
        *self.running.borrow()
    }

    fn sleep_until(&self, until: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let mut running = self.running.subscribe();
        let sleeper = Sleeper::enter(until, self.sleepers.clone());
        Box::pin(async move {
            let _sleeper = sleeper;
            // The sender lives as long as the clock; without it nothing will ever be due.
            if running.wait_for(|now| *now >= until).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

/// A sleeping task, until this is dropped.
struct Sleeper {
    until: Duration,
    sleepers: watch::Sender<BTreeMap<Duration, usize>>,
}

impl Sleeper {
    fn enter(until: Duration, sleepers: watch::Sender<BTreeMap<Duration, usize>>) -> Sleeper {
        sleepers.send_modify(|sleepers| *sleepers.entry(until).or_default() += 1);
        Sleeper { until, sleepers }
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        self.sleepers.send_modify(|sleepers| {
            let left = sleepers.get_mut(&self.until).map(|count| *count -= 1);
            if left.is_some() && sleepers[&self.until] == 0 {
                sleepers.remove(&self.until);
            }
        });
    }
}

/// 00000001-…, 00000002-…, in order, so that the short ids differ, too.
#[derive(Default)]
pub struct CountedIds {
    drawn: AtomicU64,
}

impl Ids for CountedIds {
    fn draw(&self) -> Uuid {
        let number = self.drawn.fetch_add(1, Ordering::Relaxed) + 1;
        Uuid::from_u128(u128::from(number) << 96 | 0x4000_8000_0000_0000_0000)
    }
}
