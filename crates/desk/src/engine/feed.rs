//! The last events, in memory. A reader that is too slow has to start over.

use std::collections::VecDeque;

use parking_lot::Mutex;
use sayso_core::InteractionId;
use tokio::sync::watch;

use crate::event::{Cursor, Event, EventKind, Events};

/// Enough for a page that was away for a moment; about 1 MB at worst.
const KEPT: usize = 1_024;
/// Per read, so that a message stays small.
const BATCH: usize = 128;

pub(super) struct Feed {
    epoch: u64,
    ring: Mutex<Ring>,
    /// Sequence number of the newest event.
    newest: watch::Sender<u64>,
}

struct Ring {
    next: u64,
    events: VecDeque<Event>,
}

/// What a reader gets.
pub(super) enum Read {
    Events(Events),
    Nothing,
    /// The cursor is unknown or too old; continue from this one.
    Reset(Cursor),
}

impl Feed {
    pub(super) fn new(epoch: u64) -> Feed {
        let ring = Ring { next: 1, events: VecDeque::new() };
        Feed { epoch, ring: Mutex::new(ring), newest: watch::Sender::new(0) }
    }

    pub(super) fn publish(&self, kind: EventKind) {
        let mut ring = self.ring.lock();
        let sequence = ring.next;
        ring.next += 1;
        ring.events.push_back(Event { cursor: Cursor { epoch: self.epoch, sequence }, kind });
        if ring.events.len() > KEPT {
            ring.events.pop_front();
        }
        drop(ring);
        self.newest.send_replace(sequence);
    }

    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    pub(super) fn read(&self, after: Option<Cursor>) -> Read {
        let ring = self.ring.lock();
        let end = Cursor { epoch: self.epoch, sequence: ring.next - 1 };
        let Some(after) = after.filter(|cursor| cursor.epoch == self.epoch) else {
            return Read::Reset(end);
        };
        let first = ring.events.front().map_or(ring.next, |event| event.cursor.sequence);
        if after.sequence + 1 < first || after.sequence > end.sequence {
            return Read::Reset(end);
        }
        let skip = usize::try_from(after.sequence + 1 - first).unwrap_or(usize::MAX);
        let events: Vec<Event> = ring.events.iter().skip(skip).take(BATCH).cloned().collect();
        match events.last() {
            Some(last) => Read::Events(Events { cursor: last.cursor, events, reset: None }),
            None => Read::Nothing,
        }
    }

    /// What is forgotten permanently isn't kept here either; its removal stays readable.
    pub(super) fn forget(&self, id: InteractionId) {
        for event in &mut self.ring.lock().events {
            let about = match &event.kind {
                EventKind::Created { row }
                | EventKind::Changed { row }
                | EventKind::Settled { row } => row.id,
                EventKind::Drafted { id, .. } => *id,
                EventKind::Listening { .. }
                | EventKind::Delivered { .. }
                | EventKind::Undelivered { .. }
                | EventKind::Removed { .. }
                | EventKind::Settings
                | EventKind::Presence => continue,
            };
            if about == id {
                event.kind = EventKind::Removed { id };
            }
        }
    }
}
