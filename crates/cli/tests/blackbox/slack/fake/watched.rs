//! The state of the fake, with a notification after each use that may have changed it.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard};

use super::State;
use crate::harness::PATIENCE;

#[derive(Default)]
pub struct Watched {
    state: Mutex<State>,
    changed: Condvar,
}

impl Watched {
    pub fn lock(&self) -> Look<'_> {
        Look { state: Some(self.state.lock().unwrap()), changed: &self.changed }
    }

    /// Checks now and after each use; false if it never holds.
    pub fn comes_to(&self, mut holds: impl FnMut(&State) -> bool) -> bool {
        let state = self.state.lock().unwrap();
        let waited = self.changed.wait_timeout_while(state, PATIENCE, |state| !holds(state));
        !waited.unwrap().1.timed_out()
    }
}

pub struct Look<'a> {
    /// None while it is dropped.
    state: Option<MutexGuard<'a, State>>,
    changed: &'a Condvar,
}

impl Deref for Look<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.state.as_ref().expect("not dropped")
    }
}

impl DerefMut for Look<'_> {
    fn deref_mut(&mut self) -> &mut State {
        self.state.as_mut().expect("not dropped")
    }
}

impl Drop for Look<'_> {
    fn drop(&mut self) {
        self.state = None;
        self.changed.notify_all();
    }
}
