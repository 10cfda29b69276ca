//! Keys typed at the terminal while a command waited for an answer from elsewhere. They were meant
//! for the question, so the shell must not run it.

use rustix::termios::{QueueSelector, tcflush};
use sayso_tui::{Wait, swallow};

pub(crate) use sayso_tui::Typing;

use crate::wiring;

/// A key has handed the question over, and may have been a letter of a sentence: discards the rest
/// of it.
pub(crate) async fn pause() -> Typing {
    swallowed(Wait::Always).await
}

/// Discards what was typed since. If there is anything, waits until the person pauses.
pub(crate) async fn forget() {
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
pub(crate) fn flush() {
    if let Ok(terminal) = wiring::controlling_terminal() {
        // The signal that ends us may have taken the terminal away.
        let _ = tcflush(&terminal, QueueSelector::IFlush);
    }
}
