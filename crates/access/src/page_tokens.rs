//! Pages with access: a one-time code for the link, and the token it is exchanged for.
//!
//! A code is part of an address, so it is short-lived and works once, at one origin. A token stays
//! in the page's own storage and is never sent again: page and hub prove to each other that they
//! know it (`page_tokens/proof.rs`), and the page then sends a session of this hub process, which
//! counts at all hubs over its database (`page_tokens/other_hubs.rs`). Only the token's hash is stored
//! here.

mod codes;
mod other_hubs;
pub mod proof;
mod token;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;

use crate::secret::{TokenHash, draw, hash, hex, same};
use crate::tokens::Tokens;

use codes::{Codes, Taken};
use other_hubs::OtherHubSessions;
use proof::Meeting;
use sayso_desk::cluster::{Cluster, ClusterNews};
use sayso_desk::{Clock, DeskError, Ids, KeyValue, Result};
use sayso_wire::{PageLine, Time};

pub use codes::CODE_LASTS;
pub use token::StoredPageToken;

/// From its last use; a browser that is used once a month keeps its access.
const TOKEN_LASTS: SignedDuration = SignedDuration::from_hours(24 * 30);

/// What another hub has just issued is heard of within this time.
const HEARD_WITHIN: Duration = Duration::from_millis(500);

/// Long enough to be unique among one person's pages, and short enough to type.
const ID: usize = 12;

pub struct PageTokens {
    tokens: Tokens<StoredPageToken>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    codes: Codes,
    /// Identifies this hub process: a proof to it is worthless to the next one.
    epoch: String,
    /// Key for sessions; it ends with this process.
    key: TokenHash,
    /// `None`: this hub has its database to itself.
    other_hubs: Option<OtherHubSessions>,
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
        key_value: Arc<dyn KeyValue>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<PageTokens> {
        let (epoch, key) = (draw(ids.as_ref()), draw(ids.as_ref()));
        let pages = PageTokens {
            tokens: Tokens::start(Arc::clone(&key_value)).await?,
            clock,
            ids,
            codes: Codes::on(key_value),
            epoch: hex(&epoch[..16]),
            key,
            other_hubs: None,
            open: Arc::default(),
        };
        pages.forget_expired().await?;
        Ok(pages)
    }

    /// The same among other hubs, if there are any: sessions count at all of them. What those say has to be passed to
    /// [`PageTokens::apply`].
    #[must_use]
    pub fn among(self, cluster: Option<Arc<dyn Cluster>>) -> PageTokens {
        let other_hubs = cluster.map(|cluster| OtherHubSessions::new(cluster, &self.epoch));
        PageTokens { other_hubs, ..self }
    }

    pub fn apply(&self, news: &ClusterNews) {
        if let Some(other_hubs) = &self.other_hubs {
            other_hubs.apply(news);
        }
    }

    /// A new code: works once, at this origin, for [`CODE_LASTS`], while this hub runs.
    pub async fn code(&self, origin: &str) -> Result<String> {
        self.codes.add(draw(self.ids.as_ref()), origin, &self.epoch, self.clock.now()).await
    }

    /// Gives a page access by a code.
    pub async fn exchange(&self, code: &str, page: Arrival) -> Result<Exchanged> {
        let Some(found) = self.codes.find(code).await? else { return Ok(Exchanged::Unknown) };
        if found.epoch() != self.epoch && !self.is_heard(|hubs| hubs.knows_hub(found.epoch())).await
        {
            return Ok(Exchanged::Unknown);
        }
        match self.codes.take(found, &page.origin, self.clock.now()).await? {
            Taken::Done => self.let_in(page).await,
            Taken::Elsewhere { origin } => Ok(Exchanged::Elsewhere { origin }),
            Taken::Unknown => Ok(Exchanged::Unknown),
        }
    }

    /// Gives access to a page that has proven that it may have it.
    pub async fn let_in(&self, page: Arrival) -> Result<Exchanged> {
        let secret = draw(self.ids.as_ref());
        let now = self.clock.now();
        let mut token = StoredPageToken {
            id: self.draw_id(),
            hash: hash(secret),
            origin: page.origin.to_ascii_lowercase(),
            browser: page.browser,
            paired: page.paired,
            created_at: now,
            used_at: now,
        };
        while !self.tokens.add(&token).await? {
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
    pub async fn known(&self, id: &str, origin: &str) -> Result<StoredPageToken> {
        let token = self.find(id).await?;
        if !token.origin.eq_ignore_ascii_case(origin) {
            return Err(DeskError::Denied(format!(
                "this page has access at {}, not at {origin}; run `sayso open`",
                token.origin
            )));
        }
        Ok(token)
    }

    /// The mutual proof of hub and page.
    pub fn meeting<'a>(&'a self, token: &'a StoredPageToken, nonce: &'a str) -> Meeting<'a> {
        Meeting { hash: &token.hash, nonce, origin: &token.origin, epoch: &self.epoch }
    }

    /// Whether the proof is one that only this page can give, to this hub or to another over the same
    /// database.
    pub fn is_proven(&self, meeting: &Meeting<'_>, proof: &str) -> bool {
        let at = |epoch: &String| Meeting { epoch, ..*meeting }.is_page(proof);
        meeting.is_page(proof) || self.other_hubs.iter().any(|hubs| hubs.epochs().iter().any(at))
    }

