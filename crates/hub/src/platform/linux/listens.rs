//! The user who listens at a port of this machine, from the kernel's socket table.
//!
//! A server may leave a connection unaccepted until something was sent, so that the connection itself
//! tells nothing yet.

use std::fs;
use std::io;

use tokio::net::TcpStream;

use crate::private::own_uid;

/// Whether only programs of this user, or of root, listen at the port that this connection goes to.
pub fn listens_as_us(stream: &TcpStream) -> Result<(), String> {
    let failed = |error: io::Error| format!("the system does not say who listens there: {error}");
    let port = stream.peer_addr().map_err(failed)?.port();
    let mut owners = Vec::new();
    for table in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
        match fs::read_to_string(table) {
            Ok(table) => owners.extend(listeners(&table, port)),
            // The machine may have no IPv6.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
    }
    match owners.iter().find(|uid| **uid != own_uid() && **uid != 0) {
        Some(uid) => Err(format!("port {port} belongs to another user (uid {uid})")),
        None if owners.is_empty() => Err(format!("nobody is known to listen at port {port}")),
        None => Ok(()),
    }
}

/// `sl local remote state queues timer retransmits uid …`, of those in the state `LISTEN`.
fn listeners(table: &str, port: u16) -> impl Iterator<Item = u32> {
    let ending = format!(":{port:04X}");
    table.lines().filter_map(move |line| {
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let is_it = fields.get(1)?.ends_with(&ending) && fields.get(3) == Some(&"0A");
        is_it.then(|| fields.get(7)?.parse().ok()).flatten()
    })
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// REQ: SA-1
    #[tokio::test]
    async fn who_listens_is_known_before_the_connection_is_accepted() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        listens_as_us(&stream).unwrap();
        drop(listener);
        assert!(listens_as_us(&stream).is_err(), "nobody listens any more");
    }

    /// REQ: SA-1
    #[test]
    fn another_users_listener_is_seen_at_any_address() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n   \
            0: 00000000:1000 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 5\n   \
            1: 0100007F:1000 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1002        0 6\n";
        assert_eq!(listeners(table, 4096).collect::<Vec<_>>(), [1001]);
        assert_eq!(listeners(table, 4097).count(), 0);
    }
}
