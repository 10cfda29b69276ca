//! Errors of a call at the desk. Each surface translates them once.

use std::time::Duration;

use sayso_core::{InteractionId, Problem, Refusal, Surface};
use thiserror::Error;

use crate::store::StoreError;
use crate::unresponsive::Unresponsive;

pub type Result<T, E = DeskError> = std::result::Result<T, E>;

#[derive(Debug, Clone, Error)]
pub enum DeskError {
    #[error("{}", problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; "))]
    Invalid { problems: Vec<Problem> },
    #[error("there is no question with the id {id}")]
    NotFound { id: String },
    #[error("{prefix} could be any of {}", matches.iter().map(InteractionId::to_string).collect::<Vec<_>>().join(", "))]
    Ambiguous { prefix: String, matches: Vec<InteractionId> },
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(
        "another terminal ({owner}) has taken this question over; it is free again when that one ends"
    )]
    Occupied { owner: String },
    #[error("this hand-off command is no longer valid; ask for a terminal again to get a new one")]
    TicketExpired,
    #[error("a hand-off needs an interactive terminal; {0} is not one; the command stays usable")]
    NotInteractive(Surface),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the hub cannot be reached: {0}")]
    Unreachable(String),
    /// It may be running, but hasn't responded for too long. The request is withdrawn: a hub that
    /// continues later doesn't carry it out.
    #[error("{unresponsive}; gave up after {:.0} s", waited.as_secs_f32())]
    NoAnswer { unresponsive: Unresponsive, waited: Duration },
    /// It may belong to another user; nothing was sent.
    #[error("not connected, because it may not be your hub: {0}")]
    Untrusted(String),
    #[error("the hub is busy: {0}")]
    Busy(String),
    #[error("the hub answered with something unexpected: {0}")]
    Protocol(String),
    /// Only this one; the hub is newer, and has something that this version doesn't know.
    #[error(
        "question {id} needs a newer sayso ({why}); restart to apply, `sayso show {id} --raw` prints what is stored"
    )]
    Newer { id: InteractionId, why: String },
    #[error("the hub refused access: {0}")]
    Denied(String),
}

impl From<Problem> for DeskError {
    fn from(problem: Problem) -> DeskError {
        DeskError::Invalid { problems: vec![problem] }
    }
}
