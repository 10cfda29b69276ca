//! Pages that are let in: a one-time code for the way to the browser, and the token it is exchanged for.
//!
//! A code travels in an address, so it lives briefly and works once. A token stays in the page's own
//! storage, and only its hash is kept here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::clock::Clock;
use crate::error::DeskError;
use crate::ids::Ids;
use crate::store::{Store, TokenHash};

/// From making the code to opening the page: a person may have to carry it to another machine.
pub const CODE_LASTS: Duration = Duration::from_secs(300);

/// From its last use; whoever comes back once a month stays known.
const TOKEN_LASTS: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Its last use is noted so often and no more: reading must not become writing.
const NOTED_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// Codes that nobody has used yet; beyond that the oldest goes. A person needs one at a time.
const CODES: usize = 256;

pub struct Visitors {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    /// Hashes of codes, and until when each works, on the clock that never jumps.
    codes: Mutex<HashMap<TokenHash, Duration>>,
}

impl Visitors {
    /// Pages that nobody came back to are forgotten first.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<Visitors, DeskError> {
        let visitors = Visitors { store, clock, ids, codes: Mutex::default() };
        visitors.forget_expired().await?;
        Ok(visitors)
    }

    /// A new code: works once, for [`CODE_LASTS`], at this hub as long as it runs.
    pub fn code(&self) -> String {
        // 128 bits are beyond guessing within minutes, and leave the link short enough to read.
        let code = self.secret().split_off(32);
        let now = self.clock.running();
        let mut codes = self.lock();
        codes.retain(|_, until| *until > now);
        if codes.len() >= CODES {
            let oldest = codes.iter().min_by_key(|(_, until)| **until).map(|(hash, _)| *hash);
            oldest.map(|hash| codes.remove(&hash));
        }
        codes.insert(hash(&code), now + CODE_LASTS);
        code
    }

    /// A token for a code; `None` if there is no such code, or it was used, or is too old.
    pub async fn exchange(&self, code: &str) -> Result<Option<String>, DeskError> {
        let until = self.lock().remove(&hash(code));
        if until.is_none_or(|until| until <= self.clock.running()) {
            return Ok(None);
        }
        let token = self.secret();
        self.store.set_token_used(&hash(&token), self.clock.now()).await?;
        self.forget_expired().await?;
        Ok(Some(token))
    }

    /// Whether a page with this token was let in and came back in time.
    pub async fn knows(&self, token: &str) -> Result<bool, DeskError> {
        let token = hash(token);
        let Some(used) = self.store.token_used(&token).await? else { return Ok(false) };
        let now = self.clock.now();
        if used < expired(now) {
            return Ok(false);
        }
        // Also if the time of day went back, or it would stay valid for longer than it should.
        if now.duration_since(used).abs() >= NOTED_EVERY
            && let Err(error) = self.store.set_token_used(&token, now).await
        {
            tracing::warn!(%error, "when a page was last seen could not be noted");
        }
        Ok(true)
    }

    async fn forget_expired(&self) -> Result<(), DeskError> {
        self.store.forget_tokens(expired(self.clock.now())).await?;
        Ok(())
    }

    /// 256 bits in hexadecimal. An id has fixed bits, so three are drawn and stirred.
    fn secret(&self) -> String {
        let mut stirred = Sha256::new();
        for _ in 0..3 {
            stirred.update(self.ids.draw().as_bytes());
        }
        stirred.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, Duration>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hash(secret: &str) -> TokenHash {
    Sha256::digest(secret.as_bytes()).into()
}

fn expired(now: Timestamp) -> Timestamp {
    now - TOKEN_LASTS
}
