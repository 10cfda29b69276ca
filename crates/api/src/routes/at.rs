//! The desk, limited to what the client may do.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use sayso_access::AgentDesk;
use sayso_access::Caller;
use sayso_desk::Desk;

use super::Service;
use super::table::Describe;

/// The desk, limited to what this client may do.
pub(super) struct At(pub(super) Arc<dyn Desk>);

impl Describe for At {}

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
            // An unauthenticated client only reaches routes that don't use it.
            Caller::Local { .. } | Caller::Page { .. } | Caller::Stranger => desk,
        }
    }
}
