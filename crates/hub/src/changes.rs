//! Being told that something was removed from a folder, or came into it. As Linux tells it; elsewhere
//! nobody tells, and the store's own look at each write has to do.

use std::io;
use std::path::Path;

/// What is to be told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    /// Removed, renamed or replaced, the folder itself too. Not what is made or written: that happens all
    /// the time, and takes nothing away.
    Removals,
    /// Made, or renamed to, or allowed since.
    Arrivals,
}

#[cfg(target_os = "linux")]
pub(crate) use self::linux::Changes;
#[cfg(not(target_os = "linux"))]
pub(crate) use self::untold::Changes;

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
    use tokio::net::unix::pipe::Receiver;

    use super::{News, Path, io};

    /// What is read from is no pipe, but is waited for and read in the same way.
    pub(crate) struct Changes(Receiver);

    impl Changes {
        pub(crate) fn new() -> io::Result<Changes> {
            let told = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
            Ok(Changes(Receiver::from_owned_fd_unchecked(told)?))
        }

        /// From now on; watching the same folder again changes nothing.
        pub(crate) fn watch(&self, folder: &Path, news: News) -> io::Result<()> {
            let kinds = match news {
                News::Removals => {
                    WatchFlags::DELETE
                        | WatchFlags::MOVE
                        | WatchFlags::DELETE_SELF
                        | WatchFlags::MOVE_SELF
                }
                News::Arrivals => WatchFlags::CREATE | WatchFlags::MOVED_TO | WatchFlags::ATTRIB,
            };
            let kinds = kinds | WatchFlags::ONLYDIR;
            inotify::add_watch(&self.0, folder, kinds).map(drop).map_err(Into::into)
        }

        /// Returns when there was a change since the last time, or several. What it was is for the caller
        /// to look at: the order of things is not to be relied on.
        pub(crate) async fn next(&mut self) -> io::Result<()> {
            let mut buffer = [0; 4096];
            let mut told = false;
            loop {
                match self.0.try_read(&mut buffer) {
                    Ok(_) => told = true,
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        if told {
                            return Ok(());
                        }
                        self.0.readable().await?;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod untold {
    use super::{News, Path, io};

    pub(crate) struct Changes;

    impl Changes {
        pub(crate) fn new() -> io::Result<Changes> {
            Ok(Changes)
        }

        pub(crate) fn watch(&self, _: &Path, _: News) -> io::Result<()> {
            Ok(())
        }

        pub(crate) async fn next(&mut self) -> io::Result<()> {
            std::future::pending().await
        }
    }
}
