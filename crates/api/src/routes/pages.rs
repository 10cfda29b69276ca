//! Pages with access: listed and revoked by programs of this user. A page can't use these routes.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::Service;
use super::body::Json;
use crate::caller::Caller;
use crate::problem::ProblemDocument;
use sayso_wire::{PageLine, Revoked, translate_all};

type Result<T> = std::result::Result<T, ProblemDocument>;

pub(super) async fn list(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<PageLine>>> {
    for_programs(&caller)?;
    Ok(Json(translate_all(service.keys.pages().list().await?)))
}

pub(super) async fn revoke(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Revoked>> {
    for_programs(&caller)?;
    Ok(Json(Revoked { pages: service.keys.pages().revoke(&[id]).await? }))
}

pub(super) async fn revoke_all(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Revoked>> {
    for_programs(&caller)?;
    Ok(Json(Revoked { pages: service.keys.pages().revoke_all().await? }))
}

fn for_programs(caller: &Caller) -> Result<()> {
    match caller {
        Caller::Local { .. } => Ok(()),
        Caller::Page { .. } | Caller::Agent { .. } | Caller::Stranger => {
            Err(ProblemDocument::request(
                StatusCode::FORBIDDEN,
                "a page cannot see or revoke pages; run `sayso browser list`",
            ))
        }
    }
}
