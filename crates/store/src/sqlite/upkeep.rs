//! Maintenance by the writing thread when nobody writes: in small steps, so that a write waits for
//! at most one of them.
//!
//! It acknowledges nothing, so its commits are not flushed separately; the flush of the next write
//! covers them.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, Result};

use super::search;
use super::verify::Verification;
use crate::unreadable::Unreadable;

/// Nothing has been written for this long: the callers of the last batch would have come back by
/// now.
const QUIET: Duration = Duration::from_millis(100);

/// Between two steps: other threads get the processor, and go first.
const BREATH: Duration = Duration::from_millis(1);

/// If it is never quiet, one step is taken after this many batches, in a pause as short as this: the
/// callers of a batch come back after a few milliseconds, and must not wait for a step each time.
const PAUSE: Duration = Duration::from_millis(2);
const PATIENT_FOR: u32 = 16;

/// Free pages that stay in the file, 1 MB: the next questions need them.
const SPARE_PAGES: i64 = 256;

/// Returned to the file system per step: a few milliseconds.
const PAGES_A_STEP: i64 = 64;

/// After this many steps their changes are moved from the log into the file, before they add up.
const STEPS_A_FOLD: u32 = 8;

/// The stages, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Adds written rows to the search index.
    Indexing,
    /// Removes forgotten rows from it.
    Cleaning,
    /// Reads every row, once after opening.
    Verifying(Verification),
    GivingBack {
        steps: u32,
    },
    /// Moves the log into the file, which can then shrink, and truncates the log.
    Folding,
    Done,
}

pub(super) struct Upkeep {
    stage: Stage,
    /// Not started yet, or in progress.
    verification: Option<Verification>,
    unreadable: Arc<Unreadable>,
    /// The index is rebuilt once; if that doesn't help, it is left alone.
    renewed: bool,
    /// Batches since the last step, while there is something to do.
    batches: u32,
}

impl Upkeep {
    /// A file that was just opened may need it.
    pub(super) fn new(unreadable: Arc<Unreadable>) -> Upkeep {
        let verification = Some(Verification::from_the_oldest());
        Upkeep { stage: Stage::Indexing, verification, unreadable, renewed: false, batches: 1 }
    }

    /// How long the thread waits for a write before it takes a step; `None`: there is nothing to
    /// do.
    pub(super) fn patience(&self) -> Option<Duration> {
        match (self.stage, self.batches) {
            (Stage::Done, _) => None,
            (_, 0) => Some(BREATH),
            (_, 1..PATIENT_FOR) => Some(QUIET),
            (_, PATIENT_FOR..) => Some(PAUSE),
        }
    }

    /// Something was written.
    pub(super) fn put_off(&mut self) {
        self.stage = Stage::Indexing;
        self.batches = self.batches.saturating_add(1);
    }

    /// Nothing more is done until something is written.
    pub(super) fn give_up(&mut self) {
        self.stage = Stage::Done;
    }

    /// One step. After a failure it waits until something is written again.
    pub(super) fn step(&mut self, db: &Connection) {
        let busy = self.batches >= PATIENT_FOR;
        self.stage = self.next(db).unwrap_or_else(|error| self.after(db, &error));
        self.batches = u32::from(busy && self.stage != Stage::Done);
    }

    fn next(&mut self, db: &Connection) -> Result<Stage> {
        match self.stage {
            Stage::Indexing => {
                let more = unflushed(db, |db| search::advance(db, &self.unreadable))?;
                Ok(if more { Stage::Indexing } else { Stage::Cleaning })
            }
            Stage::Cleaning => {
                let more = unflushed(db, search::clean)?;
                Ok(if more { Stage::Cleaning } else { self.reading() })
            }
            Stage::Verifying(verification) => {
                self.verification = verification.step(db, &self.unreadable)?;
                Ok(self.reading())
            }
            Stage::GivingBack { steps } => {
                let spare = spare(db)? - SPARE_PAGES;
                match (spare > 0, steps) {
                    (false, 0) => return Ok(Stage::Done),
                    (false, _) => return Ok(Stage::Folding),
                    (true, _) => unflushed(db, |db| give_back(db, spare.min(PAGES_A_STEP)))?,
                }
                if steps % STEPS_A_FOLD == STEPS_A_FOLD - 1 {
                    checkpoint(db, "passive")?;
                }
                Ok(Stage::GivingBack { steps: steps.saturating_add(1) })
            }
            // If a reader blocks it, the log is moved some other time.
            Stage::Folding => checkpoint(db, "truncate").map(|_| Stage::Done),
            Stage::Done => Ok(Stage::Done),
        }
    }

    fn reading(&self) -> Stage {
        self.verification.map_or(Stage::GivingBack { steps: 0 }, Stage::Verifying)
    }

    fn after(&mut self, db: &Connection, error: &rusqlite::Error) -> Stage {
        tracing::warn!(%error, "the database could not be looked after");
        match self.stage {
            Stage::Indexing | Stage::Cleaning if search::is_damaged(error) && !self.renewed => {
                self.renewed = true;
                match unflushed(db, search::reset) {
                    Ok(()) => Stage::Indexing,
                    Err(error) => self.after(db, &error),
                }
            }
            Stage::Indexing | Stage::Cleaning => self.reading(),
            // Damage here is found again by anyone who needs the row.
            Stage::Verifying(_) => {
                self.verification = None;
                self.reading()
            }
            Stage::GivingBack { .. } | Stage::Folding | Stage::Done => Stage::Done,
        }
    }
}

fn spare(db: &Connection) -> Result<i64> {
    db.prepare_cached("pragma freelist_count")?.query_row([], |row| row.get(0))
}

/// From the end of the file; used pages there are moved to free ones.
fn give_back(db: &Connection, pages: i64) -> Result<()> {
    let mut statement = db.prepare(&format!("pragma incremental_vacuum({pages})"))?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}

/// Moves the log into the file as far as possible without waiting; returns whether that was all.
fn checkpoint(db: &Connection, mode: &str) -> Result<bool> {
    let patience: i64 = db.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    db.pragma_update_and_check(None, "busy_timeout", 0, |_| Ok(()))?;
    let moved = db.query_row(&format!("pragma wal_checkpoint({mode})"), [], |row| {
        let (busy, log, moved): (bool, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(!busy && log == moved)
    });
    db.pragma_update_and_check(None, "busy_timeout", patience, |_| Ok(()))?;
    moved
}

/// One transaction that is committed without a flush. It is still safe: the log is read in order,
/// and a later flush covers everything before it.
fn unflushed<T>(db: &Connection, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    db.pragma_update(None, "synchronous", "normal")?;
    let done = db.unchecked_transaction().and_then(|transaction| {
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    });
    db.pragma_update(None, "synchronous", "full")?;
    done
}
