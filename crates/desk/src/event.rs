//! Events of the desk, for all watchers.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use sayso_core::{DraftField, Interaction, InteractionId, Policy, Presentation, Problem};

use crate::view::Row;

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub cursor: Cursor,
    pub kind: EventKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    Created {
        row: Box<Row>,
    },
    /// Deadline, policy or presentation changed.
    Changed {
        row: Box<Row>,
        /// What they are now. A hub of the first wire doesn't say.
        terms: Option<Box<PendingTerms>>,
    },
    Settled {
        row: Box<Row>,
    },
    Drafted {
        id: InteractionId,
        fields: Vec<DraftField>,
    },
    /// An agent started or stopped waiting for it.
    Listening {
        id: InteractionId,
        listening: bool,
    },
    /// The agent has the reply.
    Delivered {
        id: InteractionId,
    },
    /// It turned out that the agent doesn't have it.
    Undelivered {
        id: InteractionId,
    },
    Removed {
        id: InteractionId,
    },
    /// A personal setting, or who is attached, has changed: fetch it if you show it.
    Settings,
    Presence,
}

/// The parts of an interaction that change while it is pending: with them a surface that shows it need
/// not load it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingTerms {
    pub revision: u64,
    pub policy: Policy,
    pub presentation: Presentation,
    pub deadline: Option<Timestamp>,
}

impl PendingTerms {
    pub fn of(interaction: &Interaction) -> PendingTerms {
        PendingTerms {
            revision: interaction.revision,
            policy: interaction.policy.clone(),
            presentation: interaction.presentation.clone(),
            deadline: interaction.deadline(),
        }
    }
}

/// What came after a cursor. With `reset`, what the watcher knew is void and `active` is
/// everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Events {
    pub cursor: Cursor,
    pub events: Vec<Event>,
    pub reset: Option<Vec<Row>>,
}

/// A position in the stream of events: the hub's run, and how far into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    pub epoch: u64,
    pub sequence: u64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.{}", self.epoch, self.sequence)
    }
}

impl FromStr for Cursor {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Cursor, Problem> {
        text.split_once('.')
            .and_then(|(epoch, sequence)| {
                let epoch = u64::from_str_radix(epoch, 16).ok()?;
                Some(Cursor { epoch, sequence: sequence.parse().ok()? })
            })
            .ok_or_else(|| Problem::new("after", "not a cursor", "leave it out to start anew"))
    }
}
