//! About the hub itself.

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use sayso_access::Caller;
use sayso_access::problem::Result;
use sayso_wire::{self as wire, AttachedView, translate_all};

use super::Service;
use super::body::{Body, Done, Json, NoBody};
use super::desk_of_caller::{ForAnswering, ForAsking};
use super::service::document;

pub(super) async fn status(State(service): State<Service>) -> Result<Json<wire::HubStatus>> {
    Ok(Json(service.operations.status().await?))
}

pub(super) async fn surfaces(ForAsking(desk): ForAsking) -> Result<Json<Vec<AttachedView>>> {
    Ok(Json(translate_all(desk.attached().await?)))
}

/// Which process may open a browser.
pub(super) async fn claim_opening(
    ForAnswering(desk): ForAnswering,
    _: NoBody,
) -> Result<Json<wire::Turn>> {
    Ok(Json(wire::Turn { opening: desk.claim_opening().await?.into() }))
}

pub(super) async fn give_up_opening(ForAnswering(desk): ForAnswering) -> Result<Done> {
    desk.give_up_opening().await?;
    Ok(Done)
}

/// For programs: a person at a page doesn't need it, and a page that was tricked must not have it.
pub(super) async fn stop(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Body(stop): Body<wire::StopRequest>,
) -> Result<Done<202>> {
    caller.require_local("only a program on its own machine ends the hub; run `sayso hub stop`")?;
    service.operations.stop(stop)?;
    Ok(Done)
}

pub(super) async fn metrics(State(service): State<Service>) -> Result<impl IntoResponse> {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], service.operations.metrics().await?))
}

pub(super) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], document().to_string())
}
