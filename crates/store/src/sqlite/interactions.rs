//! Single interactions: one statement per function.

use jiff::{SignedDuration, Timestamp};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use sayso_core::{Interaction, InteractionId};
use sayso_desk::store::{Forgotten, Inserted, MATCHES, Note, Replaced, Survey};
use serde_json::{Map, Value as Json};

use super::body::{self, read_id, read_interaction};
use super::directory::Directory;
use super::errors::{is_local, or_by_table};
use super::search;
use crate::body::VERSION;
use crate::columns::Columns;

pub(super) const LOAD: &str = "select version, body, delivered_at, revision, deadline from interactions \
     where rowid = ?1 and id = ?2";

pub(super) const MADE_BY: &str = "select id from interactions where call_id = ?1";

pub(super) const REPEATS: &str = "select id from interactions \
     where fingerprint = ?1 and delivered_at is null order by created_at desc, id desc limit ?2";

pub(super) const TIMED: &str =
    "select rowid from interactions where settled_at is null and deadline is not null";

pub(super) const COUNT: &str = "select (select count(*) from interactions where settled_at is null), count(*), \
         count(*) filter (where delivered_at is null and status <> 'withdrawn') \
     from interactions where settled_at is not null";

/// The same of test questions, which are among those.
pub(super) const COUNT_TESTS: &str = "select count(*) filter (where settled_at is null), \
         count(*) filter (where settled_at is not null), \
         count(*) filter (where settled_at is not null and delivered_at is null \
             and status <> 'withdrawn') \
     from interactions where test";

/// Adds the row, or reports the conflict. Only one transaction writes at a time, so nothing happens
/// between adding and looking.
pub(super) fn insert(
    db: &Connection,
    directory: &Directory,
    row: &Columns,
    fingerprint: Option<&str>,
) -> Result<Inserted> {
    let id_is_taken = directory.is_taken(row.id.short_number());
    if !id_is_taken && add(db, row, fingerprint)? {
        directory.enter(row.id, db.last_insert_rowid());
        return Ok(Inserted::Done);
    }
    Ok(made_by(db, &row.call_id)?.map_or(Inserted::IdTaken, Inserted::CallKnown))
}

/// Returns whether there was no conflict. The asking call waits for it at that moment, so it counts
/// as heard when it was created.
fn add(db: &Connection, row: &Columns, fingerprint: Option<&str>) -> Result<bool> {
    let mut statement = db.prepare_cached(
        "insert into interactions (id, call_id, fingerprint, status, revision, created_at, \
             deadline, settled_at, delivered_at, heard_at, version, body, test) \
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?6, ?10, ?11, ?12) \
         on conflict do nothing",
    )?;
    let inserted = statement.execute(params![
        row.id.uuid(),
        row.call_id,
        fingerprint,
        row.status,
        row.revision,
        row.created_at,
        row.deadline,
        row.settled_at,
        row.delivered_at,
        VERSION,
        row.body,
        row.test,
    ])?;
    Ok(inserted == 1)
}

fn made_by(db: &Connection, call_id: &str) -> Result<Option<InteractionId>> {
    db.prepare_cached(MADE_BY)?.query_row([call_id], read_id).optional()
}

/// A settled row never changes, with any revision; one that is only given is not settled for good.
pub(super) fn replace(db: &Connection, directory: &Directory, next: &Columns) -> Result<Replaced> {
    let Some(row) = directory.row(next.id) else { return Ok(Replaced::Stale) };
    let mut statement = db.prepare_cached(
        "update interactions set status = ?3, revision = ?4, deadline = ?5, settled_at = ?6, \
             version = ?7, body = ?8, ticket = case when ?6 is null then ticket end \
         where rowid = ?1 and id = ?2 and revision = ?4 - 1 and (settled_at is null or status = 'given')",
    )?;
    let replaced = statement.execute(params![
        row,
        next.id.uuid(),
        next.status,
        next.revision,
        next.deadline,
        next.settled_at,
        VERSION,
        next.body,
    ])?;
    if replaced == 0 {
        return Ok(Replaced::Stale);
    }
    search::changed(db, row)?;
    Ok(Replaced::Done)
}

pub(super) fn load(
    db: &Connection,
    directory: &Directory,
    id: InteractionId,
) -> Result<Option<Interaction>> {
    directory.row(id).map_or(Ok(None), |row| load_at(db, row, id))
}

pub(super) fn load_at(db: &Connection, row: i64, id: InteractionId) -> Result<Option<Interaction>> {
    db.prepare_cached(LOAD)?.query_row(params![row, id.uuid()], read_interaction).optional()
}

pub(super) fn repeats(db: &Connection, fingerprint: &str) -> Result<Vec<InteractionId>> {
    db.prepare_cached(REPEATS)?.query_map(params![fingerprint, MATCHES as i64], read_id)?.collect()
}

