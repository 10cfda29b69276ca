//! Tokens of agents: created, listed and revoked by the person's own programs.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use sayso_core::Problem;
use sayso_desk::{AgentToken, DeskError};
use sayso_wire::{CreateToken, CreatedToken, Time, TokenRow};

use super::Service;
use super::body::{Body, Json};
use crate::caller::Caller;
use crate::problem::ProblemDocument;

type Result<T> = std::result::Result<T, ProblemDocument>;

pub(super) async fn create(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Body(CreateToken { name }): Body<CreateToken>,
) -> Result<(StatusCode, Json<CreatedToken>)> {
    for_locals(&caller)?;
    let (made, token) = service.keys.agents().create(name.as_deref()).await?;
    let AgentToken { id, name, .. } = made;
    Ok((StatusCode::CREATED, Json(CreatedToken { id, name, token })))
}

pub(super) async fn list(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<TokenRow>>> {
    for_locals(&caller)?;
    Ok(Json(service.keys.agents().list().into_iter().map(row).collect()))
}

pub(super) async fn revoke(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Path(named): Path<String>,
) -> Result<Json<TokenRow>> {
    for_locals(&caller)?;
    match service.keys.agents().revoke(&named).await? {
        Some(token) => Ok(Json(row(token))),
        None => {
            let rule = format!("no token has the id or name `{named}`");
            let problem = Problem::new("", rule, "`sayso token list` shows them");
            Err(DeskError::from(problem).into())
        }
    }
}

fn row(token: AgentToken) -> TokenRow {
    let AgentToken { id, name, created_at, used_at, hash: _ } = token;
    TokenRow { id, name, created_at: Time(created_at), used_at: used_at.map(Time) }
}

/// A page that was tricked, or an agent, must not give others access.
fn for_locals(caller: &Caller) -> Result<()> {
    match caller {
        Caller::Local { .. } => Ok(()),
        Caller::Agent { .. } | Caller::Page { .. } | Caller::Stranger => {
            Err(ProblemDocument::request(
                StatusCode::FORBIDDEN,
                "tokens are made on the machine of the hub; run `sayso token create` there",
            ))
        }
    }
}
