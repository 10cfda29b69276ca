//! `/settings`: the person's own.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use sayso_core::Problem;
use sayso_core::settings::Key;
use sayso_desk::{DeskError, SettingView};

use super::Service;
use super::body::{Body, Json};
use crate::problem::ProblemDocument;
use crate::wire::{SetSetting, ShowSettings};

type Result<T> = std::result::Result<T, ProblemDocument>;

pub(super) async fn show(
    State(service): State<Service>,
    Body(wanted): Body<ShowSettings>,
) -> Result<Json<Vec<SettingView>>> {
    Ok(Json(service.desk.settings(wanted.environment).await?))
}

pub(super) async fn set(
    State(service): State<Service>,
    Path(name): Path<String>,
    Body(setting): Body<SetSetting>,
) -> Result<StatusCode> {
    service.desk.set_setting(key(&name)?, Some(setting.value)).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn unset(
    State(service): State<Service>,
    Path(name): Path<String>,
) -> Result<StatusCode> {
    service.desk.set_setting(key(&name)?, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn key(name: &str) -> Result<Key> {
    Key::from_name(name).ok_or_else(|| {
        let known = Key::ALL.map(Key::as_str).join(", ");
        let rule = format!("there is no setting `{name}`");
        DeskError::from(Problem::new("key", rule, format!("the settings are {known}"))).into()
    })
}
