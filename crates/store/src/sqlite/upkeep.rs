//! What the writing thread does for the file when nobody writes: one small step at a time, so that
//! whoever comes waits for one of them at most.
//!
//! It acknowledges nothing, so its commits are not flushed on their own; the next write's flush covers
//! them.

use std::time::Duration;

use rusqlite::{Connection, Result};

/// Nothing has been written for this long: the callers of the last batch would have come back by now.
const QUIET: Duration = Duration::from_millis(100);

/// Free pages that stay in the file, 1 MB: the next questions need them.
const SPARE_PAGES: i64 = 256;

/// Given back in one step: a few milliseconds.
const PAGES_A_STEP: i64 = 64;

/// After so many steps what they changed is moved from the log into the file, before it is much.
const STEPS_A_FOLD: u32 = 8;

/// What there is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Something was written: wait until it is quiet, then look.
    Stirred,
    /// In the middle of it.
    GivingBack {
        steps: u32,
    },
    /// The file gets shorter when the log is folded into it, and the log is cut to nothing.
    Folding,
    Done,
}

pub(super) struct Upkeep {
    stage: Stage,
}

impl Upkeep {
    /// A file that was just opened may need it.
    pub(super) fn new() -> Upkeep {
        Upkeep { stage: Stage::Stirred }
    }

    /// How long the thread waits for something to write before it takes a step; `None`: there is none.
    pub(super) fn patience(&self) -> Option<Duration> {
        match self.stage {
            Stage::Stirred => Some(QUIET),
            Stage::GivingBack { .. } | Stage::Folding => Some(Duration::ZERO),
            Stage::Done => None,
        }
    }

    /// Something was written.
    pub(super) fn put_off(&mut self) {
        self.stage = Stage::Stirred;
    }

    /// One step. What fails is left until something is written again.
    pub(super) fn step(&mut self, db: &Connection) {
        self.stage = self.next(db).unwrap_or_else(|error| {
            tracing::warn!(%error, "the database could not be looked after");
            Stage::Done
        });
    }

    fn next(&self, db: &Connection) -> Result<Stage> {
        match self.stage {
            Stage::Stirred if spare(db)? <= SPARE_PAGES => Ok(Stage::Done),
            Stage::Stirred => Ok(Stage::GivingBack { steps: 0 }),
            Stage::GivingBack { steps } => {
                let spare = spare(db)?;
                if spare <= SPARE_PAGES {
                    return Ok(Stage::Folding);
                }
                unflushed(db, |db| give_back(db, (spare - SPARE_PAGES).min(PAGES_A_STEP)))?;
                if steps % STEPS_A_FOLD == STEPS_A_FOLD - 1 {
                    checkpoint(db, "passive")?;
                }
                Ok(Stage::GivingBack { steps: steps + 1 })
            }
            // A reader in its way: the log is folded in some other time.
            Stage::Folding => checkpoint(db, "truncate").map(|()| Stage::Done),
            Stage::Done => Ok(Stage::Done),
        }
    }
}

/// Moves the log into the file as far as nobody is in the way; waits for nobody.
fn checkpoint(db: &Connection, mode: &str) -> Result<()> {
    let patience: i64 = db.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    db.pragma_update_and_check(None, "busy_timeout", 0, |_| Ok(()))?;
    let folded = db.query_row(&format!("pragma wal_checkpoint({mode})"), [], |_| Ok(()));
    db.pragma_update_and_check(None, "busy_timeout", patience, |_| Ok(()))?;
    folded
}

fn spare(db: &Connection) -> Result<i64> {
    db.prepare_cached("pragma freelist_count")?.query_row([], |row| row.get(0))
}

/// From the end of the file; what lies there and is used moves to where nothing is.
fn give_back(db: &Connection, pages: i64) -> Result<()> {
    let mut statement = db.prepare(&format!("pragma incremental_vacuum({pages})"))?;
    let mut rows = statement.query([])?;
    while rows.next()?.is_some() {}
    Ok(())
}

/// Commits without a flush, and as safely otherwise: the log is read in order, and what is acknowledged
/// later is flushed with all that lies before it.
fn unflushed(db: &Connection, work: impl FnOnce(&Connection) -> Result<()>) -> Result<()> {
    db.pragma_update(None, "synchronous", "normal")?;
    let done = work(db);
    db.pragma_update(None, "synchronous", "full")?;
    done
}
