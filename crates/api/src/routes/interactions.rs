//! `/interactions` and what happens to them.

use std::time::Duration;

use axum::Extension;
use axum::http::{HeaderMap, StatusCode};
use sayso_core::dialect::{self, Reply};
use sayso_core::{Command, DraftField};
use sayso_desk::{Ask, Cursor, Events, Page, Patience, Query, View};
use serde::Deserialize;
use serde_json::Value;

use super::at::At;
use super::body::{Body, Id, Json, Parameters, Prefix};
use crate::caller::{Caller, Via};
use crate::problem::ProblemDocument;
use crate::wire::Ticket;

type Result<T> = std::result::Result<T, ProblemDocument>;

/// Longest wait over plain HTTP: proxies and clients give up soon after.
const LONGEST_WAIT: u64 = 60;

pub(super) async fn ask(At(desk): At, Body(ask): Body<Ask>) -> Result<(StatusCode, Json<View>)> {
    Ok((StatusCode::CREATED, Json(desk.ask(ask).await?)))
}

pub(super) async fn list(At(desk): At, Parameters(query): Parameters<Query>) -> Result<Json<Page>> {
    Ok(Json(desk.list(query).await?))
}

pub(super) async fn show(At(desk): At, Prefix(id): Prefix) -> Result<Json<View>> {
    Ok(Json(desk.show(&id).await?))
}

pub(super) async fn raw(At(desk): At, Prefix(id): Prefix) -> Result<Json<Value>> {
    Ok(Json(desk.raw(&id).await?))
}

pub(super) async fn forget(At(desk): At, Id(id): Id) -> Result<StatusCode> {
    desk.forget(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    #[serde(default)]
    seconds: Option<u64>,
}

impl Wait {
    fn duration(&self) -> Duration {
        Duration::from_secs(self.seconds.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT))
    }
}

pub(super) async fn wait(
    At(desk): At,
    Id(id): Id,
    Parameters(wait): Parameters<Wait>,
) -> Result<Json<View>> {
    Ok(Json(desk.wait(id, Patience::For(wait.duration())).await?))
}

pub(super) async fn reply(At(desk): At, Prefix(id): Prefix) -> Result<Json<Reply>> {
    let view = desk.show(&id).await?;
    Ok(Json(dialect::reply(&view.interaction, &view.live.standing())))
}

pub(super) async fn act(
    At(desk): At,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Id(id): Id,
    Body(command): Body<Command>,
) -> Result<Json<View>> {
    Ok(Json(desk.act(id, command, caller.actor(Via::said(&headers)).await).await?))
}

pub(super) async fn save_draft(
    At(desk): At,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Id(id): Id,
    Body(fields): Body<Vec<DraftField>>,
) -> Result<StatusCode> {
    let actor = caller.actor(Via::said(&headers)).await;
    desk.save_draft(id, fields, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn hand_off(At(desk): At, Id(id): Id) -> Result<Json<Ticket>> {
    Ok(Json(Ticket { ticket: desk.hand_off(id).await? }))
}

pub(super) async fn delivered(At(desk): At, Id(id): Id) -> Result<StatusCode> {
    desk.delivered(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn undelivered(At(desk): At, Id(id): Id) -> Result<StatusCode> {
    desk.undelivered(id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct After {
    #[serde(default)]
    after: Option<Cursor>,
    #[serde(default)]
    seconds: Option<u64>,
}

/// Without news in time: no events, and the cursor as it was.
pub(super) async fn events(
    At(desk): At,
    Parameters(After { after, seconds }): Parameters<After>,
) -> Result<Json<Events>> {
    let wait = Wait { seconds }.duration();
    match (tokio::time::timeout(wait, desk.events(after)).await, after) {
        (Ok(events), _) => Ok(Json(events?)),
        (Err(_), Some(cursor)) => Ok(Json(Events { cursor, events: Vec::new(), reset: None })),
        (Err(_), None) => Err(ProblemDocument::request(
            StatusCode::SERVICE_UNAVAILABLE,
            "the store did not answer in time; try again",
        )),
    }
}
