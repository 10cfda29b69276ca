//! Signed requests to a surface that one of several hubs runs: any hub accepts them, and the one whose
//! turn it is carries them out.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use sayso_desk::{Errand, ErrandReply, Errands, OpenErrand, Sent, TakenErrand};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// As much as any surface accepts.
const LARGEST: usize = 1024 * 1024;

pub(super) struct Outside {
    surface: &'static str,
    /// Its answer to anything genuine is 503.
    idle: Router,
    /// While it is this hub's turn.
    current: watch::Sender<Option<Router>>,
    errands: Arc<Errands>,
}

impl Outside {
    pub(super) fn new(surface: &'static str, idle: Router, errands: Arc<Errands>) -> Outside {
        Outside { surface, idle, current: watch::Sender::new(None), errands }
    }

    pub(super) fn set_current(&self, router: Option<Router>) {
        self.current.send_replace(router);
    }

    /// Carries it out here, or has another hub do so. What is not genuine goes no further than this.
    pub(super) async fn pass_on(&self, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let Ok(body) = to_bytes(body, LARGEST).await else {
            return StatusCode::PAYLOAD_TOO_LARGE.into_response();
        };
        let router = self.current.borrow().clone().unwrap_or_else(|| self.idle.clone());
        let request = Request::from_parts(parts.clone(), Body::from(body.clone()));
        let response = router.oneshot(request).await.into_response();
        if response.status() != StatusCode::SERVICE_UNAVAILABLE {
            return response;
        }
        let Some(errand) = errand(&parts, &body) else {
            return StatusCode::BAD_REQUEST.into_response();
        };
        let why = match self.errands.send(self.surface, errand).await {
            Ok(Sent::Done(reply)) => return response_of(reply),
            Ok(Sent::Untaken) => "no hub is connected to this chat at the moment".to_owned(),
            Ok(Sent::Unanswered) => {
                "the hub that is connected to this chat did not answer in time".to_owned()
            }
            Err(error) => error.to_string(),
        };
        tracing::warn!(surface = self.surface, why, "a request from outside was not answered");
        (StatusCode::SERVICE_UNAVAILABLE, format!("{why}; try again\n")).into_response()
    }

    /// What other hubs have sent, and their replies.
    pub(super) async fn hear(&self) {
        let mut news = self.errands.others().listen();
        while let Some(news) = news.recv().await {
            self.errands.hear(&news);
        }
    }

    /// Carries out what other hubs have sent while it is this hub's turn.
    pub(super) async fn serve(&self) {
        let (mut turn, mut news) = (self.current.subscribe(), self.errands.news());
        let mut under_way = JoinSet::new();
        loop {
            // Neither can fail: both senders are ours.
            tokio::select! {
                _ = turn.changed() => {}
                _ = news.changed() => {}
            }
            while under_way.try_join_next().is_some() {}
            let Some(router) = self.current.borrow().clone() else { continue };
            let found = match self.errands.look(self.surface).await {
                Ok(found) => found,
                Err(error) => {
                    // Whoever has sent something is told in time that nobody has taken it.
                    tracing::debug!(%error, "what other hubs have sent cannot be read");
                    continue;
                }
            };
            for open in found {
                under_way.spawn(carry_out(Arc::clone(&self.errands), open, router.clone()));
            }
        }
    }
}

async fn carry_out(errands: Arc<Errands>, open: OpenErrand, router: Router) {
    let done = async {
        let Some(TakenErrand { errand, place }) = errands.take(open).await? else { return Ok(()) };
        let reply = match request_of(errand) {
            Some(request) => reply_of(router.oneshot(request).await.into_response()).await,
            None => reply_of(StatusCode::BAD_REQUEST.into_response()).await,
        };
        errands.reply(place, reply).await
    };
    if let Err(error) = done.await {
        tracing::warn!(%error, "a request that another hub has sent could not be answered");
    }
}

/// Without anything that proves who sent it but its signature. `None`: it is not text, so no chat has
/// sent it.
fn errand(parts: &Parts, body: &Bytes) -> Option<Errand> {
    let is_needed = |name: &HeaderName| name == CONTENT_TYPE || name.as_str().starts_with("x-");
    let headers = parts.headers.iter().filter(|(name, _)| is_needed(name));
    let headers = headers
        .map(|(name, value)| value.to_str().ok().map(|value| (name.to_string(), value.to_owned())));
    Some(Errand {
        path: parts.uri.path().to_owned(),
        headers: headers.collect::<Option<_>>()?,
        body: String::from_utf8(body.to_vec()).ok()?,
    })
}

fn request_of(Errand { path, headers, body }: Errand) -> Option<Request> {
    let request = Request::post(path);
    let request =
        headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    request.body(Body::from(body)).ok()
}

async fn reply_of(response: Response) -> ErrandReply {
    let (parts, body) = response.into_parts();
    let content_type = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let body = to_bytes(body, LARGEST).await.unwrap_or_default();
    ErrandReply {
        status: parts.status.as_u16(),
        content_type: content_type.map(str::to_owned),
        body: String::from_utf8_lossy(&body).into_owned(),
    }
}

fn response_of(ErrandReply { status, content_type, body }: ErrandReply) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    match content_type {
        Some(content_type) => (status, [(CONTENT_TYPE, content_type)], body).into_response(),
        None => (status, Body::from(body)).into_response(),
    }
}
