//! The two ways in: a unix socket for local programs, loopback TCP for the rest.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sayso_desk::Ids;
use tokio::net::{TcpListener, UnixListener};

use crate::lock::HubInfo;
use crate::paths::Paths;
use crate::private::{self, Loose};

/// Tried when nothing else is said; any free one is taken if it is in use.
pub(crate) const USUAL_PORT: u16 = 7431;

/// Where the socket goes, and the folder that was made for it alone, if one was.
pub(crate) struct Place {
    pub(crate) socket: PathBuf,
    made: Option<PathBuf>,
}

impl Place {
    pub(crate) fn remove(&self) {
        // Either may have been removed by hand, which is as good.
        let _ = fs::remove_file(&self.socket);
        if let Some(folder) = &self.made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The data directory; where its path is too long for a socket, a folder in `/tmp` that nobody can
/// guess and nobody else can enter. Clients learn of it from the lock file.
pub(crate) fn place(paths: &Paths, last: Option<&HubInfo>, ids: &dyn Ids) -> io::Result<Place> {
    if let Some(socket) = paths.usual_socket() {
        return Ok(Place { socket, made: None });
    }
    // What a hub that was killed has left is used again, so that there is never more than one.
    let left = last.and_then(|last| Path::new(&last.socket).parent().map(Path::to_owned));
    let left = left.filter(|left| left.parent() == Some(Path::new("/tmp")));
    let left = left.filter(|left| private::check(left, Loose::Refused).is_ok());
    let folder = match left {
        Some(left) => left,
        None => {
            let folder = PathBuf::from(format!("/tmp/sayso-{}", ids.draw().simple()));
            // Fails if there is anything of that name already.
            DirBuilder::new().mode(0o700).create(&folder)?;
            folder
        }
    };
    Ok(Place { socket: folder.join("hub.sock"), made: Some(folder) })
}

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
