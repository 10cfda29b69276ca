//! `/interactions` and what happens to them.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use futures_util::FutureExt;
use sayso_access::problem::Result;
use sayso_access::{Caller, Via};
use sayso_core::{DraftField, Problem, dialect};
use sayso_desk::{Cursor, DeskError, Patience};
use sayso_wire::{
    ActRequest, AskRequest, CursorText, DraftFieldRequest, EventsView, InteractionView,
    ListRequest, PageView, ReplyView, Ticket,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::Service;
use super::body::{Body, Created, Done, Handed, Json, NoBody};
use super::desk_of_caller::{ForAnswering, ForAsking};
use super::parameters::{Id, Parameters, Prefix};

/// Maximum wait over plain HTTP: proxies and clients give up soon after.
const LONGEST_WAIT: u64 = 60;

pub(super) async fn ask(
    ForAsking(desk): ForAsking,
    Body(ask): Body<AskRequest>,
) -> Result<Created<InteractionView>> {
    Ok(Json(desk.ask(ask.try_into()?).await?.into()))
}

pub(super) async fn list(
    ForAnswering(desk): ForAnswering,
    Parameters(list): Parameters<ListRequest>,
) -> Result<Json<PageView>> {
    Ok(Json(desk.list(list.try_into()?).await?.into()))
}

pub(super) async fn show(
    ForAsking(desk): ForAsking,
    Prefix(id): Prefix,
) -> Result<Json<InteractionView>> {
    Ok(Json(desk.show(&id).await?.into()))
}

/// As it is stored, including what is never sent otherwise: for programs that could also read the
/// database.
pub(super) async fn raw(
    ForAnswering(desk): ForAnswering,
    Extension(caller): Extension<Caller>,
    Prefix(id): Prefix,
) -> Result<Json<Value>> {
    caller.require_local(
        "what is stored is shown on the machine of the hub: run `sayso show ID --raw`",
    )?;
    Ok(Json(desk.raw(&id).await?))
}

pub(super) async fn forget(ForAnswering(desk): ForAnswering, Id(id): Id) -> Result<Done> {
    desk.forget(id).await?;
    Ok(Done)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    #[serde(default)]
    #[schemars(range(max = LONGEST_WAIT))]
    seconds: Option<u64>,
}

fn duration(seconds: Option<u64>) -> Result<Duration> {
    let seconds = seconds.unwrap_or(LONGEST_WAIT);
    if seconds > LONGEST_WAIT {
        let rule = format!("{seconds} is more than {LONGEST_WAIT}");
        let problem = Problem::new("seconds", rule, "wait for less, and then again");
        return Err(DeskError::from(problem).into());
    }
    Ok(Duration::from_secs(seconds))
}

pub(super) async fn wait(
    ForAsking(desk): ForAsking,
    Id(id): Id,
    Parameters(wait): Parameters<Wait>,
) -> Result<Handed<InteractionView>> {
    let view = desk.wait(id, Patience::For(duration(wait.seconds)?)).await?;
    let is_settled = !view.interaction.is_pending();
    let delivered = async move {
        if let Err(error) = desk.delivered(id).await {
            tracing::warn!(%id, %error, "a delivery was not noted");
        }
    };
    Ok(Handed { reply: view.into(), then: is_settled.then(|| delivered.boxed()) })
}

pub(super) async fn give_up(ForAsking(desk): ForAsking, Id(id): Id, _: NoBody) -> Result<Done> {
    desk.give_up(id).await?;
    Ok(Done)
}

pub(super) async fn reply(
    ForAsking(desk): ForAsking,
    Prefix(id): Prefix,
) -> Result<Json<ReplyView>> {
    let view = desk.show(&id).await?;
    Ok(Json(dialect::reply(&view.interaction, &view.live.standing()).into()))
}

pub(super) async fn act(
    State(service): State<Service>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Id(id): Id,
    Body(act): Body<ActRequest>,
) -> Result<Json<InteractionView>> {
    let acted = service.act(&caller, Via::said(&headers), id, act.try_into()?).await?;
    Ok(Json(acted.into()))
}

pub(super) async fn save_draft(
    ForAnswering(desk): ForAnswering,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Id(id): Id,
    Body(fields): Body<Vec<DraftFieldRequest>>,
) -> Result<Done> {
    let fields =
        fields.into_iter().map(DraftField::try_from).collect::<std::result::Result<_, _>>()?;
    let actor = caller.actor(Via::said(&headers)).await;
    desk.save_draft(id, fields, actor).await?;
    Ok(Done)
}

pub(super) async fn hand_off(
    ForAsking(desk): ForAsking,
    Id(id): Id,
    _: NoBody,
) -> Result<Json<Ticket>> {
    Ok(Json(Ticket { ticket: desk.hand_off(id).await? }))
}

pub(super) async fn delivered(ForAsking(desk): ForAsking, Id(id): Id, _: NoBody) -> Result<Done> {
    desk.delivered(id).await?;
    Ok(Done)
}

pub(super) async fn undelivered(ForAsking(desk): ForAsking, Id(id): Id) -> Result<Done> {
    desk.undelivered(id).await?;
    Ok(Done)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct After {
    /// Cursor of the last event; without it, the reply is what is active.
    #[serde(default)]
    after: Option<CursorText>,
    #[serde(default)]
    #[schemars(range(max = LONGEST_WAIT))]
    seconds: Option<u64>,
}

/// Without news in time: no events, and the same cursor.
pub(super) async fn events(
    ForAnswering(desk): ForAnswering,
    Parameters(After { after, seconds }): Parameters<After>,
) -> Result<Json<EventsView>> {
    let wait = duration(seconds)?;
    // Without a cursor there is nothing to wait for: the reply is what is active now.
    let Some(cursor) = after.map(Cursor::try_from).transpose().map_err(DeskError::from)? else {
        return Ok(Json(desk.events(None).await?.into()));
    };
    let nothing = || EventsView { cursor: cursor.into(), events: Vec::new(), reset: None };
    Ok(Json(desk.events_within(cursor, wait).await?.map_or_else(nothing, EventsView::from)))
}
