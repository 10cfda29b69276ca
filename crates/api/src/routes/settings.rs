//! `/settings`: personal settings.

use axum::Extension;
use axum::http::{HeaderMap, StatusCode};
use sayso_access::problem::Result;
use sayso_access::{Caller, ProblemDocument, Via};
use sayso_core::settings::Key;
use sayso_core::surface::Presence;
use sayso_wire::{SetSetting, SettingLine, ShowSettings, read_layer, translate_all};

use super::body::{Body, Done, Json};
use super::desk_of_caller::ForAnswering;
use super::parameters::SettingKey;

pub(super) async fn show(
    ForAnswering(desk): ForAnswering,
    Extension(caller): Extension<Caller>,
    Body(wanted): Body<ShowSettings>,
) -> Result<Json<Vec<SettingLine>>> {
    let mut settings = desk.settings(read_layer(wanted.environment)?).await?;
    if matches!(caller, Caller::Page { .. }) && !is_person(&caller).await {
        settings.retain(|setting| setting.key.setting().guard.is_none());
    }
    Ok(Json(translate_all(settings)))
}

pub(super) async fn set(
    ForAnswering(desk): ForAnswering,
    Extension(caller): Extension<Caller>,
    SettingKey(key): SettingKey,
    Body(setting): Body<SetSetting>,
) -> Result<Done> {
    refuse_unless_person(key, &caller).await?;
    desk.set_setting(key, Some(setting.value)).await?;
    Ok(Done)
}

pub(super) async fn unset(
    ForAnswering(desk): ForAnswering,
    Extension(caller): Extension<Caller>,
    SettingKey(key): SettingKey,
) -> Result<Done> {
    refuse_unless_person(key, &caller).await?;
    desk.set_setting(key, None).await?;
    Ok(Done)
}

/// Settings that protect the person can't be changed by programs.
async fn refuse_unless_person(key: Key, caller: &Caller) -> Result<()> {
    if key.setting().guard.is_none() || is_person(caller).await {
        return Ok(());
    }
    let name = key.as_str();
    Err(ProblemDocument::request(
        StatusCode::FORBIDDEN,
        format!(
            "only a person can change {name}: run `sayso config` in your own terminal, not an agent's"
        ),
    ))
}

/// Any program can open a page, so a page counts only if it was paired from another device.
async fn is_person(caller: &Caller) -> bool {
    let presence = caller.actor(Via::said(&HeaderMap::new())).await.presence;
    match caller {
        Caller::Page { .. } => presence == Presence::Paired,
        Caller::Local { .. } | Caller::Agent { .. } | Caller::Stranger => presence.is_person(),
    }
}
