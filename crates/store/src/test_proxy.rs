//! Between a store and a PostgreSQL to test with: a socket that forwards everything, until it is cut.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::ops::Range;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

pub struct TestProxy {
    socket: PathBuf,
    server: PathBuf,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    is_cut: bool,
    streams: Vec<UnixStream>,
    next: Option<Cut>,
    cuts: usize,
    /// Connections so far, and which of them pass nothing on any more, by number.
    made: usize,
    mute: Range<usize>,
    is_pooler: bool,
}

/// When all connections end next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// When the server has committed, before it can say so.
    AtCommit,
    /// The same, and nobody is let in any more.
    AtCommitForGood,
    /// After this many bytes, in either direction.
    After(usize),
}

impl TestProxy {
    /// Listens in this directory, by the name of the server's socket.
    pub fn new(directory: &Path, server: PathBuf) -> TestProxy {
        let socket = directory.join(server.file_name().expect("a socket has a name"));
        let between = TestProxy { socket, server, open: Arc::default() };
        between.restore();
        between
    }

    /// Once.
    pub fn cut_next(&self, cut: Cut) {
        self.open.lock().next = Some(cut);
    }

    /// How often that has happened.
    pub fn cuts(&self) -> usize {
        self.open.lock().cuts
    }

    /// Ends all connections, and lets nobody in.
    pub fn cut(&self) {
        std::fs::remove_file(&self.socket).expect("it is there");
        let mut open = self.open.lock();
        open.is_cut = true;
        open.end_all();
    }

    /// Connections stay open and pass nothing on; new ones do.
    pub fn mute(&self) {
        let mut open = self.open.lock();
        open.mute = 0..open.made;
    }

    /// The same for the connections of one hub but the first two, by which it writes and listens.
    pub fn mute_readers(&self) {
        let mut open = self.open.lock();
        open.mute = 2..open.made;
    }

    /// From now on, new connections don't pass on what hubs tell each other, as with a pooler in
    /// transaction mode.
    pub fn pool(&self) {
        self.open.lock().is_pooler = true;
    }

    pub fn restore(&self) {
        self.open.lock().is_cut = false;
        let listener = UnixListener::bind(&self.socket).expect("nobody listens there");
        let (server, open) = (self.server.clone(), Arc::clone(&self.open));
        std::thread::spawn(move || {
            while let Ok((client, _)) = listener.accept() {
                if open.lock().is_cut {
                    break;
                }
                // It may be starting again.
                let Ok(connected) = UnixStream::connect(&server) else { continue };
                let copy = |stream: &UnixStream| stream.try_clone().expect("a descriptor");
                let (number, is_pooler) = {
                    let mut open = open.lock();
                    open.made += 1;
                    (open.made - 1, open.is_pooler)
                };
                for (from, to, filters) in [
                    (copy(&client), copy(&connected), false),
                    (copy(&connected), copy(&client), is_pooler),
                ] {
                    let open = Arc::clone(&open);
                    let filter = filters.then(Vec::new);
                    std::thread::spawn(move || forward(from, to, &open, number, filter));
                }
                open.lock().streams.extend([client, connected]);
            }
        });
    }
}

impl Open {
    fn end_all(&mut self) {
        for stream in self.streams.drain(..) {
            // It may be over already.
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    /// How many of these bytes are forwarded; `None`: all, and the connections stay.
    fn allowed(&mut self, bytes: &[u8]) -> Option<usize> {
        match self.next? {
            Cut::AtCommit | Cut::AtCommitForGood => {
                let tag = b"COMMIT\0";
                bytes.windows(tag.len()).any(|part| part == tag).then_some(0)
            }
            Cut::After(left) if bytes.len() < left => {
                self.next = Some(Cut::After(left - bytes.len()));
                None
            }
            Cut::After(left) => Some(left),
        }
    }
}

/// With a `filter`, notifications are left out; it has the part of a message that came so far.
fn forward(
    mut from: UnixStream,
    mut to: UnixStream,
    open: &Mutex<Open>,
    number: usize,
    mut filter: Option<Vec<u8>>,
) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if open.lock().mute.contains(&number) {
            continue;
        }
        let kept = filter.as_mut().map(|part| without_notifications(part, &buffer[..length]));
        let bytes = kept.as_deref().unwrap_or(&buffer[..length]);
        let length = bytes.len();
        let allowed = open.lock().allowed(bytes);
        if to.write_all(&bytes[..allowed.unwrap_or(length)]).is_err() {
            break;
        }
        if allowed.is_some() {
            let mut open = open.lock();
            open.is_cut |= open.next == Some(Cut::AtCommitForGood);
            open.next = None;
            open.cuts += 1;
            open.end_all();
            break;
        }
    }
    drop(to.shutdown(Shutdown::Both));
}

/// Whole messages, each with a letter and its length.
fn without_notifications(part: &mut Vec<u8>, bytes: &[u8]) -> Vec<u8> {
    part.extend_from_slice(bytes);
    let mut kept = Vec::new();
    while let Some(length) = part.get(1..5).map(|length| length.try_into().expect("four")) {
        let end = 1 + u32::from_be_bytes(length) as usize;
        if part.len() < end {
            break;
        }
        let message: Vec<u8> = part.drain(..end).collect();
        if message[0] != b'A' {
            kept.extend(message);
        }
    }
    kept
}
