//! A hub that doesn't respond: what is still known about it.

use std::fmt;

/// What a client knows about a hub that doesn't respond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresponsive {
    pub hub: UnresponsiveHub,
    pub state: HubState,
}

/// Which hub it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnresponsiveHub {
    Process(u32),
    /// On another machine.
    At(String),
    Unknown,
}

/// Its state according to its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HubState {
    Starting,
    /// A newer version is replacing it.
    Replaced,
    Ending,
    /// It should respond, but doesn't.
    NoAnswer,
}

impl Unresponsive {
    /// Nothing is known about it.
    pub const UNKNOWN: Unresponsive =
        Unresponsive { hub: UnresponsiveHub::Unknown, state: HubState::NoAnswer };

    pub fn of(pid: u32, state: HubState) -> Unresponsive {
        Unresponsive { hub: UnresponsiveHub::Process(pid), state }
    }
}

impl fmt::Display for UnresponsiveHub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnresponsiveHub::Process(pid) => write!(f, "the hub (pid {pid})"),
            UnresponsiveHub::At(place) => write!(f, "the hub at {place}"),
            UnresponsiveHub::Unknown => f.write_str("the hub"),
        }
    }
}

impl fmt::Display for Unresponsive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unresponsive { hub, state } = self;
        match state {
            HubState::Starting => write!(f, "{hub} is starting"),
            HubState::Replaced => write!(f, "{hub} is being replaced by a newer version"),
            HubState::Ending => write!(f, "{hub} is ending"),
            HubState::NoAnswer => write!(f, "no answer from {hub}"),
        }
    }
}
