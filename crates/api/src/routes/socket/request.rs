//! Ordinary requests that come over a socket: the same routes, for the same caller.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::extract::ws::Message;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use sayso_access::{Caller, ProblemDocument, SocketRoutes};
use sayso_core::limits;
use sayso_wire::SURFACE_HEADER;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tower::ServiceExt;

use super::calls::{message, refusal};

/// As much as a request's head may have over HTTP.
const LONGEST_PATH: usize = 32 * 1024;

/// Where the requests of one socket go.
#[derive(Clone)]
pub(super) struct Requests {
    routes: Router,
    headers: HeaderMap,
}

impl Requests {
    /// `headers` are those that the socket was opened with.
    pub(super) fn new(SocketRoutes(routes): SocketRoutes, headers: &HeaderMap) -> Requests {
        let passed =
            [header::HOST, header::ORIGIN, header::HeaderName::from_static(SURFACE_HEADER)];
        let passed = passed.into_iter().filter_map(|name| {
            let value = headers.get(&name)?.clone();
            Some((name, value))
        });
        Requests { routes, headers: passed.collect() }
    }

    pub(super) async fn perform(
        self,
        caller: Caller,
        n: u64,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> Message {
        let Requests { routes, mut headers } = self;
        let json = HeaderValue::from_static("application/json");
        headers.extend(body.is_some().then_some((header::CONTENT_TYPE, json)));
        let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
        let request = Request::builder().method(method).uri(format!("/api/v1{path}")).body(body);
        let Some(mut request) = request.ok().filter(|_| path.len() <= LONGEST_PATH) else {
            let detail = "not a path, or longer than can be asked for; shorten the words or the id";
            return refusal(n, ProblemDocument::request(StatusCode::BAD_REQUEST, detail));
        };
        *request.headers_mut() = headers;
        request.extensions_mut().insert(caller);
        let Ok(response) = routes.oneshot(request).await;
        let (status, body) = (response.status(), response.into_body());
        let body = to_bytes(body, 16 * limits::BODY).await.unwrap_or_default();
        let body = String::from_utf8(body.into()).ok().filter(|body| !body.is_empty());
        let body = body.and_then(|body| RawValue::from_string(body).ok());
        if status.is_success() {
            return message(&Done { n, ok: body });
        }
        match body {
            Some(problem) => message(&Refused { n, problem }),
            None => refusal(n, ProblemDocument::request(status, "no word why")),
        }
    }
}

#[derive(Serialize)]
struct Done {
    n: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct Refused {
    n: u64,
    problem: Box<RawValue>,
}
