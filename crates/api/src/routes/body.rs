//! Reads requests, where every error becomes a problem document that says what to do; and writes
//! JSON replies.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sayso_core::{IdPrefix, InteractionId, Problem};
use sayso_desk::{DeskError, StoreError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Service;
use super::at::At;
use crate::access::is_json;
use crate::problem::ProblemDocument;

/// Time limit for the whole body; the largest has 1 MB.
const IN_TIME: Duration = Duration::from_secs(10);

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Service> for Body<T> {
    type Rejection = ProblemDocument;

    async fn from_request(request: Request, state: &Service) -> Result<Body<T>, ProblemDocument> {
        // Only JSON: a form in any page can send the other types without a preflight.
        if !is_json(request.headers()) {
            return Err(ProblemDocument::not_json());
        }
        let reading = Bytes::from_request(request, state);
        let read = tokio::time::timeout(IN_TIME, reading).await.map_err(|_| {
            ProblemDocument::request(
                StatusCode::REQUEST_TIMEOUT,
                format!("the body did not arrive within {} seconds", IN_TIME.as_secs()),
            )
        })?;
        let bytes = read.map_err(|rejection| {
            let detail = match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    "the body is larger than this route takes; shorten it".to_owned()
                }
                _ => rejection.body_text(),
            };
            ProblemDocument::request(rejection.status(), detail)
        })?;
        still_wanted().await;
        let value = serde_json::from_slice(&bytes).map_err(|error| {
            let (status, what) = match error.classify() {
                serde_json::error::Category::Data => (StatusCode::UNPROCESSABLE_ENTITY, "fit"),
                _ => (StatusCode::BAD_REQUEST, "parse"),
            };
            ProblemDocument::request(status, format!("the body does not {what}: {error}"))
        })?;
        Ok(Body(value))
    }
}

/// A hub that was frozen finds requests of clients that have given up since. Their connections are
/// closed, which the runtime learns at its next poll, at the latest before this moment is over;
/// then the request is dropped here.
async fn still_wanted() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

/// A JSON reply.
pub(super) struct Json<T>(pub(super) T);

/// An ordinary interaction fits, so that the buffer never has to grow.
const ROOM: usize = 2_048;

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut bytes = Vec::with_capacity(ROOM);
        serde_json::to_writer(&mut bytes, &self.0).expect("plain data serialises");
        ([(header::CONTENT_TYPE, "application/json")], bytes).into_response()
    }
}

/// An interaction in the path, by its id or a prefix.
pub(super) struct Id(pub(super) InteractionId);

impl FromRequestParts<Service> for Id {
    type Rejection = ProblemDocument;

    async fn from_request_parts(parts: &mut Parts, state: &Service) -> Result<Id, ProblemDocument> {
        let Prefix(prefix) = Prefix::from_request_parts(parts, state).await?;
        match prefix.whole() {
            Some(id) => Ok(Id(id)),
            None => {
                let Ok(At(desk)) = At::from_request_parts(parts, state).await;
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

impl FromRequestParts<Service> for Prefix {
    type Rejection = ProblemDocument;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Service,
    ) -> Result<Prefix, ProblemDocument> {
        let Path(text) =
            Path::<String>::from_request_parts(parts, state).await.map_err(|rejection| {
                ProblemDocument::request(rejection.status(), rejection.body_text())
            })?;
        let prefix = text.parse().map_err(|problem: Problem| DeskError::from(problem))?;
        Ok(Prefix(prefix))
    }
}

/// The query string of the address.
pub(super) struct Parameters<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Service> for Parameters<T> {
    type Rejection = ProblemDocument;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Service,
    ) -> Result<Parameters<T>, ProblemDocument> {
        Query::<T>::from_request_parts(parts, state)
            .await
            .map(|Query(value)| Parameters(value))
            .map_err(|rejection| {
                ProblemDocument::request(StatusCode::UNPROCESSABLE_ENTITY, rejection.body_text())
            })
    }
}
