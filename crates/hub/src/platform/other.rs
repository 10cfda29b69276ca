//! macOS, and other systems like it.

use std::io;
use std::path::Path;

use tokio::net::TcpStream;

use super::News;

/// Size of a socket's path in bytes, including the terminating zero.
pub(crate) const SOCKET_PATH: usize = 104;

/// No notifications: the store's own check at each write has to do, and a removed socket isn't made
/// again.
pub struct Changes;

impl Changes {
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

/// These systems have no call for this that an ordinary process may use. There the token, its
/// origin and the hub's proof keep others out.
pub(crate) fn admit_tcp(_: &TcpStream) -> Result<(), String> {
    Ok(())
}
