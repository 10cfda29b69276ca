//! Progress of a long task, on stderr: a bar on a terminal, a few plain lines otherwise.

use std::io::{IsTerminal, Write, stderr};

use sayso_store::TransferProgress;

use crate::output;

/// Columns of the bar.
const BAR: u64 = 30;

pub(crate) struct Bar {
    what: &'static str,
    is_terminal: bool,
    /// Tenths that have been reported.
    told: u64,
}

impl Bar {
    pub(crate) fn new(what: &'static str) -> Bar {
        Bar { what, is_terminal: stderr().is_terminal(), told: 0 }
    }

    /// If nobody reads it there is nobody to tell.
    pub(crate) fn tell(&mut self, progress: TransferProgress) {
        let TransferProgress { done, all } = progress;
        if self.is_terminal {
            let filled = (done * BAR).checked_div(all).unwrap_or(BAR).min(BAR);
            let bar: String = (0..BAR).map(|at| if at < filled { '█' } else { '░' }).collect();
            let end = if done >= all { "\n" } else { "" };
            let _ = write!(stderr(), "\r\x1b[K{} {bar} {done} of {all}{end}", self.what);
            return;
        }
        let tenths = (done * 10).checked_div(all).unwrap_or(10);
        if tenths > self.told {
            self.told = tenths;
            output::aside(format!("{}: {done} of {all}", self.what));
        }
    }
}
