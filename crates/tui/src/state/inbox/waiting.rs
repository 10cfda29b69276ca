//! A waiting question in the list. Thousands are kept, so it is only what the list shows and searches.

use std::time::Duration;

use jiff::Timestamp;
use sayso_core::InteractionId;
use sayso_desk::Row;

use super::super::remaining;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub id: InteractionId,
    pub title: String,
    pub prompt: String,
    pub agent: Option<String>,
    pub project: Option<String>,
    pub created_at: Timestamp,
    pub irreversible: bool,
    /// The session that asks for a permission by it: several of one are on one card.
    pub permission_of: Option<String>,
    /// Whether it may be allowed together with others.
    pub by_title: bool,
    /// Whether its agent waits for it right now.
    pub listening: bool,
    /// Whether it stopped by itself.
    pub stopped: bool,
    /// Milliseconds left when the desk said so.
    pub remaining_ms: Option<u64>,
    pub told: Duration,
}

impl Waiting {
    pub(crate) fn new(row: Row, told: Duration) -> Waiting {
        let permission_of = row.permission_of().map(str::to_owned);
        let by_title = row.is_allowed_by_title();
        let Row { id, title, prompt, agent, project, created_at, live, .. } = row;
        let (listening, stopped, remaining_ms) = (live.listening, live.stopped, live.remaining_ms);
        Waiting {
            id,
            title,
            prompt,
            agent,
            project,
            created_at,
            irreversible: row.irreversible,
            permission_of,
            by_title,
            listening,
            stopped,
            remaining_ms,
            told,
        }
    }

    /// Whether its agent stopped waiting by itself, and hasn't come back.
    pub(crate) fn has_stopped(&self) -> bool {
        self.stopped && !self.listening
    }

    pub(crate) fn remaining(&self, now: Duration) -> Option<u64> {
        remaining(self.remaining_ms, self.told, now)
    }

    /// Less than a minute is left.
    pub(crate) fn is_urgent(&self, now: Duration) -> bool {
        self.remaining(now).is_some_and(|left| left < 60_000)
    }

    pub(super) fn order(&self) -> (Duration, Timestamp, InteractionId) {
        let left = self.remaining_ms.map(Duration::from_millis);
        let ends = left.map_or(Duration::MAX, |left| self.told + left);
        (ends, self.created_at, self.id)
    }
}
