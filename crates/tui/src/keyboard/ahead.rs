//! Discards what was typed for a question that has ended elsewhere, so that the shell doesn't run
//! it.

use std::io;
use std::os::fd::AsFd;

use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr,
    tcsetattr,
};

/// Half a second without a key, in tenths.
const PAUSE: u8 = 5;
/// A held key repeats thirty times per second: five seconds of it.
const MOST_READS: usize = 150;
const CTRL_C: u8 = 3;

/// How the typing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typing {
    Paused,
    /// By Ctrl-C.
    Interrupted,
}

/// When to wait for a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Somebody may be in the middle of a sentence.
    Always,
    /// Only if something was typed.
    IfTyped,
}

/// A terminal whose modes are changed; dropping it restores them, after an error too.
struct Borrowed<T: AsFd> {
    terminal: T,
    as_it_was: Termios,
}

impl<T: AsFd> Drop for Borrowed<T> {
    fn drop(&mut self) {
        // The terminal may be gone, and then nobody needs its modes.
        let _ = tcsetattr(&self.terminal, OptionalActions::Now, &self.as_it_was);
    }
}

/// Blocks until the person pauses. Nobody else may read from the terminal meanwhile.
pub fn swallow(terminal: impl AsFd, wait: Wait) -> io::Result<Typing> {
    let as_it_was = tcgetattr(&terminal)?;
    let borrowed = Borrowed { terminal, as_it_was };
    let terminal = &borrowed.terminal;
    let mut raw = borrowed.as_it_was.clone();
    raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
    raw.special_codes[SpecialCodeIndex::VMIN] = 0;
    raw.special_codes[SpecialCodeIndex::VTIME] = if wait == Wait::Always { PAUSE } else { 0 };
    tcsetattr(terminal, OptionalActions::Now, &raw)?;
    let mut typing = Typing::Paused;
    let mut keys = [0; 256];
    for _ in 0..MOST_READS {
        let count = rustix::io::read(terminal, &mut keys)?;
        if count == 0 {
            break;
        }
        if keys[..count].contains(&CTRL_C) {
            typing = Typing::Interrupted;
            break;
        }
        raw.special_codes[SpecialCodeIndex::VTIME] = PAUSE;
        tcsetattr(terminal, OptionalActions::Now, &raw)?;
    }
    tcflush(terminal, QueueSelector::IFlush)?;
    Ok(typing)
}
