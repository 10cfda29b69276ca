//! Surfaces that one of several hubs runs at a time: a chat gives what people do there to any of those
//! that are connected, and a question is posted once.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use sayso_api::Routes;
use tokio::sync::watch;
use tower::ServiceExt;

use crate::run::{Ground, OpenSurface, Running};

/// Delay after a failure of the store.
const RETRY: Duration = Duration::from_secs(1);

/// The routes of the one that runs now, if it is this hub.
type Current = Arc<Mutex<Option<Router>>>;

/// Opens it each time that it is this hub's turn, and ends it when it no longer is.
pub(crate) fn in_turn(
    open: OpenSurface,
    ground: Ground,
    turn: watch::Receiver<bool>,
) -> (Routes, Running) {
    let current = Current::default();
    // Only its paths are used: it is never run.
    let (Routes { mut signed, .. }, _) = open(ground.clone());
    if signed.has_routes() {
        let current = Arc::clone(&current);
        signed = signed.route_layer(from_fn(move |request: Request, _: Next| {
            let router = current.lock().clone();
            pass_on(router, request)
        }));
    }
    let running = Box::pin(take_turns(open, ground, turn, current));
    (Routes { signed, ..Routes::default() }, running)
}

async fn pass_on(router: Option<Router>, request: Request) -> Response {
    let Some(router) = router else {
        let why = "another hub is connected to this chat at the moment";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    router.oneshot(request).await.into_response()
}

async fn take_turns(
    open: OpenSurface,
    ground: Ground,
    mut turn: watch::Receiver<bool>,
    current: Current,
) {
    while turn.wait_for(|ours| *ours).await.is_ok() {
        // What the one before has posted is not posted again.
        while let Err(error) = ground.posts.reload().await {
            tracing::warn!(%error, "what was posted cannot be read; trying again");
            ground.clock.sleep_until(ground.clock.running() + RETRY).await;
        }
        let (routes, running) = open(ground.clone());
        *current.lock() = Some(routes.signed);
        tokio::select! {
            () = running => {}
            _ = turn.wait_for(|ours| !*ours) => {}
        }
        *current.lock() = None;
        // One that ended by itself is not begun again in this turn.
        let _ = turn.wait_for(|ours| !*ours).await;
    }
}
