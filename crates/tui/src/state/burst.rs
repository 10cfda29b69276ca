//! Keys that come faster than anybody types: a paste without brackets, a macro, the wrong window.
//! Together they are text. So a key that does something waits until nothing else has followed it.

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent};
use sayso_core::InteractionId;

/// Between two keys that a person presses one after the other, more time passes than this.
pub(crate) const GAP: Duration = Duration::from_millis(30);
/// The rest of a text that was dropped may be late: a slow line sends it in pieces.
const STRAGGLERS: Duration = Duration::from_millis(100);
/// The same key within this time is held down,
const REPEAT: Duration = Duration::from_millis(100);
/// if it came this often, and not all at once: twice is any double letter.
const HELD: usize = 3;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Burst {
    last: Option<Last>,
    /// Keys that act when they are due, in the order in which they were pressed.
    waiting: VecDeque<Waiting>,
    /// Something of it was ignored, which has to be said.
    dropped: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Last {
    key: KeyEvent,
    at: Duration,
    /// How often in a row,
    times: usize,
    /// and since when.
    since: Duration,
    /// It is part of a text.
    flows: bool,
}

impl Last {
    fn is_held(&self) -> bool {
        self.times >= HELD && self.at >= self.since + GAP
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Waiting {
    key: KeyEvent,
    due: Duration,
    /// The question that was open when it was pressed.
    open: Option<InteractionId>,
}

impl Burst {
    /// A key was pressed. Returns whether it is part of a text.
    ///
    /// What waits is still there if it was due and no time has passed for the state since: then
    /// this key may have been there as early, unread.
    pub(crate) fn arrive(&mut self, key: KeyEvent, now: Duration) -> bool {
        let mut new = Last { key, at: now, times: 1, since: now, flows: false };
        if let Some(last) = self.last {
            let window = if self.dropped && last.flows { STRAGGLERS } else { GAP };
            let is_near = now < last.at + window || !self.waiting.is_empty();
            let is_same = last.key == key;
            new.flows = is_near && (last.flows || !is_same && !last.is_held());
            if is_same && now < last.at + REPEAT {
                (new.times, new.since) = (last.times + 1, last.since);
            }
        }
        self.last = Some(new);
        new.flows
    }

    /// A text was pasted: what directly follows it is a part of it.
    pub(crate) fn pasted(&mut self, now: Duration) {
        let key = KeyEvent::from(KeyCode::Null);
        self.last = Some(Last { key, at: now, times: 1, since: now, flows: true });
    }

    /// The key acts unless a different one follows at once; a movement doesn't wait,
    /// but stays behind what was pressed before it.
    pub(crate) fn wait(&mut self, key: KeyEvent, open: Option<InteractionId>, now: Duration) {
        let due = if is_movement(key) { now } else { now + GAP };
        self.waiting.push_back(Waiting { key, due, open });
    }

    pub(crate) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The next key that acts now, if the same question is still open; otherwise none of them does.
    pub(crate) fn due(&mut self, open: Option<InteractionId>, now: Duration) -> Option<KeyEvent> {
        let waiting = self.waiting.pop_front_if(|waiting| waiting.due <= now)?;
        if waiting.open != open {
            self.waiting.clear();
            return None;
        }
        Some(waiting.key)
    }

    /// The waiting keys were part of a text.
    pub(crate) fn take_waiting(&mut self) -> Vec<KeyEvent> {
        self.waiting.drain(..).map(|waiting| waiting.key).collect()
    }

    /// Ignores the key, and those before it.
    pub(crate) fn drop_all(&mut self) {
        self.waiting.clear();
        self.dropped = true;
    }

    pub(crate) fn is_dropping(&self) -> bool {
        self.dropped
    }

    /// Whether a text that was ignored has ended: once.
    pub(crate) fn has_ended(&mut self, now: Duration) -> bool {
        let over = self.ends_at().is_some_and(|at| at <= now);
        if over {
            self.dropped = false;
        }
        over
    }

    fn ends_at(&self) -> Option<Duration> {
        self.last.filter(|_| self.dropped).map(|last| last.at + STRAGGLERS)
    }

    /// When a key acts, or the end of a text is noticed.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        self.waiting.front().map(|waiting| waiting.due).or(self.ends_at())
    }
}

/// Moves a cursor: never part of a text, and never held back on its own.
pub(crate) fn is_movement(key: KeyEvent) -> bool {
    use KeyCode::{Down, End, Home, Left, PageDown, PageUp, Right, Up};
    matches!(key.code, Up | Down | Left | Right | Home | End | PageUp | PageDown)
}
