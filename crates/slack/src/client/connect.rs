//! A connection to where a URL points: TLS, or plain on this machine alone.

use std::sync::Arc;
use std::time::Duration;

use hyper::Uri;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use super::error::SlackError;

pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Long enough for a slow network.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens connections; holds the certificates.
#[derive(Clone)]
pub(crate) struct Connector {
    tls: TlsConnector,
}

impl Connector {
    pub(crate) fn new() -> Result<Connector, SlackError> {
        let mut roots = RootCertStore::empty();
        // Certificates that cannot be read are left out; if none is left the handshake says so.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| SlackError::Unreachable(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Connector { tls: TlsConnector::from(Arc::new(config)) })
    }

    pub(crate) async fn open(&self, place: &Place) -> Result<Box<dyn Stream>, SlackError> {
        let connecting = async {
            let stream = TcpStream::connect((place.host.as_str(), place.port)).await?;
            stream.set_nodelay(true)?;
            Ok(match &place.server {
                None => Box::new(stream) as Box<dyn Stream>,
                Some(server) => Box::new(self.tls.connect(server.clone(), stream).await?),
            })
        };
        let failed =
            |error: std::io::Error| SlackError::Unreachable(format!("{}: {error}", place.host));
        match tokio::time::timeout(PATIENCE, connecting).await {
            Ok(connected) => connected.map_err(failed),
            Err(_) => Err(failed(std::io::ErrorKind::TimedOut.into())),
        }
    }
}

/// Where a URL points.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    host: String,
    port: u16,
    /// `None`: plain, on this machine.
    server: Option<ServerName<'static>>,
    pub(crate) authority: String,
    /// Without a slash at its end.
    pub(crate) path: String,
}

impl Place {
    /// `https` and `wss`, or `http` and `ws` to loopback: tokens do not travel in the open.
    pub(crate) fn parse(url: &str) -> Result<Place, SlackError> {
        let bad = |why| SlackError::Address { url: url.to_owned(), why };
        let uri: Uri = url.parse().map_err(|_| bad("it is not a URL"))?;
        let authority = uri.authority().ok_or_else(|| bad("it names no host"))?;
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let (server, usual) = match uri.scheme_str() {
            Some("https" | "wss") => {
                let server = ServerName::try_from(host.clone())
                    .map_err(|_| bad("it names a host that no certificate can have"))?;
                (Some(server), 443)
            }
            Some("http" | "ws") if is_loopback(&host) => (None, 80),
            Some("http" | "ws") => return Err(bad("without TLS only this machine may be called")),
            Some(_) | None => return Err(bad("it must begin with https://")),
        };
        let port = authority.port_u16().unwrap_or(usual);
        let path = uri.path().trim_end_matches('/').to_owned();
        Ok(Place { host, port, server, authority: authority.to_string(), path })
    }
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_do_not_travel_in_the_open() {
        for good in ["https://slack.com/api", "http://127.0.0.1:9/api/", "ws://[::1]:9/x"] {
            assert!(Place::parse(good).is_ok(), "{good}");
        }
        for bad in ["http://slack.com/api", "ws://10.0.0.1/", "ftp://x/", "slack.com", ""] {
            assert!(Place::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(Place::parse("http://127.0.0.1:9/api/").unwrap().path, "/api");
    }
}
