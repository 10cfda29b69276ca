//! The list: waiting questions, recently settled ones, and the history.

mod found;
mod waiting;

use std::time::Duration;

use jiff::Timestamp;
use sayso_core::InteractionId;
use sayso_desk::Row;
use unicode_width::UnicodeWidthStr;

use super::card::Card;
use super::next_second;
use crate::editor::Editor;
use found::{Found, Searched};
pub(crate) use waiting::Waiting;

#[derive(Default)]
pub(crate) struct Inbox {
    /// The next deadline first, then what was asked first.
    pub waiting: Vec<Waiting>,
    /// The newest first.
    pub done: Vec<Row>,
    pub place: Place,
    pub selected: Option<InteractionId>,
    pub search: Search,
    /// Of both lists, what the search shows; the desk searches the history itself.
    pub found: Found,
    /// Requested, and not loaded yet.
    pub opening: Option<InteractionId>,
    /// Whether the desk has sent the waiting questions.
    pub loaded: bool,
    /// What happened while all pages of the list are on their way.
    pub meanwhile: Option<Meanwhile>,
    /// Next to the list, if there is room: the selected question.
    pub peek: Option<Box<Card>>,
    /// Requested for that place.
    pub peeking: Option<InteractionId>,
    /// Columns of the longest agent and project so far.
    pub widest: (usize, usize),
}

