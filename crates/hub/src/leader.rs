//! Surfaces among several hubs: each carries out what people do there, because the row decides. One at a
//! time posts, redraws, stays connected and leads conversations.

use std::time::Duration;

use sayso_access::Routes;
use sayso_desk::cluster::Cluster;
use tokio::sync::watch;

use crate::run::{OpenSurface, Running, SurfaceContext, SurfaceInHub, SurfaceRole};

/// Delay after a failure of the store.
const RETRY: Duration = Duration::from_secs(1);

/// Assists at any time, if the surface calls this hub; leads each time that it is this hub's turn.
pub(crate) fn in_turn(
    SurfaceInHub { name, open }: SurfaceInHub,
    ground: SurfaceContext,
    cluster: &dyn Cluster,
) -> (Routes, Running) {
    let turn = cluster.duty(name);
    let (routes, assisting) = open(ground.clone(), SurfaceRole::Assist);
    if !routes.signed.has_routes() {
        return (routes, Box::pin(lead_in_turn(open, ground, turn)));
    }
    let running = async move {
        tokio::join!(assisting, lead_in_turn(open, ground, turn));
    };
    (routes, Box::pin(running))
}

async fn lead_in_turn(open: OpenSurface, ground: SurfaceContext, mut turn: watch::Receiver<bool>) {
    while turn.wait_for(|ours| *ours).await.is_ok() {
        // What the one before has posted is not posted again.
        while let Err(error) = ground.posts.reload().await {
            tracing::warn!(%error, "what was posted cannot be read; trying again");
            ground.clock.sleep_until(ground.clock.running() + RETRY).await;
        }
        let (_, leading) = open(ground.clone(), SurfaceRole::Lead);
        tokio::select! {
            () = leading => {}
            _ = turn.wait_for(|ours| !*ours) => {}
        }
        // One that ended by itself is not begun again in this turn.
        let _ = turn.wait_for(|ours| !*ours).await;
    }
}
