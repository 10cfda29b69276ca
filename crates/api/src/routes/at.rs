//! The desk as anyone who calls may use it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use sayso_desk::{AgentDesk, Desk};

use super::Service;
use crate::caller::Caller;

/// The desk, cut down to what this caller may do.
pub(super) struct At(pub(super) Arc<dyn Desk>);

impl FromRequestParts<Service> for At {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<At, Infallible> {
        Ok(At(match parts.extensions.get() {
            Some(caller) => state.desk_of(caller),
            None => Arc::clone(&state.desk),
        }))
    }
}

impl Service {
    pub(in crate::routes) fn desk_of(&self, caller: &Caller) -> Arc<dyn Desk> {
        let desk = Arc::clone(&self.desk);
        match caller {
            Caller::Agent { token, .. } => {
                let tokens = Arc::clone(self.keys.agents());
                Arc::new(AgentDesk::new(desk, tokens, token.clone()))
            }
            // A stranger gets no further than the routes that have no use for it.
            Caller::Local { .. } | Caller::Page { .. } | Caller::Stranger => desk,
        }
    }
}