/// Changes that pages loaded at the same time may not know about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Meanwhile {
    pub changed: Vec<InteractionId>,
    pub gone: Vec<InteractionId>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Place {
    #[default]
    Waiting,
    History(History),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct History {
    pub rows: Vec<Row>,
    /// Where the next page begins, if there is one.
    pub next: Option<String>,
    /// Only this many of the newest were searched.
    pub looked_through: Option<usize>,
    pub loading: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Search {
    pub text: Editor,
    pub typing: bool,
}

/// The rows on the screen, waiting ones first. Ten thousand are not looked at for a key, only counted.
pub(crate) struct Shown<'i> {
    pub waiting: Vec<&'i Waiting>,
    pub done: Vec<&'i Row>,
}

impl Shown<'_> {
    pub(crate) fn count(&self) -> usize {
        self.waiting.len() + self.done.len()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = InteractionId> {
        self.waiting.iter().map(|known| known.id).chain(self.done.iter().map(|row| row.id))
    }

    pub(crate) fn id(&self, at: usize) -> Option<InteractionId> {
        match self.waiting.get(at) {
            Some(known) => Some(known.id),
            None => self.done.get(at - self.waiting.len()).map(|row| row.id),
        }
    }
}

/// How many settled questions are kept below the waiting ones.
pub(crate) const RECENT: usize = 100;

impl Inbox {
    pub(crate) fn put_waiting(&mut self, row: Row, now: Duration) {
        self.measure(&row);
        self.found.put(&row);
        if let Some(meanwhile) = &mut self.meanwhile {
            meanwhile.changed.push(row.id);
        }
        self.waiting.retain(|known| known.id != row.id);
        let new = Waiting::new(row, now);
        let place = self.waiting.partition_point(|known| known.order() < new.order());
        self.waiting.insert(place, new);
    }

    /// All that are waiting, except for what is known better since they were requested.
    pub(crate) fn put_all(&mut self, rows: Vec<Row>, now: Duration) {
        let Meanwhile { changed, gone } = self.meanwhile.take().unwrap_or_default();
        self.waiting.retain(|known| {
            let kept = changed.contains(&known.id);
            if !kept {
                self.found.forget(known.id);
            }
            kept
        });
        self.widest = (0, 0);
        let kept: Vec<InteractionId> = self.waiting.iter().map(|known| known.id).collect();
        for row in rows.into_iter().filter(|row| !kept.contains(&row.id) && !gone.contains(&row.id))
        {
            self.measure(&row);
            self.found.put(&row);
            self.waiting.push(Waiting::new(row, now));
        }
        self.waiting.sort_by_key(Waiting::order);
    }

    pub(crate) fn settle(&mut self, row: Row) {
        self.measure(&row);
        self.forget_waiting(row.id);
        self.found.put(&row);
        self.done.retain(|known| known.id != row.id);
        let key = |row: &Row| std::cmp::Reverse(row.settled_at);
        let place = self.done.partition_point(|known| key(known) < key(&row));
        self.done.insert(place, row);
        for old in self.done.drain(RECENT.min(self.done.len())..) {
            self.found.forget(old.id);
        }
    }

    /// The newest settled ones.
    pub(crate) fn put_done(&mut self, rows: Vec<Row>) {
        for old in std::mem::replace(&mut self.done, rows) {
            self.found.forget(old.id);
        }
        self.done.iter().for_each(|row| self.found.put(row));
    }

    pub(crate) fn remove(&mut self, id: InteractionId) {
        self.forget_waiting(id);
        self.found.forget(id);
        self.done.retain(|known| known.id != id);
        if let Place::History(history) = &mut self.place {
            history.rows.retain(|known| known.id != id);
        }
    }

    /// It is no longer waiting; the selection moves on to the next one that is.
    fn forget_waiting(&mut self, id: InteractionId) {
        if let Some(meanwhile) = &mut self.meanwhile {
            meanwhile.gone.push(id);
        }
        if self.selected == Some(id) && self.place == Place::Waiting {
            let shown = self.shown().waiting;
            let place = shown.iter().position(|known| known.id == id);
            let next = place.and_then(|at| shown.get(at + 1).or(shown.get(at.checked_sub(1)?)));
            let next = next.map(|known| known.id);
            if place.is_some() {
                self.selected = next;
            }
        }
        self.waiting.retain(|known| known.id != id);
    }

    /// Keeps the selection where it is when something arrives above it.
    pub(crate) fn pin_selection(&mut self) {
        if self.selected.is_none() {
            self.selected = self.shown().id(0);
        }
    }

    pub(crate) fn measure(&mut self, row: &Row) {
        let width = |name: &Option<String>| name.as_deref().map_or(0, UnicodeWidthStr::width);
        let (agent, project) = self.widest;
        self.widest = (agent.max(width(&row.agent)), project.max(width(&row.project)));
    }

    /// The permissions that wait beside this one, of the same session.
    pub(crate) fn beside(&self, id: InteractionId) -> impl Iterator<Item = &Waiting> {
        let here = self.waiting.iter().find(|known| known.id == id);
        let session = here.and_then(|known| known.permission_of.as_ref());
        let its = move |known: &&Waiting| {
            session.is_some() && known.permission_of.as_ref() == session && known.id != id
        };
        self.waiting.iter().filter(its)
    }

    pub(crate) fn find_waiting(&mut self, id: InteractionId) -> Option<&mut Waiting> {
        self.waiting.iter_mut().find(|known| known.id == id)
    }

    pub(crate) fn find_done(&mut self, id: InteractionId) -> Option<&mut Row> {
        self.done.iter_mut().find(|row| row.id == id)
    }

    /// What is searched for has changed.
    pub(crate) fn search_again(&mut self) {
        let Inbox { waiting, done, search, found, .. } = self;
        found.search(search.text.text(), || {
            let waiting = waiting.iter().map(|known| known as &dyn Searched);
            waiting.chain(done.iter().map(|row| row as &dyn Searched))
        });
    }

    /// What matches the search, in the order of the screen; the desk has searched the history itself.
    pub(crate) fn shown(&self) -> Shown<'_> {
        let Inbox { waiting, done, found, .. } = self;
        match &self.place {
            Place::Waiting if found.shows_all() => {
                Shown { waiting: waiting.iter().collect(), done: done.iter().collect() }
            }
            Place::Waiting => Shown {
                waiting: waiting.iter().filter(|known| found.shows(known.id)).collect(),
                done: done.iter().filter(|row| found.shows(row.id)).collect(),
            },
            Place::History(history) => {
                Shown { waiting: Vec::new(), done: history.rows.iter().collect() }
            }
        }
    }

    /// Index of the selected row among those shown. If it is gone, the first one is selected.
    pub(crate) fn place_of_selected(&self, shown: &Shown<'_>) -> usize {
        self.selected.and_then(|id| shown.ids().position(|known| known == id)).unwrap_or(0)
    }

    /// Answered by people: not by a program or a timeout, and not cancelled or rejected.
    pub(crate) fn answered_since(&self, start: Timestamp) -> usize {
        let lately = |row: &&Row| row.settled_at.is_some_and(|at| at >= start);
        self.done.iter().filter(lately).filter(|row| row.answered_by_person()).count()
    }

    /// Countdowns change every second, ages every minute.
    pub(crate) fn next_tick(&self, now: Duration) -> Option<Duration> {
        let second = |known: &Waiting| next_second(known.remaining_ms, known.told, now);
        // All countdowns change together: one wake-up per second, not one for each.
        let running = self.waiting.iter().any(|known| second(known).is_some());
        let whole = |step: u64| Duration::from_secs((now.as_secs() / step + 1) * step);
        match (running, self.waiting.is_empty() && self.done.is_empty()) {
            (true, _) => Some(whole(1)),
            (false, false) => Some(whole(60)),
            (false, true) => None,
        }
    }
}
