//! Reads every row once after the file was opened, so that damage is known before it matters.

use rusqlite::{Connection, Result, params};
use sayso_core::InteractionId;

use super::body::read_id;
use super::errors::{is_local, reason};
use super::interactions;
use crate::unreadable::Unreadable;

/// Rows per step: about a millisecond.
const ROWS_A_STEP: i64 = 64;

pub(super) const NEXT: &str = "select id, rowid, created_at from interactions \
     where (created_at, id) > (?1, ?2) order by created_at, id limit ?3";

/// How far it got, from the oldest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verification {
    after: Option<(i64, InteractionId)>,
}

impl Verification {
    pub(super) fn from_the_oldest() -> Verification {
        Verification { after: None }
    }

    /// Where to continue; `None` at the end.
    pub(super) fn step(
        self,
        db: &Connection,
        unreadable: &Unreadable,
    ) -> Result<Option<Verification>> {
        let (at, id) = self.after.map_or((i64::MIN, None), |(at, id)| (at, Some(id.uuid())));
        let mut statement = db.prepare_cached(NEXT)?;
        let mut rows = statement.query(params![at, id, ROWS_A_STEP])?;
        let mut last = None;
        while let Some(row) = rows.next()? {
            let (id, number) = (read_id(row)?, row.get(1)?);
            match interactions::load_at(db, number, id) {
                Ok(_) => {}
                Err(error) if is_local(&error) => drop(unreadable.note(id, reason(&error))),
                Err(error) => return Err(error),
            }
            last = Some(Verification { after: Some((row.get(2)?, id)) });
        }
        Ok(last)
    }
}
