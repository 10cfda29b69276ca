//! The search index: trigrams, and the rows that contain them.
//!
//! An ask doesn't pay for it: rows are added when nobody writes. `search_reached` is the last row
//! that was added, `search_changed` lists those that have changed since; a search reads all other
//! rows directly. Never authoritative: every hit is compared with the interaction.

use rusqlite::{Connection, Error, ErrorCode, OptionalExtension, Result, ffi, params};
use sayso_core::search::{INDEXED, Words, text_of};

use super::body::{read_interaction, read_last_id};
use super::errors::{is_local, reason};
use crate::unreadable::Unreadable;

/// Rows per step, and maximum bytes of their texts: a few milliseconds.
const ROWS_A_STEP: i64 = 32;
const TEXT_A_STEP: usize = 64 << 10;

/// More would hardly narrow it down, and each costs a lookup.
const MOST_RUNS: usize = 32;

/// Pages of the index that one step of cleaning writes.
const PAGES_A_STEP: i64 = -64;

/// Rows that may match.
pub(super) struct Candidates {
    /// In order.
    indexed: Vec<i64>,
    changed: Vec<i64>,
    reached: i64,
}

impl Candidates {
    /// With at least one word that an index can find.
    pub(super) fn of(db: &Connection, words: &Words) -> Result<Candidates> {
        let reached = reached(db)?;
        let changed = numbers(db, "select row from search_changed order by row")?;
        let found = db
            .prepare_cached("select rowid from search where search match ?1")?
            .query_map([expression(words)], |row| row.get(0))
            .and_then(Iterator::collect::<Result<Vec<i64>>>);
        match found.map_err(of_index) {
            Ok(mut indexed) => {
                indexed.sort_unstable();
                Ok(Candidates { indexed, changed, reached })
            }
            // Slower, but still correct.
            Err(error) if is_damaged(&error) => {
                tracing::warn!(%error, "the search index is damaged; every question is looked at");
                Ok(Candidates { indexed: Vec::new(), changed: Vec::new(), reached: i64::MIN })
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn may_be(&self, row: i64) -> bool {
        row > self.reached
            || self.indexed.binary_search(&row).is_ok()
            || self.changed.binary_search(&row).is_ok()
    }
}

/// Each trigram in quotes, so that no character has a special meaning; all of them must occur.
fn expression(words: &Words) -> String {
    let mut runs: Vec<String> = Vec::new();
    for word in words.indexed() {
        let characters: Vec<char> = word.chars().collect();
        for run in characters.windows(INDEXED) {
            let run = format!("\"{}\"", run.iter().collect::<String>().replace('"', "\"\""));
            if !runs.contains(&run) {
                runs.push(run);
            }
            if runs.len() == MOST_RUNS {
                return runs.join(" ");
            }
        }
    }
    runs.join(" ")
}

/// The text of a row has changed. A row that isn't indexed yet is read anyway.
pub(super) fn changed(db: &Connection, row: i64) -> Result<()> {
    db.prepare_cached(
        "insert into search_changed (row) select ?1 where ?1 <= (select row from search_reached) \
         on conflict do nothing",
    )?
    .execute([row])
    .map(drop)
}

/// A row is gone. Its number may be reused by the next one, which must not be mistaken for it.
pub(super) fn remove(db: &Connection, row: i64) -> Result<()> {
    match leave(db, row) {
        // Its leftovers find nothing; the next cleaning rebuilds the index.
        Err(error) if is_damaged(&error) => ask_to_clean(db)?,
        left => left?,
    }
    db.prepare_cached("delete from search_changed where row = ?1")?.execute([row])?;
    db.prepare_cached(
        "update search_reached \
         set row = min(row, (select ifnull(max(rowid), 0) from interactions))",
    )?
    .execute([])
    .map(drop)
}

/// What was deleted on purpose must leave no trace: until then its trigrams are only marked as
/// deleted.
pub(super) fn ask_to_clean(db: &Connection) -> Result<()> {
    db.prepare_cached("update search_reached set unclean = 1")?.execute([]).map(drop)
}

/// Adds a few more rows; returns whether there are more.
pub(super) fn advance(db: &Connection, unreadable: &Unreadable) -> Result<bool> {
    let mut room = TEXT_A_STEP;
    let changed = numbers(db, "select row from search_changed order by row limit 32")?;
    for row in &changed {
        leave(db, *row)?;
        db.prepare_cached("delete from search_changed where row = ?1")?.execute([row])?;
        room = room.saturating_sub(enter(db, *row, unreadable)?);
        if room == 0 {
            return Ok(true);
        }
    }
    if !changed.is_empty() {
        return Ok(true);
    }
    let rows: Vec<i64> = db
        .prepare_cached("select rowid from interactions where rowid > ?1 order by rowid limit ?2")?
        .query_map([reached(db)?, ROWS_A_STEP], |row| row.get(0))?
        .collect::<Result<_>>()?;
    let mut last = None;
    for row in &rows {
        room = room.saturating_sub(enter(db, *row, unreadable)?);
        last = Some(row);
        if room == 0 {
            break;
        }
    }
    // Once: an update of another table makes the index write what it has collected.
    if let Some(row) = last {
        db.prepare_cached("update search_reached set row = ?1")?.execute([row])?;
    }
    Ok(last.is_some())
}

/// Rewrites a part of the index without deleted entries; returns whether there is more to do.
pub(super) fn clean(db: &Connection) -> Result<bool> {
    let unclean = "select unclean from search_reached";
    if !db.prepare_cached(unclean)?.query_row([], |row| row.get::<_, bool>(0))? {
        return Ok(false);
    }
    let before = db.total_changes();
    db.prepare_cached("insert into search (search, rank) values ('merge', ?1)")
        .and_then(|mut statement| statement.execute([PAGES_A_STEP]))
        .map_err(of_index)?;
    // According to its documentation, fewer than two changes mean that nothing was left to merge.
    if db.total_changes() - before < 2 {
        db.prepare_cached("update search_reached set unclean = 0")?.execute([])?;
    }
    Ok(true)
}

/// Starts the index over, empty.
pub(super) fn reset(db: &Connection) -> Result<()> {
    tracing::warn!("the search index is damaged and is made anew");
    let made_by = "select sql from sqlite_schema where name = 'search'";
    let table: String = db.query_row(made_by, [], |row| row.get(0))?;
    db.execute_batch(&format!(
        "drop table search; {table}; delete from search_changed; \
         update search_reached set row = 0, unclean = 0"
    ))
}

/// The index is damaged, not the data it was made from.
pub(super) fn is_damaged(error: &Error) -> bool {
    matches!(error, Error::SqliteFailure(code, _) if code.extended_code == ffi::SQLITE_CORRUPT_VTAB)
}

/// A page of the index may be damaged like any other.
fn of_index(error: Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => {
            Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CORRUPT_VTAB), Some(error.to_string()))
        }
        Some(_) | None => error,
    }
}

