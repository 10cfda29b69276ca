//! About the hub itself.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use sayso_desk::Attached;

use super::Service;
use super::body::{Body, Json};
use crate::problem::ProblemDocument;
use crate::{openapi, wire};

type Result<T> = std::result::Result<T, ProblemDocument>;

pub(super) async fn status(State(service): State<Service>) -> Result<Json<wire::Status>> {
    Ok(Json(service.operations.status().await?))
}

pub(super) async fn surfaces(State(service): State<Service>) -> Result<Json<Vec<Attached>>> {
    Ok(Json(service.desk.attached().await?))
}

pub(super) async fn stop(
    State(service): State<Service>,
    Body(stop): Body<wire::Stop>,
) -> Result<StatusCode> {
    service.operations.stop(stop)?;
    Ok(StatusCode::ACCEPTED)
}

pub(super) async fn metrics(State(service): State<Service>) -> Result<impl IntoResponse> {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], service.operations.metrics().await?))
}

pub(super) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], openapi::document().to_string())
}
