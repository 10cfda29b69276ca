//! Pages with access: a one-time code for the link, and the token it is exchanged for.
//!
//! A code is part of an address, so it is short-lived and works once, at one origin. A token stays
//! in the page's own storage and is never sent again: page and hub prove to each other that they
//! know it (`page_tokens/proof.rs`), and the page then sends a session of this hub process. Only
//! the token's hash is stored here.

mod codes;
pub mod proof;

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use crate::clock::Clock;
use crate::error::DeskError;
use crate::ids::Ids;
use crate::kept::{self, Kept};
use crate::secret::{TokenHash, as_hex, draw, hash, hex, same};
use crate::store::{Over, Replaced, Shelf};

use codes::{Codes, Taken};
use proof::Meeting;

pub use codes::CODE_LASTS;

/// From its last use; a browser that is used once a month keeps its access.
const TOKEN_LASTS: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Its last use is recorded at most this often: reading must not cause writing.
const NOTED_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// Long enough to be unique among one person's pages, and short enough to type.
const ID: usize = 12;

/// The token of a page with access, as far as it is known here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageToken {
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

impl Kept for PageToken {
    const KIND: &'static str = "page_token";
    const VERSION: u32 = 1;
}

pub struct PageTokens {
    shelf: Arc<dyn Shelf>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    codes: Codes,
    /// Identifies this hub process: a proof to it is worthless to the next one.
    epoch: String,
    /// Key for sessions; it ends with this process.
    key: TokenHash,
    /// Counts revocations, so that open pages check whether they are affected.
    revoked: watch::Sender<u64>,
    /// Connections of each page.
    open: Arc<Mutex<HashMap<String, usize>>>,
}

/// A page that requests access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// Host and port in its address bar.
    pub origin: String,
    /// Browser and system, such as `Firefox on Linux`.
    pub browser: String,
    /// On another device, where a person typed a code.
    pub paired: bool,
}

/// A page with access, for those who may revoke it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetInPage {
    pub id: String,
    /// Host and port in its address bar.
    pub origin: String,
    /// Browser and system.
    pub browser: String,
    /// Authorized from another device, by a code typed by hand.
    pub paired: bool,
    pub created_at: Timestamp,
    /// To the hour.
    pub seen_at: Timestamp,
    /// Sockets that it has open now.
    pub open: usize,
}

/// The result of exchanging a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exchanged {
    /// The token, which the page keeps, and a session to continue with.
    LetIn { token: String, session: String },
    /// The code is valid only at this origin; it was not used up.
    Elsewhere { origin: String },
    /// There is no such code, or it was used, or is too old.
    Unknown,
}

