//! Calls to a channel one after the other, and not before the time that Slack demands.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

/// Calls to one channel wait for each other, in order; other channels are independent.
#[derive(Default)]
pub(super) struct Pace {
    channels: Mutex<HashMap<String, Arc<Queue<()>>>>,
}

impl Pace {
    /// It is this call's turn until the guard is dropped. A call that has to wait keeps it, so that
    /// nobody overtakes.
    pub(super) async fn turn(&self, channel: &str) -> OwnedMutexGuard<()> {
        let queue = {
            let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody waits there or has the turn.
            channels.retain(|_, queue| Arc::strong_count(queue) > 1);
            Arc::clone(channels.entry(channel.to_owned()).or_default())
        };
        queue.lock_owned().await
    }
}
