//! Tokens of agents that connect over HTTP: each can ask and follow up its own questions, and
//! nothing else.
//!
//! A token is shown once, when it is created; only its hash is stored. All of them are in memory:
//! there are few, and every request needs one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use sayso_core::Problem;
use sayso_core::text::filled;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::clock::Clock;
use crate::error::DeskError;
use crate::ids::Ids;
use crate::kept::{self, Kept, Shelved};
use crate::secret::{TokenHash, as_hex, draw, hash, hex};
use crate::store::{Over, Replaced, Shelf};

/// Identifies our tokens, for anyone who finds one in a file.
const PREFIX: &str = "sayso_ask_";

/// Its last use is recorded at most this often: reading must not cause writing.
const NOTED_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// Maximum length of a name, in characters.
const NAME: usize = 60;

/// A token of an agent, which can only ask. It is on the shelf by its name, which is unique.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentToken {
    /// Identifies it; not a secret.
    pub id: String,
    #[serde(with = "as_hex")]
    pub hash: TokenHash,
    pub name: String,
    pub created_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

impl Kept for AgentToken {
    const KIND: &'static str = "agent_token";
    const VERSION: u32 = 1;
}

pub struct AgentTokens {
    shelf: Arc<dyn Shelf>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    /// By id.
    known: Mutex<Known>,
    /// Counts revocations, so that waiting calls check whether they are affected.
    revoked: watch::Sender<u64>,
}

type Known = BTreeMap<String, Shelved<AgentToken>>;

impl AgentTokens {
    pub async fn start(
        shelf: Arc<dyn Shelf>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<AgentTokens, DeskError> {
        let known = kept::all::<AgentToken>(shelf.as_ref()).await?;
        let known = known.into_iter().map(|token| (token.value.id.clone(), token)).collect();
        let (known, revoked) = (Mutex::new(known), watch::Sender::default());
        Ok(AgentTokens { shelf, clock, ids, known, revoked })
    }

    /// A new token and its secret, which is not shown again.
    pub async fn create(&self, name: Option<&str>) -> Result<(AgentToken, String), DeskError> {
        let secret = format!("{PREFIX}{}", hex(&draw(self.ids.as_ref())));
        let id = hex(&self.ids.draw().as_bytes()[..4]);
        let name = name.and_then(filled).unwrap_or(&id).to_owned();
        self.check_name(&name)?;
        let now = self.clock.now();
        let token = AgentToken { id, hash: hash(&secret), name, created_at: now, used_at: None };
        let put = kept::put(self.shelf.as_ref(), &token.name, &token, Over::Nothing).await?;
        if put == Replaced::Stale {
            return Err(taken(&token.name));
        }
        let kept = Shelved { key: token.name.clone(), revision: 1, value: token.clone() };
        self.lock().insert(token.id.clone(), kept);
        Ok((token, secret))
    }

    fn check_name(&self, name: &str) -> Result<(), DeskError> {
        if name.chars().count() > NAME || name.chars().any(char::is_control) {
            let rule = format!("a name has at most {NAME} characters, all of them visible");
            return Err(Problem::new("name", rule, "choose a shorter one").into());
        }
        if self.find(name).is_some() { Err(taken(name)) } else { Ok(()) }
    }

    /// The oldest first.
    pub fn list(&self) -> Vec<AgentToken> {
        let mut all: Vec<AgentToken> = self.lock().values().map(|t| t.value.clone()).collect();
        all.sort_by_key(|token| token.created_at);
        all
    }

    /// By id or name; `None` if there is no such token.
    pub async fn revoke(&self, named: &str) -> Result<Option<AgentToken>, DeskError> {
        let Some(token) = self.find(named) else { return Ok(None) };
        self.shelf.remove(AgentToken::KIND, std::slice::from_ref(&token.name)).await?;
        self.lock().remove(&token.id);
        self.revoked.send_modify(|revocations| *revocations += 1);
        Ok(Some(token))
    }

    /// The token with this secret, if there is one.
    pub async fn owner(&self, secret: &str) -> Option<AgentToken> {
        if !secret.starts_with(PREFIX) {
            return None;
        }
        // Comparing hashes takes a time that says nothing about the token.
        let shown = hash(secret);
        let now = self.clock.now();
        let (token, stale) = {
            let mut known = self.lock();
            let Shelved { value, revision, .. } =
                known.values_mut().find(|token| token.value.hash == shown)?;
            let since = |used| now.duration_since(used).abs() >= NOTED_EVERY;
            let stale = value.used_at.is_none_or(since).then_some(*revision);
            if stale.is_some() {
                value.used_at = Some(now);
            }
            (value.clone(), stale)
        };
        if let Some(revision) = stale
            && let Err(error) = self.note_use(&token, revision).await
        {
            tracing::warn!(%error, "when a token was last used could not be noted");
        }
        Some(token)
    }

    /// Only over the known revision: a token that was revoked since must not come back.
    async fn note_use(&self, token: &AgentToken, revision: u64) -> Result<(), DeskError> {
        let over = Over::Revision(revision);
        if kept::put(self.shelf.as_ref(), &token.name, token, over).await? == Replaced::Done
            && let Some(known) = self.lock().get_mut(&token.id)
        {
            known.revision = revision + 1;
        }
        Ok(())
    }

    /// Whether the token with this id is still valid.
    pub fn counts(&self, id: &str) -> bool {
        self.lock().contains_key(id)
    }

    /// Resolves when the token with this id is no longer valid.
    pub async fn revoked(&self, id: &str) {
        let mut revoked = self.revoked.subscribe();
        while self.counts(id) {
            // Cannot fail: the sender is ours.
            let _ = revoked.changed().await;
        }
    }

    fn find(&self, named: &str) -> Option<AgentToken> {
        let known = self.lock();
        let by_name = || known.values().find(|token| token.value.name == named);
        known.get(named).or_else(by_name).map(|token| token.value.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn taken(name: &str) -> DeskError {
    let rule = format!("there is a token `{name}` already");
    Problem::new("name", rule, "choose another name, or run `sayso token revoke` first").into()
}
