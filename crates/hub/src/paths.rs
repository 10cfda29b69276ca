//! Where the hub keeps its files. All of them are in the data directory, and only that directory is
//! needed to find them. No environment variable is read here.

use std::io;
use std::path::{Path, PathBuf};

use crate::lock::HubInfo;
use crate::platform::SOCKET_PATH;
use crate::private;

/// All files of one hub. Two data directories mean two hubs that know nothing of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    pub data_dir: PathBuf,
}

impl Paths {
    pub fn new(data_dir: &Path) -> Paths {
        // Drops a trailing slash, which would make a symbolic link look like its target.
        Paths { data_dir: data_dir.components().collect() }
    }

    /// Where the hub listens: `hub.sock`, or the path in the lock file if that one is too long for
    /// a socket. `None`: it is too long, and no hub has written its path yet.
    pub fn socket(&self) -> Option<PathBuf> {
        self.default_socket().or_else(|| Some(HubInfo::read(&self.lock())?.socket.into()))
    }

    /// In the data directory; `None` if its path is too long for a socket.
    pub(crate) fn default_socket(&self) -> Option<PathBuf> {
        Some(self.data_dir.join("hub.sock")).filter(|path| path.as_os_str().len() < SOCKET_PATH)
    }

    pub fn lock(&self) -> PathBuf {
        self.data_dir.join("hub.lock")
    }

    /// Held by the process that is starting a hub.
    pub(crate) fn start_lock(&self) -> PathBuf {
        self.data_dir.join("hub.start")
    }

    pub fn database(&self) -> PathBuf {
        self.data_dir.join("sayso.db")
    }

    /// How many questions wait, for the prompts of shells.
    pub fn waiting(&self) -> PathBuf {
        self.data_dir.join("waiting")
    }

    pub fn log(&self) -> PathBuf {
        self.data_dir.join("hub.log")
    }

    /// That what is in the data directory is this user's own, for those who use it without a hub.
    pub fn check_owner(&self) -> io::Result<()> {
        private::check_owner(&self.data_dir)
    }

    /// Creates the data directory, accessible only to this user.
    pub(crate) fn create(&self) -> io::Result<()> {
        private::create(&self.data_dir)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_too_long_for_a_socket_is_known_as_such() {
        let data_dir = |length: usize| PathBuf::from("/").join("d".repeat(length - 1));
        let longest = SOCKET_PATH - 1 - "/hub.sock".len();
        let fits = Paths::new(&data_dir(longest));
        assert_eq!(fits.socket(), Some(data_dir(longest).join("hub.sock")));
        std::os::unix::net::SocketAddr::from_pathname(fits.socket().unwrap()).unwrap();
        let long = Paths::new(&data_dir(longest + 1));
        assert_eq!(long.socket(), None);
        let refused = std::os::unix::net::SocketAddr::from_pathname(long.data_dir.join("hub.sock"));
        assert!(refused.is_err());
        assert_eq!(Paths::new(Path::new("/a/b/")), Paths::new(Path::new("/a/b")));
    }
}
