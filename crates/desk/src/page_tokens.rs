//! Pages that are let in: a one-time code for the way to the browser, and the token it is exchanged for.
//!
//! A code travels in an address, so it lives briefly and works once, at one origin. A token stays in the
//! page's own storage and never travels again: page and hub prove to each other that they know it
//! (`visitors/proof.rs`), and what the page then sends is a session of this hub process. Only the
//! token's hash is kept here.

pub mod proof;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::clock::Clock;
use crate::error::DeskError;
use crate::ids::Ids;
use crate::secret::{draw, hash, hex};
use crate::store::{Store, TokenHash, Visitor};

use proof::Meeting;

/// From making the code to opening the page: a person may have to carry it to another machine.
pub const CODE_LASTS: Duration = Duration::from_secs(300);

/// From its last use; anyone who comes back once a month stays known.
const TOKEN_LASTS: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Its last use is noted so often and no more: reading must not become writing.
const NOTED_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// Codes that nobody has used yet; beyond that the oldest goes. A person needs one at a time.
const CODES: usize = 256;

/// Enough that no two pages of one person share an id, and short enough to type.
const ID: usize = 12;

pub struct Visitors {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    /// By the hashes of codes.
    codes: Mutex<HashMap<TokenHash, Unused>>,
    /// Names this hub process: what a page has proven to it is worth nothing to the next one.
    epoch: String,
    /// Sessions are made with it; it ends with this process.
    key: TokenHash,
    /// Counts revocations, so that open pages look whether they are meant.
    revoked: watch::Sender<u64>,
    /// Connections of each page.
    open: Arc<Mutex<HashMap<String, usize>>>,
}

/// A code that still works.
struct Unused {
    /// The only place where it does.
    origin: String,
    /// On the clock that never jumps.
    until: Duration,
}

/// A page at the door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// Host and port in its address bar.
    pub origin: String,
    /// What it runs in, such as `Firefox on Linux`.
    pub browser: String,
    /// On another device, where a person typed a code.
    pub paired: bool,
}

/// A page that is let in, for anyone who may shut it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LetInPage {
    pub id: String,
    /// Host and port in its address bar.
    pub origin: String,
    /// Browser and system.
    pub browser: String,
    /// Let in from another device, by a code typed by hand.
    pub paired: bool,
    #[schemars(with = "String")]
    pub created_at: Timestamp,
    /// To the hour.
    #[schemars(with = "String")]
    pub seen_at: Timestamp,
    /// Sockets that it has open now.
    pub open: usize,
}

/// What became of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exchanged {
    /// The token, which the page keeps, and a session to go on with.
    LetIn { token: String, session: String },
    /// The code works at this origin only; it was not used up.
    Elsewhere { origin: String },
    /// There is no such code, or it was used, or is too old.
    Unknown,
}

