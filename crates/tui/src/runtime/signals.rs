//! Signals: ending properly, and continuing after a stop.

use std::io;

use rustix::process::{Signal as Number, kill_current_process_group};
use tokio::signal::unix::{self, SignalKind};

use crate::state::{Interrupt, PromptEnd};

pub(crate) struct Signals {
    ending: [unix::Signal; 3],
    continued: unix::Signal,
}

pub(super) enum Signal {
    Ending(PromptEnd),
    Continued,
}

impl Signals {
    pub(crate) fn listen() -> io::Result<Signals> {
        let continued = SignalKind::from_raw(Number::CONT.as_raw());
        Ok(Signals {
            ending: [
                unix::signal(SignalKind::terminate())?,
                unix::signal(SignalKind::interrupt())?,
                unix::signal(SignalKind::hangup())?,
            ],
            continued: unix::signal(continued)?,
        })
    }

    pub(super) async fn next(&mut self) -> Signal {
        let [terminate, interrupt, hangup] = &mut self.ending;
        tokio::select! {
            _ = terminate.recv() => Signal::Ending(PromptEnd::Left),
            _ = interrupt.recv() => Signal::Ending(PromptEnd::Interrupted(Interrupt::Signal)),
            _ = hangup.recv() => Signal::Ending(PromptEnd::Left),
            _ = self.continued.recv() => Signal::Continued,
        }
    }
}

impl Signals {
    /// Waits for a signal to end.
    pub(crate) async fn ending(&mut self) -> PromptEnd {
        loop {
            if let Signal::Ending(ended) = self.next().await {
                return ended;
            }
        }
    }
}

/// Returns when the process is continued. Without a shell that could continue it, it isn't stopped.
pub(super) fn stop_this_process() {
    // In `$(…)` this is the shell's own group: nobody would be left to continue it.
    if rustix::process::getsid(None).is_ok_and(|session| session == rustix::process::getpgrp()) {
        return;
    }
    if let Err(error) = kill_current_process_group(Number::TSTP) {
        tracing::warn!(%error, "could not stop");
    }
}
