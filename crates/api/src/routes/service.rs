//! The state behind the routes, and the router made of them.

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
use sayso_wire as wire;
use serde_json::Value;
use tokio::sync::watch;

use super::socket::{self, Snapshots};
use super::table::{Document, Routers};
use super::{hub, operations};
use crate::serve::Ending;

/// What a route needs. It is cloned several times with every request.
#[derive(Clone)]
pub struct Service(Arc<Parts>);

pub struct Parts {
    pub(super) desk: Arc<dyn Desk>,
    pub(super) operations: Arc<dyn Operations>,
    pub(super) keys: Arc<Keys>,
    /// The desk's own.
    pub(super) clock: Arc<dyn Clock>,
    /// Sockets are closed then.
    pub(super) ending: Ending,
    /// Between two pings on a socket.
    pub(super) ping: Duration,
    pub(super) snapshots: Snapshots,
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
pub(super) fn document() -> Value {
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
