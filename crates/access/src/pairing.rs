//! Pairing: a page on another device gets access by a short code that a person reads here and types
//! there.
//!
//! There is one code at a time. It works once, for five minutes, at this hub process, and becomes
//! invalid after a few wrong attempts, so that it can't be guessed.

use std::sync::Arc;
use std::time::Duration;

use crate::secret::{TokenHash, draw, hash};
use parking_lot::Mutex;
use sayso_desk::{Clock, Ids};

/// From showing the code to typing it.
pub const PAIRING_LASTS: Duration = Duration::from_secs(300);
/// A person mistypes once or twice; with 40 bits a program gains nothing by this many attempts.
const TRIES: u32 = 5;
/// Characters that can't be mistaken for each other.
const SIGNS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

pub struct Pairing {
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    offer: Mutex<Option<Offer>>,
}

struct Offer {
    code: TokenHash,
    /// By the monotonic clock.
    until: Duration,
    tries: u32,
}

impl Pairing {
    pub fn new(clock: Arc<dyn Clock>, ids: Arc<dyn Ids>) -> Pairing {
        Pairing { clock, ids, offer: Mutex::new(None) }
    }

    /// A new code, such as `K7QF-2M9P`, which replaces the previous one.
    pub fn offer(&self) -> String {
        let drawn = draw(self.ids.as_ref());
        let signs: String =
            drawn[..8].iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect();
        let until = self.clock.running() + PAIRING_LASTS;
        *self.offer.lock() = Some(Offer { code: hash(&signs), until, tries: TRIES });
        format!("{}-{}", &signs[..4], &signs[4..])
    }

    /// Whether this is the code, ignoring case and separators. It is used up by that.
    pub fn take(&self, typed: &str) -> bool {
        let mut offer = self.offer.lock();
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
}
