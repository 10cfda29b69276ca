//! The state of a fake, with a notification after each change.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::harness::PATIENCE;

#[derive(Default)]
pub struct Watched<State> {
    state: Mutex<State>,
    changed: Condvar,
    /// The same for what the fake's runtime waits for.
    notify: Notify,
}

impl<State> Watched<State> {
    pub fn lock(&self) -> Look<'_, State> {
        Look { state: Some(self.state.lock().unwrap()), watched: self, is_changed: false }
    }

    /// Resolves after the next change; made before the look at what it is about, it misses none.
    pub fn next_change(&self) -> Notified<'_> {
        self.notify.notified()
    }

    /// Checks now and after each change; false if it never holds.
    pub fn comes_to(&self, mut holds: impl FnMut(&State) -> bool) -> bool {
        let state = self.state.lock().unwrap();
        let waited = self.changed.wait_timeout_while(state, PATIENCE, |state| !holds(state));
        !waited.unwrap().1.timed_out()
    }
}

pub struct Look<'a, State> {
    /// None while it is dropped.
    state: Option<MutexGuard<'a, State>>,
    watched: &'a Watched<State>,
    is_changed: bool,
}

impl<State> Deref for Look<'_, State> {
    type Target = State;

    fn deref(&self) -> &State {
        self.state.as_ref().expect("not dropped")
    }
}

impl<State> DerefMut for Look<'_, State> {
    fn deref_mut(&mut self) -> &mut State {
        self.is_changed = true;
        self.state.as_mut().expect("not dropped")
    }
}

impl<State> Drop for Look<'_, State> {
    fn drop(&mut self) {
        self.state = None;
        if self.is_changed {
            self.watched.changed.notify_all();
            self.watched.notify.notify_waiters();
        }
    }
}
