//! Time that doesn't jump: deadlines keep their remaining time when the wall clock is set or the
//! machine has slept.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sayso_desk::Clock;
use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// More than clocks are usually adjusted by, less than anyone would notice on a deadline.
const TOLERANCE: SignedDuration = SignedDuration::from_secs(2);

/// Between two reads of the clocks; if it was longer, the process was stopped there.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Expected time, from the last point where both clocks agreed.
pub(super) struct SteadyTime {
    anchor: Mutex<Anchor>,
    /// Held while deadlines move, and from a look at the clock until what follows from it is stored.
    moving: RwLock<()>,
}

#[derive(Clone, Copy)]
struct Anchor {
    day: Timestamp,
    running: Duration,
}

impl SteadyTime {
    pub(super) fn new(clock: &dyn Clock) -> SteadyTime {
        SteadyTime { anchor: Mutex::new(Anchor::read(clock)), moving: RwLock::default() }
    }

    /// The wall clock, or after a jump the time it would be without; `jumped` is called in that
    /// case.
    pub(super) fn now(&self, clock: &dyn Clock, jumped: impl FnOnce()) -> Timestamp {
        // Held while reading: an anchor that is newer than what was read would look like a jump.
        let mut anchor = self.anchor.lock();
        let read = Anchor::read(clock);
        let expected = anchor.expected(read.running);
        if read.day.duration_since(expected).abs() <= TOLERANCE {
            *anchor = read;
            return read.day;
        }
        drop(anchor);
        jumped();
        expected
    }

    /// How far the wall clock has jumped, if it has.
    pub(super) fn jump(&self, clock: &dyn Clock) -> Option<SignedDuration> {
        let anchor = self.anchor.lock();
        let read = Anchor::read(clock);
        let jump = read.day.duration_since(anchor.expected(read.running));
        (jump.abs() > TOLERANCE).then_some(jump)
    }

    /// For a look at the clock until the deadline that follows from it is stored: all deadlines move before
    /// or after it, and none is missed.
    pub(super) async fn standing(&self) -> RwLockReadGuard<'_, ()> {
        self.moving.read().await
    }

    /// For as long as all deadlines move.
    pub(super) async fn moving(&self) -> RwLockWriteGuard<'_, ()> {
        self.moving.write().await
    }

    /// Follows the wall clock over this jump: the deadlines have been moved by it. Without another look
    /// at the clock, so that a second jump in the meantime is still seen.
    pub(super) fn follow(&self, jump: SignedDuration) {
        self.anchor.lock().day += jump;
    }
}

impl Anchor {
    /// Both clocks at one moment: time that passes between two reads would look like a jump.
    fn read(clock: &dyn Clock) -> Anchor {
        let mut before = clock.running();
        loop {
            let day = whole_millis(clock.now());
            let running = clock.running();
            if running.saturating_sub(before) <= AT_ONCE {
                return Anchor { day, running };
            }
            before = running;
        }
    }

    fn expected(&self, running: Duration) -> Timestamp {
        let passed = SignedDuration::try_from(running.saturating_sub(self.running));
        let expected = self.day + passed.unwrap_or(SignedDuration::ZERO);
        whole_millis(expected)
    }
}

/// As it is stored, so that a value read back is equal.
pub(super) fn whole_millis(at: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use sayso_desk::testing::ManualClock;

    use super::*;

    /// The process is stopped for a minute before one of the next reads.
    struct Stopped {
        clock: ManualClock,
        reads_left: Mutex<Option<usize>>,
    }

    impl Stopped {
        fn read(&self) -> &ManualClock {
            let mut left = self.reads_left.lock();
            match *left {
                Some(0) => {
                    self.clock.advance(Duration::from_secs(60));
                    *left = None;
                }
                Some(more) => *left = Some(more - 1),
                None => {}
            }
            &self.clock
        }
    }

    impl Clock for Stopped {
        fn now(&self) -> Timestamp {
            self.read().now()
        }

        fn running(&self) -> Duration {
            self.read().running()
        }

        fn sleep_until(&self, until: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
            self.clock.sleep_until(until)
        }
    }

    #[test]
    fn a_second_jump_while_deadlines_are_moved_for_the_first_is_seen_after_it() {
        let clock = ManualClock::new(Timestamp::UNIX_EPOCH);
        let steady = SteadyTime::new(&clock);
        let hour = SignedDuration::from_hours(1);
        clock.jump(hour);
        assert_eq!(steady.jump(&clock), Some(hour));
        clock.jump(hour);
        steady.follow(hour);
        assert_eq!(steady.jump(&clock), Some(hour));
    }

    /// REQ: TO-2
    #[test]
    fn time_that_passes_between_two_reads_is_no_jump() {
        for reads in 0..6 {
            let clock = ManualClock::new(Timestamp::UNIX_EPOCH);
            let clock = Stopped { clock, reads_left: Mutex::default() };
            let steady = SteadyTime::new(&clock);
            *clock.reads_left.lock() = Some(reads);
            assert_eq!(steady.jump(&clock), None, "stopped before read {reads}");
            steady.now(&clock, || panic!("it jumped, stopped before read {reads}"));
        }
    }
}