impl PageTokens {
    /// Unused pages are forgotten first.
    pub async fn start(
        shelf: Arc<dyn Shelf>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<PageTokens, DeskError> {
        let (epoch, key) = (draw(ids.as_ref()), draw(ids.as_ref()));
        let pages = PageTokens {
            shelf,
            clock,
            ids,
            codes: Codes::default(),
            epoch: hex(&epoch[..16]),
            key,
            revoked: watch::Sender::default(),
            open: Arc::default(),
        };
        pages.forget_expired().await?;
        Ok(pages)
    }

    /// A new code: works once, at this origin, for [`CODE_LASTS`], while this hub runs.
    pub fn code(&self, origin: &str) -> String {
        self.codes.add(draw(self.ids.as_ref()), origin, self.clock.running())
    }

    /// Gives a page access by a code.
    pub async fn exchange(&self, code: &str, page: Arrival) -> Result<Exchanged, DeskError> {
        match self.codes.take(code, &page.origin, self.clock.running()) {
            Taken::Done => self.let_in(page).await,
            Taken::Elsewhere { origin } => Ok(Exchanged::Elsewhere { origin }),
            Taken::Unknown => Ok(Exchanged::Unknown),
        }
    }

    /// Gives access to a page that has proven that it may have it.
    pub async fn let_in(&self, page: Arrival) -> Result<Exchanged, DeskError> {
        let secret = draw(self.ids.as_ref());
        let now = self.clock.now();
        let mut token = PageToken {
            id: self.draw_id(),
            hash: hash(secret),
            origin: page.origin.to_ascii_lowercase(),
            browser: page.browser,
            paired: page.paired,
            created_at: now,
            used_at: now,
        };
        while kept::put(self.shelf.as_ref(), &token.id, &token, Over::Nothing).await?
            == Replaced::Stale
        {
            token.id = self.draw_id();
        }
        self.forget_expired().await?;
        let session = self.session(&token);
        Ok(Exchanged::LetIn { token: format!("{}.{}", token.id, hex(&secret)), session })
    }

    fn draw_id(&self) -> String {
        hex(&self.ids.draw().as_bytes()[..ID / 2])
    }

    /// The page with this id, if it got access at this origin and was used recently enough.
    pub async fn known(&self, id: &str, origin: &str) -> Result<PageToken, DeskError> {
        let token = self.find(id).await?;
        if !token.origin.eq_ignore_ascii_case(origin) {
            return Err(DeskError::Denied(format!(
                "this page was let in at {}, not at {origin}; run `sayso open`",
                token.origin
            )));
        }
        Ok(token)
    }

    /// The mutual proof of hub and page.
    pub fn meeting<'a>(&'a self, token: &'a PageToken, nonce: &'a str) -> Meeting<'a> {
        Meeting { hash: &token.hash, nonce, origin: &token.origin, epoch: &self.epoch }
    }

    /// What a page sends with its requests after the proof: works at this hub process.
    pub fn session(&self, token: &PageToken) -> String {
        let mac = proof::mac(&self.key, &["session", &token.id, &token.origin]);
        format!("{}.{}", token.id, hex(&mac))
    }

    /// The page with this session. `origin` is the browser's address, if given.
    pub async fn in_session(
        &self,
        session: &str,
        origin: Option<&str>,
    ) -> Result<PageToken, DeskError> {
        let id = session.split_once('.').map_or("", |(id, _)| id);
        let token = match origin {
            Some(origin) => self.known(id, origin).await?,
            None => self.find(id).await?,
        };
        if same(self.session(&token).as_bytes(), session.as_bytes()) {
            Ok(token)
        } else {
            Err(stranger())
        }
    }

    /// The page with this id, at any origin.
    pub async fn find(&self, id: &str) -> Result<PageToken, DeskError> {
        let now = self.clock.now();
        let found = kept::one::<PageToken>(self.shelf.as_ref(), id).await?;
        let Some(found) = found.filter(|found| found.value.used_at >= expired(now)) else {
            return Err(stranger());
        };
        let token = found.value;
        // Also if the clock went back, or it would stay valid for too long.
        if now.duration_since(token.used_at).abs() >= NOTED_EVERY {
            let used = PageToken { used_at: now, ..token.clone() };
            // Another request may have recorded it; one that was revoked since must not come back.
            let over = Over::Revision(found.revision);
            if let Err(error) = kept::put(self.shelf.as_ref(), id, &used, over).await {
                tracing::warn!(%error, "when a page was last seen could not be noted");
            }
        }
        Ok(token)
    }

    /// Every page with access, oldest first.
    pub async fn list(&self) -> Result<Vec<LetInPage>, DeskError> {
        let mut pages = self.all().await?;
        let expired = expired(self.clock.now());
        pages.retain(|token| token.used_at >= expired);
        pages.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
        let open = lock(&self.open);
        let shown = |token: PageToken| LetInPage {
            open: open.get(&token.id).copied().unwrap_or(0),
            id: token.id,
            origin: token.origin,
            browser: token.browser,
            paired: token.paired,
            created_at: token.created_at,
            seen_at: token.used_at,
        };
        Ok(pages.into_iter().map(shown).collect())
    }

    /// Revokes these pages and closes their connections at once.
    pub async fn revoke(&self, ids: &[String]) -> Result<usize, DeskError> {
        let gone = self.shelf.remove(PageToken::KIND, ids).await?;
        self.revoked.send_modify(|revocations| *revocations += 1);
        Ok(gone)
    }

    /// Revokes all access, including unused links.
    pub async fn revoke_all(&self) -> Result<usize, DeskError> {
        self.codes.clear();
        let pages = self.all().await?;
        self.revoke(&pages.into_iter().map(|token| token.id).collect::<Vec<_>>()).await
    }

    /// A connection of this page: counted until it is dropped.
    pub fn enter(&self, id: &str) -> OpenPage {
        *lock(&self.open).entry(id.to_owned()).or_default() += 1;
        OpenPage { id: id.to_owned(), open: Arc::clone(&self.open) }
    }

    /// Resolves when this page's access is revoked.
    pub async fn revoked(&self, id: &str) {
        let mut revoked = self.revoked.subscribe();
        loop {
            match self.shelf.get(PageToken::KIND, id).await {
                Ok(Some(_)) => {}
                Ok(None) => return,
                Err(error) => tracing::warn!(%error, "whether a page was revoked is not known"),
            }
            // Cannot fail: the sender is ours.
            let _ = revoked.changed().await;
        }
    }

    async fn forget_expired(&self) -> Result<(), DeskError> {
        let expired = expired(self.clock.now());
        let unused = self.all().await?.into_iter().filter(|token| token.used_at < expired);
        let ids: Vec<String> = unused.map(|token| token.id).collect();
        // Avoids an empty commit.
        if !ids.is_empty() {
            self.shelf.remove(PageToken::KIND, &ids).await?;
        }
        Ok(())
    }

    async fn all(&self) -> Result<Vec<PageToken>, DeskError> {
        let all = kept::all(self.shelf.as_ref()).await?;
        Ok(all.into_iter().map(|token| token.value).collect())
    }
}

/// See [`PageTokens::enter`].
pub struct OpenPage {
    id: String,
    open: Arc<Mutex<HashMap<String, usize>>>,
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        if let Some(count) = open.get_mut(&self.id) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.id);
            }
        }
    }
}

fn stranger() -> DeskError {
    DeskError::Denied("this page is not known here, or no longer; run `sayso open`".to_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn expired(now: Timestamp) -> Timestamp {
    now - TOKEN_LASTS
}
