//! Who is at the other end of a connection: the operating system's word, asked for in one place.
//!
//! A unix socket has its peer's credentials. A TCP connection within this machine has them too, at its
//! other end: `peers/tcp.rs` finds the socket there. Checked once, before anything is read.

#[cfg(target_os = "linux")]
mod tcp;

use std::io;

use tokio::net::{TcpStream, UnixStream};

use crate::private::own_uid;

/// The hub's side: programs of this user alone, not even the superuser's.
pub(crate) fn admit_unix(stream: &UnixStream) -> Result<(), String> {
    match uid(stream) {
        Ok(uid) if uid == own_uid() => Ok(()),
        Ok(uid) => Err(foreign(uid)),
        Err(error) => Err(format!("the system does not say who is connecting: {error}")),
    }
}

/// The client's side needs it as well.
pub(crate) fn uid(stream: &UnixStream) -> io::Result<u32> {
    stream.peer_cred().map(|peer| peer.uid())
}

/// Programs of this user, and the superuser's, which could read the token anyway: that is what a
/// forwarding daemon runs as. Whoever comes from another machine has to show what they know.
///
/// A connection that begins on this machine and whose user cannot be found is refused: its other end is
/// closed already, which is how another user would try to get by, or the system keeps it to itself.
#[cfg(target_os = "linux")]
pub(crate) fn admit_tcp(stream: &TcpStream) -> Result<(), String> {
    use tcp::Peer;

    let failed = |error: io::Error| format!("the system does not say who is connecting: {error}");
    let (peer, local) = (stream.peer_addr().map_err(failed)?, stream.local_addr().map_err(failed)?);
    match tcp::look_up(peer, local).map_err(failed)? {
        Peer::Of(uid) if uid == own_uid() || uid == 0 => Ok(()),
        Peer::Of(uid) => Err(foreign(uid)),
        Peer::Elsewhere => Ok(()),
        Peer::Unknown => Err(format!("the system does not say which user connects from {peer}")),
    }
}

/// No other system has a call for it that an ordinary process may use: there it is the token, its origin
/// and the hub's proof that keep others out.
#[cfg(not(target_os = "linux"))]
pub(crate) fn admit_tcp(_: &TcpStream) -> Result<(), String> {
    Ok(())
}

fn foreign(uid: u32) -> String {
    format!("this hub belongs to another user (uid {}, you are {uid})", own_uid())
}
