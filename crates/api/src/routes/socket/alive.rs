//! Whether a client is still connected: it is pinged, and its changes are only made while that is
//! certain.
//!
//! A hub that was frozen, or a connection that hung, finds old messages. Their sender may have
//! given up since, told its user that nothing was done, or done it elsewhere. So a call that
//! changes something waits until the client has answered a ping that was sent after the call
//! arrived.

use std::time::Duration;

/// A client gives up after three seconds at the earliest, so within this time it hasn't.
const CERTAIN: Duration = Duration::from_secs(2);
/// After this many unanswered pings it is gone, even if nobody has closed the connection.
const UNANSWERED: u32 = 3;

pub(super) struct Alive {
    /// The client was connected at this time, or later.
    seen: Duration,
    number: u64,
    sent: Duration,
    unanswered: u32,
}

/// A client that didn't respond to three pings.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Gone;

impl Alive {
    /// It has just connected.
    pub(super) fn new(now: Duration) -> Alive {
        Alive { seen: now, number: 0, sent: now, unanswered: 0 }
    }

    /// Whether it was certainly connected a moment ago.
    pub(super) fn is_certain(&self, now: Duration) -> bool {
        now.saturating_sub(self.seen) <= CERTAIN
    }

    /// Payload of the next ping.
    pub(super) fn ping(&mut self, now: Duration) -> [u8; 8] {
        self.number += 1;
        self.sent = now;
        self.number.to_be_bytes()
    }

    /// The next ping is due.
    pub(super) fn beat(&mut self, now: Duration) -> Result<[u8; 8], Gone> {
        if self.unanswered == UNANSWERED {
            return Err(Gone);
        }
        self.unanswered += 1;
        Ok(self.ping(now))
    }

    /// Something arrived from it, sent at an unknown time.
    pub(super) fn heard(&mut self) {
        self.unanswered = 0;
    }

    /// It has answered a ping. `false`: not the last one, whose answer is still to come.
    pub(super) fn pong(&mut self, payload: &[u8]) -> bool {
        let is_last = payload == self.number.to_be_bytes();
        if is_last {
            self.seen = self.sent;
        }
        is_last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// REQ: SA-3
    #[test]
    fn only_the_answer_to_the_last_ping_makes_it_certain() {
        let mut alive = Alive::new(SECOND);
        assert!(alive.is_certain(3 * SECOND));
        assert!(!alive.is_certain(4 * SECOND), "it may have given up");
        let first = alive.ping(4 * SECOND);
        let second = alive.ping(9 * SECOND);
        assert!(!alive.pong(&first));
        assert!(!alive.is_certain(9 * SECOND), "an old one");
        assert!(!alive.pong(b"nothing"));
        assert!(!alive.is_certain(9 * SECOND));
        assert!(alive.pong(&second));
        assert!(alive.is_certain(9 * SECOND));
        // The hub was frozen between ping and pong: the client was connected when the ping was
        // sent.
        let third = alive.ping(10 * SECOND);
        assert!(alive.pong(&third));
        assert!(!alive.is_certain(60 * SECOND));
    }

    /// REQ: SA-3
    /// One that is due crosses with one that a call waits for: no third one is needed, and none is asked
    /// for by the first answer.
    #[test]
    fn two_pings_under_way_are_enough() {
        let mut alive = Alive::new(SECOND);
        let (first, second) = (alive.ping(5 * SECOND), alive.beat(5 * SECOND).unwrap());
        assert!(!alive.pong(&first));
        assert!(alive.pong(&second));
        assert!(alive.is_certain(5 * SECOND));
    }

    /// REQ: SA-3
    #[test]
    fn three_pings_without_a_word_are_the_end() {
        let mut alive = Alive::new(SECOND);
        for _ in 0..5 {
            for beat in 0..3 {
                assert!(alive.beat(beat * SECOND).is_ok());
            }
            alive.heard();
        }
        for _ in 0..3 {
            assert!(alive.beat(SECOND).is_ok());
        }
        assert_eq!(alive.beat(SECOND), Err(Gone));
    }
}
