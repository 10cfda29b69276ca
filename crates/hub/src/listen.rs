//! The two listeners: a unix socket for local programs, loopback TCP for everything else.

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

/// The default port; if it is in use, any free one is taken.
pub(crate) const DEFAULT_PORT: u16 = 7431;

/// Where the socket is, and the folder that was created for it, if any.
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

    /// Whether connecting to the path reaches the listener that was bound last.
    pub(crate) fn is_bound(&self) -> bool {
        identity(&self.socket).is_ok_and(|found| found.is_some() && found == self.bound)
    }

    /// Only the holder of the lock may call this, because it treats an existing file as a leftover.
    pub(crate) fn bind(&mut self) -> io::Result<UnixListener> {
        // Bound under another name first, so that the socket appears in its place with its mode set.
        let unnamed = self.socket.with_extension("new");
        match fs::remove_file(&unnamed) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let listener = UnixListener::bind(&unnamed)?;
        fs::set_permissions(&unnamed, Permissions::from_mode(0o600))?;
        // Noted before anybody can replace it.
        self.bound = identity(&unnamed)?;
        fs::rename(&unnamed, &self.socket)?;
        Ok(listener)
    }

    /// The file there may belong to another hub by now.
    pub(crate) fn remove(&self) {
        if self.is_bound() {
            // Fails if it was removed by hand, which is fine.
            let _ = fs::remove_file(&self.socket);
        }
        if let Some(folder) = &self.made {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// In the data directory. If that path is too long for a socket, in a folder in `/tmp` with a
/// random name that nobody else can enter. Clients learn its path from the lock file.
pub(crate) fn place(paths: &Paths, last: Option<&HubInfo>, ids: &dyn Ids) -> io::Result<Place> {
    if let Some(socket) = paths.default_socket() {
        return Ok(Place::new(socket, None));
    }
    // The folder of a killed hub is reused, so that there is never more than one.
    let left = last.and_then(|last| Path::new(&last.socket).parent().map(Path::to_owned));
    let left = left.filter(|left| left.parent() == Some(Path::new("/tmp")));
    let left = left.filter(|left| private::check(left, Loose::Refused).is_ok());
    let folder = match left {
        Some(left) => left,
        None => {
            let folder = PathBuf::from(format!("/tmp/sayso-{}", ids.draw().simple()));
            // Fails if anything with that name exists.
            DirBuilder::new().mode(0o700).create(&folder)?;
            folder
        }
    };
    Ok(Place::new(folder.join("hub.sock"), Some(folder)))
}

/// If the user set a port (`wanted`), that one is tried first; otherwise the last one and the
/// default. If none of them can be used, any free one is.
pub(crate) async fn tcp(
    host: IpAddr,
    wanted: Option<u16>,
    last: Option<u16>,
) -> io::Result<Vec<TcpListener>> {
    // Several tries, because the port has to be free for both addresses.
    let any = [0; 8];
    let candidates: Vec<u16> = match wanted {
        Some(port) => [port].into_iter().chain(any).collect(),
        None => last.into_iter().chain([DEFAULT_PORT]).chain(any).collect(),
    };
    let mut failure = None;
    for port in candidates {
        match both(host, port).await {
            Ok(listener) => return Ok(listener),
            Err(error) => {
                if wanted == Some(port) && port != 0 {
                    tracing::warn!(port, %error, "cannot listen on this port; using another one");
                }
                failure = Some(error);
            }
        }
    }
    let error = failure.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into());
    Err(io::Error::new(error.kind(), format!("cannot listen on {host}: {error}")))
}

/// Browsers resolve `localhost` to either loopback address. If one were left free, another user
/// could bind it and receive requests meant for our own links.
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

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// REQ: SA-4
    #[tokio::test]
    async fn a_file_that_replaces_the_socket_at_once_is_not_taken_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let mut place = Place::new(dir.path().join("hub.sock"), None);
        for _ in 0..200 {
            let (socket, other) = (place.socket.clone(), dir.path().join("other"));
            fs::write(&other, "not a socket").unwrap();
            let replacing = thread::spawn(move || {
                while fs::symlink_metadata(&socket).is_err() {}
                fs::rename(other, socket).unwrap();
            });
            let _listener = place.bind().unwrap();
            replacing.join().unwrap();
            assert!(!place.is_bound(), "the other file is in its place");
            fs::remove_file(&place.socket).unwrap();
        }
    }
}
