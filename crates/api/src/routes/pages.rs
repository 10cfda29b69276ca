//! Pages with access: listed and revoked by programs of this user. A page can't use these routes.

use axum::Extension;
use axum::extract::State;
use sayso_access::Caller;
use sayso_access::problem::Result;

use super::Service;
use super::body::Json;
use super::parameters::Name;
use sayso_wire::{PageLine, Revoked};

pub(super) async fn list(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<PageLine>>> {
    caller.require_local(FOR_PROGRAMS)?;
    Ok(Json(service.keys.pages().list()))
}

pub(super) async fn revoke(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Name(id): Name,
) -> Result<Json<Revoked>> {
    caller.require_local(FOR_PROGRAMS)?;
    Ok(Json(Revoked { pages: service.keys.pages().revoke(&[id]).await? }))
}

pub(super) async fn revoke_all(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Revoked>> {
    caller.require_local(FOR_PROGRAMS)?;
    Ok(Json(Revoked { pages: service.keys.pages().revoke_all().await? }))
}

const FOR_PROGRAMS: &str = "a page cannot see or revoke pages; run `sayso browser list`";
