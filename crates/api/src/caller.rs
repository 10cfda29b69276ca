//! Who is at the other end of a connection. Decided by the connection, never by a body.

use axum::http::HeaderMap;
use sayso_core::surface::{Actor, Presence, Surface};

use crate::wire::{PRESENCE_HEADER, SURFACE_HEADER};

#[derive(Debug, Clone)]
pub enum Caller {
    /// Over the unix socket: the operating system vouches for the user, who is trusted to say which
    /// of their own programs this is.
    Local { user: Option<String> },
    /// Over TCP with the bearer token: a program, whatever it says.
    Token,
}

impl Caller {
    pub(crate) fn actor(&self, headers: &HeaderMap) -> Actor {
        match self {
            Caller::Local { user } => {
                let claim = |name| headers.get(name).and_then(|value| value.to_str().ok());
                let surface = claim(SURFACE_HEADER);
                let via = Surface::ALL.into_iter().find(|via| Some(via.as_str()) == surface);
                let presence = match claim(PRESENCE_HEADER) {
                    Some("interactive") => Presence::Interactive,
                    _ => Presence::Unattended,
                };
                Actor::new(user.clone(), via.unwrap_or(Surface::Api), presence)
            }
            Caller::Token => Actor::new(None, Surface::Api, Presence::Unattended),
        }
    }
}
