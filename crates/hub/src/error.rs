//! Why a hub could not start or run.

use std::io;

use sayso_desk::DeskError;
use thiserror::Error;

use crate::run::ENDS_WITHIN;

#[derive(Debug, Error)]
pub enum HubError {
    #[error("another hub is running for this data directory")]
    Taken,
    #[error(
        "another process{} has been starting a hub for {} s; see hub.log",
        .0.map(|pid| format!(" (pid {pid})")).unwrap_or_default(),
        ENDS_WITHIN.as_secs()
    )]
    Starting(Option<u32>),
    #[error("the hub before this one (pid {pid}) is still ending after {} s", ENDS_WITHIN.as_secs())]
    StillEnding { pid: u32 },
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    Io(#[from] io::Error),
}
