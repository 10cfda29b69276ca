//! Many interactions at once: pages for people, lists for the timer.
//!
//! A page walks an index for the rows and reads each one separately, so that an unreadable row
//! hides no other.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result, params};
use sayso_core::InteractionId;
use sayso_core::search::{LOOKED_THROUGH, Words, text_of};
use sayso_desk::store::{Due, FoundRows, LONGEST_PAGE, PageEnd, Query, Scope};

use super::body::{read_id, timestamp};
use super::errors::{is_local, or_by_table, reason};
use super::interactions;
use super::search::Candidates;
use crate::unreadable::Unreadable;

/// Each begins where the last one ended, in an index: page 100 costs as much as page 1.
pub(super) const ALL: &str = "select id, created_at, rowid from interactions \
     where (created_at, id) < (?1, ?2) order by created_at desc, id desc";

pub(super) const ACTIVE: &str = "select id, created_at, rowid from interactions \
     where settled_at is null and (created_at, id) < (?1, ?2) order by created_at desc, id desc";

pub(super) const COMPLETED: &str = "select id, settled_at, rowid from interactions \
     where settled_at is not null and (settled_at, id) < (?1, ?2) order by settled_at desc, id desc";

pub(super) const DUE: &str = "select id, deadline from interactions \
     where settled_at is null and deadline is not null order by deadline, id limit ?1";

pub(super) const UNHEARD: &str = "select id from interactions \
     where settled_at is null and deadline is null and heard_at < ?1 order by heard_at, id";

pub(super) fn page(
    db: &Connection,
    query: &Query,
    after: Option<PageEnd>,
    unreadable: &Unreadable,
) -> Result<FoundRows> {
    or_by_table(walk(query.scope), |walk| page_by(db, walk, query, after, unreadable))
}

fn page_by(
    db: &Connection,
    walk: &str,
    query: &Query,
    after: Option<PageEnd>,
    unreadable: &Unreadable,
) -> Result<FoundRows> {
    let words = Words::of(query.search.as_deref().unwrap_or_default());
    // A consistent view of what is indexed and what isn't.
    let _moment = db.unchecked_transaction()?;
    let candidates = match words.indexed().next() {
        Some(_) => Some(Candidates::of(db, &words)?),
        None => None,
    };
    let beyond = match words.are_short() {
        true => nth(db, walk, LOOKED_THROUGH)?,
        false => None,
    };
    let mut found =
        FoundRows { looked_through: beyond.map(|_| LOOKED_THROUGH), ..FoundRows::default() };
    let (mut lines, mut end) = (0, None);
    let mut statement = db.prepare_cached(walk)?;
    // The first page begins before everything.
    let (millis, id) = after.map_or((i64::MAX, None), |end| (end.millis, Some(end.id.uuid())));
    let mut rows = statement.query(params![millis, id])?;
    while let Some(row) = rows.next()? {
        let here = PageEnd { id: read_id(row)?, millis: row.get(1)? };
        if beyond.is_some_and(|beyond| here <= beyond) {
            break;
        }
        let number = row.get(2)?;
        // What can't be read isn't indexed either.
        let may_be = candidates.as_ref().is_none_or(|candidates| candidates.may_be(number));
        if !may_be && !unreadable.has(here.id) {
            continue;
        }
        let loaded = match interactions::load_at(db, number, here.id) {
            Ok(Some(read)) if read.is_test() => continue,
            Ok(Some(read)) if words.is_empty() || words.occur_in(&text_of(&read)) => Ok(read),
            Ok(_) => continue,
            Err(error) if is_local(&error) => Err(unreadable.note(here.id, reason(&error))),
            Err(error) => return Err(error),
        };
        if lines == query.limit.min(LONGEST_PAGE) {
            found.next = end;
            break;
        }
        match loaded {
            Ok(interaction) => found.rows.push(interaction),
            Err(left_out) => found.unreadable.push(left_out),
        }
        lines += 1;
        end = Some(here);
    }
    Ok(found)
}

fn walk(scope: Scope) -> &'static str {
    match scope {
        Scope::All => ALL,
        Scope::Active => ACTIVE,
        Scope::Completed => COMPLETED,
    }
}

/// The first one after this many of the newest.
fn nth(db: &Connection, walk: &str, passed: usize) -> Result<Option<PageEnd>> {
    let statement = format!("{walk} limit 1 offset ?3");
    db.prepare_cached(&statement)?
        .query_row(params![i64::MAX, None::<i64>, passed as i64], |row| {
            Ok(PageEnd { id: read_id(row)?, millis: row.get(1)? })
        })
        .optional()
}

/// Reads one row more than may be due: the first one that isn't due is the next.
pub(super) fn due(
    db: &Connection,
    now: Timestamp,
    limit: usize,
    unreadable: &Unreadable,
) -> Result<Due> {
    or_by_table(DUE, |statement| {
        let mut due = Due { ids: Vec::new(), next: None };
        let rows = limit.saturating_add(1).saturating_add(unreadable.count());
        let mut statement = db.prepare_cached(statement)?;
        let mut rows = statement.query(params![i64::try_from(rows).unwrap_or(i64::MAX)])?;
        while let Some(row) = rows.next()? {
            let id = read_id(row)?;
            // It would be due forever.
            if unreadable.has(id) {
                continue;
            }
            let deadline = timestamp(1, row.get(1)?)?;
            if deadline > now || due.ids.len() == limit {
                due.next = Some(deadline);
                break;
            }
            due.ids.push(id);
        }
        Ok(due)
    })
}

pub(super) fn unheard(
    db: &Connection,
    since: Timestamp,
    unreadable: &Unreadable,
) -> Result<Vec<InteractionId>> {
    db.prepare_cached(UNHEARD)?
        .query_map([since.as_millisecond()], read_id)?
        .filter(|id| !id.as_ref().is_ok_and(|id| unreadable.has(*id)))
        .collect()
}
