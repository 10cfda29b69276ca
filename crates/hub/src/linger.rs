//! When an idle hub may end: nothing is pending and nobody is connected, for a while.

use std::time::Duration;

use sayso_engine::Engine;
use tokio::sync::watch;

/// The process that started the hub connects right away; until then the hub doesn't count as idle.
const FIRST_COMES_WITHIN: Duration = Duration::from_secs(5);

/// Resolves when the hub has been idle for this long.
pub(crate) async fn idle(engine: &Engine, connections: watch::Receiver<usize>, linger: Duration) {
    // Several hubs can be over one database, which then is the only one that knows.
    let count = async || engine.count_pending().await.ok();
    without_work(engine.pending(), connections, linger, count).await;
}

/// `pending` says when the number may have changed, `count` what it is; `None`: it can't be read.
async fn without_work(
    mut pending: watch::Receiver<u64>,
    mut connections: watch::Receiver<usize>,
    linger: Duration,
    count: impl AsyncFn() -> Option<u64>,
) {
    let first = connections.wait_for(|count| *count > 0);
    let _ = tokio::time::timeout(FIRST_COMES_WITHIN, first).await;
    loop {
        // Cannot fail: the senders live as long as the hub.
        let _ = connections.wait_for(|count| *count == 0).await.map(drop);
        pending.mark_unchanged();
        tokio::select! {
            _ = pending.changed() => continue,
            _ = connections.changed() => continue,
            () = tokio::time::sleep(linger) => {}
        }
        match count().await {
            Some(0) => return,
            None => {}
            Some(_) => tokio::select! {
                _ = pending.changed() => {}
                _ = connections.changed() => {}
            },
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "time is paused")]
mod tests {
    use super::*;

    /// REQ: WE-1
    #[tokio::test(start_paused = true)]
    async fn stays_for_a_connection_with_nothing_pending() {
        let (_pending, watched) = watch::channel(0);
        let (connections, connected) = watch::channel(1);
        let linger = Duration::from_secs(60);
        let idle = tokio::spawn(without_work(watched, connected, linger, async || Some(0)));
        let start = tokio::time::Instant::now();
        tokio::time::sleep(linger * 10).await;
        assert!(!idle.is_finished(), "somebody is there");
        connections.send_replace(0);
        idle.await.unwrap();
        assert_eq!(start.elapsed(), linger * 11);
    }

    /// REQ: WE-1
    #[tokio::test(start_paused = true)]
    async fn goes_only_when_nothing_is_pending_and_nobody_is_there() {
        let (pending, watched) = watch::channel(1);
        let (connections, connected) = watch::channel(1);
        let linger = Duration::from_secs(60);
        let waiting = pending.subscribe();
        let count = async move || Some(*waiting.borrow());
        let idle = tokio::spawn(without_work(watched, connected, linger, count));
        let start = tokio::time::Instant::now();
        tokio::time::advance(linger * 2).await;
        assert!(!idle.is_finished());
        connections.send_replace(0);
        tokio::time::advance(linger * 2).await;
        assert!(!idle.is_finished(), "something is pending");
        pending.send_replace(0);
        idle.await.unwrap();
        assert_eq!(start.elapsed(), linger * 5);
    }
}
