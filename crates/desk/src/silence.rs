//! A hub that says nothing: what can still be told of it.

use std::fmt;

/// What a client knows of a hub that it hears nothing from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Silence {
    pub hub: SilentHub,
    pub state: HubState,
}

/// Which hub it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SilentHub {
    Process(u32),
    /// On another machine.
    At(String),
    Unknown,
}

/// What its files say that it is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HubState {
    Starting,
    /// A newer version is taking its place.
    Replaced,
    Ending,
    /// It should answer, and does not.
    NoAnswer,
}

impl Silence {
    /// Nothing is known of it.
    pub const UNKNOWN: Silence = Silence { hub: SilentHub::Unknown, state: HubState::NoAnswer };

    pub fn of(pid: u32, state: HubState) -> Silence {
        Silence { hub: SilentHub::Process(pid), state }
    }
}

impl fmt::Display for SilentHub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SilentHub::Process(pid) => write!(f, "the hub (pid {pid})"),
            SilentHub::At(place) => write!(f, "the hub at {place}"),
            SilentHub::Unknown => f.write_str("the hub"),
        }
    }
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Silence { hub, state } = self;
        match state {
            HubState::Starting => write!(f, "{hub} is starting"),
            HubState::Replaced => write!(f, "{hub} is being replaced by a newer version"),
            HubState::Ending => write!(f, "{hub} is ending"),
            HubState::NoAnswer => write!(f, "no answer from {hub}"),
        }
    }
}
