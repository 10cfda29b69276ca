//! One-time codes for links to the portal. They are only in memory: a code ends with its hub
//! process.

use std::collections::HashMap;
use std::time::Duration;

use crate::secret::{TokenHash, hash, hex};
use parking_lot::Mutex;

/// From creating the code to opening the page: a person may have to copy it to another machine.
pub const CODE_LASTS: Duration = Duration::from_secs(300);

/// Limit for unused codes; beyond that the oldest is dropped. A person needs one at a time.
const MOST: usize = 256;

#[derive(Default)]
pub(super) struct Codes {
    /// By the hashes of codes.
    unused: Mutex<HashMap<TokenHash, Unused>>,
}

/// A valid code.
struct Unused {
    /// The only origin where it is valid.
    origin: String,
    /// By the monotonic clock.
    until: Duration,
}

pub(super) enum Taken {
    Done,
    /// It is valid only at this origin; it was not used up.
    Elsewhere {
        origin: String,
    },
    Unknown,
}

impl Codes {
    /// A new code, made from this random value.
    pub(super) fn add(&self, drawn: TokenHash, origin: &str, now: Duration) -> String {
        // 128 bits can't be guessed within minutes, and keep the link short enough to read.
        let code = hex(&drawn[..16]);
        let mut unused = self.unused.lock();
        unused.retain(|_, code| code.until > now);
        if unused.len() >= MOST {
            let oldest = unused.iter().min_by_key(|(_, code)| code.until).map(|(hash, _)| *hash);
            oldest.map(|hash| unused.remove(&hash));
        }
        let origin = origin.to_ascii_lowercase();
        unused.insert(hash(code.as_bytes()), Unused { origin, until: now + CODE_LASTS });
        code
    }

    /// Uses up a code, if it is valid here and now.
    pub(super) fn take(&self, code: &str, origin: &str, now: Duration) -> Taken {
        let mut unused = self.unused.lock();
        let code = hash(code.as_bytes());
        match unused.get(&code) {
            Some(known) if known.until <= now => {
                unused.remove(&code);
                Taken::Unknown
            }
            Some(known) if !known.origin.eq_ignore_ascii_case(origin) => {
                Taken::Elsewhere { origin: known.origin.clone() }
            }
            Some(_) => {
                unused.remove(&code);
                Taken::Done
            }
            None => Taken::Unknown,
        }
    }

    pub(super) fn clear(&self) {
        self.unused.lock().clear();
    }
}
