//! One-time codes for links to the portal, in the store: each is accepted once, by any hub over the same
//! database, while the one that issued it lives. Only their hashes are stored.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use sayso_desk::store::Replaces;
use sayso_desk::typed_items::{self, Stored, TypedItem};
use sayso_desk::{KeyValue, Result};
use serde::{Deserialize, Serialize};

use crate::secret::{TokenHash, hash, hex};

/// From creating the code to opening the page: a person may have to copy it to another machine.
pub const CODE_LASTS: Duration = Duration::from_secs(300);

/// Limit for unused codes; beyond that the oldest is dropped. A person needs one at a time.
const MOST: usize = 256;

pub(super) struct Codes {
    key_value: Arc<dyn KeyValue>,
}

/// A valid code. Its key is its hash.
#[derive(Serialize, Deserialize)]
struct Unused {
    /// The only origin where it is valid.
    origin: String,
    until: Timestamp,
    /// The epoch of the hub process that issued it.
    epoch: String,
}

impl TypedItem for Unused {
    const KIND: &'static str = "page_code";
    const VERSION: u32 = 1;
}

impl Unused {
    /// A clock that went back makes no code last longer.
    fn is_valid(&self, now: Timestamp) -> bool {
        self.until > now && self.until <= now + CODE_LASTS
    }
}

/// A code that was not used so far.
pub(super) struct Found(Stored<Unused>);

impl Found {
    /// Of the hub process that issued it.
    pub(super) fn epoch(&self) -> &str {
        &self.0.value.epoch
    }
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
    pub(super) fn on(key_value: Arc<dyn KeyValue>) -> Codes {
        Codes { key_value }
    }

    /// A new code, made from this random value.
    pub(super) async fn add(
        &self,
        drawn: TokenHash,
        origin: &str,
        epoch: &str,
        now: Timestamp,
    ) -> Result<String> {
        // 128 bits can't be guessed within minutes, and keep the link short enough to read.
        let code = hex(&drawn[..16]);
        self.forget_some(now).await?;
        let (origin, epoch) = (origin.to_ascii_lowercase(), epoch.to_owned());
        let unused = Unused { origin, until: now + CODE_LASTS, epoch };
        typed_items::put(self.key_value.as_ref(), &key(&code), &unused, Replaces::Anything).await?;
        Ok(code)
    }

    /// Those that are too old, and the oldest of too many.
    async fn forget_some(&self, now: Timestamp) -> Result<()> {
        let (mut unused, mut gone): (Vec<_>, Vec<_>) = self
            .all()
            .await?
            .into_iter()
            .partition(|code: &Stored<Unused>| code.value.is_valid(now));
        unused.sort_by_key(|code| code.value.until);
        gone.extend(unused.drain(..(unused.len() + 1).saturating_sub(MOST)));
        self.remove(gone).await.map(drop)
    }

    pub(super) async fn find(&self, code: &str) -> Result<Option<Found>> {
        Ok(typed_items::get(self.key_value.as_ref(), &key(code)).await?.map(Found))
    }

    /// Uses it up, if it is valid here and now. Of several who come with it, one has it.
    pub(super) async fn take(
        &self,
        Found(known): Found,
        origin: &str,
        now: Timestamp,
    ) -> Result<Taken> {
        let is_valid = known.value.is_valid(now);
        if is_valid && !known.value.origin.eq_ignore_ascii_case(origin) {
            return Ok(Taken::Elsewhere { origin: known.value.origin });
        }
        let taken = self.remove(vec![known]).await?;
        Ok(if is_valid && taken == 1 { Taken::Done } else { Taken::Unknown })
    }

    pub(super) async fn clear(&self) -> Result<()> {
        let all = self.all().await?;
        self.remove(all).await.map(drop)
    }

    async fn all(&self) -> Result<Vec<Stored<Unused>>> {
        Ok(typed_items::all(self.key_value.as_ref()).await?)
    }

    async fn remove(&self, codes: Vec<Stored<Unused>>) -> Result<usize> {
        if codes.is_empty() {
            return Ok(0);
        }
        let keys: Vec<String> = codes.into_iter().map(|code| code.key).collect();
        Ok(self.key_value.remove(Unused::KIND, &keys).await?)
    }
}

fn key(code: &str) -> String {
    hex(&hash(code.as_bytes()))
}
