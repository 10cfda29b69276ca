//! Waiting for events outside of this process without polling: changed files, ended processes. Uses
//! Linux APIs; the tests run only there.

use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Instant;

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

/// Waits until one of the descriptors can be read, within the patience that is left.
pub fn happens(descriptors: &[&OwnedFd], start: Instant) -> bool {
    let left = Timespec::try_from(PATIENCE.saturating_sub(start.elapsed())).expect("a short time");
    let mut polled: Vec<_> = descriptors.iter().map(|it| PollFd::new(*it, PollFlags::IN)).collect();
    loop {
        match poll(&mut polled, Some(&left)) {
            Err(Errno::INTR) => {}
            ready => return ready.unwrap() > 0,
        }
    }
}

/// None for a process that has ended.
pub fn handle(what: &str, process: u32) -> Option<OwnedFd> {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw).expect("a process id");
    match pidfd_open(pid, PidfdFlags::empty()) {
        Ok(handle) => Some(handle),
        Err(Errno::SRCH) => None,
        Err(error) => panic!("{what} cannot be watched: {error}"),
    }
}

/// Waits until a process ends, regardless of who started it; fails the test if it doesn't.
#[track_caller]
pub fn ends(what: &str, process: u32) {
    if let Some(handle) = handle(what, process) {
        assert!(happens(&[&handle], Instant::now()), "never happened: {what} ends");
    }
}
