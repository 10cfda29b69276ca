//! The SSH session that an environment names: how to get back to the person, and whether it is still there.
//!
//! A program that outlives the session (a daemon, a terminal multiplexer) keeps its variables.

use std::fs;

use crate::config::Environment;

/// The parts of an SSH session that a tunnel needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Login {
    pub(super) destination: String,
    pub(super) port: Option<String>,
    /// Of the person's end and of ours.
    ports: Option<(u16, u16)>,
}

impl Login {
    /// `SSH_CONNECTION` contains the client's address and port, then the server's.
    pub(super) fn of(variables: &Environment) -> Option<Login> {
        let session = variables.first(&["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"])?;
        let fields: Vec<&str> = session.split_whitespace().collect();
        let (host, port, from) = match fields[..] {
            [_, from, host, port] => (host.to_owned(), Some(port.to_owned()), from),
            _ => (rustix::system::uname().nodename().to_string_lossy().into_owned(), None, ""),
        };
        let destination = match variables.first(&["USER", "LOGNAME"]) {
            Some(user) => format!("{user}@{host}"),
            None => host,
        };
        let ports = port.as_ref().and_then(|to| Some((from.parse().ok()?, to.parse().ok()?)));
        Some(Login { destination, port: port.filter(|port| port != "22"), ports })
    }

    /// Whether its connection has certainly ended: the system knows none with these ports. `false` where
    /// it does not say.
    pub(super) fn is_over(&self) -> bool {
        let Some(ports) = self.ports else { return false };
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(fs::read_to_string);
        tables[0].is_ok() && !tables.iter().flatten().any(|table| has(table, ports))
    }
}

/// Whether the kernel's table has an open connection from the one port to the other.
fn has(table: &str, (from, to): (u16, u16)) -> bool {
    let port = |address: &str| u16::from_str_radix(address.rsplit_once(':')?.1, 16).ok();
    table.lines().any(|line| {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        matches!(fields[..], [_, local, remote, "01"]
            if port(local) == Some(to) && port(remote) == Some(from))
    })
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;
    use crate::platform::IS_MAC;

    /// REQ: WE-1
    #[test]
    fn a_session_is_over_when_its_connection_is() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let person = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (daemon, from) = listener.accept().unwrap();
        let to = listener.local_addr().unwrap();
        let session = format!("{} {} {} {}", from.ip(), from.port(), to.ip(), to.port());
        let login = |name: &str, value: &str| {
            Login::of(&Environment::from_pairs(&[(name, value)])).unwrap()
        };
        assert!(!login("SSH_CONNECTION", &session).is_over());
        drop((person, daemon));
        assert_eq!(login("SSH_CONNECTION", &session).is_over(), !IS_MAC);
        assert!(!login("SSH_TTY", "/dev/pts/1").is_over(), "nobody knows");
    }
}
