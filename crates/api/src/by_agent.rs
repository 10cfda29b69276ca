//! Routes that each agent has separately: what one of them starts there, no other can continue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use sayso_access::Caller;
use sayso_access::{AgentDesk, AgentTokens};
use sayso_desk::Asking;
use tower::ServiceExt;

/// Makes the routes to a desk.
pub type MakeRoutes = Box<dyn Fn(Arc<dyn Asking>) -> Router + Send + Sync>;

/// `path` as created by `make`: one for each agent's token, limited to what that agent may do, and
/// one for trusted clients.
pub fn by_agent(
    path: &str,
    desk: Arc<dyn Asking>,
    tokens: Arc<AgentTokens>,
    make: MakeRoutes,
) -> Router {
    let trusted = make(Arc::clone(&desk));
    let every = Every { desk, tokens, make, trusted, agents: Mutex::default() };
    Router::new().route(path, any(dispatch)).with_state(Arc::new(every))
}

struct Every {
    desk: Arc<dyn Asking>,
    tokens: Arc<AgentTokens>,
    make: MakeRoutes,
    trusted: Router,
    /// By the ids of their tokens; there are few.
    agents: Mutex<HashMap<String, Router>>,
}

impl Every {
    fn of(&self, caller: Option<&Caller>) -> Router {
        let Some(Caller::Agent { token, .. }) = caller else { return self.trusted.clone() };
        let mut agents = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        agents.retain(|token, _| self.tokens.is_known(token));
        let make = || {
            let (desk, tokens) = (Arc::clone(&self.desk), Arc::clone(&self.tokens));
            (self.make)(Arc::new(AgentDesk::new(desk, tokens, token.clone())))
        };
        agents.entry(token.clone()).or_insert_with(make).clone()
    }
}

async fn dispatch(State(every): State<Arc<Every>>, request: Request) -> Response {
    let router = every.of(request.extensions().get());
    match router.oneshot(request).await {
        Ok(response) => response.into_response(),
        Err(never) => match never {},
    }
}
