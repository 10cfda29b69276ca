//! JSON bodies: reads those of requests, where every error becomes a problem document that says
//! what to do, and writes those of replies.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{self as response, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use futures_util::stream;
use sayso_access::ProblemDocument;
use sayso_access::middleware::is_json;
use sayso_access::problem::Result;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Service;
use super::table::{Describe, Operation};

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

/// A JSON reply, and what is done once the connection has taken it.
pub(super) struct Handed<T> {
    pub(super) reply: T,
    pub(super) then: Option<BoxFuture<'static, ()>>,
}

impl<T: Serialize> IntoResponse for Handed<T> {
    fn into_response(self) -> Response {
        let Some(then) = self.then else { return Json::<_>(self.reply).into_response() };
        let bytes = serde_json::to_vec(&self.reply).expect("plain data serialises");
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (header::CONTENT_LENGTH, bytes.len().into()),
        ];
        // Read when the connection takes it: for a client that is gone it never is.
        let taken = stream::once(async move {
            tokio::spawn(then);
            Ok::<_, Infallible>(bytes)
        });
        (headers, response::Body::from_stream(taken)).into_response()
    }
}

impl<T: JsonSchema> Describe for Handed<T> {
    fn describe(operation: &mut Operation<'_>) {
        operation.gives::<T>(200);
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
