//! Tokens of agents: created, listed and revoked by the person's own programs.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use sayso_access::AgentToken;
use sayso_access::problem::Result;
use sayso_access::{Caller, ProblemDocument};
use sayso_core::Problem;
use sayso_desk::DeskError;
use sayso_wire::{CreateToken, CreatedToken, Time, TokenRow};

use super::Service;
use super::body::{Body, Created, Json};
use super::parameters::Name;

pub(super) async fn create(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Body(CreateToken { name }): Body<CreateToken>,
) -> Result<Created<CreatedToken>> {
    caller.require_local(FOR_LOCALS)?;
    let (made, token) = service.keys.agents().create(name.as_deref()).await?;
    let AgentToken { id, name, .. } = made;
    Ok(Json(CreatedToken { id, name, token }))
}

pub(super) async fn list(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<TokenRow>>> {
    caller.require_local(FOR_LOCALS)?;
    Ok(Json(service.keys.agents().list().into_iter().map(row).collect()))
}

pub(super) async fn revoke(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    Name(named): Name,
) -> Result<Json<TokenRow>> {
    caller.require_local(FOR_LOCALS)?;
    match service.keys.agents().revoke(&named).await? {
        Some(token) => Ok(Json(row(token))),
        None => {
            let rule = format!("no token has the id or name `{named}`");
            let problem = Problem::new("", rule, "`sayso token list` shows them");
            let problem = ProblemDocument::from(DeskError::from(problem));
            Err(problem.with_status(StatusCode::NOT_FOUND))
        }
    }
}

fn row(token: AgentToken) -> TokenRow {
    let AgentToken { id, name, created_at, used_at, hash: _ } = token;
    TokenRow { id, name, created_at: Time(created_at), used_at: used_at.map(Time) }
}

/// A page that was tricked, or an agent, must not give others access.
const FOR_LOCALS: &str =
    "tokens are made on the machine of the hub; run `sayso token create` there";
