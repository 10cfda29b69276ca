//! The socket of Codex's daemon, after it was checked that it is this user's.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::UnixStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::server::SOCKET_FOLDER;

const SOCKET: &str = "app-server-control.sock";

/// It takes a connection at once, or something is wrong with it.
const WITHIN: Duration = Duration::from_secs(5);
/// The last turn of a session is one message, with all that its commands have printed.
const LONGEST: usize = 64 << 20;

pub(super) struct DaemonSocket {
    /// `None`: closed by us.
    stream: Option<WebSocketStream<UnixStream>>,
    process: Option<i32>,
}

impl DaemonSocket {
    pub(super) async fn open(home: &Path) -> io::Result<DaemonSocket> {
        let stream = connect(home).await?;
        let process = stream.peer_cred()?.pid();
        // A message is one frame there.
        let limits = WebSocketConfig::default()
            .max_frame_size(Some(LONGEST))
            .max_message_size(Some(LONGEST));
        let begun = client_async_with_config("ws://localhost/", stream, Some(limits));
        let begun = timeout(WITHIN, begun).await;
        let (stream, _) = begun.map_err(io::Error::other)?.map_err(io::Error::other)?;
        Ok(DaemonSocket { stream: Some(stream), process })
    }

    /// The one at the other end, where the system says it.
    pub(super) fn process(&self) -> Option<i32> {
        self.process
    }

    pub(super) async fn send(&mut self, message: &Value) -> io::Result<()> {
        let text = Message::text(message.to_string());
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        stream.send(text).await.map_err(io::Error::other)
    }

    pub(super) fn close(&mut self) {
        self.stream = None;
    }

    /// `None`: it is closed.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            match self.stream.as_mut()?.next().await?.ok()? {
                Message::Text(text) => return Some(text.as_str().to_owned()),
                Message::Close(_) => return None,
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }
}

/// The process of the daemon.
pub(crate) async fn process(home: &Path) -> Option<u32> {
    let peer = connect(home).await.ok()?.peer_cred().ok()?;
    peer.pid()?.try_into().ok()
}

async fn connect(home: &Path) -> io::Result<UnixStream> {
    let folder = home.join(SOCKET_FOLDER);
    check(&folder, own_uid())?;
    let stream = UnixStream::connect(folder.join(SOCKET)).await?;
    let peer = stream.peer_cred()?.uid();
    if peer != own_uid() {
        let why = format!("the daemon belongs to another user (uid {peer}, you are {})", own_uid());
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
    }
    Ok(stream)
}

fn own_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// A real folder of this user that nobody else can enter.
fn check(folder: &Path, own: u32) -> io::Result<()> {
    let about = std::fs::symlink_metadata(folder)?;
    let why = if !about.is_dir() {
        "is not a directory"
    } else if about.uid() != own {
        "belongs to another user"
    } else if about.mode() & 0o077 != 0 {
        "is open to other users"
    } else {
        return Ok(());
    };
    let why = format!("{} {why}", folder.display());
    Err(io::Error::new(io::ErrorKind::PermissionDenied, why))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// REQ: SA-1
    #[test]
    fn only_a_private_folder_of_this_user_is_entered() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, link) = (dir.path().join("folder"), dir.path().join("link"));
        std::fs::create_dir(&folder).unwrap();
        let mode = |mode| {
            std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        mode(0o700);
        check(&folder, own_uid()).unwrap();
        assert!(check(&folder, own_uid() + 1).is_err(), "another user's");
        mode(0o750);
        assert!(check(&folder, own_uid()).is_err(), "others can enter it");
        mode(0o700);
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        assert!(check(&link, own_uid()).is_err(), "a link");
        assert!(check(&dir.path().join("none"), own_uid()).is_err());
    }
}
