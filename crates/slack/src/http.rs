//! Slack calling: signed requests to `/slack/events` and `/slack/interactive`. Acknowledged at once,
//! worked on afterwards, except for modals, which stay open if their text cannot be taken.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use sayso_chat::Incoming;
use sayso_desk::Clock;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use crate::incoming;
use crate::modal::Submitted;
use crate::signature::Signature;

/// A view with all its fields stays far below.
const LARGEST: usize = 1024 * 1024;

struct Door {
    signature: Signature,
    clock: Arc<dyn Clock>,
    deliver: UnboundedSender<Incoming>,
}

pub(crate) fn routes(
    secret: &str,
    clock: Arc<dyn Clock>,
    deliver: UnboundedSender<Incoming>,
) -> Router {
    let door = Door { signature: Signature::new(secret), clock, deliver };
    Router::new()
        .route("/slack/events", post(events))
        .route("/slack/interactive", post(interactive))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(Arc::new(door))
}

async fn events(State(door): State<Arc<Door>>, headers: HeaderMap, body: Bytes) -> Response {
    if !door.is_slack(&headers, &body) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let Ok(payload) = serde_json::from_slice::<Value>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    if payload["type"] == "url_verification" {
        return payload["challenge"].as_str().unwrap_or_default().to_owned().into_response();
    }
    door.take(incoming::event(&payload))
}

async fn interactive(State(door): State<Arc<Door>>, headers: HeaderMap, body: Bytes) -> Response {
    if !door.is_slack(&headers, &body) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let payload = form_urlencoded::parse(&body).find(|(name, _)| name == "payload");
    let payload = payload.and_then(|(_, json)| serde_json::from_str::<Value>(&json).ok());
    match payload {
        Some(payload) => {
            let mut incoming = incoming::interactive(&payload);
            let submitted = incoming.as_mut().and_then(Submitted::of);
            let taken = door.take(incoming);
            match submitted {
                Some(submitted) if taken.status().is_success() => {
                    submitted.response().await.map_or(taken, |errors| Json(errors).into_response())
                }
                Some(_) | None => taken,
            }
        }
        None => StatusCode::BAD_REQUEST.into_response(),
    }
}

impl Door {
    /// Before anything is parsed.
    fn is_slack(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let timestamp = text("x-slack-request-timestamp").unwrap_or_default();
        let signature = text("x-slack-signature").unwrap_or_default();
        self.signature.fits(timestamp, signature, body, self.clock.now())
    }

    fn take(&self, incoming: Option<Incoming>) -> Response {
        if let Some(incoming) = incoming {
            // Nobody takes it any more only when the hub ends; Slack repeats it then.
            if self.deliver.send(incoming).is_err() {
                return StatusCode::SERVICE_UNAVAILABLE.into_response();
            }
        }
        StatusCode::OK.into_response()
    }
}
