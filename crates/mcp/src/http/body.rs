//! Reads and checks the body of a request before the SDK sees it: a malformed, too long or too slow
//! body gets an error that an MCP client understands.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;

use crate::envelope::{self, Fault, IdScan, LONGEST, Revision};

/// Time limit for the whole body: 4 MB over a slow line.
const IN_TIME: Duration = Duration::from_secs(10);
/// How far a too long body is searched for its id.
const LOOKED_THROUGH: usize = 2 * LONGEST;

/// The request with its whole body, or the error response for its sender.
pub(super) async fn checked(request: Request) -> Result<Request, Response> {
    // The SDK answers requests that aren't messages, each with its own status.
    if request.method() != Method::POST || !is_message(request.headers()) {
        return Ok(request);
    }
    let (head, body) = request.into_parts();
    let bytes = match tokio::time::timeout(IN_TIME, whole(body)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(refusal)) => return Err(refusal),
        Err(_) => {
            let fault = Fault::too_slow(IN_TIME.as_secs());
            return Err(refuse(StatusCode::REQUEST_TIMEOUT, &fault));
        }
    };
    let version = head.headers.get("mcp-protocol-version").and_then(|value| value.to_str().ok());
    match envelope::read(&bytes, Revision::named(version)) {
        Ok(Some(_)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(None) => Err(StatusCode::ACCEPTED.into_response()),
        Err(fault) => Err(refuse(StatusCode::BAD_REQUEST, &fault)),
    }
}

async fn whole(mut body: Body) -> Result<Vec<u8>, Response> {
    let mut bytes = Vec::new();
    let mut too_long: Option<IdScan> = None;
    let mut seen = 0;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return Err(StatusCode::BAD_REQUEST.into_response()) };
        let Ok(data) = frame.into_data() else { continue };
        seen += data.len();
        match &mut too_long {
            Some(scan) => scan.feed(&data),
            None if seen > LONGEST => {
                let mut scan = IdScan::default();
                scan.feed(&bytes);
                scan.feed(&data);
                bytes = Vec::new();
                too_long = Some(scan);
            }
            None => bytes.extend_from_slice(&data),
        }
        if too_long.as_ref().is_some_and(|scan| scan.found().is_some()) || seen > LOOKED_THROUGH {
            break;
        }
    }
    match too_long {
        Some(scan) => Err(refuse(StatusCode::PAYLOAD_TOO_LARGE, &Fault::too_long(scan.found()))),
        None => Ok(bytes),
    }
}

fn refuse(status: StatusCode, fault: &Fault) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], fault.to_json()).into_response()
}

/// Whether its headers say that it is a message and that an answer is accepted.
fn is_message(headers: &HeaderMap) -> bool {
    let says = |name, what: &str| {
        headers.get(name).and_then(|value| value.to_str().ok()).is_some_and(|it| it.contains(what))
    };
    says(header::CONTENT_TYPE, "application/json")
        && says(header::ACCEPT, "application/json")
        && says(header::ACCEPT, "text/event-stream")
}
