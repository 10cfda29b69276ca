//! Lines that are typed at a terminal which keeps its own line editing.
//!
//! A blocking read can't be interrupted, and would take keys away from an editor or the next
//! question. So a thread only polls for a line, and can be cancelled while it does.

mod ahead;

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread::JoinHandle;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::state::burst::GAP;

pub use ahead::{Typing, Wait, swallow};

pub struct Keyboard {
    terminal: Arc<OwnedFd>,
    tell: UnboundedSender<io::Result<Vec<u8>>>,
    typed: UnboundedReceiver<io::Result<Vec<u8>>>,
    reader: Option<Reader>,
}

impl Keyboard {
    pub fn new(terminal: OwnedFd) -> Keyboard {
        let (tell, typed) = unbounded_channel();
        Keyboard { terminal: Arc::new(terminal), tell, typed, reader: None }
    }

    /// What arrived at once, usually a line; nothing at the end of the input. May be dropped and
    /// called again.
    pub async fn read(&mut self) -> io::Result<Vec<u8>> {
        if self.reader.is_none() {
            self.reader = Some(Reader::start(Arc::clone(&self.terminal), self.tell.clone())?);
        }
        self.typed.recv().await.unwrap_or_else(|| Ok(Vec::new()))
    }

    /// Leaves the keyboard to others, until more is requested.
    pub fn give_up(&mut self) {
        self.reader = None;
    }

    /// Discards what has been read and not taken.
    pub fn forget(&mut self) {
        while self.typed.try_recv().is_ok() {}
    }
}

/// A thread that polls the terminal, until this is dropped.
struct Reader {
    /// Closing it cancels the thread.
    call_off: Option<UnixStream>,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    fn start(
        terminal: Arc<OwnedFd>,
        tell: UnboundedSender<io::Result<Vec<u8>>>,
    ) -> io::Result<Reader> {
        let (call_off, called_off) = UnixStream::pair()?;
        let thread = std::thread::spawn(move || {
            while let Some(look) = look(&terminal, &called_off) {
                let is_last = look.as_ref().map_or(true, |look| look.is_last);
                // Nobody may listen any more.
                let told = tell.send(look.map(|look| look.typed));
                if is_last {
                    let _ = tell.send(Ok(Vec::new()));
                }
                if is_last || told.is_err() {
                    return;
                }
            }
        });
        Ok(Reader { call_off: Some(call_off), thread: Some(thread) })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.call_off = None;
        if let Some(thread) = self.thread.take() {
            // It wakes at once; after this nobody else reads.
            let _ = thread.join();
        }
    }
}

/// What was read at once.
struct Look {
    typed: Vec<u8>,
    is_last: bool,
}

/// Waits for a line and reads it, with what follows at once; `None` if cancelled.
fn look(terminal: &OwnedFd, called_off: &UnixStream) -> Option<io::Result<Look>> {
    let follows = Timespec { tv_sec: 0, tv_nsec: GAP.subsec_nanos().into() };
    let mut typed = Vec::new();
    loop {
        let mut looks =
            [PollFd::new(terminal, PollFlags::IN), PollFd::new(called_off, PollFlags::IN)];
        let wait = (!typed.is_empty()).then_some(&follows);
        let ready = match poll(&mut looks, wait) {
            Ok(ready) => ready,
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Some(Err(error.into())),
        };
        let [_, called_off] = looks.map(|look| look.revents());
        if ready == 0 || !called_off.is_empty() {
            return (!typed.is_empty()).then_some(Ok(Look { typed, is_last: false }));
        }
        let mut buffer = [0; 4096];
        // A terminal that is gone counts as the end of the input.
        match rustix::io::read(terminal, &mut buffer) {
            Ok(read @ 1..) => typed.extend_from_slice(&buffer[..read]),
            Ok(_) | Err(_) => return Some(Ok(Look { typed, is_last: true })),
        }
    }
}

/// Bytes in, lines out.
#[derive(Debug, Default)]
pub struct Split {
    /// Bytes of an incomplete line.
    begun: Vec<u8>,
    complete: VecDeque<String>,
}

impl Split {
    pub fn put(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' => self.complete.push_back(text(std::mem::take(&mut self.begun))),
                byte => self.begun.push(*byte),
            }
        }
    }

    /// Without its line break.
    pub fn next_line(&mut self) -> Option<String> {
        self.complete.pop_front()
    }

    /// What is left at the end of the input.
    pub fn rest(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.begun);
        Some(rest).filter(|rest| !rest.is_empty()).map(text)
    }
}

fn text(bytes: Vec<u8>) -> String {
    let text = String::from_utf8_lossy(&bytes);
    text.strip_suffix('\r').unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let mut split = Split::default();
        for bytes in [&b"on"[..], b"e\r\ntwo\nthr", b"ee"] {
            split.put(bytes);
        }
        let lines: Vec<String> = std::iter::from_fn(|| split.next_line()).collect();
        assert_eq!(lines, ["one", "two"]);
        assert_eq!((split.rest().as_deref(), split.rest()), (Some("three"), None));
    }
}
