//! The desk as seen by an agent with its own token: its own questions, and nothing else. All its
//! ways in (requests, socket, MCP) lead here, and there is nothing here to answer with.

use std::sync::Arc;

use async_trait::async_trait;
use sayso_core::{Actor, IdPrefix, InteractionId, RaceNews};
use sayso_desk::{
    Ask, Asked, Asking, Attached, Claim, Collected, DeskError, Patience, Result, View,
};

use crate::agent_tokens::AgentTokens;

pub struct AgentDesk {
    desk: Arc<dyn Asking>,
    tokens: Arc<AgentTokens>,
    /// The token's id.
    token: String,
}

impl AgentDesk {
    pub fn new(desk: Arc<dyn Asking>, tokens: Arc<AgentTokens>, token: String) -> AgentDesk {
        AgentDesk { desk, tokens, token }
    }

    async fn check(&self) -> Result<()> {
        if self.tokens.counts(&self.token).await? { Ok(()) } else { Err(revoked()) }
    }

    fn is_own(&self, view: &View) -> bool {
        view.interaction.origin.token.as_deref() == Some(&self.token)
    }

    /// Another agent's question doesn't exist for it.
    async fn own(&self, id: InteractionId) -> Result<View> {
        self.check().await?;
        let view = self.desk.show(&id.into()).await?;
        if self.is_own(&view) { Ok(view) } else { Err(DeskError::NotFound { id: id.to_string() }) }
    }

    /// While the token is valid, also if that is not known here yet.
    async fn unless_revoked<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            done = work => {
                let done = done?;
                self.check().await?;
                Ok(done)
            }
            () = self.tokens.revoked(&self.token) => Err(revoked()),
        }
    }
}

fn revoked() -> DeskError {
    DeskError::Denied("this token was revoked; make another with `sayso token create`".to_owned())
}

/// Why an agent's token is refused.
pub const ONLY_ASKS: &str = "this token is an agent's: it may ask, wait for its own questions and take them back, and nothing else";

/// To an agent that wants more.
pub fn only_asks() -> DeskError {
    DeskError::Denied(ONLY_ASKS.to_owned())
}

#[async_trait]
impl Asking for AgentDesk {
    async fn ask_and_claim(&self, mut ask: Ask) -> Result<Asked> {
        self.check().await?;
        ask.asker.token = Some(self.token.clone());
        let call = ask.call_id;
        let asked = self.desk.ask_and_claim(ask).await?;
        match self.is_own(&asked.view) {
            true => Ok(asked),
            // Another agent's call had this id.
            false => Err(DeskError::NotFound {
                id: call.map(|call| call.to_string()).unwrap_or_default(),
            }),
        }
    }

    async fn claim(&self, id: InteractionId) -> Result<Claim> {
        self.own(id).await?;
        self.desk.claim(id).await
    }

    async fn wait(&self, id: InteractionId, patience: Patience) -> Result<View> {
        self.own(id).await?;
        self.unless_revoked(self.desk.wait(id, patience)).await
    }

    async fn watch(&self, id: InteractionId) -> Result<()> {
        self.own(id).await?;
        self.unless_revoked(self.desk.watch(id)).await
    }

    async fn withdraw(&self, id: InteractionId, why: Option<String>, actor: Actor) -> Result<View> {
        self.own(id).await?;
        self.desk.withdraw(id, why, actor).await
    }

    async fn race(&self, id: InteractionId, news: RaceNews, actor: Actor) -> Result<View> {
        self.own(id).await?;
        self.desk.race(id, news, actor).await
    }

    async fn hand_off(&self, id: InteractionId) -> Result<String> {
        self.own(id).await?;
        self.desk.hand_off(id).await
    }

    async fn show(&self, id: &IdPrefix) -> Result<View> {
        self.check().await?;
        let unknown = || DeskError::NotFound { id: id.to_string() };
        match self.desk.show(id).await {
            Ok(view) if self.is_own(&view) => Ok(view),
            Ok(_) => Err(unknown()),
            // Other questions with the same prefix are hidden from this agent.
            Err(DeskError::Ambiguous { matches, .. }) => {
                let mut own = Vec::new();
                for id in matches {
                    own.extend(self.own(id).await.ok());
                }
                if own.len() == 1 { own.pop().ok_or_else(unknown) } else { Err(unknown()) }
            }
            Err(error) => Err(error),
        }
    }

    async fn collect(&self, ids: Vec<InteractionId>) -> Result<Collected> {
        let mut own = Vec::new();
        let mut over = Vec::new();
        for id in ids {
            match self.own(id).await {
                Ok(_) => own.push(id),
                Err(DeskError::NotFound { .. }) => over.push(id),
                Err(error) => return Err(error),
            }
        }
        let mut collected = self.desk.collect(own).await?;
        collected.over.extend(over);
        Ok(collected)
    }

    async fn give_up(&self, id: InteractionId) -> Result<()> {
        self.own(id).await?;
        self.desk.give_up(id).await
    }

    async fn delivered(&self, id: InteractionId) -> Result<()> {
        self.own(id).await?;
        self.desk.delivered(id).await
    }

    async fn undelivered(&self, id: InteractionId) -> Result<()> {
        self.own(id).await?;
        self.desk.undelivered(id).await
    }

    /// Whether its questions are shown; not which others are.
    async fn attached(&self) -> Result<Vec<Attached>> {
        self.check().await?;
        let mut seen = Vec::new();
        for attached in self.desk.attached().await? {
            match attached.interaction {
                Some(id) if self.own(id).await.is_err() => {}
                Some(_) | None => seen.push(attached),
            }
        }
        Ok(seen)
    }
}
