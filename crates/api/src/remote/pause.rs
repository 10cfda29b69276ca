//! The delay before the next attempt to connect.

use std::time::Duration;

/// Doubled with each attempt, up to the maximum.
const FIRST: Duration = Duration::from_millis(50);
const LAST: Duration = Duration::from_secs(5);
/// A connection that breaks sooner than this is followed by a pause, too: a hub that hangs up at once
/// would be called again without end.
const LASTED: Duration = Duration::from_secs(1);

pub(super) struct Pause(Duration);

impl Pause {
    pub(super) fn new() -> Pause {
        Pause(FIRST)
    }

    /// After a failed attempt.
    pub(super) async fn wait(&mut self) {
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 2).min(LAST);
    }

    /// Before the next of several hubs, after one that could not do it was connected for this long: all
    /// of them may say so.
    pub(super) async fn between_hubs(&mut self, open: Duration) {
        if open >= LASTED {
            *self = Pause::new();
        }
        self.wait().await;
    }

    /// After a connection that was open for this long. A short pause is enough: the hub was there, and
    /// the next one may be there already.
    pub(super) async fn after(&mut self, open: Duration) {
        *self = Pause::new();
        if open < LASTED {
            tokio::time::sleep(FIRST).await;
        }
    }
}