    /// What a page sends with its requests after the proof: works while this hub process runs.
    pub fn session(&self, token: &StoredPageToken) -> String {
        let session = self.own_session(token);
        if let Some(other_hubs) = &self.other_hubs {
            other_hubs.say(&token.id, &session);
        }
        session
    }

    fn own_session(&self, token: &StoredPageToken) -> String {
        let mac = proof::mac(&self.key, &["session", &token.id, &token.origin]);
        format!("{}.{}", token.id, hex(&mac))
    }

    /// The page with this session. `origin` is the browser's address, if given.
    pub async fn in_session(&self, session: &str, origin: Option<&str>) -> Result<StoredPageToken> {
        let id = session.split_once('.').map_or("", |(id, _)| id);
        let token = match origin {
            Some(origin) => self.known(id, origin).await?,
            None => self.find(id).await?,
        };
        if same(self.own_session(&token).as_bytes(), session.as_bytes()) {
            return Ok(token);
        }
        match self.is_heard(|hubs| hubs.knows(id, session)).await {
            true => Ok(token),
            false => Err(stranger()),
        }
    }

    /// Whether this is known of other hubs, or soon is.
    async fn is_heard(&self, is_known: impl Fn(&OtherHubSessions) -> bool + Send + Sync) -> bool {
        let Some(other_hubs) = &self.other_hubs else { return false };
        tokio::select! {
            biased;
            () = other_hubs.learns(is_known) => true,
            () = self.clock.sleep_until(self.clock.running() + HEARD_WITHIN) => false,
        }
    }

    /// The page with this id, at any origin.
    pub async fn find(&self, id: &str) -> Result<StoredPageToken> {
        self.tokens.certain(self.clock.as_ref()).await?;
        let now = self.clock.now();
        let mut token = self.tokens.get(id);
        if token.is_none() && self.other_hubs.is_some() && is_id(id) {
            // Another hub may have let it in a moment ago.
            self.tokens.look_again(self.clock.as_ref()).await?;
            token = self.tokens.get(id);
        }
        let token = token.filter(|token| token.used_at >= expired(now));
        let token = token.ok_or_else(stranger)?;
        self.tokens.used(id, now).await;
        Ok(token)
    }

    /// Fails if the page's access was revoked, as far as is known at any hub.
    pub async fn check(&self, id: &str) -> Result<()> {
        self.tokens.certain(self.clock.as_ref()).await?;
        self.tokens.get(id).map(drop).ok_or_else(stranger)
    }

    /// Another hub has changed them; until the next [`PageTokens::reload`] none counts.
    pub fn doubt(&self) {
        self.tokens.doubt();
    }

    /// As other hubs have changed them.
    pub async fn reload(&self) -> Result<()> {
        self.tokens.reload().await
    }

    /// Every page with access, oldest first.
    pub fn list(&self) -> Vec<PageLine> {
        let mut pages = self.tokens.all();
        let expired = expired(self.clock.now());
        pages.retain(|token| token.used_at >= expired);
        let open = self.open.lock();
        let shown = |token: StoredPageToken| PageLine {
            open: open.get(&token.id).copied().unwrap_or(0),
            id: token.id,
            origin: token.origin,
            browser: token.browser,
            paired: token.paired,
            created_at: Time(token.created_at),
            seen_at: Time(token.used_at),
        };
        pages.into_iter().map(shown).collect()
    }

    /// Revokes these pages and closes their connections at once.
    pub async fn revoke(&self, ids: &[String]) -> Result<usize> {
        self.tokens.revoke(ids).await
    }

    /// Revokes all access, including unused links.
    pub async fn revoke_all(&self) -> Result<usize> {
        self.codes.clear().await?;
        let ids: Vec<String> = self.tokens.all().into_iter().map(|token| token.id).collect();
        self.revoke(&ids).await
    }

    /// A connection of this page: counted until it is dropped.
    pub fn enter(&self, id: &str) -> OpenPage {
        *self.open.lock().entry(id.to_owned()).or_default() += 1;
        OpenPage { id: id.to_owned(), open: Arc::clone(&self.open) }
    }

    /// Resolves when this page's access is revoked.
    pub async fn revoked(&self, id: &str) {
        self.tokens.revoked(id).await;
    }

    async fn forget_expired(&self) -> Result<()> {
        let expired = expired(self.clock.now());
        let unused = self.tokens.all().into_iter().filter(|token| token.used_at < expired);
        let ids: Vec<String> = unused.map(|token| token.id).collect();
        self.tokens.revoke(&ids).await.map(drop)
    }
}

/// See [`PageTokens::enter`].
pub struct OpenPage {
    id: String,
    open: Arc<Mutex<HashMap<String, usize>>>,
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        let mut open = self.open.lock();
        if let Some(count) = open.get_mut(&self.id) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.id);
            }
        }
    }
}

fn is_id(id: &str) -> bool {
    id.len() == ID && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn stranger() -> DeskError {
    DeskError::Denied("this page is not known here, or no longer; run `sayso open`".to_owned())
}

fn expired(now: Timestamp) -> Timestamp {
    now - TOKEN_LASTS
}
