//! Figures over what was asked.

use sayso_core::stats::{Figures, Repeated, Share, Slice, Stats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declare::record;
use crate::translate::Time;

/// Over which time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatsRequest {
    /// Questions asked within this many seconds; left out: all that are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
}

record! {
    /// What was asked within a time, and what became of it.
    StatsView = Stats {
        since: Time,
        until: Time,
        total: FiguresView,
        /// Those that asked most first, at most 50.
        agents: Vec<ShareView>,
        projects: Vec<ShareView>,
        /// Questions with the same words as an earlier one.
        asked_again: u64,
        /// The most frequent of these first, at most 50.
        most_asked: Vec<RepeatedView>,
        /// From the earliest to the latest; all of the same length.
        slices: Vec<SliceView>,
    }
}

record! {
    /// What became of some questions.
    FiguresView = Figures {
        asked: u64,
        pending: u64,
        /// By a person.
        answered: u64,
        /// By a program, or in the agent's own terminal.
        by_program: u64,
        /// Nobody answered in time; the default may have been sent.
        timed_out: u64,
        /// Cancelled or rejected.
        declined: u64,
        withdrawn: u64,
    } maybe {
        /// How long people took to answer.
        median_ms: u64,
    }
}

record! {
    /// The figures of one agent or project.
    ShareView = Share {
        figures: FiguresView,
    } maybe {
        /// Left out: those that did not say.
        name: String,
    }
}

record! {
    /// A question that was asked more than once.
    RepeatedView = Repeated {
        title: String,
        times: u64,
    }
}

record! {
    /// A part of the time.
    SliceView = Slice {
        from: Time,
        asked: u64,
    } maybe {
        median_ms: u64,
    }
}
