//! Parameters of a request, in its path and query string.

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use sayso_access::ProblemDocument;
use sayso_access::problem::Result;
use sayso_core::settings::Key;
use sayso_core::text::meant;
use sayso_core::{IdPrefix, InteractionId, Problem};
use sayso_desk::{DeskError, StoreError};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::Service;
use super::desk_of_caller::ForAsking;
use super::table::{Describe, Operation};

/// An interaction, by its id or a prefix.
pub(super) struct Id(pub(super) InteractionId);

impl Describe for Id {
    fn describe(operation: &mut Operation<'_>) {
        Prefix::describe(operation);
    }
}

impl FromRequestParts<Service> for Id {
    type Rejection = ProblemDocument;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<Id> {
        let Prefix(prefix) = Prefix::from_request_parts(parts, state).await?;
        match prefix.whole() {
            Some(id) => Ok(Id(id)),
            None => {
                let Ok(ForAsking(desk)) = ForAsking::from_request_parts(parts, state).await;
                match desk.show(&prefix).await {
                    Ok(view) => Ok(Id(view.interaction.id)),
                    Err(DeskError::Store(StoreError::Unreadable { id, .. })) => Ok(Id(id)),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}

/// The same, not yet looked up.
pub(super) struct Prefix(pub(super) IdPrefix);

impl Describe for Prefix {
    fn describe(operation: &mut Operation<'_>) {
        operation.takes_in_path("id", &json!({ "type": "string", "pattern": IdPrefix::PATTERN }));
    }
}

impl FromRequestParts<Service> for Prefix {
    type Rejection = ProblemDocument;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<Prefix> {
        let Name(text) = Name::from_request_parts(parts, state).await?;
        let prefix = text.parse().map_err(|problem: Problem| DeskError::from(problem))?;
        Ok(Prefix(prefix))
    }
}

/// A page or a token.
pub(super) struct Name(pub(super) String);

impl Describe for Name {
    fn describe(operation: &mut Operation<'_>) {
        operation.takes_in_path("id", &json!({ "type": "string", "minLength": 1 }));
    }
}

impl FromRequestParts<Service> for Name {
    type Rejection = ProblemDocument;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<Name> {
        let Path(name) = Path::from_request_parts(parts, state).await.map_err(|rejection| {
            ProblemDocument::request(rejection.status(), rejection.body_text())
        })?;
        Ok(Name(name))
    }
}

/// A personal setting.
pub(super) struct SettingKey(pub(super) Key);

impl Describe for SettingKey {
    fn describe(operation: &mut Operation<'_>) {
        let keys = Key::ALL.map(Key::as_str);
        operation.takes_in_path("key", &json!({ "type": "string", "enum": keys }));
    }
}

impl FromRequestParts<Service> for SettingKey {
    type Rejection = ProblemDocument;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<SettingKey> {
        let Name(name) = Name::from_request_parts(parts, state).await?;
        Key::from_name(&name).map(SettingKey).ok_or_else(|| {
            let known = Key::ALL.map(Key::as_str);
            let hint = match meant(&name, known) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("the settings are {}", known.join(", ")),
            };
            let rule = format!("there is no setting `{name}`");
            DeskError::from(Problem::new("key", rule, hint)).into()
        })
    }
}

/// The query string of the address.
pub(super) struct Parameters<T>(pub(super) T);

impl<T: JsonSchema> Describe for Parameters<T> {
    fn describe(operation: &mut Operation<'_>) {
        operation.takes_in_query::<T>();
    }
}

impl<T: DeserializeOwned> FromRequestParts<Service> for Parameters<T> {
    type Rejection = ProblemDocument;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<Parameters<T>> {
        let Query(value) = Query::from_request_parts(parts, state).await.map_err(|rejection| {
            ProblemDocument::request(StatusCode::UNPROCESSABLE_ENTITY, rejection.body_text())
        })?;
        Ok(Parameters(value))
    }
}
