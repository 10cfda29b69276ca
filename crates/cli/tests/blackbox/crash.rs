//! Processes die at any moment, and nothing that was acknowledged is lost.
//!
//! Every acknowledgement of a hub is recorded in a [`ledger`]. After any kill, the state of the hub
//! is compared with it.

pub mod askers;
mod drafts;
mod hubs;
pub mod joining;
pub mod ledger;
pub mod load;
mod points;
mod random;
pub mod seed;
mod storm;

use sayso_api::RemoteDesk;

use self::ledger::Ledger;
use self::load::Load;
use crate::harness::{PATIENCE, World};

/// With sweeping off, because everything is looked up at the end.
fn kept_world() -> World {
    World::new().with("SAYSO_LOG_LEVEL", "error").with("SAYSO_RETENTION_COUNT", "1000000")
}

/// Fails the test instead of waiting forever.
async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(done) => done,
        Err(_) => panic!("never happened: {what}"),
    }
}

/// Has everything answered. However much that is, something goes on all the time.
pub async fn finish(load: Load, desk: &RemoteDesk, ledger: &Ledger) {
    let finished = load.finish(desk, ledger);
    tokio::pin!(finished);
    let acknowledged = ledger.acknowledged();
    loop {
        let before = *acknowledged.borrow();
        if tokio::time::timeout(PATIENCE, &mut finished).await.is_ok() {
            return;
        }
        let now = *acknowledged.borrow();
        assert!(now > before, "not everybody gets their answer: {}", ledger.explain());
    }
}
