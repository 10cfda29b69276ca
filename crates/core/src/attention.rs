//! The ladder of attention: who is notified of a question and when, why somebody was not told, and what
//! is taken back when it ends.
//!
//! [`plan`] is a function over values: the question, the person, the traces of what was done before,
//! the person's rules, and the time. The caller keeps the traces and carries out the acts.

mod ladder;
mod plan;
mod quiet;

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::surface::ChatId;

pub use ladder::{Ladder, LadderStep};
pub use plan::{AttentionPlan, AttentionRules, OpenQuestion, PersonNow, RungAct, plan, record};
pub use quiet::QuietHours;

/// Who, or what, can be notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Rung {
    /// A notification on the desktop of the person's session.
    Desktop,
    Chat(ChatId),
}

const DESKTOP: &str = "desktop";

impl Rung {
    pub fn as_str(&self) -> &str {
        match self {
            Rung::Desktop => DESKTOP,
            Rung::Chat(id) => id.as_str(),
        }
    }
}

impl FromStr for Rung {
    type Err = String;

    fn from_str(name: &str) -> Result<Rung, String> {
        match name {
            DESKTOP => Ok(Rung::Desktop),
            chat => ChatId::from_name(chat)
                .map(Rung::Chat)
                .ok_or_else(|| format!("`{name}` is not the name of a step")),
        }
    }
}

impl TryFrom<String> for Rung {
    type Error = String;

    fn try_from(name: String) -> Result<Rung, String> {
        name.parse()
    }
}

impl From<Rung> for String {
    fn from(rung: Rung) -> String {
        rung.as_str().to_owned()
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What became of a rung for one question. There is at most one of each rung.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    pub rung: Rung,
    /// When that was decided.
    pub at: Timestamp,
    pub fate: RungFate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RungFate {
    /// Taken back, or rewritten, once the question has ended.
    Notified { taken_back: Option<Timestamp> },
    /// By quiet hours. Told or skipped when they end, if the question still waits.
    Held,
    /// For good, unless it is the chat that failed ([`SkippedWhy::is_failure`]).
    Skipped(SkippedWhy),
}

impl Trace {
    pub fn is_notified(&self) -> bool {
        matches!(self.fate, RungFate::Notified { .. })
    }

    /// It was to be notified, and could not be.
    pub fn is_failed(&self) -> bool {
        matches!(self.fate, RungFate::Skipped(why) if why.is_failure())
    }
}

/// Whether a question is to be at this rung, by its traces. It need not be there yet.
pub fn goes_to(traces: &[Trace], rung: Rung) -> bool {
    let goes = |trace: &Trace| trace.is_notified() || trace.is_failed();
    traces.iter().any(|trace| trace.rung == rung && goes(trace))
}

/// Whether a card says so. It does not if nobody had to be notified: the question was on a screen, or there is
/// nothing to notify; `sayso show` says that, too.
pub fn is_remarkable(traces: &[Trace]) -> bool {
    traces.iter().any(|trace| match trace.fate {
        RungFate::Notified { .. } | RungFate::Held => true,
        RungFate::Skipped(SkippedWhy::Crowded | SkippedWhy::Refused | SkippedWhy::Unreachable) => {
            true
        }
        // At the desk the person sees the question itself.
        RungFate::Skipped(SkippedWhy::Seen) => trace.rung != Rung::Desktop,
        RungFate::Skipped(
            SkippedWhy::Shown | SkippedWhy::Meant | SkippedWhy::SwitchedOff | SkippedWhy::Absent,
        ) => false,
    })
}

/// Why a rung was skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkippedWhy {
    /// The person was at a page or an inbox.
    Seen,
    /// A page or a terminal shows the question, and announces it itself.
    Shown,
    /// The question is meant for a chat, which announces it.
    Meant,
    /// Notifications are switched off.
    SwitchedOff,
    /// There is no desktop, or the chat is not set up.
    Absent,
    /// Too many notifications are on the screen.
    Crowded,
    /// The chat does not take the question: the person has blocked us, or there is no such channel.
    Refused,
    /// The chat cannot be reached; it is tried again.
    Unreachable,
}

impl SkippedWhy {
    /// The chat was told to post the question and has not done so yet.
    pub fn is_failure(self) -> bool {
        matches!(self, SkippedWhy::Refused | SkippedWhy::Unreachable)
    }
}

#[cfg(test)]
#[path = "attention/plan_tests.rs"]
mod plan_tests;