fn leave(db: &Connection, row: i64) -> Result<()> {
    db.prepare_cached("delete from search where rowid = ?1")
        .and_then(|mut statement| statement.execute([row]))
        .map(drop)
        .map_err(of_index)
}

/// Returns the size of its text. A row that can't be read has none.
fn enter(db: &Connection, row: i64, unreadable: &Unreadable) -> Result<usize> {
    let text = db
        .prepare_cached(
            "select version, body, delivered_at, revision, deadline, id from interactions \
             where rowid = ?1",
        )?
        .query_row([row], |row| match read_interaction(row) {
            Ok(interaction) => Ok(Some(text_of(&interaction))),
            Err(error) if is_local(&error) => {
                unreadable.note(read_last_id(row)?, reason(&error));
                Ok(None)
            }
            Err(error) => Err(error),
        })
        .optional()?
        .flatten();
    let Some(text) = text else { return Ok(0) };
    db.prepare_cached("insert into search (rowid, text) values (?1, ?2)")
        .and_then(|mut statement| statement.execute(params![row, text]))
        .map_err(of_index)?;
    Ok(text.len())
}

fn reached(db: &Connection) -> Result<i64> {
    db.prepare_cached("select row from search_reached")?.query_row([], |row| row.get(0))
}

fn numbers(db: &Connection, statement: &str) -> Result<Vec<i64>> {
    db.prepare_cached(statement)?.query_map([], |row| row.get(0))?.collect()
}
