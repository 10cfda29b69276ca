//! The routes under `/api/v1`. Each is a translation and nothing else.

mod body;
mod extract;
mod hub;
mod interactions;
mod settings;
mod socket;

use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::routing::{delete, get, patch, post, put};
use sayso_core::limits;
use sayso_desk::{Desk, DeskError};

use crate::problem::ProblemDocument;
use crate::serve::Ending;
use crate::wire;

/// What a route needs.
#[derive(Clone)]
pub struct Service {
    pub desk: Arc<dyn Desk>,
    pub operations: Arc<dyn Operations>,
    /// Sockets then say good-bye.
    pub ending: Ending,
}

/// What the hub itself can be asked.
#[async_trait]
pub trait Operations: Send + Sync {
    async fn status(&self) -> Result<wire::Status, DeskError>;
    async fn metrics(&self) -> Result<String, DeskError>;
    /// Ends the hub, unless a binary that is not newer wants to replace it.
    fn stop(&self, stop: wire::Stop) -> Result<(), DeskError>;
}

/// All routes. Whatever comes over TCP has to go through [`crate::Access::protect`] first.
pub fn router(service: Service) -> Router {
    let api = Router::new()
        .route("/interactions", post(interactions::ask).get(interactions::list))
        .route("/interactions/{id}", get(interactions::show).delete(interactions::forget))
        .route("/interactions/{id}/wait", get(interactions::wait))
        .route("/interactions/{id}/reply", get(interactions::reply))
        .route("/interactions/{id}/act", post(interactions::act))
        .route("/interactions/{id}/draft", patch(interactions::save_draft))
        .route("/interactions/{id}/hand-off", post(interactions::hand_off))
        .route(
            "/interactions/{id}/delivered",
            post(interactions::delivered).delete(interactions::undelivered),
        )
        .route("/events", get(interactions::events))
        .route("/settings", post(settings::show))
        .route("/settings/{key}", put(settings::set).merge(delete(settings::unset)))
        .route("/extract", post(extract::extract))
        .route("/surfaces", get(hub::surfaces))
        .route("/status", get(hub::status))
        .route("/stop", post(hub::stop))
        .route("/openapi.json", get(hub::openapi))
        .route("/socket", get(socket::upgrade));
    Router::new()
        .nest("/api/v1", api)
        .route("/metrics", get(hub::metrics))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .with_state(service)
}

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
