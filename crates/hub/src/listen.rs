//! The two ways in: a unix socket for local programs, loopback TCP for the rest.

use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sayso_desk::Ids;
use tokio::net::{TcpListener, UnixListener};

use crate::lock::HubInfo;
use crate::paths::Paths;
use crate::private::{self, Identity, Loose, identity};

/// Tried when nothing else is said; any free one is taken if it is in use.
pub(crate) const USUAL_PORT: u16 = 7431;

/// Where the socket goes, and the folder that was made for it alone, if one was.
pub(crate) struct Place {
    pub(crate) socket: PathBuf,
    made: Option<PathBuf>,
    bound: Option<Identity>,
}

impl Place {
    fn new(socket: PathBuf, made: Option<PathBuf>) -> Place {
        Place { socket, made, bound: None }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.socket.parent().unwrap_or(Path::new("/"))
    }

    /// Whether anyone who connects to the path reaches what was bound there last.
    pub(crate) fn is_bound(&self) -> bool {
        identity(&self.socket).is_ok_and(|found| found.is_some() && found == self.bound)
    }

    /// Only the holder of the lock may call this: what lies at the path is then a leftover.
    pub(crate) fn bind(&mut self) -> io::Result<UnixListener> {
        match fs::remove_file(&self.socket) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        // The directory is this user's alone, so nobody gets in before the mode is set.
        let listener = UnixListener::bind(&self.socket)?;
        fs::set_permissions(&self.socket, Permissions::from_mode(0o600))?;
        self.bound = identity(&self.socket)?;
        Ok(listener)
    }

    /// What lies there by now may be another hub's.
    pub(crate) fn remove(&self) {
        if self.is_bound() {
            // It may have been removed by hand, which is as good.
            let _ = fs::remove_file(&self.socket);
        }
        if let Some(folder) = &self.made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The data directory; where its path is too long for a socket, a folder in `/tmp` that nobody can
/// guess and nobody else can enter. Clients learn of it from the lock file.
pub(crate) fn place(paths: &Paths, last: Option<&HubInfo>, ids: &dyn Ids) -> io::Result<Place> {
    if let Some(socket) = paths.usual_socket() {
        return Ok(Place::new(socket, None));
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
    Ok(Place::new(folder.join("hub.sock"), Some(folder)))
}

/// `wanted` is tried alone if somebody asked for it; else the last one, the usual one, any.
pub(crate) async fn tcp(
    host: IpAddr,
    wanted: Option<u16>,
    last: Option<u16>,
) -> io::Result<Vec<TcpListener>> {
    // Any means several tries: it has to be free for both of our addresses.
    let any = [0; 8];
    let candidates: Vec<u16> = match wanted {
        Some(port) => [port].into_iter().chain(any).collect(),
        None => last.into_iter().chain([USUAL_PORT]).chain(any).collect(),
    };
    let mut failure = None;
    for port in candidates {
        match both(host, port).await {
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

/// A browser takes `localhost` for either address of this machine: what we left free another user could
/// take, and would be where our own links lead.
async fn both(host: IpAddr, port: u16) -> io::Result<Vec<TcpListener>> {
    let first = TcpListener::bind(SocketAddr::new(host, port)).await?;
    let other: IpAddr = match host {
        IpAddr::V4(v4) if v4.is_loopback() || v4.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        IpAddr::V6(v6) if v6.is_loopback() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V4(_) | IpAddr::V6(_) => return Ok(vec![first]),
    };
    match TcpListener::bind((other, first.local_addr()?.port())).await {
        Ok(second) => Ok(vec![first, second]),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(error),
        // This machine has only one of the two.
        Err(_) => Ok(vec![first]),
    }
}
