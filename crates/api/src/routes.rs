//! The routes under `/api/v1`. Each is a translation and nothing else.

mod agent_tokens;
mod at;
mod body;
mod extract;
mod hub;
mod interactions;
mod page_tokens;
mod pages;
mod pairing;
mod settings;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::routing::{delete, get, patch, post, put};
use sayso_core::limits;
use sayso_desk::{Clock, Desk, DeskError};

use crate::access::Routes;
use crate::keys::Keys;
use crate::problem::ProblemDocument;
use crate::remote::Pace;
use crate::serve::Ending;
use sayso_wire as wire;

use socket::Snapshots;

/// What a route needs.
#[derive(Clone)]
pub struct Service {
    desk: Arc<dyn Desk>,
    operations: Arc<dyn Operations>,
    keys: Arc<Keys>,
    /// The desk's own.
    clock: Arc<dyn Clock>,
    /// Sockets are closed then.
    ending: Ending,
    /// Between two pings on a socket.
    ping: Duration,
    snapshots: Arc<Snapshots>,
}

impl Service {
    pub fn new(
        desk: Arc<dyn Desk>,
        operations: Arc<dyn Operations>,
        keys: Arc<Keys>,
        clock: Arc<dyn Clock>,
        ending: Ending,
    ) -> Service {
        let (ping, snapshots) = (Pace::PING, Arc::default());
        Service { desk, operations, keys, clock, ending, ping, snapshots }
    }

    /// With another interval between pings.
    #[must_use]
    pub fn pinging(self, every: Duration) -> Service {
        Service { ping: every, ..self }
    }
}

/// Operations of the hub itself.
#[async_trait]
pub trait Operations: Send + Sync {
    async fn status(&self) -> Result<wire::HubStatus, DeskError>;
    async fn metrics(&self) -> Result<String, DeskError>;
    /// Stops the hub, unless it would be replaced by a binary that isn't newer.
    fn stop(&self, stop: wire::StopRequest) -> Result<(), DeskError>;
}

/// All routes. Over TCP they have to be behind [`crate::Access::protect`].
pub fn routes(service: Service) -> Routes {
    // Complete paths: nesting a router would split and rebuild every request.
    let api = |path: &str| format!("/api/v1{path}");
    let open = Router::new()
        .route(&api("/tokens"), post(page_tokens::token))
        .route(&api("/pairings"), post(pairing::pair))
        .route(&api("/sessions"), post(page_tokens::session))
        // Authenticates itself.
        .route(&api("/socket"), get(socket::upgrade))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LARGEST_EXCHANGE))
        .with_state(service.clone());
    let guarded = Router::new()
        .route(&api("/interactions"), post(interactions::ask).get(interactions::list))
        .route(&api("/interactions/{id}"), get(interactions::show).delete(interactions::forget))
        .route(&api("/interactions/{id}/raw"), get(interactions::raw))
        .route(&api("/interactions/{id}/reply"), get(interactions::reply))
        .route(&api("/interactions/{id}/act"), post(interactions::act))
        .route(&api("/interactions/{id}/draft"), patch(interactions::save_draft))
        .route(&api("/interactions/{id}/hand-off"), post(interactions::hand_off))
        .route(
            &api("/interactions/{id}/delivered"),
            post(interactions::delivered).delete(interactions::undelivered),
        )
        .route(&api("/settings"), post(settings::show))
        .route(&api("/settings/{key}"), put(settings::set).merge(delete(settings::unset)))
        .route(&api("/extract"), post(extract::extract))
        .route(&api("/surfaces"), get(hub::surfaces))
        .route(&api("/openings"), post(hub::claim_opening).delete(hub::give_up_opening))
        .route(&api("/status"), get(hub::status))
        .route(&api("/stop"), post(hub::stop))
        .route(&api("/codes"), post(page_tokens::code))
        .route(&api("/pairing"), post(pairing::offer))
        .route(&api("/agent-tokens"), post(agent_tokens::create).get(agent_tokens::list))
        .route(&api("/agent-tokens/{id}"), delete(agent_tokens::revoke))
        .route(&api("/pages"), get(pages::list).delete(pages::revoke_all))
        .route(&api("/pages/{id}"), delete(pages::revoke))
        .route(&api("/openapi.json"), get(hub::openapi))
        .route("/metrics", get(hub::metrics))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .with_state(service.clone());
    let waiting = Router::new()
        .route(&api("/interactions/{id}/wait"), get(interactions::wait))
        .route(&api("/events"), get(interactions::events))
        .method_not_allowed_fallback(wrong_method)
        .with_state(service);
    Routes { open, guarded, waiting, ..Routes::default() }
}

/// Limit for bodies of unauthenticated clients: codes and proofs are short.
const LARGEST_EXCHANGE: usize = 1_024;

async fn unknown_path(uri: Uri) -> ProblemDocument {
    ProblemDocument::request(
        StatusCode::NOT_FOUND,
        format!("there is nothing at {}; see /api/v1/openapi.json", uri.path()),
    )
}

async fn wrong_method(method: Method, uri: Uri) -> ProblemDocument {
    ProblemDocument::request(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{} does not take {method}; see /api/v1/openapi.json", uri.path()),
    )
}
