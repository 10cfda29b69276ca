//! The desk, limited to what the client may do.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use sayso_access::{AgentDesk, Caller, ProblemDocument, Via, only_asks};
use sayso_core::{Command, InteractionId, RaceNews};
use sayso_desk::{Asking, Desk, DeskError, View};

use super::Service;
use super::table::Describe;

/// For every client; an agent sees its own questions and no others.
pub(super) struct ForAsking(pub(super) Arc<dyn Asking>);

/// For people and their programs; an agent with a token is refused.
pub(super) struct ForAnswering(pub(super) Arc<dyn Desk>);

impl Describe for ForAsking {}
impl Describe for ForAnswering {}

impl FromRequestParts<Service> for ForAsking {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<Self, Infallible> {
        Ok(ForAsking(match parts.extensions.get() {
            Some(caller) => state.for_asking(caller),
            None => state.desk.clone(),
        }))
    }
}

impl FromRequestParts<Service> for ForAnswering {
    type Rejection = ProblemDocument;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Service,
    ) -> Result<Self, ProblemDocument> {
        Ok(ForAnswering(match parts.extensions.get() {
            Some(caller) => Arc::clone(state.for_answering(caller)?),
            None => Arc::clone(&state.desk),
        }))
    }
}

// An unauthenticated client only reaches routes that use neither.
impl Service {
    pub(in crate::routes) fn for_asking(&self, caller: &Caller) -> Arc<dyn Asking> {
        match caller {
            Caller::Agent { token, .. } => {
                let tokens = Arc::clone(self.keys.agents());
                Arc::new(AgentDesk::new(self.desk.clone(), tokens, token.clone()))
            }
            Caller::Local { .. } | Caller::Page { .. } | Caller::Stranger => self.desk.clone(),
        }
    }

    pub(in crate::routes) fn for_answering(
        &self,
        caller: &Caller,
    ) -> Result<&Arc<dyn Desk>, DeskError> {
        match caller {
            Caller::Agent { .. } => Err(only_asks()),
            Caller::Local { .. } | Caller::Page { .. } | Caller::Stranger => Ok(&self.desk),
        }
    }

    /// What is asked can be taken back by its agent; everything else is for people.
    pub(in crate::routes) async fn act(
        &self,
        caller: &Caller,
        via: Via,
        id: InteractionId,
        command: Command,
    ) -> Result<View, DeskError> {
        let actor = caller.actor(via).await;
        match command {
            Command::Withdraw { why } => self.for_asking(caller).withdraw(id, why, actor).await,
            Command::Confirm => self.for_asking(caller).race(id, RaceNews::Confirmed, actor).await,
            Command::AnsweredThere { why } => {
                let news = RaceNews::AnsweredThere { why };
                self.for_asking(caller).race(id, news, actor).await
            }
            command => self.for_answering(caller)?.act(id, command, actor).await,
        }
    }
}
