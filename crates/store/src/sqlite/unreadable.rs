//! Rows that can't be read: damaged, or written by a newer version. Each is left out of lists,
//! reported where it is found, logged once, and can be shown raw and forgotten.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use rusqlite::{Connection, Error, Result, params};
use sayso_core::InteractionId;
use sayso_desk::store;

use super::body::read_id;
use super::errors::{is_local, reason};
use super::interactions;

/// Rows per step: about a millisecond.
const ROWS_A_STEP: i64 = 64;

pub(super) const NEXT: &str = "select id, rowid, created_at from interactions \
     where (created_at, id) > (?1, ?2) order by created_at, id limit ?3";

/// Those found since the file was opened.
#[derive(Default)]
pub(super) struct Unreadable {
    known: Mutex<BTreeMap<InteractionId, Known>>,
}

struct Known {
    why: String,
    /// Not even deleting it works: it is in a damaged part of the file.
    stuck: bool,
}

impl Unreadable {
    pub(super) fn note(&self, id: InteractionId, error: &Error) -> store::Unreadable {
        let why = reason(error);
        self.known.lock().entry(id).or_insert_with(|| {
            tracing::warn!(session_id = %id, why, "a question cannot be read and is left out");
            Known { why: why.clone(), stuck: false }
        });
        store::Unreadable { id, why }
    }

    pub(super) fn note_stuck(&self, id: InteractionId, error: &store::StoreError) {
        let why = error.to_string();
        tracing::warn!(session_id = %id, why, "a question cannot be removed");
        self.known.lock().insert(id, Known { why, stuck: true });
    }

    pub(super) fn is_stuck(&self, id: InteractionId) -> bool {
        self.known.lock().get(&id).is_some_and(|known| known.stuck)
    }

    /// It is gone.
    pub(super) fn leave(&self, id: InteractionId) {
        self.known.lock().remove(&id);
    }

    pub(super) fn has(&self, id: InteractionId) -> bool {
        self.known.lock().contains_key(&id)
    }

    pub(super) fn count(&self) -> usize {
        self.known.lock().len()
    }

    pub(super) fn list(&self) -> Vec<store::Unreadable> {
        let known = self.known.lock();
        let line = |(id, known): (&InteractionId, &Known)| store::Unreadable {
            id: *id,
            why: known.why.clone(),
        };
        known.iter().map(line).collect()
    }
}

/// Reads every row once, oldest first, so that damage is known before somebody needs the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Looking {
    after: Option<(i64, InteractionId)>,
}

impl Looking {
    pub(super) fn from_the_oldest() -> Looking {
        Looking { after: None }
    }

    /// Where to continue; `None` at the end.
    pub(super) fn step(self, db: &Connection, unreadable: &Unreadable) -> Result<Option<Looking>> {
        let (at, id) = self.after.map_or((i64::MIN, None), |(at, id)| (at, Some(id.uuid())));
        let mut statement = db.prepare_cached(NEXT)?;
        let mut rows = statement.query(params![at, id, ROWS_A_STEP])?;
        let mut last = None;
        while let Some(row) = rows.next()? {
            let (id, number) = (read_id(row)?, row.get(1)?);
            match interactions::load_at(db, number, id) {
                Ok(_) => {}
                Err(error) if is_local(&error) => drop(unreadable.note(id, &error)),
                Err(error) => return Err(error),
            }
            last = Some(Looking { after: Some((row.get(2)?, id)) });
        }
        Ok(last)
    }
}
