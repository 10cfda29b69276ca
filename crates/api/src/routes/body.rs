//! JSON bodies: reads those of requests, where every error becomes a problem document that says
//! what to do, and writes those of replies.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Service;
use super::table::{Describe, Operation};
use crate::access::is_json;
use crate::problem::{ProblemDocument, Result};

/// Time limit for the whole body; the largest has 1 MB.
const IN_TIME: Duration = Duration::from_secs(10);

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<T: JsonSchema> Describe for Body<T> {
    fn describe(operation: &mut Operation<'_>) {
        operation.takes::<T>();
    }
}

impl<T: DeserializeOwned> FromRequest<Service> for Body<T> {
    type Rejection = ProblemDocument;

    async fn from_request(request: Request, state: &Service) -> Result<Body<T>> {
        // Only JSON: a form in any page can send the other types without a preflight.
        if !is_json(request.headers()) {
            return Err(ProblemDocument::not_json());
        }
        let bytes = bytes(request, state).await?;
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

/// A body that means nothing. It is read all the same: a client that sends it after the head would
/// find its connection closed.
pub(super) struct NoBody;

impl Describe for NoBody {}

impl FromRequest<Service> for NoBody {
    type Rejection = ProblemDocument;

    async fn from_request(request: Request, state: &Service) -> Result<NoBody> {
        bytes(request, state).await.map(|_| NoBody)
    }
}

/// The whole body, in time.
async fn bytes(request: Request, state: &Service) -> Result<Bytes> {
    let reading = Bytes::from_request(request, state);
    let read = tokio::time::timeout(IN_TIME, reading).await.map_err(|_| {
        ProblemDocument::request(
            StatusCode::REQUEST_TIMEOUT,
            format!("the body did not arrive within {} seconds", IN_TIME.as_secs()),
        )
    })?;
    read.map_err(|rejection| {
        let detail = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                "the body is larger than this route takes; shorten it".to_owned()
            }
            _ => rejection.body_text(),
        };
        ProblemDocument::request(rejection.status(), detail)
    })
}

/// A JSON reply.
pub(super) struct Json<T, const STATUS: u16 = 200>(pub(super) T);

/// The same with what was created.
pub(super) type Created<T> = Json<T, 201>;

/// An ordinary interaction fits, so that the buffer never has to grow.
const ROOM: usize = 2_048;

impl<T: Serialize, const STATUS: u16> IntoResponse for Json<T, STATUS> {
    fn into_response(self) -> Response {
        let mut bytes = Vec::with_capacity(ROOM);
        serde_json::to_writer(&mut bytes, &self.0).expect("plain data serialises");
        (status::<STATUS>(), [(header::CONTENT_TYPE, "application/json")], bytes).into_response()
    }
}

impl<T: JsonSchema, const STATUS: u16> Describe for Json<T, STATUS> {
    fn describe(operation: &mut Operation<'_>) {
        operation.gives::<T>(STATUS);
    }
}

/// A reply without content.
pub(super) struct Done<const STATUS: u16 = 204>;

impl<const STATUS: u16> IntoResponse for Done<STATUS> {
    fn into_response(self) -> Response {
        status::<STATUS>().into_response()
    }
}

impl<const STATUS: u16> Describe for Done<STATUS> {
    fn describe(operation: &mut Operation<'_>) {
        operation.gives_nothing(STATUS);
    }
}

fn status<const STATUS: u16>() -> StatusCode {
    StatusCode::from_u16(STATUS).expect("a status")
}
