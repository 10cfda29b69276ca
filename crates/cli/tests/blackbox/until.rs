//! Waiting until something holds, without polling: it is checked again after an event of the hub, a
//! change of files, the end of a process.

use std::path::Path;
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use rustix::fs::inotify::{self, CreateFlags};
use sayso_desk::{Answering, Cursor};
use sayso_hub::Paths;
use tokio::sync::oneshot;

use crate::harness::{PATIENCE, World, desk};
use crate::watch::{WatchFlags, handle, happens};

impl World {
    /// Checks now and after each event of the hub; fails the test if it never holds.
    #[track_caller]
    pub fn until(&self, what: &str, holds: impl FnMut() -> bool) {
        hub(self.paths(), what, holds);
    }
}

#[track_caller]
pub fn hub(paths: Paths, what: &str, mut holds: impl FnMut() -> bool) {
    if holds() {
        return;
    }
    let (event, events) = mpsc::channel();
    // Dropped at the end of this function, which ends the thread.
    let (_running, ended) = oneshot::channel::<()>();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            tokio::select! {
                _ = ended => {}
                () = follow(paths, event) => {}
            }
        });
    });
    let start = Instant::now();
    loop {
        let left = PATIENCE.saturating_sub(start.elapsed());
        assert!(events.recv_timeout(left).is_ok(), "never happened: {what}");
        if holds() {
            return;
        }
    }
}

/// Sends once when it follows the events, and then for each of them. A hub that ends is an event
/// too: the next one has other connections.
async fn follow(paths: Paths, event: Sender<()>) {
    let desk = desk(paths);
    let mut cursor: Option<Cursor> = None;
    while event.send(()).is_ok() {
        cursor = desk.events(cursor).await.ok().map(|events| events.cursor);
    }
}

/// Checks now and after each change in these directories; fails the test if it never holds.
#[track_caller]
pub fn files(what: &str, directories: &[&Path], mut holds: impl FnMut() -> bool) {
    let watch = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).unwrap();
    for directory in directories {
        inotify::add_watch(&watch, *directory, WatchFlags::ALL_EVENTS & !READ).unwrap();
    }
    let start = Instant::now();
    let mut buffer = [0; 4096];
    while !holds() {
        assert!(happens(&[&watch], start), "never happened: {what}");
        // They are only counted, so what is read doesn't matter.
        while rustix::io::read(&watch, &mut buffer).is_ok() {}
    }
}

/// What a condition that reads files causes by itself.
const READ: WatchFlags =
    WatchFlags::ACCESS.union(WatchFlags::OPEN).union(WatchFlags::CLOSE_NOWRITE);

/// Checks now and whenever one of these processes ends; fails the test if it never holds.
#[track_caller]
pub fn processes(
    what: &str,
    running: impl Fn() -> Vec<u32>,
    mut holds: impl FnMut(&[u32]) -> bool,
) {
    let start = Instant::now();
    loop {
        let found = running();
        let handles: Vec<_> = found.iter().filter_map(|pid| handle(what, *pid)).collect();
        // Looked at again: one that ended before it was watched isn't counted.
        let found = running();
        if holds(&found) {
            return;
        }
        let handles: Vec<_> = handles.iter().collect();
        assert!(happens(&handles, start), "never happened: {what}, {found:?} are running");
    }
}
