//! Where the hub keeps what.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// All files of one hub. Two data directories are two hubs that know nothing of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    pub data_dir: PathBuf,
    runtime_dir: PathBuf,
    socket: PathBuf,
}

impl Paths {
    /// `runtime_dir` is the session's own (`XDG_RUNTIME_DIR`) where there is one.
    pub fn new(data_dir: &Path, runtime_dir: Option<&Path>) -> Paths {
        let uid = rustix::process::geteuid().as_raw();
        let runtime_dir = match runtime_dir {
            Some(dir) => dir.join("sayso"),
            None => PathBuf::from(format!("/tmp/sayso-{uid}")),
        };
        // A socket's path has at most 108 bytes (104 on macOS), a data directory's may be longer.
        let digest = Sha256::digest(data_dir.as_os_str().as_encoded_bytes());
        let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let socket = runtime_dir.join(format!("{name}.sock"));
        Paths { data_dir: data_dir.to_owned(), runtime_dir, socket }
    }

    pub fn socket(&self) -> &Path {
        &self.socket
    }

    pub fn lock(&self) -> PathBuf {
        self.data_dir.join("hub.lock")
    }

    pub fn database(&self) -> PathBuf {
        self.data_dir.join("sayso.db")
    }

    pub fn token(&self) -> PathBuf {
        self.data_dir.join("token")
    }

    pub fn log(&self) -> PathBuf {
        self.data_dir.join("hub.log")
    }

    /// Makes both directories, for this user alone.
    pub(crate) fn create(&self) -> io::Result<()> {
        private_dir(&self.data_dir)?;
        private_dir(&self.runtime_dir)?;
        let owner = fs::metadata(&self.runtime_dir)?;
        // Below /tmp somebody else may have been there first.
        if owner.uid() != rustix::process::geteuid().as_raw() || owner.mode() & 0o022 != 0 {
            let dir = self.runtime_dir.display();
            return Err(io::Error::other(format!(
                "{dir} belongs to somebody else or is open to others; remove it, or set XDG_RUNTIME_DIR"
            )));
        }
        Ok(())
    }
}

fn private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!(
                "cannot make the directory {}: {error}; set SAYSO_DATA_DIR to one you may write to",
                path.display()
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_socket_fits_whatever_the_data_directory() {
        let long = PathBuf::from("/").join("d".repeat(250)).join("e".repeat(250));
        let paths = Paths::new(&long, Some(Path::new("/run/user/1000")));
        assert!(paths.socket().as_os_str().len() < 104, "{}", paths.socket().display());
        assert_ne!(paths, Paths::new(Path::new("/other"), Some(Path::new("/run/user/1000"))));
    }
}
