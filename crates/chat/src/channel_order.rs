//! One after the other in a channel: in order, and not before the time that a chat demands.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as Queue, OwnedMutexGuard};

/// Those who want the same channel wait for each other, in order; other channels are independent.
#[derive(Default)]
pub struct ChannelOrder {
    channels: Mutex<HashMap<String, Arc<Queue<()>>>>,
}

impl ChannelOrder {
    /// It is the caller's turn until the guard is dropped. A caller that has to wait keeps it, so that
    /// nobody overtakes.
    pub async fn turn(&self, channel: &str) -> OwnedMutexGuard<()> {
        let queue = {
            let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody waits there or has the turn.
            channels.retain(|_, queue| Arc::strong_count(queue) > 1);
            Arc::clone(channels.entry(channel.to_owned()).or_default())
        };
        queue.lock_owned().await
    }
}
