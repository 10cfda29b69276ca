//! What was typed at the terminal while a command waited for an answer from elsewhere. It was meant
//! for the question, so the shell must not run it.

use std::fs::File;
use std::io::{self, Read};

use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr,
    tcsetattr,
};

use crate::wiring;

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
enum Wait {
    /// Somebody may be in the middle of a sentence.
    Always,
    /// Only if something was typed.
    IfTyped,
}

/// A key has handed the question over, and may have been a letter of a sentence: discards the rest
/// of it.
pub async fn pause() -> Typing {
    swallowed(Wait::Always).await
}

/// Discards what was typed since. If there is anything, waits until the person pauses.
pub async fn forget() {
    swallowed(Wait::IfTyped).await;
}

async fn swallowed(wait: Wait) -> Typing {
    let swallowed = tokio::task::spawn_blocking(move || {
        let Ok(terminal) = wiring::controlling_terminal() else { return Ok(Typing::Paused) };
        swallow(&terminal, wait)
    });
    match swallowed.await {
        Ok(Ok(typing)) => typing,
        Ok(Err(error)) => {
            tracing::debug!(%error, "could not forget what was typed");
            Typing::Paused
        }
        Err(_) => Typing::Paused,
    }
}

/// Discards what is there already, for a command that has to end at once.
pub fn flush() {
    if let Ok(terminal) = wiring::controlling_terminal() {
        // The signal that ends us may have taken the terminal away.
        let _ = tcflush(&terminal, QueueSelector::IFlush);
    }
}

/// A terminal whose modes are changed; dropping it restores them, after an error too.
struct Borrowed<'a> {
    terminal: &'a File,
    as_it_was: Termios,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        // The terminal may be gone, and then nobody needs its modes.
        let _ = tcsetattr(self.terminal, OptionalActions::Now, &self.as_it_was);
    }
}

fn swallow(terminal: &File, wait: Wait) -> io::Result<Typing> {
    let borrowed = Borrowed { terminal, as_it_was: tcgetattr(terminal)? };
    let mut raw = borrowed.as_it_was.clone();
    raw.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
    raw.special_codes[SpecialCodeIndex::VMIN] = 0;
    raw.special_codes[SpecialCodeIndex::VTIME] = if wait == Wait::Always { PAUSE } else { 0 };
    tcsetattr(terminal, OptionalActions::Now, &raw)?;
    let mut typing = Typing::Paused;
    let mut keys = [0; 256];
    for _ in 0..MOST_READS {
        let count = (&*terminal).read(&mut keys)?;
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
