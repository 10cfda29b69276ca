//! Reads the agent's input, even if the agent never closes it.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use rustix::stdio::stdin;

/// Files that agents write are passed completely; nobody could judge anything larger.
const LARGEST: usize = 16 * 1024 * 1024;

/// What came.
pub(crate) enum Input {
    Whole(Vec<u8>),
    /// The agent didn't close it in time; this is what it sent.
    Unclosed(Vec<u8>),
    Failed(String),
}

/// Reads all of stdin, for at most this long.
pub(crate) fn read_stdin(within: Duration) -> Input {
    let until = Instant::now() + within;
    let (mut text, mut piece) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        match read_some(&mut piece, until) {
            Ok(Some(0)) => return Input::Whole(text),
            Ok(Some(length)) => text.extend_from_slice(&piece[..length]),
            Ok(None) => return Input::Unclosed(text),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(error) => return Input::Failed(error.to_string()),
        }
        if text.len() > LARGEST {
            return Input::Failed(format!("it is larger than {LARGEST} bytes"));
        }
    }
}

/// `None` if nothing came in time.
fn read_some(piece: &mut [u8], until: Instant) -> Result<Option<usize>, Errno> {
    let stdin = stdin();
    let left = until.saturating_duration_since(Instant::now());
    let left = Timespec::try_from(left).map_err(|_| Errno::INVAL)?;
    match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&left))? {
        0 => Ok(None),
        _ => read(stdin, piece).map(Some),
    }
}
