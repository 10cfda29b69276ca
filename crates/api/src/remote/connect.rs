//! How a client gets a connection to a hub.

use std::fmt::Display;

use async_trait::async_trait;
use hyper::header::HeaderValue;
use sayso_desk::{DeskError, HubState, Silence, SilentHub};
pub use sayso_http::Stream;
use sayso_http::{Address, Connector};

use super::clock::Deadline;

#[async_trait]
pub trait Connect: Send + Sync {
    /// A new connection; anyone who can start a hub does so if there is none. Dropped when the deadline is
    /// over.
    async fn connect(&self, deadline: Deadline) -> Result<Box<dyn Stream>, DeskError>;

    /// What can be told of the hub when it does not answer.
    fn silence(&self) -> Silence {
        Silence::UNKNOWN
    }

    /// What the `Host` header says.
    fn host(&self) -> &str;

    /// What the `Authorization` header proves, where the connection itself proves nothing.
    fn token(&self) -> Option<&str>;

    /// What the header about the desktop session says; for hubs on this machine only.
    fn desktop(&self) -> Option<&HeaderValue> {
        None
    }
}

/// A hub at a URL, `http` or `https`, with a bearer token.
pub struct RemoteHub {
    address: Address,
    connector: Connector,
    token: String,
}

impl RemoteHub {
    pub fn new(url: &str, token: String) -> Result<RemoteHub, DeskError> {
        let bad = |why: &dyn Display| DeskError::Unreachable(format!("`{url}`: {why}"));
        let address = Address::parse(url).map_err(|why| bad(&why))?;
        let connector = Connector::new().map_err(|why| bad(&why))?;
        Ok(RemoteHub { address, connector, token })
    }
}

#[async_trait]
impl Connect for RemoteHub {
    async fn connect(&self, _: Deadline) -> Result<Box<dyn Stream>, DeskError> {
        self.connector.open(&self.address).await.map_err(|error| {
            DeskError::Unreachable(format!("{}: {error}; check SAYSO_HUB", self.host()))
        })
    }

    fn silence(&self) -> Silence {
        Silence { hub: SilentHub::At(self.host().to_owned()), state: HubState::NoAnswer }
    }

    fn host(&self) -> &str {
        &self.address.authority
    }

    fn token(&self) -> Option<&str> {
        Some(&self.token)
    }
}
