//! Posts under way: each question once, in order in each channel.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_core::InteractionId;
use tokio::sync::{Notify, OwnedMutexGuard};

use crate::channel_order::ChannelOrder;

#[derive(Default)]
pub(super) struct Posting {
    /// And to which channel, once that is known.
    under_way: Mutex<HashMap<InteractionId, Option<String>>>,
    /// One of them is done, or its channel is known.
    news: Notify,
    /// To post something, in each channel.
    turns: ChannelOrder,
    /// A question could not be posted, and none since could.
    is_troubled: AtomicBool,
}

impl Posting {
    /// Whether it is the caller's to post: nobody else does.
    pub(crate) fn begin(&self, id: InteractionId) -> bool {
        match self.under_way().entry(id) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(None);
                true
            }
        }
    }

    /// Waits for its turn in this channel, which ends with the guard.
    pub(crate) async fn turn(&self, id: InteractionId, channel: &str) -> OwnedMutexGuard<()> {
        self.under_way().insert(id, Some(channel.to_owned()));
        self.news.notify_waiters();
        self.turns.turn(channel).await
    }

    pub(crate) fn end(&self, id: InteractionId) {
        self.under_way().remove(&id);
        self.news.notify_waiters();
    }

    pub(crate) fn has(&self, id: InteractionId) -> bool {
        self.under_way().contains_key(&id)
    }

    /// Resolves when nothing of that kind is on its way.
    pub(crate) async fn none(&self, is_awaited: impl Fn(InteractionId, Option<&str>) -> bool) {
        loop {
            let news = self.news.notified();
            if !self.under_way().iter().any(|(id, to)| is_awaited(*id, to.as_deref())) {
                return;
            }
            news.await;
        }
    }

    pub(crate) fn fails(&self) {
        self.is_troubled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_troubled(&self) -> bool {
        self.is_troubled.load(Ordering::Relaxed)
    }

    /// Whether it failed before.
    pub(crate) fn works_again(&self) -> bool {
        self.is_troubled.swap(false, Ordering::Relaxed)
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<InteractionId, Option<String>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
