//! `/settings`: personal settings.

use axum::Extension;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use sayso_core::Problem;
use sayso_core::settings::Key;
use sayso_core::surface::Presence;
use sayso_core::text::meant;
use sayso_desk::DeskError;
use sayso_wire::{SetSetting, SettingLine, ShowSettings, read_layer, translate_all};

use super::at::At;
use super::body::{Body, Json};
use crate::caller::{Caller, Via};
use crate::problem::ProblemDocument;

type Result<T> = std::result::Result<T, ProblemDocument>;

pub(super) async fn show(
    At(desk): At,
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
    At(desk): At,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
    Body(setting): Body<SetSetting>,
) -> Result<StatusCode> {
    let key = key(&name)?;
    refuse_unless_person(key, &caller).await?;
    desk.set_setting(key, Some(setting.value)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn unset(
    At(desk): At,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
) -> Result<StatusCode> {
    let key = key(&name)?;
    refuse_unless_person(key, &caller).await?;
    desk.set_setting(key, None).await?;
    Ok(StatusCode::NO_CONTENT)
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

fn key(name: &str) -> Result<Key> {
    Key::from_name(name).ok_or_else(|| {
        let known = Key::ALL.map(Key::as_str);
        let hint = match meant(name, known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the settings are {}", known.join(", ")),
        };
        let rule = format!("there is no setting `{name}`");
        DeskError::from(Problem::new("key", rule, hint)).into()
    })
}
