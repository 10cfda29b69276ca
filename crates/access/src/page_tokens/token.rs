//! The token of a page: what is stored of it.

use jiff::{SignedDuration, Timestamp};
use sayso_desk::typed_items::TypedItem;
use serde::{Deserialize, Serialize};

use crate::secret::{TokenHash, as_hex};
use crate::tokens::Token;

/// The token of a page with access, as far as it is known here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredPageToken {
    /// Identifies it; not a secret.
    pub id: String,
    #[serde(with = "as_hex")]
    pub hash: TokenHash,
    /// Host and port in the browser's address bar when it got access: its token is valid only
    /// there.
    pub origin: String,
    /// Browser and system, such as `Firefox on Linux`.
    pub browser: String,
    /// Authorized from another device, by a code typed by hand.
    pub paired: bool,
    pub created_at: Timestamp,
    pub used_at: Timestamp,
}

impl StoredPageToken {
    /// Their kind in the store.
    pub const STORE_KIND: &'static str = "page_token";
}

impl TypedItem for StoredPageToken {
    const KIND: &'static str = StoredPageToken::STORE_KIND;
    const VERSION: u32 = 1;
}

impl Token for StoredPageToken {
    const NOTED_EVERY: SignedDuration = SignedDuration::from_hours(1);

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> &str {
        &self.id
    }

    fn created_at(&self) -> Timestamp {
        self.created_at
    }

    fn last_used(&self) -> Option<Timestamp> {
        Some(self.used_at)
    }

    fn use_at(&mut self, now: Timestamp) {
        self.used_at = now;
    }
}
