//! Tokens of agents that connect over HTTP: each can ask and follow up its own questions, and
//! nothing else. A token is shown once, when it is created.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sayso_core::Problem;
use sayso_core::text::filled;
use sayso_desk::typed_items::TypedItem;
use sayso_desk::{Clock, DeskError, Ids, KeyValue, Result};
use serde::{Deserialize, Serialize};

use crate::secret::{TokenHash, as_hex, draw, hash, hex};
use crate::tokens::{Token, Tokens};

/// Identifies our tokens, for anyone who finds one in a file.
const PREFIX: &str = "sayso_ask_";

/// Maximum length of a name, in characters.
const NAME: usize = 60;

/// A token of an agent, which can only ask. It is in the store by its name, which is unique.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentToken {
    pub id: String,
    #[serde(with = "as_hex")]
    pub hash: TokenHash,
    pub name: String,
    pub created_at: Timestamp,
    pub used_at: Option<Timestamp>,
}

impl AgentToken {
    /// Their kind in the store.
    pub const STORE_KIND: &'static str = "agent_token";
}

impl TypedItem for AgentToken {
    const KIND: &'static str = AgentToken::STORE_KIND;
    const VERSION: u32 = 1;
}

impl Token for AgentToken {
    const NOTED_EVERY: SignedDuration = SignedDuration::from_mins(1);

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> &str {
        &self.name
    }

    fn created_at(&self) -> Timestamp {
        self.created_at
    }

    fn last_used(&self) -> Option<Timestamp> {
        self.used_at
    }

    fn use_at(&mut self, now: Timestamp) {
        self.used_at = Some(now);
    }
}

pub struct AgentTokens {
    tokens: Tokens<AgentToken>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    /// Whether other hubs create them, too.
    is_shared: bool,
}

impl AgentTokens {
    pub async fn start(
        key_value: Arc<dyn KeyValue>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
    ) -> Result<AgentTokens> {
        Ok(AgentTokens { tokens: Tokens::start(key_value).await?, clock, ids, is_shared: false })
    }

    /// The same among other hubs over one database.
    #[must_use]
    pub fn shared(self) -> AgentTokens {
        AgentTokens { is_shared: true, ..self }
    }

    /// A new token and its secret, which is not shown again.
    pub async fn create(&self, name: Option<&str>) -> Result<(AgentToken, String)> {
        let secret = format!("{PREFIX}{}", hex(&draw(self.ids.as_ref())));
        let id = hex(&self.ids.draw().as_bytes()[..4]);
        let name = name.and_then(filled).unwrap_or(&id).to_owned();
        if name.chars().count() > NAME || name.chars().any(char::is_control) {
            let rule = format!("a name has at most {NAME} characters, all of them visible");
            return Err(Problem::new("name", rule, "choose a shorter one").into());
        }
        let now = self.clock.now();
        let token = AgentToken { id, hash: hash(&secret), name, created_at: now, used_at: None };
        if self.find(&token.name).is_some() || !self.tokens.add(&token).await? {
            return Err(taken(&token.name));
        }
        Ok((token, secret))
    }

    /// Another hub has changed them; until the next [`AgentTokens::reload`] none counts.
    pub fn doubt(&self) {
        self.tokens.doubt();
    }

    /// As other hubs have changed them.
    pub async fn reload(&self) -> Result<()> {
        self.tokens.reload().await
    }

    /// The oldest first.
    pub fn list(&self) -> Vec<AgentToken> {
        self.tokens.all()
    }

    /// By id or name; `None` if there is no such token.
    pub async fn revoke(&self, named: &str) -> Result<Option<AgentToken>> {
        let Some(token) = self.find(named) else { return Ok(None) };
        self.tokens.revoke(std::slice::from_ref(&token.id)).await?;
        Ok(Some(token))
    }

    /// The token with this secret, if there is one.
    pub async fn owner(&self, secret: &str) -> Result<Option<AgentToken>> {
        if !secret.starts_with(PREFIX) {
            return Ok(None);
        }
        self.tokens.certain(self.clock.as_ref()).await?;
        // Comparing hashes takes a time that says nothing about the token.
        let shown = hash(secret);
        let find = || self.tokens.find(|token| token.hash == shown);
        let mut token = find();
        if token.is_none() && self.is_shared {
            self.tokens.look_again(self.clock.as_ref()).await?;
            token = find();
        }
        if let Some(token) = &token {
            self.tokens.used(&token.id, self.clock.now()).await;
        }
        Ok(token)
    }

    /// The same, as far as is known here.
    pub fn is_known(&self, id: &str) -> bool {
        self.tokens.get(id).is_some()
    }

    /// Whether the token with this id is still valid.
    pub async fn counts(&self, id: &str) -> Result<bool> {
        self.tokens.certain(self.clock.as_ref()).await?;
        Ok(self.tokens.get(id).is_some())
    }

    /// Resolves when the token with this id is no longer valid.
    pub async fn revoked(&self, id: &str) {
        self.tokens.revoked(id).await;
    }

    fn find(&self, named: &str) -> Option<AgentToken> {
        self.tokens.get(named).or_else(|| self.tokens.find(|token| token.name == named))
    }
}

fn taken(name: &str) -> DeskError {
    let rule = format!("there is a token `{name}` already");
    Problem::new("name", rule, "choose another name, or run `sayso token revoke` first").into()
}
