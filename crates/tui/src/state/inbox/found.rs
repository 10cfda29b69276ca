//! Rows found by the search. The text of a row is folded once, and compared only when the row or
//! the search changes: drawing looks up what is known.

use std::collections::HashMap;

use sayso_core::InteractionId;
use sayso_core::search::{Words, fold};
use sayso_desk::Row;

use super::Waiting;

/// Empty as long as nothing is searched for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Found {
    wanted: Words,
    rows: HashMap<InteractionId, Known>,
    #[cfg(test)]
    pub work: Work,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    folded: String,
    shown: bool,
}

/// What searching has cost so far.
#[cfg(test)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub folded: usize,
    pub compared: usize,
}

impl Found {
    /// The search is this text now. `rows` is called only if their texts are not known yet.
    pub(crate) fn search<'r, R>(&mut self, text: &str, rows: impl FnOnce() -> R)
    where
        R: Iterator<Item = &'r dyn Searched>,
    {
        let wanted = Words::of(text);
        if wanted == self.wanted {
            return;
        }
        let begins = self.wanted.is_empty();
        self.wanted = wanted;
        if self.wanted.is_empty() {
            self.rows = HashMap::new();
        } else if begins {
            rows().for_each(|row| self.put(row));
        } else {
            #[cfg(test)]
            {
                self.work.compared += self.rows.len();
            }
            for known in self.rows.values_mut() {
                known.shown = self.wanted.occur_in(&known.folded);
            }
        }
    }

    /// A row that is new or has changed.
    pub(crate) fn put(&mut self, row: &dyn Searched) {
        if self.wanted.is_empty() {
            return;
        }
        #[cfg(test)]
        {
            self.work.folded += 1;
            self.work.compared += 1;
        }
        let folded = fold(&row.texts().join("\n"));
        let shown = self.wanted.occur_in(&folded);
        self.rows.insert(row.id(), Known { folded, shown });
    }

    pub(crate) fn forget(&mut self, id: InteractionId) {
        self.rows.remove(&id);
    }

    pub(crate) fn shows_all(&self) -> bool {
        self.wanted.is_empty()
    }

    pub(crate) fn shows(&self, id: InteractionId) -> bool {
        self.shows_all() || self.rows.get(&id).is_some_and(|known| known.shown)
    }
}

/// What a search looks at, the same texts as the desk.
pub(crate) trait Searched {
    fn id(&self) -> InteractionId;

    fn texts(&self) -> Vec<&str>;
}

impl Searched for Waiting {
    fn id(&self) -> InteractionId {
        self.id
    }

    fn texts(&self) -> Vec<&str> {
        given(&self.title, &self.prompt, &[&self.agent, &self.project])
    }
}

impl Searched for Row {
    fn id(&self) -> InteractionId {
        self.id
    }

    fn texts(&self) -> Vec<&str> {
        let more = [&self.agent, &self.project, &self.answer, &self.remark];
        given(&self.title, &self.prompt, &more)
    }
}

fn given<'a>(title: &'a str, prompt: &'a str, more: &[&'a Option<String>]) -> Vec<&'a str> {
    let more = more.iter().filter_map(|text| text.as_deref());
    [title, prompt].into_iter().chain(more).collect()
}
