//! Tokens of agents that come over HTTP: each may ask, and look after what it has asked, and nothing else.
//!
//! A token is shown once, when it is made; only its hash is kept. All of them are in memory: there are
//! few, and every request needs one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::SignedDuration;
use sayso_core::Problem;
use sayso_core::text::filled;
use tokio::sync::watch;

use crate::clock::Clock;
use crate::error::DeskError;
use crate::ids::Ids;
use crate::secret::{draw, hash, hex};
use crate::store::{AgentToken, Store};

/// Tells a token of ours from others, for anyone who finds one in a file.
const PREFIX: &str = "sayso_ask_";

/// Its last use is noted so often and no more: reading must not become writing.
const NOTED_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// Longest name, in characters.
const NAME: usize = 60;

pub struct AgentTokens {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    /// By id.
    known: Mutex<BTreeMap<String, AgentToken>>,
    /// Counts revocations, so that anyone who waits looks whether it is meant.
    revoked: watch::Sender<u64>,
}

impl AgentTokens {
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<AgentTokens, DeskError> {
        let known = store.agent_tokens().await?;
        let known = known.into_iter().map(|token| (token.id.clone(), token)).collect();
        let (known, revoked) = (Mutex::new(known), watch::Sender::default());
        Ok(AgentTokens { store, clock, ids, known, revoked })
    }

    /// A new token, and what it is called here. It is not shown again.
    pub async fn create(&self, name: Option<&str>) -> Result<(AgentToken, String), DeskError> {
        let secret = format!("{PREFIX}{}", hex(&draw(self.ids.as_ref())));
        let id = hex(&self.ids.draw().as_bytes()[..4]);
        let name = name.and_then(filled).unwrap_or(&id).to_owned();
        self.check_name(&name)?;
        let now = self.clock.now();
        let token = AgentToken { id, hash: hash(&secret), name, created_at: now, used_at: None };
        self.store.save_agent_token(&token).await?;
        self.lock().insert(token.id.clone(), token.clone());
        Ok((token, secret))
    }

    fn check_name(&self, name: &str) -> Result<(), DeskError> {
        if name.chars().count() > NAME || name.chars().any(char::is_control) {
            let rule = format!("a name has at most {NAME} characters, all of them visible");
            return Err(Problem::new("name", rule, "choose a shorter one").into());
        }
        if self.find(name).is_some() {
            let rule = format!("there is a token `{name}` already");
            let hint = "choose another name, or run `sayso token revoke` first";
            return Err(Problem::new("name", rule, hint).into());
        }
        Ok(())
    }

    /// The oldest first.
    pub fn list(&self) -> Vec<AgentToken> {
        let mut all: Vec<AgentToken> = self.lock().values().cloned().collect();
        all.sort_by_key(|token| token.created_at);
        all
    }

    /// By id or name; `None` if there is no such token.
    pub async fn revoke(&self, named: &str) -> Result<Option<AgentToken>, DeskError> {
        let Some(token) = self.find(named) else { return Ok(None) };
        self.store.remove_agent_token(&token.id).await?;
        self.lock().remove(&token.id);
        self.revoked.send_modify(|revocations| *revocations += 1);
        Ok(Some(token))
    }

    /// Whose token this is, if anybody's.
    pub async fn owner(&self, secret: &str) -> Option<AgentToken> {
        if !secret.starts_with(PREFIX) {
            return None;
        }
        // Hashes are compared: how long that takes says nothing about the token.
        let shown = hash(secret);
        let now = self.clock.now();
        let (token, stale) = {
            let mut known = self.lock();
            let token = known.values_mut().find(|token| token.hash == shown)?;
            let since = |used| now.duration_since(used).abs() >= NOTED_EVERY;
            let stale = token.used_at.is_none_or(since);
            token.used_at = token.used_at.filter(|_| !stale).or(Some(now));
            (token.clone(), stale)
        };
        if stale && let Err(error) = self.store.save_agent_token(&token).await {
            tracing::warn!(%error, "when a token was last used could not be noted");
        }
        Some(token)
    }

    /// Whether the token with this id still counts.
    pub fn counts(&self, id: &str) -> bool {
        self.lock().contains_key(id)
    }

    /// Resolves when the token with this id no longer counts.
    pub async fn revoked(&self, id: &str) {
        let mut revoked = self.revoked.subscribe();
        while self.counts(id) {
            // The sender is ours.
            let _ = revoked.changed().await;
        }
    }

    fn find(&self, named: &str) -> Option<AgentToken> {
        let known = self.lock();
        let by_name = || known.values().find(|token| token.name == named);
        known.get(named).or_else(by_name).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, AgentToken>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
