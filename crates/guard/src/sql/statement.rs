//! The effect of a statement: drops, empties, changes every row, revokes rights.

use super::Statement;
use crate::word_lists::{Set, is};

impl Statement {
    pub(super) fn push(&mut self, depth: usize, word: &str, as_written: &str) {
        self.words.push((depth, word.to_owned()));
        self.text.push_str(as_written);
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |(_, word)| word)
    }

    /// `explain` only shows the plan, except with `analyze`.
    fn only_explains(&self) -> bool {
        self.word(0) == "explain"
            && !self.words.iter().any(|(_, word)| word == "analyze" || word == "analyse")
    }

    pub(crate) fn drops(&self) -> bool {
        let (kind, name) = match (self.word(0), self.word(1)) {
            (
                "drop",
                "foreign" | "external" | "temporary" | "materialized" | "aggregate" | "event",
            ) => (self.word(2), self.word(3)),
            ("drop" | "remove", kind) => (kind, self.word(2)),
            ("alter", "table") => return self.drops_column(),
            // `create or replace table t` drops the existing table.
            ("create", "or") => return self.word(2) == "replace" && self.word(3) == "table",
            ("match", _) => return self.words.iter().any(|(_, word)| word == "delete"),
            _ => return false,
        };
        let named = !name.is_empty() || self.text.ends_with(['}', '%']);
        is(Set::Lost, kind)
            && (named || kind == "?")
            && !(kind == "index" && self.word(0) == "remove")
    }

    /// Constraints and defaults can be restored; the data of a column can't.
    fn drops_column(&self) -> bool {
        const HARMLESS: [&str; 8] =
            ["constraint", "default", "not", "index", "primary", "foreign", "key", "identity"];
        (0..self.words.len()).any(|at| match self.word(at) {
            "drop" => !HARMLESS.contains(&self.word(at + 1)),
            // ClickHouse: `alter table t delete where …`.
            "delete" => self.word(at + 1) == "where",
            "truncate" => self.word(at + 1) == "partition",
            "detach" => self.word(at + 1) == "partition",
            _ => false,
        })
    }

    pub(crate) fn truncates(&self) -> bool {
        self.word(0) == "truncate" && !self.word(1).is_empty()
            || (self.word(0) == "insert" && self.word(1) == "overwrite")
    }

    /// Revokes rights, deletes logs, ends connections, or stops the server.
    pub(crate) fn administers(&self) -> bool {
        match (self.word(0), self.word(1)) {
            ("revoke", rest) => {
                !rest.is_empty() && self.words.iter().any(|(_, word)| word == "from")
            }
            ("reset", "master" | "slave" | "replica" | "binary") => true,
            ("purge", "binary" | "master" | "recyclebin") => true,
            ("shutdown", "" | "abort" | "immediate" | "normal" | "nowait" | "transactional") => {
                true
            }
            (
                "delete",
                "noprompt" | "archivelog" | "backup" | "obsolete" | "database" | "volume"
                | "expired",
            ) => true,
            ("purge", "volume") => true,
            ("alter", "user" | "role" | "login") => self
                .words
                .iter()
                .any(|(_, word)| ["nologin", "disable", "lock"].contains(&word.as_str())),
            ("alter", "system") => self.words.iter().any(|(_, word)| word == "reset"),
            ("alter", "database") => {
                self.words.iter().any(|(_, word)| word == "offline" || word == "rename")
            }
            ("select", _) => self.words.iter().any(|(_, word)| is(Set::Administers, word)),
            _ => false,
        }
    }

    /// `delete` or `update` of every row.
    pub(crate) fn changes_all_rows(&self) -> bool {
        let verbs =
            (0..self.words.len()).filter(|at| ["delete", "update"].contains(&self.word(*at)));
        // Each one is read to its end, so their number is limited; no real statement has that many.
        let mut changes = verbs.take(200).filter(|at| match self.word(*at) {
            "delete" => self.word(at + 1) == "from" || self.word(at + 2) == "from",
            _ => self.sets(*at),
        });
        !self.only_explains() && changes.any(|at| !self.is_bounded(at))
    }

    /// A separate `update`, not the one of `for update` or an upsert.
    fn sets(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.word(before));
        !["for", "on", "key", "do", "before", "after", "or"].contains(&before)
            && self.behind(at).any(|behind| self.word(behind) == "set")
    }

    /// It has a condition that can be false.
    fn is_bounded(&self, at: usize) -> bool {
        self.behind(at).any(|behind| match self.word(behind) {
            "where" => {
                let rest: Vec<&str> =
                    (behind + 1..self.words.len()).take(3).map(|at| self.word(at)).collect();
                !matches!(rest[..], [] | ["true"] | ["1"] | ["1", "1"])
            }
            // `limit` says how many rows are lost, not which.
            _ => false,
        })
    }

    /// The words that follow inside the same parentheses.
    fn behind(&self, at: usize) -> impl Iterator<Item = usize> {
        let depth = self.words[at].0;
        (at + 1..self.words.len())
            .take_while(move |next| self.words[*next].0 >= depth)
            .filter(move |next| self.words[*next].0 == depth)
    }
}
