//! Where a URL points, and a stream to it: TCP, with TLS where the URL says so.

use std::fmt;
use std::io;
use std::sync::Arc;

use hyper::Uri;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use crate::Stream;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    name: String,
    port: u16,
    /// `None`: without TLS.
    server: Option<ServerName<'static>>,
    /// What the `Host` header says.
    pub authority: String,
    /// With the query; without a slash at its end.
    pub path: String,
}

/// What is wrong with a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadUrl(&'static str);

impl fmt::Display for BadUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Address {
    /// `http` and `https`, or `ws` and `wss`.
    pub fn parse(url: &str) -> Result<Address, BadUrl> {
        let uri: Uri = url.parse().map_err(|_| BadUrl("it is not a URL"))?;
        let authority = uri.authority().ok_or(BadUrl("it names no host"))?;
        let name = authority.host().trim_matches(['[', ']']).to_owned();
        let (server, usual_port) = match uri.scheme_str() {
            Some("https" | "wss") => {
                let server = ServerName::try_from(name.clone())
                    .map_err(|_| BadUrl("it names a host that no certificate can have"))?;
                (Some(server), 443)
            }
            Some("http" | "ws") => (None, 80),
            Some(_) | None => return Err(BadUrl("it must begin with http:// or https://")),
        };
        let port = authority.port_u16().unwrap_or(usual_port);
        let path = uri.path_and_query().map_or("", |path| path.as_str());
        let (authority, path) = (authority.to_string(), path.trim_end_matches('/').to_owned());
        Ok(Address { name, port, server, authority, path })
    }

    /// The same, but without TLS only on this machine: secrets must not be readable on the way.
    pub fn parse_private(url: &str) -> Result<Address, BadUrl> {
        let address = Address::parse(url)?;
        let is_loopback = |ip: std::net::IpAddr| ip.is_loopback();
        let here = address.name == "localhost" || address.name.parse().is_ok_and(is_loopback);
        match address.server.is_some() || here {
            true => Ok(address),
            false => Err(BadUrl("without TLS only this machine may be called")),
        }
    }
}

/// Opens streams; holds the certificates of the system.
#[derive(Clone)]
pub struct Connector {
    tls: TlsConnector,
}

impl Connector {
    pub fn new() -> io::Result<Connector> {
        let mut roots = RootCertStore::empty();
        // Certificates that cannot be read are left out; if none is left the handshake says so.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Connector { tls: TlsConnector::from(Arc::new(config)) })
    }

    pub async fn open(&self, address: &Address) -> io::Result<Box<dyn Stream>> {
        let stream = TcpStream::connect((address.name.as_str(), address.port)).await?;
        stream.set_nodelay(true)?;
        Ok(match &address.server {
            None => Box::new(stream),
            Some(server) => Box::new(self.tls.connect(server.clone(), stream).await?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_says_host_port_and_path() {
        for (url, expected) in [
            ("https://chat.test/api/", ("chat.test", 443, "chat.test", "/api")),
            ("http://127.0.0.1:9/a?b=c", ("127.0.0.1", 9, "127.0.0.1:9", "/a?b=c")),
            ("ws://[::1]:9", ("::1", 9, "[::1]:9", "")),
        ] {
            let Address { name, port, authority, path, .. } = Address::parse(url).unwrap();
            assert_eq!((&*name, port, &*authority, &*path), expected);
        }
        for bad in ["ftp://x/", "chat.test", "https://-/", ""] {
            assert!(Address::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn secrets_do_not_travel_in_the_open() {
        for good in ["https://chat.test/api", "http://127.0.0.1:9/api/", "ws://[::1]:9/x"] {
            assert!(Address::parse_private(good).is_ok(), "{good}");
        }
        for bad in ["http://chat.test/api", "ws://10.0.0.1/"] {
            assert!(Address::parse_private(bad).is_err(), "{bad}");
        }
    }
}
