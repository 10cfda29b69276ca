//! Removing what has been kept long enough, a few at a time. Pending rows are out of reach of every
//! statement here.

use rusqlite::{Connection, Result, params};
use sayso_core::InteractionId;
use sayso_desk::store::{Retention, SWEPT_AT_ONCE};

use super::body::read_id;

pub(super) const BY_AGE: &str = "select id, rowid from interactions where settled_at < ?1 \
     order by settled_at, id limit ?2";

/// The oldest go first. What no agent has got yet counts, but stays.
pub(super) const BY_COUNT: &str = "select id, rowid from interactions where settled_at is not null \
         and (delivered_at is not null or status = 'withdrawn') \
     order by settled_at, id \
     limit min(?2, max(0, \
         (select count(*) from interactions where settled_at is not null) - ?1))";

pub(super) const DELETE: &str = "delete from interactions \
     where rowid = ?1 and id = ?2 \
         and (settled_at < ?3 \
             or settled_at is not null and (delivered_at is not null or status = 'withdrawn'))";

/// The next that go, at most [`SWEPT_AT_ONCE`].
pub(super) fn find(db: &Connection, retention: &Retention) -> Result<Vec<(i64, InteractionId)>> {
    let found = rows(db, BY_AGE, retention.settled_before.as_millisecond())?;
    if !found.is_empty() {
        return Ok(found);
    }
    rows(db, BY_COUNT, i64::try_from(retention.keep).unwrap_or(i64::MAX))
}

fn rows(db: &Connection, statement: &str, bound: i64) -> Result<Vec<(i64, InteractionId)>> {
    db.prepare_cached(statement)?
        .query_map(params![bound, SWEPT_AT_ONCE as i64], |row| Ok((row.get(1)?, read_id(row)?)))?
        .collect()
}

/// Whether it was removed. Since it was found, it may have turned out that its agent did not get it.
pub(super) fn delete(
    db: &Connection,
    row: i64,
    id: InteractionId,
    retention: &Retention,
) -> Result<bool> {
    let before = retention.settled_before.as_millisecond();
    let deleted = db.prepare_cached(DELETE)?.execute(params![row, id.uuid(), before])?;
    Ok(deleted == 1)
}
