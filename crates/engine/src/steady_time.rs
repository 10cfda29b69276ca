//! Time that doesn't jump: deadlines keep their remaining time when the wall clock is set or the
//! machine has slept.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sayso_desk::Clock;

/// More than clocks are usually adjusted by, less than anyone would notice on a deadline.
const TOLERANCE: SignedDuration = SignedDuration::from_secs(2);

/// Expected time, from the last point where both clocks agreed.
pub(super) struct SteadyTime {
    anchor: Mutex<Anchor>,
}

#[derive(Clone, Copy)]
struct Anchor {
    day: Timestamp,
    running: Duration,
}

impl SteadyTime {
    pub(super) fn new(clock: &dyn Clock) -> SteadyTime {
        SteadyTime { anchor: Mutex::new(Anchor { day: day(clock), running: clock.running() }) }
    }

    /// The wall clock, or after a jump the time it would be without; `jumped` is called in that
    /// case.
    pub(super) fn now(&self, clock: &dyn Clock, jumped: impl FnOnce()) -> Timestamp {
        let day = day(clock);
        let running = clock.running();
        let mut anchor = self.anchor.lock();
        let expected = anchor.expected(running);
        if day.duration_since(expected).abs() <= TOLERANCE {
            *anchor = Anchor { day, running };
            return day;
        }
        drop(anchor);
        jumped();
        expected
    }

    /// How far the wall clock has jumped, if it has.
    pub(super) fn jump(&self, clock: &dyn Clock) -> Option<SignedDuration> {
        let jump = day(clock).duration_since(self.anchor.lock().expected(clock.running()));
        (jump.abs() > TOLERANCE).then_some(jump)
    }

    /// Follows the wall clock again, after the deadlines have been moved.
    pub(super) fn follow(&self, clock: &dyn Clock) {
        *self.anchor.lock() = Anchor { day: day(clock), running: clock.running() };
    }
}

impl Anchor {
    fn expected(&self, running: Duration) -> Timestamp {
        let passed = SignedDuration::try_from(running.saturating_sub(self.running));
        let expected = self.day + passed.unwrap_or(SignedDuration::ZERO);
        whole_millis(expected)
    }
}

fn day(clock: &dyn Clock) -> Timestamp {
    whole_millis(clock.now())
}

/// As it is stored, so that a value read back is equal.
pub(super) fn whole_millis(at: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(at.as_millisecond()).unwrap_or(at)
}
