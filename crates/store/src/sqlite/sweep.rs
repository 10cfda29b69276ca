//! Removing what has been kept long enough. Pending rows are out of reach of every statement here.

use rusqlite::{Connection, Result, params};
use sayso_core::InteractionId;
use sayso_desk::store::Retention;

use super::body::read_id;

pub(super) const FINDS_ANY: &str = "select exists (select 1 from interactions where settled_at < ?1) \
         or (select count(*) from interactions where settled_at is not null) > ?2 \
         and exists (select 1 from interactions where settled_at is not null \
             and (delivered_at is not null or status = 'withdrawn'))";

pub(super) const BY_AGE: &str = "delete from interactions where settled_at < ?1 returning id";

pub(super) const BY_COUNT: &str = "delete from interactions where rowid in (\
         select rowid from interactions where settled_at is not null \
             and (delivered_at is not null or status = 'withdrawn') \
         order by settled_at, id \
         limit max(0, (select count(*) from interactions where settled_at is not null) - ?1)) \
     returning id";

/// Whether a sweep would remove anything.
pub(super) fn finds_any(db: &Connection, retention: &Retention) -> Result<bool> {
    db.prepare_cached(FINDS_ANY)?
        .query_row(params![retention.settled_before.as_millisecond(), keep(retention)], |row| {
            row.get(0)
        })
}

pub(super) fn by_age(db: &Connection, retention: &Retention) -> Result<Vec<InteractionId>> {
    db.prepare_cached(BY_AGE)?
        .query_map([retention.settled_before.as_millisecond()], read_id)?
        .collect()
}

/// The oldest go first. What no agent has got yet counts, but stays.
pub(super) fn by_count(db: &Connection, retention: &Retention) -> Result<Vec<InteractionId>> {
    db.prepare_cached(BY_COUNT)?.query_map([keep(retention)], read_id)?.collect()
}

fn keep(retention: &Retention) -> i64 {
    i64::try_from(retention.keep).unwrap_or(i64::MAX)
}
