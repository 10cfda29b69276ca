//! The caller: the other end of a connection. Decided by the connection, never by a body or a
//! header.

use std::net::IpAddr;

use axum::http::{HeaderMap, StatusCode};
use sayso_core::surface::{Actor, Presence, Surface};

use crate::kind::ConnectionKind;
use crate::presence::PeerPresence;
use crate::problem::{ProblemDocument, Result};
use crate::process::Peer;
use sayso_wire::{BRIEF_HEADER, SURFACE_HEADER};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// Over the unix socket: the operating system confirms the user, and says which process it is.
    Local { user: Option<String>, peer: Option<Peer> },
    /// Over TCP with its own token: an agent, which can only ask.
    Agent {
        /// The token's id.
        token: String,
        name: String,
    },
    /// Over TCP with a page's token: a person who opened one of our links.
    Page {
        user: Option<String>,
        /// Identifies the page; not a secret.
        id: String,
        /// Authorized from another device, by a code typed by hand.
        paired: bool,
    },
    /// Over TCP and not authenticated yet: only reaches the open routes.
    Stranger,
}

/// How long a request or a socket may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasts {
    /// It is answered at once.
    Moment,
    /// It may wait for something.
    While,
}

impl Lasts {
    /// For a socket, as its client says.
    pub fn said(headers: &HeaderMap) -> Lasts {
        if headers.contains_key(BRIEF_HEADER) { Lasts::Moment } else { Lasts::While }
    }
}

impl Caller {
    /// The id of the page, if it is one.
    pub fn page(&self) -> Option<&str> {
        match self {
            Caller::Page { id, .. } => Some(id),
            Caller::Local { .. } | Caller::Agent { .. } | Caller::Stranger => None,
        }
    }

    /// Refuses everyone but programs of this user on the hub's machine.
    pub fn require_local(&self, why: &str) -> Result<()> {
        match self {
            Caller::Local { .. } => Ok(()),
            Caller::Agent { .. } | Caller::Page { .. } | Caller::Stranger => {
                Err(ProblemDocument::request(StatusCode::FORBIDDEN, why))
            }
        }
    }

    /// The kind of place for its request. A local program that claims to be a terminal is believed:
    /// it belongs to this user, and can only gain a place.
    pub fn place(&self, via: Via, lasts: Lasts) -> ConnectionKind {
        let is_terminal = via.0 == Surface::Terminal;
        match (self, lasts) {
            (Caller::Page { .. }, _) => ConnectionKind::Person,
            (Caller::Local { .. }, _) if is_terminal => ConnectionKind::Person,
            (Caller::Local { .. } | Caller::Agent { .. }, Lasts::While) => ConnectionKind::Waiting,
            (Caller::Local { .. } | Caller::Agent { .. }, Lasts::Moment) => ConnectionKind::Short,
            (Caller::Stranger, _) => ConnectionKind::Stranger,
        }
    }

    /// The same, with the process at the other end of this connection.
    pub fn from(self, peer: Option<Peer>) -> Caller {
        match self {
            Caller::Local { user, .. } => Caller::Local { user, peer },
            Caller::Agent { .. } | Caller::Page { .. } | Caller::Stranger => self,
        }
    }

    /// Who acts. Looked up each time: a prompt opens its terminal only after it has connected.
    pub async fn actor(&self, via: Via) -> Actor {
        match self {
            Caller::Local { user, peer } => {
                Actor::new(user.clone(), via.0, PeerPresence::presence_at(*peer).await)
            }
            Caller::Page { user, paired, .. } => {
                let presence = if *paired { Presence::Paired } else { Presence::Interactive };
                Actor::new(user.clone(), Surface::Web, presence)
            }
            Caller::Agent { name, .. } => {
                Actor::new(Some(name.clone()), Surface::Api, Presence::Unattended)
            }
            Caller::Stranger => Actor::new(None, Surface::Api, Presence::Unattended),
        }
    }
}

/// Where a TCP connection comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CameFrom(pub Option<IpAddr>);

/// Which of the user's own programs it claims to be; never a page or a chat.
#[derive(Debug, Clone, Copy)]
pub struct Via(Surface);

impl Via {
    pub fn said(headers: &HeaderMap) -> Via {
        let said = headers.get(SURFACE_HEADER).and_then(|value| value.to_str().ok());
        let mut programs = [Surface::Terminal, Surface::Cli].into_iter();
        let said = programs.find(|surface| Some(surface.as_str()) == said);
        Via(said.unwrap_or(Surface::Api))
    }
}
