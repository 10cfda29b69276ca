//! Moves the log into the file while the writing thread goes on.
//!
//! A checkpoint writes thousands of pages and waits for the disk. A thread that lives only for that
//! does nearly all of it; what is written meanwhile is left for the writing thread, which moves it
//! between two batches, so that the log starts over.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread::{Builder, JoinHandle};

use rusqlite::{Connection, Result};

use super::errors::Place;
use super::open;

/// Pages in the log before they are moved. A page that changes often is then moved once for many
/// changes. Four times SQLite's default takes 16 MB of disk.
const FULL: i32 = 4_000;

/// A log as long as this is moved by the writing thread: the other one can't keep up.
const TOO_LONG: i32 = 4 * FULL;

/// More pages until it is tried again, if a reader was in the way.
const MORE: i32 = FULL / 4;

pub(super) struct Fold {
    place: Place,
    /// In the log after the last commit.
    pages: Arc<AtomicI32>,
    /// It begins with this many.
    due: i32,
    under_way: Option<JoinHandle<()>>,
}

impl Fold {
    /// From now on the connection doesn't do it by itself.
    pub(super) fn new(db: &mut Connection, place: &Place) -> Result<Fold> {
        let pages = Arc::new(AtomicI32::new(0));
        let seen = Arc::clone(&pages);
        db.wal_hook(Some(move |_: &mut _, count| {
            seen.store(count, Ordering::Relaxed);
            Ok(())
        }))?;
        Ok(Fold { place: place.clone(), pages, due: FULL, under_way: None })
    }

    pub(super) fn is_under_way(&self) -> bool {
        self.under_way.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// After a batch.
    pub(super) fn go_on(&mut self, db: &Connection) {
        let pages = self.pages.load(Ordering::Relaxed);
        match self.under_way.take_if(|thread| thread.is_finished()) {
            Some(thread) => {
                wait_for(thread);
                self.finish(db);
            }
            None if self.under_way.is_some() && pages < TOO_LONG => {}
            None if self.under_way.is_some() => self.finish(db),
            None if pages < self.due => {}
            None => self.begin(db),
        }
    }

    /// Nothing uses the file any more when this returns.
    pub(super) fn end(&mut self) {
        self.under_way.take().into_iter().for_each(wait_for);
    }

    fn begin(&mut self, db: &Connection) {
        let place = self.place.clone();
        let work = move || {
            let moved = open::checkpoint_connection(&place)
                .map_err(|error| error.to_string())
                .and_then(|db| checkpoint(&db, "passive").map_err(|error| error.to_string()));
            if let Err(error) = moved {
                tracing::warn!(%error, "the log could not be moved into the database");
            }
        };
        match Builder::new().name("store-fold".to_owned()).spawn(work) {
            Ok(thread) => self.under_way = Some(thread),
            Err(_) => self.finish(db),
        }
    }

    /// Moves the rest.
    fn finish(&mut self, db: &Connection) {
        self.due = match checkpoint(db, "passive") {
            Ok(true) => FULL,
            Ok(false) => self.pages.load(Ordering::Relaxed).saturating_add(MORE),
            Err(error) => {
                tracing::warn!(%error, "the log could not be moved into the database");
                self.pages.load(Ordering::Relaxed).saturating_add(MORE)
            }
        };
        if self.due == FULL {
            self.pages.store(0, Ordering::Relaxed);
        }
    }
}

/// Moves the log into the file as far as possible without waiting; returns whether that was all.
pub(super) fn checkpoint(db: &Connection, mode: &str) -> Result<bool> {
    let patience: i64 = db.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    db.pragma_update_and_check(None, "busy_timeout", 0, |_| Ok(()))?;
    let moved = db.query_row(&format!("pragma wal_checkpoint({mode})"), [], |row| {
        let (busy, log, moved): (bool, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(!busy && log == moved)
    });
    db.pragma_update_and_check(None, "busy_timeout", patience, |_| Ok(()))?;
    moved
}

fn wait_for(thread: JoinHandle<()>) {
    if thread.join().is_err() {
        tracing::error!("the thread that moves the log has panicked");
    }
}