/// Of several waits, the last one to end counts. A settled row can't be taken over any more.
pub(super) fn note(
    db: &Connection,
    directory: &Directory,
    id: InteractionId,
    note: &Note,
) -> Result<()> {
    let Some(row) = directory.row(id) else { return Ok(()) };
    let (statement, value) = match note {
        Note::Delivered(at) => (
            "update interactions set delivered_at = ?3 where rowid = ?1 and id = ?2",
            at.map(Timestamp::as_millisecond).into(),
        ),
        Note::Heard(at) => (
            "update interactions set heard_at = ?3 where rowid = ?1 and id = ?2 and heard_at < ?3",
            Value::from(at.as_millisecond()),
        ),
        Note::Ticket(ticket) => (
            "update interactions set ticket = ?3 \
             where rowid = ?1 and id = ?2 and settled_at is null",
            ticket.clone().into(),
        ),
    };
    db.prepare_cached(statement)?.execute(params![row, id.uuid(), value]).map(drop)
}

pub(super) fn ticket(
    db: &Connection,
    directory: &Directory,
    id: InteractionId,
) -> Result<Option<String>> {
    let Some(row) = directory.row(id) else { return Ok(None) };
    db.prepare_cached("select ticket from interactions where rowid = ?1 and id = ?2")?
        .query_row(params![row, id.uuid()], |row| row.get(0))
        .optional()
        .map(Option::flatten)
}

/// One by one: a row that can't be updated doesn't affect the others.
pub(super) fn move_deadlines(db: &Connection, by: SignedDuration) -> Result<()> {
    let by = i64::try_from(by.as_millis()).unwrap_or(0);
    let timed: Vec<i64> =
        db.prepare_cached(TIMED)?.query_map([], |row| row.get(0))?.collect::<Result<_>>()?;
    let mut statement = db.prepare_cached(
        "update interactions set deadline = deadline + ?2, revision = revision + 1 \
         where rowid = ?1",
    )?;
    for row in timed {
        match statement.execute([row, by]) {
            Err(error) if is_local(&error) => tracing::warn!(row, %error, "a deadline stays"),
            other => drop(other?),
        }
    }
    Ok(())
}

/// Returns what it was, even if it can't be read.
pub(super) fn delete(
    db: &Connection,
    directory: &Directory,
    id: InteractionId,
) -> Result<Forgotten> {
    let Some(row) = directory.row(id) else { return Ok(Forgotten::Absent) };
    let settled = db
        .prepare_cached(
            "delete from interactions where rowid = ?1 and id = ?2 returning settled_at is not null",
        )?
        .query_row(params![row, id.uuid()], |row| row.get(0))
        .optional()?;
    search::remove(db, row)?;
    search::ask_to_clean(db)?;
    directory.leave(id);
    Ok(match settled {
        None => Forgotten::Absent,
        Some(true) => Forgotten::Settled,
        Some(false) => Forgotten::Pending,
    })
}

/// Every column as stored, except the secret. Anything but text is shown as well as possible.
pub(super) fn raw(
    db: &Connection,
    directory: &Directory,
    id: InteractionId,
) -> Result<Option<Json>> {
    let Some(row) = directory.row(id) else { return Ok(None) };
    let mut statement =
        db.prepare_cached("select * from interactions where rowid = ?1 and id = ?2")?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let read = |row: &Row<'_>| {
        let mut columns = Map::new();
        for (place, name) in names.iter().enumerate().filter(|(_, name)| *name != "ticket") {
            let value = match row.get_ref(place)? {
                ValueRef::Null => Json::Null,
                ValueRef::Integer(number) => number.into(),
                ValueRef::Real(number) => number.into(),
                ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into(),
                ValueRef::Blob(_) if name == "id" => id.to_string().into(),
                ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into(),
            };
            columns.insert(name.clone(), value);
        }
        Ok(Json::Object(columns))
    };
    statement.query_row(params![row, id.uuid()], read).optional()
}

pub(super) fn survey(db: &Connection) -> Result<Survey> {
    let read =
        |row: &Row<'_>| Ok([body::count(row, 0)?, body::count(row, 1)?, body::count(row, 2)?]);
    let count = |statement: &str| {
        or_by_table(statement, |statement| db.prepare_cached(statement)?.query_row([], read))
    };
    let [pending, settled, undelivered] = count(COUNT)?;
    let tests = count(COUNT_TESTS)?;
    Ok(Survey {
        pending: pending.saturating_sub(tests[0]),
        settled: settled.saturating_sub(tests[1]),
        undelivered: undelivered.saturating_sub(tests[2]),
        tests: tests[0] + tests[1],
        unreadable: Vec::new(),
    })
}
