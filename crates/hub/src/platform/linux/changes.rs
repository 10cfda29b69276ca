//! Notifications about entries removed from or added to a folder (inotify).

use std::io;
use std::path::Path;

use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use tokio::net::unix::pipe::Receiver;

use crate::platform::News;

/// The inotify descriptor isn't a pipe, but it is awaited and read in the same way.
pub struct Changes(Receiver);

impl Changes {
    /// Whether there are any.
    pub const TELLS: bool = true;

    pub fn new() -> io::Result<Changes> {
        let told = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        Ok(Changes(Receiver::from_owned_fd_unchecked(told)?))
    }

    /// Starts watching; watching the same folder again changes nothing.
    pub fn watch(&self, folder: &Path, news: News) -> io::Result<()> {
        let kinds = match news {
            News::Removals => {
                WatchFlags::DELETE
                    | WatchFlags::MOVE
                    | WatchFlags::DELETE_SELF
                    | WatchFlags::MOVE_SELF
            }
            News::Writes => WatchFlags::CLOSE_WRITE | WatchFlags::MOVED_TO | WatchFlags::DELETE,
            News::Arrivals => WatchFlags::CREATE | WatchFlags::MOVED_TO | WatchFlags::ATTRIB,
        };
        let kinds = kinds | WatchFlags::ONLYDIR;
        inotify::add_watch(&self.0, folder, kinds).map(drop).map_err(Into::into)
    }

    /// Returns after one or more changes since the last call. The caller has to check what
    /// changed, because the order of events is not reliable.
    pub async fn next(&mut self) -> io::Result<()> {
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
