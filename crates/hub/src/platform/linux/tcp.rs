//! The user at the other end of a TCP connection within this machine, from the kernel's socket
//! table.
//!
//! The kernel is asked for the single socket (`sock_diag`), which is one hash table lookup. If it
//! can't answer that, the table is read as text.

use std::fs;
use std::io;
use std::net::{IpAddr, SocketAddr};

use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, netlink, recv, send, socket_with,
};
use tokio::net::TcpStream;

use crate::peers::foreign;
use crate::private::own_uid;

/// Accepts programs of this user and of root, which could read the token anyway: forwarding daemons
/// run as root. Connections from another machine are accepted here and need a credential.
///
/// A connection from this machine whose user can't be determined is refused. Either its other end
/// is closed already, which is how another user would try to bypass the check, or the system hides
/// it.
pub(crate) fn admit(stream: &TcpStream) -> Result<(), String> {
    let failed = |error: io::Error| format!("the system does not say who is connecting: {error}");
    let (peer, local) = (stream.peer_addr().map_err(failed)?, stream.local_addr().map_err(failed)?);
    match look_up(peer, local).map_err(failed)? {
        Peer::Of(uid) if uid == own_uid() || uid == 0 => Ok(()),
        Peer::Of(uid) => Err(foreign(uid)),
        Peer::Elsewhere => Ok(()),
        Peer::Unknown => Err(format!("the system does not say which user connects from {peer}")),
    }
}

/// Who the connection belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Peer {
    Of(u32),
    /// On another machine, according to the addresses.
    Elsewhere,
    /// On this machine, but no process holds that end any more.
    Unknown,
}

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Socket {
    uid: u32,
    /// 0 if its process has closed it. The uid then reads as 0 too, which must not be mistaken for
    /// root.
    inode: u32,
}

/// `peer` and `local` as in the accepted connection.
fn look_up(peer: SocketAddr, local: SocketAddr) -> io::Result<Peer> {
    let (peer, local) = (canonical(peer), canonical(local));
    let here = peer.ip().is_loopback() || local.ip().is_loopback() || peer.ip() == local.ip();
    let found = match ask(peer, local) {
        Ok(Some(socket)) => Some(socket),
        // Also if the kernel doesn't know this request.
        Ok(None) | Err(_) if here => read(peer, local)?,
        Ok(None) | Err(_) => None,
    };
    Ok(match found {
        Some(Socket { inode: 0, .. }) => Peer::Unknown,
        Some(Socket { uid, .. }) => Peer::Of(uid),
        None if here => Peer::Unknown,
        None => Peer::Elsewhere,
    })
}

/// The kernel treats an IPv4 address mapped into IPv6 as IPv4.
fn canonical(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V6(v6) if v6.ip().to_ipv4_mapped().is_some() => {
            SocketAddr::new(IpAddr::V6(*v6.ip()).to_canonical(), v6.port())
        }
        SocketAddr::V4(_) | SocketAddr::V6(_) => address,
    }
}

// Constants of linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
const HEADER: usize = 16;
const REQUEST: usize = 56;
const ERROR: u16 = 2;
const BY_FAMILY: u16 = 20;
const IS_REQUEST: u16 = 1;
const TCP: u8 = 6;
const LISTENS: u8 = 10;
/// In the reply, after the header: family, state, timer and retransmits; then the ports.
const STATE: usize = HEADER + 1;
const PORTS: usize = HEADER + 4;
const UID: usize = HEADER + 64;
const INODE: usize = HEADER + 68;

/// Asks for the peer's socket: its source is our peer, its destination is us.
fn ask(peer: SocketAddr, local: SocketAddr) -> io::Result<Option<Socket>> {
    let kernel = socket_with(
        AddressFamily::NETLINK,
        SocketType::DGRAM,
        SocketFlags::CLOEXEC,
        Some(netlink::SOCK_DIAG),
    )?;
    send(&kernel, &request(peer, local), SendFlags::empty())?;
    // The kernel replies before it returns from the send.
    let mut reply = [0; 1_024];
    let (length, _) = recv(&kernel, &mut reply[..], RecvFlags::DONTWAIT)?;
    let reply = &reply[..length];
    let word = |at: usize| reply.get(at..at + 4).and_then(|word| <[u8; 4]>::try_from(word).ok());
    let cut = || io::Error::from(io::ErrorKind::UnexpectedEof);
    match reply.get(4..6).map(|kind| u16::from_ne_bytes([kind[0], kind[1]])) {
        Some(BY_FAMILY) => {
            let (uid, inode) = (word(UID).ok_or_else(cut)?, word(INODE).ok_or_else(cut)?);
            let ports = word(PORTS).ok_or_else(cut)?;
            // Without a connection the kernel falls back to the process that listens on the peer's
            // port.
            if ports != both(peer.port(), local.port()) || reply[STATE] == LISTENS {
                return Ok(None);
            }
            let (uid, inode) = (u32::from_ne_bytes(uid), u32::from_ne_bytes(inode));
            Ok(Some(Socket { uid, inode }))
        }
        Some(ERROR) => {
            let error = i32::from_ne_bytes(word(HEADER).ok_or_else(cut)?);
            match io::Error::from_raw_os_error(-error) {
                missing if missing.kind() == io::ErrorKind::NotFound => Ok(None),
                error => Err(error),
            }
        }
        Some(_) | None => Err(io::ErrorKind::InvalidData.into()),
    }
}

