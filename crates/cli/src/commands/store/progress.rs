//! Progress of a long task: a bar on stderr, if that is a terminal. A pipe gets only the result.

use std::io::{IsTerminal, Write, stderr};

use sayso_store::TransferProgress;

/// Columns of the bar.
const BAR: u64 = 30;

pub(crate) struct Bar {
    what: &'static str,
    is_terminal: bool,
}

impl Bar {
    pub(crate) fn new(what: &'static str) -> Bar {
        Bar { what, is_terminal: stderr().is_terminal() }
    }

    /// If nobody reads it there is nobody to tell.
    pub(crate) fn tell(&mut self, progress: TransferProgress) {
        let TransferProgress { done, all } = progress;
        if !self.is_terminal {
            return;
        }
        let filled = (done * BAR).checked_div(all).unwrap_or(BAR).min(BAR);
        let bar: String = (0..BAR).map(|at| if at < filled { '█' } else { '░' }).collect();
        let end = if done >= all { "\n" } else { "" };
        let _ = write!(stderr(), "\r\x1b[K{} {bar} {done} of {all}{end}", self.what);
    }
}
