//! The two ways in: a unix socket for local programs, loopback TCP for the rest.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use sayso_desk::Ids;
use tokio::net::{TcpListener, UnixListener};

/// Tried when nothing else is said; any free one is taken if it is in use.
pub(crate) const USUAL_PORT: u16 = 7431;

/// Must be called by whoever holds the lock: what lies at the path is then a leftover.
pub(crate) fn unix(path: &Path) -> io::Result<UnixListener> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    // The directory is this user's alone, so nobody gets in before the mode is set.
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// `wanted` is tried alone if somebody asked for it; else the last one, the usual one, any.
pub(crate) async fn tcp(
    host: IpAddr,
    wanted: Option<u16>,
    last: Option<u16>,
) -> io::Result<TcpListener> {
    let candidates = match wanted {
        Some(port) => vec![port, 0],
        None => last.into_iter().chain([USUAL_PORT, 0]).collect(),
    };
    let mut failure = None;
    for port in candidates {
        match TcpListener::bind(SocketAddr::new(host, port)).await {
            Ok(listener) => {
                if let Some(wanted) = wanted.filter(|wanted| *wanted != port && *wanted != 0) {
                    tracing::warn!(wanted, "the port is taken; another one is used");
                }
                return Ok(listener);
            }
            Err(error) => failure = Some(error),
        }
    }
    let error = failure.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into());
    Err(io::Error::new(error.kind(), format!("cannot listen on {host}: {error}")))
}

/// The bearer token: made once, kept in a file that only this user can read.
pub(crate) fn token(path: &Path, ids: &dyn Ids) -> io::Result<String> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)?;
    let mut token = String::new();
    file.read_to_string(&mut token)?;
    if token.trim().len() < 32 {
        token = format!("{}{}", ids.draw().simple(), ids.draw().simple());
        file.set_len(0)?;
        file.write_all(token.as_bytes())?;
    }
    Ok(token.trim().to_owned())
}