fn request(peer: SocketAddr, local: SocketAddr) -> Vec<u8> {
    let (family, interface) = match (peer, local) {
        (SocketAddr::V6(peer), _) => (AddressFamily::INET6, peer.scope_id()),
        (SocketAddr::V4(_), _) => (AddressFamily::INET, 0),
    };
    let mut request = Vec::with_capacity(HEADER + REQUEST);
    request.extend(((HEADER + REQUEST) as u32).to_ne_bytes());
    request.extend(BY_FAMILY.to_ne_bytes());
    request.extend(IS_REQUEST.to_ne_bytes());
    // Sequence and sender are not needed for a single request.
    request.extend([0; 8]);
    request.extend([family.as_raw() as u8, TCP, 0, 0]);
    // In any state.
    request.extend([0xff; 4]);
    request.extend(both(peer.port(), local.port()));
    request.extend(padded(peer.ip()));
    request.extend(padded(local.ip()));
    request.extend(interface.to_ne_bytes());
    // No cookie.
    request.extend([0xff; 8]);
    request
}

fn both(source: u16, destination: u16) -> [u8; 4] {
    let ([a, b], [c, d]) = (source.to_be_bytes(), destination.to_be_bytes());
    [a, b, c, d]
}

fn padded(address: IpAddr) -> [u8; 16] {
    match address {
        IpAddr::V4(v4) => {
            let mut bytes = [0; 16];
            bytes[..4].copy_from_slice(&v4.octets());
            bytes
        }
        IpAddr::V6(v6) => v6.octets(),
    }
}

/// The same, from the table as text.
fn read(peer: SocketAddr, local: SocketAddr) -> io::Result<Option<Socket>> {
    // An IPv6 socket can have IPv4 connections.
    let mapped = |address: SocketAddr| match address {
        SocketAddr::V4(v4) => SocketAddr::new(v4.ip().to_ipv6_mapped().into(), v4.port()),
        SocketAddr::V6(_) => address,
    };
    let found = match (peer, local) {
        (SocketAddr::V4(_), SocketAddr::V4(_)) => {
            find(&fs::read_to_string("/proc/self/net/tcp")?, peer, local)
        }
        _ => None,
    };
    if found.is_some() {
        return Ok(found);
    }
    match fs::read_to_string("/proc/self/net/tcp6") {
        Ok(table) => Ok(find(&table, mapped(peer), mapped(local))),
        // The machine may have no IPv6.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// `sl local remote state queues timer retransmits uid timeout inode …`
fn find(table: &str, peer: SocketAddr, local: SocketAddr) -> Option<Socket> {
    let (peer, local) = (in_table(peer), in_table(local));
    table.lines().find_map(|line| {
        let mut fields = line.split_ascii_whitespace();
        let ends = fields.nth(1) == Some(&peer) && fields.next() == Some(&local);
        if !ends {
            return None;
        }
        let (uid, inode) = (fields.nth(4)?, fields.nth(1)?);
        Some(Socket { uid: uid.parse().ok()?, inode: inode.parse().ok()? })
    })
}

/// An address in the table's format: words in native byte order, in hexadecimal.
fn in_table(address: SocketAddr) -> String {
    let bytes = match address.ip() {
        IpAddr::V4(v4) => v4.octets().to_vec(),
        IpAddr::V6(v6) => v6.octets().to_vec(),
    };
    let word = |word: &[u8]| {
        let word = u32::from_ne_bytes(word.try_into().expect("addresses are whole words"));
        format!("{word:08X}")
    };
    let words: String = bytes.chunks(4).map(word).collect();
    format!("{words}:{:04X}", address.port())
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::{Peer, ask, canonical, look_up, own_uid, read};

    fn connection(address: &str) -> Option<(TcpStream, TcpStream)> {
        // A machine may have no IPv6.
        let listener = TcpListener::bind(address).ok()?;
        let port = listener.local_addr().unwrap().port();
        let client = match address {
            "[::]:0" => TcpStream::connect(("127.0.0.1", port)).unwrap(),
            _ => TcpStream::connect(listener.local_addr().unwrap()).unwrap(),
        };
        Some((client, listener.accept().unwrap().0))
    }

    /// REQ: SA-2
    #[test]
    fn the_user_is_found_by_both_ways_while_the_other_end_is_open() {
        for address in ["127.0.0.1:0", "[::1]:0", "[::]:0"] {
            let Some((client, served)) = connection(address) else { continue };
            let (peer, local) = (served.peer_addr().unwrap(), served.local_addr().unwrap());
            assert_eq!(look_up(peer, local).unwrap(), Peer::Of(own_uid()), "{address}");
            let (found, text) = (
                ask(canonical(peer), canonical(local)).unwrap().unwrap(),
                read(canonical(peer), canonical(local)).unwrap().unwrap(),
            );
            assert_eq!(found, text, "{address}");
            // The kernel reports a closed socket as owned by user 0, which must not count.
            drop(client);
            assert_eq!(look_up(peer, local).unwrap(), Peer::Unknown, "{address}");
            drop(served);
        }
    }

    #[test]
    fn who_listens_at_the_port_of_a_peer_that_is_gone_is_not_that_peer() {
        let (listener, other) =
            (TcpListener::bind("127.0.0.1:0").unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
        let (peer, local) = (listener.local_addr().unwrap(), other.local_addr().unwrap());
        assert_eq!(look_up(peer, local).unwrap(), Peer::Unknown);
    }

    #[test]
    fn an_address_of_another_machine_is_elsewhere() {
        let (peer, local) = ("192.0.2.1:4000".parse().unwrap(), "192.0.2.2:7431".parse().unwrap());
        assert_eq!(look_up(peer, local).unwrap(), Peer::Elsewhere);
        let here = "192.0.2.2:4000".parse().unwrap();
        assert_eq!(look_up(here, local).unwrap(), Peer::Unknown, "this machine's own address");
    }
}
