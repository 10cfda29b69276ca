//! Waiting for events outside of this process without polling: changed files, ended processes. Uses
//! Linux APIs; the tests run only there.

use std::io::ErrorKind;
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
pub use rustix::fs::inotify::WatchFlags;
use rustix::fs::inotify::{self, CreateFlags};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::net::unix::pipe::Receiver;

use crate::harness::PATIENCE;

/// Changes to the files of a directory from now on.
///
/// The inotify descriptor isn't a pipe, but it is awaited and read in the same way.
pub struct Changes(Receiver);

impl Changes {
    /// Must be called inside a runtime.
    pub fn within(directory: &Path, kinds: WatchFlags) -> Changes {
        let watch = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
        inotify::add_watch(&watch, directory, kinds).unwrap();
        Changes(Receiver::from_owned_fd_unchecked(watch).unwrap())
    }

    /// Returns when at least this many more changes were seen. The kernel merges identical events
    /// that have not been read yet, so the count isn't exact.
    pub async fn count(&mut self, wanted: u64) {
        let mut buffer = [0; 4096];
        let mut seen = 0;
        while seen < wanted {
            self.0.readable().await.unwrap();
            match self.0.try_read(&mut buffer) {
                Ok(length) => seen += events(&buffer[..length]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => panic!("changes cannot be read: {error}"),
            }
        }
    }
}

/// Each event has four numbers, the last of which is the length of the name after them.
fn events(mut bytes: &[u8]) -> u64 {
    let mut count = 0;
    while let Some((head, name)) = bytes.split_first_chunk::<16>() {
        let length = u32::from_ne_bytes(*head.last_chunk().expect("it is longer"));
        bytes = &name[usize::try_from(length).expect("it fits into memory")..];
        count += 1;
    }
    count
}

/// Waits until a process ends, regardless of who started it; fails the test if it doesn't.
#[track_caller]
pub fn ends(what: &str, process: u32) {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw).expect("a process id");
    let handle = match pidfd_open(pid, PidfdFlags::empty()) {
        Ok(handle) => handle,
        Err(Errno::SRCH) => return,
        Err(error) => panic!("{what} cannot be watched: {error}"),
    };
    let patience = Timespec::try_from(PATIENCE).expect("a short time");
    let ended = loop {
        match poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&patience)) {
            Err(Errno::INTR) => {}
            ended => break ended.unwrap(),
        }
    };
    assert_eq!(ended, 1, "never happened: {what} ends");
}
