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
mod parameters;
mod settings;
mod socket;
mod table;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::routing::get;
use sayso_access::{Keys, ProblemDocument, Routes};
use sayso_core::limits;
use sayso_desk::{Clock, Desk, DeskError};
use serde_json::Value;
use tokio::sync::watch;

use crate::serve::Ending;
use sayso_wire as wire;

use socket::Snapshots;
use table::{Document, Routers, operations};

/// What a route needs. It is cloned several times with every request.
#[derive(Clone)]
pub struct Service(Arc<Parts>);

pub struct Parts {
    desk: Arc<dyn Desk>,
    operations: Arc<dyn Operations>,
    keys: Arc<Keys>,
    /// The desk's own.
    clock: Arc<dyn Clock>,
    /// Sockets are closed then.
    ending: Ending,
    /// Between two pings on a socket.
    ping: Duration,
    snapshots: Snapshots,
}

impl Service {
    pub fn new(
        desk: Arc<dyn Desk>,
        operations: Arc<dyn Operations>,
        keys: Arc<Keys>,
        clock: Arc<dyn Clock>,
        ending: Ending,
        ping: Duration,
    ) -> Service {
        let snapshots = Snapshots::default();
        Service(Arc::new(Parts { desk, operations, keys, clock, ending, ping, snapshots }))
    }
}

impl Deref for Service {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Operations of the hub itself.
#[async_trait]
pub trait Operations: Send + Sync {
    async fn status(&self) -> Result<wire::HubStatus, DeskError>;
    async fn metrics(&self) -> Result<String, DeskError>;
    /// Stops the hub, unless it would be replaced by a binary that isn't newer.
    fn stop(&self, stop: wire::StopRequest) -> Result<(), DeskError>;
    /// Whether another hub over the same database may do better, as it changes.
    fn is_away(&self) -> Option<watch::Receiver<bool>> {
        None
    }
}

operations! { operations
    Open {
        /// Exchange a code for a page's token
        POST "/tokens" page_tokens::token;
        /// Exchange a code that was typed on another device for a page's token
        POST "/pairings" pairing::pair;
        /// Open a session for a page that can't have a socket
        POST "/sessions" page_tokens::session;
    }
    Guarded {
        /// Ask a question
        POST "/interactions" interactions::ask;
        /// List interactions by page
        GET "/interactions" interactions::list;
        /// Show figures over what was asked
        GET "/stats" interactions::stats;
        /// Show one interaction, by its id or the beginning of it
        GET "/interactions/{id}" interactions::show;
        /// Delete an interaction and its answer
        DELETE "/interactions/{id}" interactions::forget;
        /// Show an interaction as it is stored, even if it can't be read
        GET "/interactions/{id}/raw" interactions::raw;
        /// Show the agent's reply, in its dialect
        GET "/interactions/{id}/reply" interactions::reply;
        /// Answer, cancel, reject, withdraw, or change how it waits
        POST "/interactions/{id}/act" interactions::act;
        /// Save what is chosen and typed so far
        PATCH "/interactions/{id}/draft" interactions::save_draft;
        /// Create a ticket for one terminal
        POST "/interactions/{id}/hand-off" interactions::hand_off;
        /// Note that the agent has the reply
        POST "/interactions/{id}/delivered" interactions::delivered;
        /// Note that the agent doesn't have the reply after all
        DELETE "/interactions/{id}/delivered" interactions::undelivered;
        /// Show every personal setting with its source
        POST "/settings" settings::show;
        /// Set a personal setting
        PUT "/settings/{key}" settings::set;
        /// Reset a personal setting to its default
        DELETE "/settings/{key}" settings::unset;
        /// Separate a model's text from the choices in it
        POST "/extract" extract::extract;
        /// List open surfaces
        GET "/surfaces" hub::surfaces;
        /// Claim the turn to open a browser
        POST "/openings" hub::claim_opening;
        /// Give the turn up: no browser opened
        DELETE "/openings" hub::give_up_opening;
        /// Show the hub's status
        GET "/status" hub::status;
        /// Stop the hub
        POST "/stop" hub::stop;
        /// Create a one-time code for a page's address
        POST "/codes" page_tokens::code;
        /// Create a code to type on another device; for a person at a terminal
        POST "/pairing" pairing::offer;
        /// Create a token for an agent, which can only ask; over the unix socket
        POST "/agent-tokens" agent_tokens::create;
        /// List the tokens of agents
        GET "/agent-tokens" agent_tokens::list;
        /// Revoke an agent's token, by its id or name
        DELETE "/agent-tokens/{id}" agent_tokens::revoke;
        /// List pages with access
        GET "/pages" pages::list;
        /// Revoke all pages, and close their sockets
        DELETE "/pages" pages::revoke_all;
        /// Revoke a page, and close its sockets
        DELETE "/pages/{id}" pages::revoke;
    }
    Waiting {
        /// Wait for the outcome, which then counts as delivered
        GET "/interactions/{id}/wait" interactions::wait;
        /// Wait for what happens after a cursor
        GET "/events" interactions::events;
    }
}

/// All routes. Over TCP they have to be behind [`crate::Access::protect`].
pub fn routes(service: Service) -> Routes {
    let mut routers = Routers::default();
    operations(&mut routers);
    let Routers { open, guarded, waiting } = routers;
    let open = open
        // Authenticates itself.
        .route("/api/v1/socket", get(socket::upgrade))
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LARGEST_EXCHANGE))
        .with_state(service.clone());
    let guarded = guarded
        .route("/api/v1/openapi.json", get(hub::openapi))
        .route("/metrics", get(hub::metrics))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .with_state(service.clone());
    let waiting = waiting.method_not_allowed_fallback(wrong_method).with_state(service);
    Routes { open, guarded, waiting, ..Routes::default() }
}

/// The operations described for machines. Made on request, so that it costs nothing otherwise.
fn document() -> Value {
    let mut document = Document::new();
    operations(&mut document);
    document.finish()
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
