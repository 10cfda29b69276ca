//! Failures of the store that may pass: nothing that people did is lost where the chat delivers it again.

use std::sync::atomic::Ordering;

use sayso_desk::{DeskError, StoreError};

use super::ChatSurface;

/// Somebody did something that could not be stored, and the chat delivers it again.
#[derive(Debug)]
pub(super) struct Unstored;

impl ChatSurface {
    /// What was not stored is carried out when it comes again.
    pub(super) fn note(&self, key: &str, done: Result<(), Unstored>) {
        if done.is_err() {
            self.inbox.seen.forget(key);
            self.inbox.is_missing.store(true, Ordering::Relaxed);
        }
    }

    /// What the desk could not do now, and the chat delivers again. Otherwise the person has to know.
    pub(super) fn is_unstored(&self, error: &DeskError) -> bool {
        let may_pass = match error {
            DeskError::Store(StoreError::Unreadable { .. }) => false,
            DeskError::Store(_)
            | DeskError::Unreachable(_)
            | DeskError::NoAnswer { .. }
            | DeskError::Busy(_) => true,
            _ => false,
        };
        let is_unstored = may_pass && self.port.delivers_again();
        if is_unstored {
            tracing::warn!(%error, "what somebody did is not stored yet; it comes again");
        }
        is_unstored
    }
}
