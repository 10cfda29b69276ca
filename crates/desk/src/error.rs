//! What a call at the desk can fail with. Each surface translates it once.

use std::time::Duration;

use sayso_core::{InteractionId, Problem, Refusal, Surface};
use thiserror::Error;

use crate::silence::Silence;
use crate::store::StoreError;

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
    #[error("a hand-off needs an interactive terminal; {0} is none, and the command stays usable")]
    NotInteractive(Surface),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the hub cannot be reached: {0}")]
    Unreachable(String),
    /// It may be there, but it has said nothing for too long. What was wanted of it is taken back: a hub
    /// that goes on later does not do it.
    #[error("{silence}; gave up after {:.0} s", waited.as_secs_f32())]
    NoAnswer { silence: Silence, waited: Duration },
    /// Another user may be behind it; nothing was sent.
    #[error("not connected, because it may not be your hub: {0}")]
    Untrusted(String),
    #[error("the hub answered with something unexpected: {0}")]
    Protocol(String),
    /// Only this one; the hub is newer, and has something that this version does not know.
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
