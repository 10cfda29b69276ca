//! Pairing: a page on another device is let in by a short code that a person reads here and types there.
//!
//! There is one code at a time. It works once, for five minutes, at this hub process, and is gone after a
//! few wrong tries, so that nobody can guess it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;
use crate::ids::Ids;
use crate::secret::{TokenHash, draw, hash};

/// From showing the code to typing it.
pub const PAIRING_LASTS: Duration = Duration::from_secs(300);
/// A person mistypes once or twice; with 40 bits a program gains nothing by this many.
const TRIES: u32 = 5;
/// Characters that nobody takes for each other.
const SIGNS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

pub struct Pairing {
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    offer: Mutex<Option<Offer>>,
}

struct Offer {
    code: TokenHash,
    /// On the clock that never jumps.
    until: Duration,
    tries: u32,
}

impl Pairing {
    pub fn new(clock: Arc<dyn Clock>, ids: Arc<dyn Ids>) -> Pairing {
        Pairing { clock, ids, offer: Mutex::new(None) }
    }

    /// A new code, such as `K7QF-2M9P`; the one before it works no more.
    pub fn offer(&self) -> String {
        let drawn = draw(self.ids.as_ref());
        let signs: String =
            drawn[..8].iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect();
        let until = self.clock.running() + PAIRING_LASTS;
        *self.lock() = Some(Offer { code: hash(&signs), until, tries: TRIES });
        format!("{}-{}", &signs[..4], &signs[4..])
    }

    /// Whether this is the code; however it is typed. It works no more then.
    pub fn take(&self, typed: &str) -> bool {
        let mut offer = self.lock();
        let Some(open) = offer.as_mut() else { return false };
        let typed: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
        let right = open.code == hash(typed.to_ascii_uppercase());
        let in_time = self.clock.running() < open.until;
        open.tries = open.tries.saturating_sub(1);
        if right || !in_time || open.tries == 0 {
            *offer = None;
        }
        right && in_time
    }

    fn lock(&self) -> MutexGuard<'_, Option<Offer>> {
        self.offer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
