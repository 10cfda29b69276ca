//! Two read connections. Reading a single row never waits for a scan.

use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::Connection;
use sayso_desk::store::StoreError;

use super::errors::Place;
use super::open::read_connection;

pub(super) struct Readers {
    /// For single rows only.
    quick: Mutex<Connection>,
    /// For scans, and for single rows while there is none.
    patient: Mutex<Connection>,
    place: Place,
}

impl Readers {
    pub(super) fn open(place: &Place) -> Result<Readers, StoreError> {
        Ok(Readers {
            quick: Mutex::new(read_connection(place)?),
            patient: Mutex::new(read_connection(place)?),
            place: place.clone(),
        })
    }

    /// Reads on the caller's own thread: a few microseconds, less than handing it over would cost.
    pub(super) fn point<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let db = self.quick.try_lock().or_else(|| self.patient.try_lock());
        let db = db.unwrap_or_else(|| self.quick.lock());
        read(&db).map_err(|error| self.place.explain(error))
    }

    /// Reads on a blocking thread, one at a time.
    pub(super) async fn scan<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let readers = Arc::clone(self);
        let scan = tokio::task::spawn_blocking(move || {
            read(&readers.patient.lock()).map_err(|error| readers.place.explain(error))
        });
        scan.await.unwrap_or_else(|error| Err(StoreError::Other(error.to_string())))
    }
}
