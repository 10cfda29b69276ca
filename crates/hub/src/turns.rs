//! Surfaces that one of several hubs runs at a time: a chat gives what people do there to any of those
//! that are connected, and a question is posted once.

mod outside;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use sayso_api::Routes;
use sayso_desk::Errands;
use tokio::sync::watch;

use crate::run::{Ground, OpenSurface, Running, SurfaceInHub};
use outside::Outside;

/// Delay after a failure of the store.
const RETRY: Duration = Duration::from_secs(1);

/// Opens it each time that it is this hub's turn, and ends it when it no longer is.
pub(crate) fn in_turn(
    SurfaceInHub { name, open }: SurfaceInHub,
    ground: Ground,
    errands: &Arc<Errands>,
) -> (Routes, Running) {
    let turn = errands.others().duty(name);
    // Never runs: its routes only tell which requests are genuine.
    let (Routes { signed: idle, .. }, _) = open(ground.clone());
    if !idle.has_routes() {
        return (Routes::default(), Box::pin(take_turns(open, ground, turn, None)));
    }
    let outside = Arc::new(Outside::new(name, idle.clone(), Arc::clone(errands)));
    let running = {
        let outside = Arc::clone(&outside);
        async move {
            tokio::join!(
                outside.hear(),
                outside.serve(),
                take_turns(open, ground, turn, Some(&outside))
            );
        }
    };
    let signed = idle.route_layer(from_fn(move |request: Request, _: Next| {
        let outside = Arc::clone(&outside);
        async move { outside.pass_on(request).await }
    }));
    (Routes { signed, ..Routes::default() }, Box::pin(running))
}

async fn take_turns(
    open: OpenSurface,
    ground: Ground,
    mut turn: watch::Receiver<bool>,
    outside: Option<&Outside>,
) {
    while turn.wait_for(|ours| *ours).await.is_ok() {
        // What the one before has posted is not posted again.
        while let Err(error) = ground.posts.reload().await {
            tracing::warn!(%error, "what was posted cannot be read; trying again");
            ground.clock.sleep_until(ground.clock.running() + RETRY).await;
        }
        let (routes, running) = open(ground.clone());
        outside.inspect(|outside| outside.set_current(Some(routes.signed)));
        tokio::select! {
            () = running => {}
            _ = turn.wait_for(|ours| !*ours) => {}
        }
        outside.inspect(|outside| outside.set_current(None));
        // One that ended by itself is not begun again in this turn.
        let _ = turn.wait_for(|ours| !*ours).await;
    }
}
