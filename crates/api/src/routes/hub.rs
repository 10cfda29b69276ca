//! About the hub itself.

use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use sayso_wire::{self as wire, AttachedView, translate_all};

use super::Service;
use super::at::At;
use super::body::{Body, Json};
use crate::caller::Caller;
use crate::openapi;
use crate::problem::ProblemDocument;

type Result<T> = std::result::Result<T, ProblemDocument>;

pub(super) async fn status(State(service): State<Service>) -> Result<Json<wire::HubStatus>> {
    Ok(Json(service.operations.status().await?))
}

pub(super) async fn surfaces(At(desk): At) -> Result<Json<Vec<AttachedView>>> {
    Ok(Json(translate_all(desk.attached().await?)))
}

/// Which process may open a browser.
pub(super) async fn claim_opening(State(service): State<Service>) -> Result<Json<wire::Turn>> {
    Ok(Json(wire::Turn { opening: service.desk.claim_opening().await?.into() }))
}

pub(super) async fn give_up_opening(State(service): State<Service>) -> Result<StatusCode> {
    service.desk.give_up_opening().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// For programs: a person at a page doesn't need it, and a page that was tricked must not have it.
pub(super) async fn stop(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Body(stop): Body<wire::StopRequest>,
) -> Result<StatusCode> {
    match caller {
        Caller::Page { .. } | Caller::Agent { .. } | Caller::Stranger => {
            return Err(ProblemDocument::request(
                StatusCode::FORBIDDEN,
                "only a program on its own machine ends the hub; run `sayso hub stop`",
            ));
        }
        Caller::Local { .. } => service.operations.stop(stop)?,
    }
    Ok(StatusCode::ACCEPTED)
}

pub(super) async fn metrics(State(service): State<Service>) -> Result<impl IntoResponse> {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], service.operations.metrics().await?))
}

pub(super) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], openapi::document().to_string())
}
