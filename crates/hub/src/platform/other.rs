//! macOS, and other systems like it.

use std::io;
use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};
use serde::{Deserialize, Serialize};
use tokio::net::TcpStream;

use super::News;

/// Size of a socket's path in bytes, including the terminating zero.
pub(crate) const SOCKET_PATH: usize = 104;

/// No notifications: the store's own check at each write has to do, and a removed socket isn't made
/// again.
pub struct Changes;

impl Changes {
    /// Whether there are any.
    pub const TELLS: bool = false;

    pub fn new() -> io::Result<Changes> {
        Ok(Changes)
    }

    pub fn watch(&self, _: &Path, _: News) -> io::Result<()> {
        Ok(())
    }

    pub async fn next(&mut self) -> io::Result<()> {
        std::future::pending().await
    }
}

/// A process, by its number alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProcessMark {
    pid: i32,
}

impl ProcessMark {
    /// `None`: there is no such process.
    pub fn of(pid: i32) -> Option<ProcessMark> {
        let is_there = test_kill_process(Pid::from_raw(pid)?).is_ok();
        is_there.then_some(ProcessMark { pid })
    }

    /// When it was started, as other programs read it, too; `None`: this system doesn't say.
    pub fn started(&self) -> Option<&str> {
        None
    }

    /// Whether it is known to have ended.
    pub fn is_over(&self) -> bool {
        ProcessMark::of(self.pid).is_none()
    }

    /// Resolves when it has ended.
    pub async fn ended(&self) {
        while !self.is_over() {
            tokio::time::sleep(LOOKED_FOR_EVERY).await;
        }
    }
}

/// Nothing tells of the end of a process that is not a child.
const LOOKED_FOR_EVERY: Duration = Duration::from_secs(5);

/// These systems have no call for this that an ordinary process may use. There the token, its
/// origin and the hub's proof keep others out.
pub(crate) fn admit_tcp(_: &TcpStream) -> Result<(), String> {
    Ok(())
}

/// The same.
pub fn listens_as_us(_: &TcpStream) -> Result<(), String> {
    Ok(())
}
