//! The last events, in memory. A reader that is too slow has to start over.

use std::collections::VecDeque;

use parking_lot::Mutex;
use sayso_core::{DraftField, InteractionId};
use sayso_desk::{Cursor, Event, EventKind, Events};
use tokio::sync::watch;

/// Enough for a page that was away for a moment.
const KEPT: usize = 1_024;
/// Long drafts would fill the memory: with these texts, fewer events are kept.
const KEPT_BYTES: usize = 4 * 1_024 * 1_024;
/// Per read, so that a message stays small.
const BATCH: usize = 128;
const BATCH_BYTES: usize = 256 * 1_024;

pub(super) struct Feed {
    epoch: u64,
    order: Order,
    ring: Mutex<Ring>,
    /// Sequence number of the newest event.
    newest: watch::Sender<u64>,
}

/// In which order changes of a row come here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// As they are made.
    Made,
    /// Those of this hub and of others in any order: a change that is older than what was told is left
    /// out.
    Any,
}

struct Ring {
    next: u64,
    events: VecDeque<Event>,
    /// Of each event: the revision of its row, or 0.
    revisions: VecDeque<u64>,
    bytes: usize,
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
        let ring = Ring { next: 1, events: VecDeque::new(), revisions: VecDeque::new(), bytes: 0 };
        let order = Order::Made;
        Feed { epoch, order, ring: Mutex::new(ring), newest: watch::Sender::new(0) }
    }

    /// For a desk that hears of changes that others make.
    pub(super) fn shared(epoch: u64) -> Feed {
        Feed { order: Order::Any, ..Feed::new(epoch) }
    }

    pub(super) fn publish(&self, kind: EventKind) {
        self.publish_row(0, kind);
    }

    /// With the revision of the row in it.
    pub(super) fn publish_row(&self, revision: u64, kind: EventKind) {
        let mut ring = self.ring.lock();
        if self.order == Order::Any && revision > 0 && ring.knows(&kind, revision) {
            return;
        }
        let sequence = ring.next;
        ring.next += 1;
        ring.bytes += text_bytes(&kind);
        ring.revisions.push_back(revision);
        ring.events.push_back(Event { cursor: Cursor { epoch: self.epoch, sequence }, kind });
        while ring.events.len() > KEPT || ring.bytes > KEPT_BYTES {
            let Some(oldest) = ring.events.pop_front() else { break };
            ring.revisions.pop_front();
            ring.bytes -= text_bytes(&oldest.kind);
        }
        drop(ring);
        self.newest.send_replace(sequence);
    }

    /// Every reader starts over.
    pub(super) fn reset(&self) {
        let mut ring = self.ring.lock();
        ring.events.clear();
        ring.revisions.clear();
        ring.bytes = 0;
        let sequence = ring.next;
        ring.next += 1;
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
        if after.sequence > end.sequence || after.sequence + 1 < first {
            return Read::Reset(end);
        }
        let skip = usize::try_from(after.sequence + 1 - first).unwrap_or(usize::MAX);
        let mut bytes = 0;
        // At least one, or a reader would wait for it forever.
        let fits = |event: &&Event| {
            let fits = bytes < BATCH_BYTES;
            bytes += text_bytes(&event.kind);
            fits
        };
        let rest = ring.events.iter().skip(skip).take(BATCH);
        let events: Vec<Event> = rest.take_while(fits).cloned().collect();
        match events.last() {
            Some(last) => Read::Events(Events { cursor: last.cursor, events, reset: None }),
            None => Read::Nothing,
        }
    }

    /// What is forgotten permanently isn't kept here either; its removal stays readable.
    pub(super) fn forget(&self, id: InteractionId) {
        let Ring { events, bytes, .. } = &mut *self.ring.lock();
        for event in events {
            if contents(&event.kind) == Some(id) {
                *bytes -= text_bytes(&event.kind);
                event.kind = EventKind::Removed { id };
            }
        }
    }
}

impl Ring {
    /// Whether something as new or newer was told about the same row, or that it is gone.
    fn knows(&self, kind: &EventKind, revision: u64) -> bool {
        let Some(id) = contents(kind) else { return false };
        let mut told = self.events.iter().zip(&self.revisions).rev();
        told.any(|(event, known)| match &event.kind {
            EventKind::Removed { id: gone } => *gone == id,
            kind => *known >= revision && contents(kind) == Some(id),
        })
    }
}

/// The interaction whose contents are in it.
fn contents(kind: &EventKind) -> Option<InteractionId> {
    match kind {
        EventKind::Created { row }
        | EventKind::Changed { row, .. }
        | EventKind::Settled { row } => Some(row.id),
        EventKind::Drafted { id, .. } => Some(*id),
        EventKind::Listening { .. }
        | EventKind::Delivered { .. }
        | EventKind::Undelivered { .. }
        | EventKind::Removed { .. }
        | EventKind::Settings
        | EventKind::Presence => None,
    }
}

/// The size of the texts in it that can be long; the rest of an event is small.
fn text_bytes(kind: &EventKind) -> usize {
    match kind {
        EventKind::Drafted { fields, .. } => {
            fields.iter().filter_map(DraftField::text).map(str::len).sum()
        }
        EventKind::Created { .. }
        | EventKind::Changed { .. }
        | EventKind::Settled { .. }
        | EventKind::Listening { .. }
        | EventKind::Delivered { .. }
        | EventKind::Undelivered { .. }
        | EventKind::Removed { .. }
        | EventKind::Settings
        | EventKind::Presence => 0,
    }
}
