//! Who is at the other end of a connection. Decided by the connection, never by a body.

use axum::http::HeaderMap;
use sayso_core::surface::{Actor, Presence, Surface};

use crate::wire::{PRESENCE_HEADER, SURFACE_HEADER};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// Over the unix socket: the operating system vouches for the user, who is trusted to say which
    /// of their own programs this is.
    Local { user: Option<String> },
    /// Over TCP with the hub's own token: a program, whatever it says.
    Program,
    /// Over TCP with a page's token: a person who opened a link of ours in front of the portal.
    Page { user: Option<String> },
    /// Over TCP, and has shown nothing yet: gets no further than the open routes.
    Stranger,
}

impl Caller {
    pub(crate) fn actor(&self, headers: &HeaderMap) -> Actor {
        match self {
            Caller::Local { user } => {
                let claim = |name| headers.get(name).and_then(|value| value.to_str().ok());
                let surface = claim(SURFACE_HEADER);
                let via = Surface::ALL.into_iter().find(|via| Some(via.as_str()) == surface);
                let presence = claim(PRESENCE_HEADER).and_then(Presence::from_name);
                let presence = presence.unwrap_or(Presence::Unattended);
                Actor::new(user.clone(), via.unwrap_or(Surface::Api), presence)
            }
            Caller::Page { user } => Actor::new(user.clone(), Surface::Web, Presence::Interactive),
            Caller::Program | Caller::Stranger => {
                Actor::new(None, Surface::Api, Presence::Unattended)
            }
        }
    }
}
