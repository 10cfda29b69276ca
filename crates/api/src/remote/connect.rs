//! How a client gets a connection to a hub.

use std::sync::Arc;

use async_trait::async_trait;
use hyper::Uri;
use hyper::header::HeaderValue;
use sayso_desk::{DeskError, HubState, Silence, SilentHub};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::clock::Deadline;

/// Bytes to and from a hub.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

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
    host: String,
    address: (String, u16),
    token: String,
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

impl RemoteHub {
    pub fn new(url: &str, token: String) -> Result<RemoteHub, DeskError> {
        let bad = |why: &str| DeskError::Unreachable(format!("`{url}` {why}"));
        let uri: Uri = url.parse().map_err(|_| bad("is not a URL"))?;
        let authority = uri.authority().ok_or_else(|| bad("names no host"))?;
        let name = authority.host().trim_matches(['[', ']']).to_owned();
        let (tls, usual_port) = match uri.scheme_str() {
            Some("http") => (None, 80),
            Some("https") => {
                let server = ServerName::try_from(name.clone())
                    .map_err(|_| bad("names a host that no certificate can have"))?;
                (Some((tls()?, server)), 443)
            }
            Some(_) | None => return Err(bad("must begin with http:// or https://")),
        };
        let port = authority.port_u16().unwrap_or(usual_port);
        Ok(RemoteHub { host: authority.to_string(), address: (name, port), token, tls })
    }
}

fn tls() -> Result<TlsConnector, DeskError> {
    let mut roots = RootCertStore::empty();
    // Certificates that cannot be read are left out; if none is left the handshake says so.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| DeskError::Unreachable(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

#[async_trait]
impl Connect for RemoteHub {
    async fn connect(&self, _: Deadline) -> Result<Box<dyn Stream>, DeskError> {
        let failed = |error: std::io::Error| {
            DeskError::Unreachable(format!("{}: {error}; check SAYSO_HUB", self.host))
        };
        let address = (self.address.0.as_str(), self.address.1);
        let stream = TcpStream::connect(address).await.map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        Ok(match &self.tls {
            None => Box::new(stream),
            Some((tls, server)) => {
                Box::new(tls.connect(server.clone(), stream).await.map_err(failed)?)
            }
        })
    }

    fn silence(&self) -> Silence {
        Silence { hub: SilentHub::At(self.host.clone()), state: HubState::NoAnswer }
    }

    fn host(&self) -> &str {
        &self.host
    }

    fn token(&self) -> Option<&str> {
        Some(&self.token)
    }
}
