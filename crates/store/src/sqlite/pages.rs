//! Many interactions at once: pages for people, lists for the clock.

use jiff::Timestamp;
use rusqlite::{Connection, Result, params};
use sayso_core::{Interaction, InteractionId};
use sayso_desk::store::{Due, LONGEST_PAGE, PageEnd, Query, Scope};

use super::body::{read_id, read_interaction, timestamp};

/// Each begins where the last one ended, in an index: page 100 costs what page 1 does.
pub(super) const ALL: &str = "select version, body, delivered_at, revision, deadline from interactions \
     where (created_at, id) < (?1, ?2) order by created_at desc, id desc";

pub(super) const ACTIVE: &str = "select version, body, delivered_at, revision, deadline from interactions \
     where settled_at is null and (created_at, id) < (?1, ?2) order by created_at desc, id desc";

pub(super) const COMPLETED: &str = "select version, body, delivered_at, revision, deadline from interactions \
     where settled_at is not null and (settled_at, id) < (?1, ?2) order by settled_at desc, id desc";

pub(super) const DUE: &str = "select id, deadline from interactions \
     where settled_at is null and deadline is not null order by deadline, id limit ?1";

pub(super) const UNHEARD: &str = "select id from interactions \
     where settled_at is null and deadline is null and heard_at < ?1 order by heard_at, id";

pub(super) fn page(
    db: &Connection,
    query: &Query,
    after: Option<PageEnd>,
) -> Result<Vec<Interaction>> {
    let statement = match query.scope {
        Scope::All => ALL,
        Scope::Active => ACTIVE,
        Scope::Completed => COMPLETED,
    };
    // The first page begins before everything.
    let (millis, id) = after.map_or((i64::MAX, None), |end| (end.millis, Some(end.id.uuid())));
    let needle = query.search.as_deref().map(str::to_lowercase);
    let is_wanted =
        |row: &Interaction| needle.as_ref().is_none_or(|needle| row.search_text().contains(needle));
    db.prepare_cached(statement)?
        .query_map(params![millis, id], read_interaction)?
        .filter(|row| row.as_ref().map_or(true, is_wanted))
        // One more than a page tells its reader whether there is another.
        .take(query.limit.min(LONGEST_PAGE + 1))
        .collect()
}

/// Reads one row more than may be due: the first that is not is the next.
pub(super) fn due(db: &Connection, now: Timestamp, limit: usize) -> Result<Due> {
    let mut due = Due { ids: Vec::new(), next: None };
    let rows = i64::try_from(limit.saturating_add(1)).unwrap_or(i64::MAX);
    let mut statement = db.prepare_cached(DUE)?;
    let mut rows = statement.query(params![rows])?;
    while let Some(row) = rows.next()? {
        let deadline = timestamp(1, row.get(1)?)?;
        if deadline > now || due.ids.len() == limit {
            due.next = Some(deadline);
            break;
        }
        due.ids.push(read_id(row)?);
    }
    Ok(due)
}

pub(super) fn unheard(db: &Connection, since: Timestamp) -> Result<Vec<InteractionId>> {
    db.prepare_cached(UNHEARD)?.query_map([since.as_millisecond()], read_id)?.collect()
}
