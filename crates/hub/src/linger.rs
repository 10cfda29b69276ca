//! When an idle hub may end: nothing is pending and nobody is connected, for a while.

use std::time::Duration;

use tokio::sync::watch;

/// The process that started the hub connects right away; until then the hub doesn't count as idle.
const FIRST_COMES_WITHIN: Duration = Duration::from_secs(5);

/// Resolves when the hub has been idle for this long.
pub(crate) async fn idle(
    mut pending: watch::Receiver<u64>,
    mut connections: watch::Receiver<usize>,
    linger: Duration,
) {
    let first = connections.wait_for(|count| *count > 0);
    let _ = tokio::time::timeout(FIRST_COMES_WITHIN, first).await;
    loop {
        // Cannot fail: the senders live as long as the hub.
        let _ = pending.wait_for(|count| *count == 0).await.map(drop);
        let _ = connections.wait_for(|count| *count == 0).await.map(drop);
        let still = *pending.borrow_and_update() == 0 && *connections.borrow_and_update() == 0;
        if !still {
            continue;
        }
        tokio::select! {
            _ = pending.changed() => {}
            _ = connections.changed() => {}
            () = tokio::time::sleep(linger) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn goes_only_when_nothing_is_pending_and_nobody_is_there() {
        let (pending, watched) = watch::channel(1);
        let (connections, connected) = watch::channel(1);
        let linger = Duration::from_secs(60);
        let idle = tokio::spawn(idle(watched, connected, linger));
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
