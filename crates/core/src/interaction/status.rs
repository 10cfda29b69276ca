//! The status of an interaction: one word for lists.

use serde::{Deserialize, Serialize};

/// One word for lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Pending,
    Submitted,
    AutoSubmitted,
    Cancelled,
    Rejected,
    Timeout,
    Withdrawn,
    /// A person decided, and the agent, which asks in its own dialog too, has not confirmed it yet.
    Given,
}

impl Status {
    /// How a question can end.
    pub const SETTLED: [Status; 6] = [
        Status::Submitted,
        Status::AutoSubmitted,
        Status::Cancelled,
        Status::Rejected,
        Status::Timeout,
        Status::Withdrawn,
    ];

    /// A way to end, as people say it (`answered`, `timed-out`) or as lists have it.
    pub fn named(name: &str) -> Option<Status> {
        let same = |status: &Status| [status.said(), status.as_str()].contains(&name);
        Status::SETTLED.into_iter().find(same)
    }

    /// In one word, on the command line.
    pub const fn said(self) -> &'static str {
        match self {
            Status::Submitted => "answered",
            Status::Timeout => "timed-out",
            Status::Pending
            | Status::AutoSubmitted
            | Status::Cancelled
            | Status::Rejected
            | Status::Withdrawn
            | Status::Given => self.as_str(),
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Submitted => "submitted",
            Status::AutoSubmitted => "auto-submitted",
            Status::Cancelled => "cancelled",
            Status::Rejected => "rejected",
            Status::Timeout => "timeout",
            Status::Withdrawn => "withdrawn",
            Status::Given => "given",
        }
    }
}