impl Visitors {
    /// Pages that nobody came back to are forgotten first.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<Visitors, DeskError> {
        let (epoch, key) = (draw(ids.as_ref()), draw(ids.as_ref()));
        let visitors = Visitors {
            store,
            clock,
            ids,
            codes: Mutex::default(),
            epoch: hex(&epoch[..16]),
            key,
            revoked: watch::Sender::default(),
            open: Arc::default(),
        };
        visitors.forget_expired().await?;
        Ok(visitors)
    }

    /// A new code: works once, at this origin, for [`CODE_LASTS`], at this hub as long as it runs.
    pub fn code(&self, origin: &str) -> String {
        // 128 bits are beyond guessing within minutes, and leave the link short enough to read.
        let code = hex(&draw(self.ids.as_ref())[..16]);
        let now = self.clock.running();
        let mut codes = lock(&self.codes);
        codes.retain(|_, unused| unused.until > now);
        if codes.len() >= CODES {
            let oldest = codes.iter().min_by_key(|(_, code)| code.until).map(|(hash, _)| *hash);
            oldest.map(|hash| codes.remove(&hash));
        }
        let unused = Unused { origin: origin.to_ascii_lowercase(), until: now + CODE_LASTS };
        codes.insert(hash(code.as_bytes()), unused);
        code
    }

    /// Lets a page in by a code.
    pub async fn exchange(&self, code: &str, page: Arrival) -> Result<Exchanged, DeskError> {
        let origin = page.origin.to_ascii_lowercase();
        {
            let mut codes = lock(&self.codes);
            let code = hash(code.as_bytes());
            match codes.get(&code) {
                Some(unused) if unused.until <= self.clock.running() => {
                    codes.remove(&code);
                    return Ok(Exchanged::Unknown);
                }
                Some(unused) if unused.origin != origin => {
                    return Ok(Exchanged::Elsewhere { origin: unused.origin.clone() });
                }
                Some(_) => codes.remove(&code),
                None => return Ok(Exchanged::Unknown),
            };
        }
        self.let_in(page).await
    }

    /// Lets a page in that has shown that it may.
    pub async fn let_in(&self, page: Arrival) -> Result<Exchanged, DeskError> {
        let secret = draw(self.ids.as_ref());
        let id = hex(&self.ids.draw().as_bytes()[..ID / 2]);
        let now = self.clock.now();
        let visitor = Visitor {
            id: id.clone(),
            hash: hash(secret),
            origin: page.origin.to_ascii_lowercase(),
            browser: page.browser,
            paired: page.paired,
            created_at: now,
            used_at: now,
        };
        self.store.let_in(&visitor).await?;
        self.forget_expired().await?;
        let session = self.session(&visitor);
        Ok(Exchanged::LetIn { token: format!("{id}.{}", hex(&secret)), session })
    }

    /// The page with this id, if it was let in at this origin and came back in time.
    pub async fn known(&self, id: &str, origin: &str) -> Result<Visitor, DeskError> {
        let visitor = self.find(id).await?;
        if !visitor.origin.eq_ignore_ascii_case(origin) {
            return Err(DeskError::Denied(format!(
                "this page was let in at {}, not at {origin}; run `sayso open`",
                visitor.origin
            )));
        }
        Ok(visitor)
    }

    /// What the hub says first to a page, and what the page then says to it.
    pub fn meeting<'a>(&'a self, visitor: &'a Visitor, nonce: &'a str) -> Meeting<'a> {
        Meeting { hash: &visitor.hash, nonce, origin: &visitor.origin, epoch: &self.epoch }
    }

    /// What a page sends with its requests once it has proven itself: works at this hub process.
    pub fn session(&self, visitor: &Visitor) -> String {
        let mac = proof::mac(&self.key, &["session", &visitor.id, &visitor.origin]);
        format!("{}.{}", visitor.id, hex(&mac))
    }

    /// The page with this session. `origin` is where the browser says that it is, if it does.
    pub async fn in_session(
        &self,
        session: &str,
        origin: Option<&str>,
    ) -> Result<Visitor, DeskError> {
        let id = session.split_once('.').map_or("", |(id, _)| id);
        let visitor = match origin {
            Some(origin) => self.known(id, origin).await?,
            None => self.find(id).await?,
        };
        if proof::same(self.session(&visitor).as_bytes(), session.as_bytes()) {
            Ok(visitor)
        } else {
            Err(stranger())
        }
    }

    /// The page with this id, wherever it was let in.
    pub async fn find(&self, id: &str) -> Result<Visitor, DeskError> {
        let now = self.clock.now();
        let visitor = self.store.visitor(id).await?;
        let Some(visitor) = visitor.filter(|visitor| visitor.used_at >= expired(now)) else {
            return Err(stranger());
        };
        // Also if the time of day went back, or it would stay valid for longer than it should.
        if now.duration_since(visitor.used_at).abs() >= NOTED_EVERY
            && let Err(error) = self.store.set_visitor_used(id, now).await
        {
            tracing::warn!(%error, "when a page was last seen could not be noted");
        }
        Ok(visitor)
    }

    /// Every page that is let in, the oldest first.
    pub async fn list(&self) -> Result<Vec<LetInPage>, DeskError> {
        let mut visitors = self.store.visitors().await?;
        let expired = expired(self.clock.now());
        visitors.retain(|visitor| visitor.used_at >= expired);
        let open = lock(&self.open);
        let shown = |visitor: Visitor| LetInPage {
            open: open.get(&visitor.id).copied().unwrap_or(0),
            id: visitor.id,
            origin: visitor.origin,
            browser: visitor.browser,
            paired: visitor.paired,
            created_at: visitor.created_at,
            seen_at: visitor.used_at,
        };
        Ok(visitors.into_iter().map(shown).collect())
    }

    /// These pages are no longer let in, and lose their connections at once.
    pub async fn revoke(&self, ids: &[String]) -> Result<usize, DeskError> {
        let mut gone = 0;
        for id in ids {
            gone += usize::from(self.store.remove_visitor(id).await?);
        }
        self.revoked.send_modify(|revocations| *revocations += 1);
        Ok(gone)
    }

    /// Nobody is let in any longer, nor by a link that is under way.
    pub async fn revoke_all(&self) -> Result<usize, DeskError> {
        lock(&self.codes).clear();
        let visitors = self.store.visitors().await?;
        self.revoke(&visitors.into_iter().map(|visitor| visitor.id).collect::<Vec<_>>()).await
    }

    /// A connection of this page: counted until it is dropped.
    pub fn enter(&self, id: &str) -> OpenPage {
        *lock(&self.open).entry(id.to_owned()).or_default() += 1;
        OpenPage { id: id.to_owned(), open: Arc::clone(&self.open) }
    }

    /// Resolves when this page is no longer let in.
    pub async fn revoked(&self, id: &str) {
        let mut revoked = self.revoked.subscribe();
        loop {
            match self.store.visitor(id).await {
                Ok(Some(_)) => {}
                Ok(None) => return,
                Err(error) => tracing::warn!(%error, "whether a page was revoked is not known"),
            }
            // The sender is ours.
            let _ = revoked.changed().await;
        }
    }

    async fn forget_expired(&self) -> Result<(), DeskError> {
        self.store.forget_visitors(expired(self.clock.now())).await?;
        Ok(())
    }
}

/// See [`Visitors::enter`].
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
