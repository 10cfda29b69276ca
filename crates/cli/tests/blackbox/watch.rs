//! Waiting for what happens outside of this process, without looking at the clock: files that change,
//! processes that end. As Linux tells it; the tests run nowhere else.

use std::io::ErrorKind;
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
pub use rustix::fs::inotify::WatchFlags;
use rustix::fs::inotify::{self, CreateFlags};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::net::unix::pipe::Receiver;

use crate::harness::PATIENCE;

/// What is done to the files of a directory from now on.
///
/// What is read from is no pipe, but is waited for and read in the same way.
pub struct Changes(Receiver);

impl Changes {
    /// Must be called inside a runtime.
    pub fn within(directory: &Path, kinds: WatchFlags) -> Changes {
        let watch = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
        inotify::add_watch(&watch, directory, kinds).unwrap();
        Changes(Receiver::from_owned_fd_unchecked(watch).unwrap())
    }

    /// Returns when at least so many more have been seen. The kernel tells the same only once if
    /// nobody has read of it in between, so that the count is not exactly that of the calls.
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

/// Each has four numbers, the last of which is the length of the name behind them.
fn events(mut bytes: &[u8]) -> u64 {
    let mut count = 0;
    while let Some((head, name)) = bytes.split_first_chunk::<16>() {
        let length = u32::from_ne_bytes(*head.last_chunk().expect("it is longer"));
        bytes = &name[usize::try_from(length).expect("it fits into memory")..];
        count += 1;
    }
    count
}

/// Waits for the end of a process, whoever started it; fails the test if it goes on.
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
