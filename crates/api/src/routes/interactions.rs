//! `/interactions` and what happens to them.

use std::time::Duration;

use axum::Extension;
use axum::http::{HeaderMap, StatusCode};
use sayso_core::{DraftField, dialect};
use sayso_desk::{Cursor, DeskError, Patience};
use sayso_wire::{
    ActRequest, AskRequest, CursorText, DraftFieldRequest, EventsView, InteractionView,
    ListRequest, PageView, ReplyView, Ticket,
};
use serde::Deserialize;
use serde_json::Value;

use super::at::At;
use super::body::{Body, Id, Json, Parameters, Prefix};
use crate::caller::{Caller, Via};
use crate::problem::ProblemDocument;

type Result<T> = std::result::Result<T, ProblemDocument>;

/// Maximum wait over plain HTTP: proxies and clients give up soon after.
const LONGEST_WAIT: u64 = 60;

pub(super) async fn ask(
    At(desk): At,
    Body(ask): Body<AskRequest>,
) -> Result<(StatusCode, Json<InteractionView>)> {
    Ok((StatusCode::CREATED, Json(desk.ask(ask.try_into()?).await?.into())))
}

pub(super) async fn list(
    At(desk): At,
    Parameters(list): Parameters<ListRequest>,
) -> Result<Json<PageView>> {
    Ok(Json(desk.list(list.try_into()?).await?.into()))
}

pub(super) async fn show(At(desk): At, Prefix(id): Prefix) -> Result<Json<InteractionView>> {
    Ok(Json(desk.show(&id).await?.into()))
}

/// As it is stored, including what is never sent otherwise: for programs that could also read the
/// database.
pub(super) async fn raw(
    At(desk): At,
    Extension(caller): Extension<Caller>,
    Prefix(id): Prefix,
) -> Result<Json<Value>> {
    match caller {
        Caller::Local { .. } => Ok(Json(desk.raw(&id).await?)),
        Caller::Page { .. } | Caller::Agent { .. } | Caller::Stranger => {
            Err(ProblemDocument::request(
                StatusCode::FORBIDDEN,
                "what is stored is shown on the machine of the hub: run `sayso show ID --raw`",
            ))
        }
    }
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
) -> Result<Json<InteractionView>> {
    Ok(Json(desk.wait(id, Patience::For(wait.duration())).await?.into()))
}

pub(super) async fn reply(At(desk): At, Prefix(id): Prefix) -> Result<Json<ReplyView>> {
    let view = desk.show(&id).await?;
    Ok(Json(dialect::reply(&view.interaction, &view.live.standing()).into()))
}

pub(super) async fn act(
    At(desk): At,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Id(id): Id,
    Body(act): Body<ActRequest>,
) -> Result<Json<InteractionView>> {
    let command = act.try_into()?;
    Ok(Json(desk.act(id, command, caller.actor(Via::said(&headers)).await).await?.into()))
}

pub(super) async fn save_draft(
    At(desk): At,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Id(id): Id,
    Body(fields): Body<Vec<DraftFieldRequest>>,
) -> Result<StatusCode> {
    let fields =
        fields.into_iter().map(DraftField::try_from).collect::<std::result::Result<_, _>>()?;
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
    after: Option<CursorText>,
    #[serde(default)]
    seconds: Option<u64>,
}

/// Without news in time: no events, and the same cursor.
pub(super) async fn events(
    At(desk): At,
    Parameters(After { after, seconds }): Parameters<After>,
) -> Result<Json<EventsView>> {
    let wait = Wait { seconds }.duration();
    // Without a cursor there is nothing to wait for: the reply is what is active now.
    let Some(cursor) = after.map(Cursor::try_from).transpose().map_err(DeskError::from)? else {
        return Ok(Json(desk.events(None).await?.into()));
    };
    match tokio::time::timeout(wait, desk.events(Some(cursor))).await {
        Ok(events) => Ok(Json(events?.into())),
        Err(_) => Ok(Json(EventsView { cursor: cursor.into(), events: Vec::new(), reset: None })),
    }
}
