//! What is known of each session's deliveries. A request without a session has nothing in common with
//! any other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_desk::{Clock, Desk};

use crate::delivery::Connection;

pub(super) struct Connections {
    desk: Arc<dyn Desk>,
    clock: Arc<dyn Clock>,
    by_session: Mutex<HashMap<Arc<str>, Arc<Connection>>>,
}

impl Connections {
    pub(super) fn new(desk: Arc<dyn Desk>, clock: Arc<dyn Clock>) -> Connections {
        Connections { desk, clock, by_session: Mutex::default() }
    }

    pub(super) fn open(&self, session: &Arc<str>) {
        self.lock().insert(Arc::clone(session), self.alone());
    }

    /// Of this session; the SDK refuses what comes in the name of one that there is not.
    pub(super) fn of(&self, session: &str) -> Arc<Connection> {
        let known = self.lock().get(session).cloned();
        known.unwrap_or_else(|| self.alone())
    }

    pub(super) fn alone(&self) -> Arc<Connection> {
        Arc::new(Connection::new(Arc::clone(&self.desk), Arc::clone(&self.clock)))
    }

    pub(super) fn close(&self, session: &str) {
        self.lock().remove(session);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Arc<Connection>>> {
        self.by_session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
