//! Where agents listen: an address for OpenCode, a directory for Codex.

use std::fmt;
use std::path::PathBuf;

use data_encoding::BASE64;
use percent_encoding::percent_decode_str;
use sayso_http::Address;

/// Of Codex, in its directory.
pub(crate) const SOCKET_FOLDER: &str = "app-server-control";
/// The user, if the address names none.
const USER: &str = "opencode";

/// A server that is brought here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentServer {
    OpenCode(Box<OpenCodeServer>),
    /// The directory that `CODEX_HOME` names.
    Codex(PathBuf),
}

/// Why an address can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadServer(String);

impl fmt::Display for BadServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// `http://127.0.0.1:4096`, with `user:password@` if it wants a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCodeServer {
    pub(crate) host: String,
    pub(crate) address: Address,
    /// The value of the header `authorization`.
    pub(crate) authorization: Option<String>,
}

impl AgentServer {
    pub fn opencode(url: &str) -> Result<AgentServer, BadServer> {
        let bad = |why: &str| BadServer(format!("{}: {why}", without_password(url)));
        let rest = url.strip_prefix("http://").ok_or_else(|| bad("it must begin with http://"))?;
        let (user, host) = match rest.rsplit_once('@') {
            Some((user, host)) => (Some(user), host),
            None => (None, rest),
        };
        let host = host.trim_end_matches('/').to_owned();
        let address = Address::parse_private(&format!("http://{host}"));
        let address = address.map_err(|why| bad(&why.to_string()))?;
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        if !address.path.is_empty() || !has_port {
            return Err(bad("it must be a host and a port"));
        }
        let authorization = user.map(|user| {
            let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
            let (name, password) = match user.split_once(':') {
                Some((name, password)) => (decoded(name), decoded(password)),
                None => (USER.to_owned(), decoded(user)),
            };
            format!("Basic {}", BASE64.encode(format!("{name}:{password}").as_bytes()))
        });
        let server = OpenCodeServer { host, address, authorization };
        Ok(AgentServer::OpenCode(Box::new(server)))
    }

    /// Where its socket will be made.
    pub fn socket_folder(&self) -> Option<PathBuf> {
        match self {
            AgentServer::OpenCode(_) => None,
            AgentServer::Codex(home) => Some(home.join(SOCKET_FOLDER)),
        }
    }

    /// Where it is on its machine, without a password.
    pub(crate) fn place(&self) -> String {
        match self {
            AgentServer::OpenCode(server) => format!("opencode {}", server.host),
            AgentServer::Codex(home) => format!("codex {}", home.display()),
        }
    }

    /// The process at its socket, if it has one.
    pub async fn process(&self) -> Option<u32> {
        match self {
            AgentServer::OpenCode(_) => None,
            AgentServer::Codex(home) => crate::codex::process(home).await,
        }
    }

    /// The address with this password in it.
    pub fn opencode_url(port: u16, password: Option<&str>) -> String {
        let encoded = |text: &str| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
                .to_string()
        };
        let user = password.map(|password| format!("{USER}:{}@", encoded(password)));
        format!("http://{}127.0.0.1:{port}", user.unwrap_or_default())
    }

    /// Whether a password is in this address.
    pub fn has_password(url: &str) -> bool {
        url.contains('@')
    }
}

/// What may be printed of an address.
fn without_password(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: SA-1
    #[test]
    fn only_servers_on_this_machine_are_called_and_passwords_are_never_printed() {
        let AgentServer::OpenCode(server) =
            AgentServer::opencode("http://opencode:a%3Ab@localhost:4096/").unwrap()
        else {
            panic!("an address is OpenCode's")
        };
        assert_eq!(server.host, "localhost:4096");
        assert_eq!(
            server.authorization.unwrap(),
            format!("Basic {}", BASE64.encode(b"opencode:a:b"))
        );
        for url in [
            "http://203.0.113.7:4096",
            "https://127.0.0.1:4096",
            "http://x:secret@203.0.113.7:4096",
            "http://127.0.0.1:4096/path",
            "4096",
        ] {
            let why = AgentServer::opencode(url).unwrap_err().to_string();
            assert!(!why.contains("secret"), "{why}");
        }
        let url = AgentServer::opencode_url(4096, Some("a:b@c"));
        assert_eq!(url, "http://opencode:a%3Ab%40c@127.0.0.1:4096");
        assert!(AgentServer::opencode(&url).is_ok() && AgentServer::has_password(&url));
    }
}
