//! Everything that is active, for clients that begin to watch: read and encoded once for all that
//! connect at about the same time, as a thousand pages do after a restart.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes};
use futures_util::FutureExt;
use sayso_desk::{Clock, Cursor, Desk, DeskError, EventKind, Events};
use sayso_wire::EventsView;
use tokio::sync::Mutex;

use super::calls::reply;

/// Accuracy of the remaining times.
const FRESH: Duration = Duration::from_millis(500);
/// Events per read, after which there may be more.
const MANY: usize = 100;
/// Pages use the same call numbers: the encoded reply is kept for each of a few.
const NUMBERS: usize = 4;

#[derive(Default)]
pub(crate) struct Snapshots {
    last: Mutex<Option<Snapshot>>,
}

struct Snapshot {
    cursor: Cursor,
    events: EventsView,
    at: Duration,
    encoded: Vec<(u64, Utf8Bytes)>,
}

impl Snapshots {
    /// The reply to `events`.
    pub(super) async fn events(
        &self,
        desk: &dyn Desk,
        clock: &dyn Clock,
        n: u64,
        after: Option<Cursor>,
    ) -> Message {
        if let Some(after) = after
            && !self.is_of_another_hub(after).await
        {
            return reply(n, desk.events(Some(after)).await.map(EventsView::from));
        }
        match self.begin(desk, clock, n).await {
            Ok(text) => Message::Text(text),
            Err(error) => reply::<()>(n, Err(error)),
        }
    }

    /// One at a time: waiting callers find what the first has read.
    async fn begin(
        &self,
        desk: &dyn Desk,
        clock: &dyn Clock,
        n: u64,
    ) -> Result<Utf8Bytes, DeskError> {
        let mut last = self.last.lock().await;
        let now = clock.running();
        let snapshot = match &mut *last {
            Some(snapshot) if snapshot.is_current(desk, now) => snapshot,
            outdated => {
                let events = desk.events(None).await?;
                let cursor = events.cursor;
                let events = events.into();
                outdated.insert(Snapshot { cursor, events, at: now, encoded: Vec::new() })
            }
        };
        Ok(snapshot.encoded(n))
    }

    async fn is_of_another_hub(&self, cursor: Cursor) -> bool {
        let last = self.last.lock().await;
        last.as_ref().is_some_and(|snapshot| snapshot.cursor.epoch != cursor.epoch)
    }
}

impl Snapshot {
    /// Nothing has happened to the listed questions, and the clocks are still right. Pages that
    /// come and go change no row; a batch of only such events is short.
    fn is_current(&self, desk: &dyn Desk, now: Duration) -> bool {
        if now.saturating_sub(self.at) > FRESH {
            return false;
        }
        match desk.events(Some(self.cursor)).now_or_never() {
            None => true,
            Some(Ok(Events { events, reset: None, .. })) if events.len() < MANY => {
                events.iter().all(|event| matches!(event.kind, EventKind::Presence))
            }
            Some(Ok(_) | Err(_)) => false,
        }
    }

    fn encoded(&mut self, n: u64) -> Utf8Bytes {
        if let Some((_, text)) = self.encoded.iter().find(|(number, _)| *number == n) {
            return text.clone();
        }
        let Message::Text(text) = reply(n, Ok(&self.events)) else {
            unreachable!("a reply is text")
        };
        if self.encoded.len() == NUMBERS {
            self.encoded.remove(0);
        }
        self.encoded.push((n, text.clone()));
        text
    }
}
