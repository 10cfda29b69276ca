//! Pages that were let in. Few, so that nothing here needs an index but the key.

use jiff::Timestamp;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Result, Row, params};
use sayso_desk::store::Visitor;

pub(super) fn load(db: &Connection, id: &str) -> Result<Option<Visitor>> {
    db.prepare_cached(
        "select id, hash, origin, browser, paired, created_at, used_at from page_tokens \
         where id = ?1",
    )?
    .query_row([id], read)
    .optional()
}

pub(super) fn all(db: &Connection) -> Result<Vec<Visitor>> {
    db.prepare_cached(
        "select id, hash, origin, browser, paired, created_at, used_at from page_tokens \
         order by created_at, id",
    )?
    .query_map([], read)?
    .collect()
}

pub(super) fn insert(db: &Connection, visitor: &Visitor) -> Result<()> {
    db.prepare_cached(
        "insert into page_tokens (id, hash, origin, browser, paired, created_at, used_at) \
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        visitor.id,
        visitor.hash,
        visitor.origin,
        visitor.browser,
        visitor.paired,
        visitor.created_at.as_millisecond(),
        visitor.used_at.as_millisecond(),
    ])
    .map(drop)
}

pub(super) fn set_used(db: &Connection, id: &str, at: Timestamp) -> Result<()> {
    db.prepare_cached("update page_tokens set used_at = ?2 where id = ?1")?
        .execute(params![id, at.as_millisecond()])
        .map(drop)
}

pub(super) fn delete(db: &Connection, id: &str) -> Result<bool> {
    db.prepare_cached("delete from page_tokens where id = ?1")?.execute([id]).map(|gone| gone > 0)
}

pub(super) fn any_unused(db: &Connection, since: Timestamp) -> Result<bool> {
    db.prepare_cached("select exists (select 1 from page_tokens where used_at < ?1)")?
        .query_row([since.as_millisecond()], |row| row.get(0))
}

pub(super) fn delete_unused(db: &Connection, since: Timestamp) -> Result<usize> {
    db.prepare_cached("delete from page_tokens where used_at < ?1")?
        .execute([since.as_millisecond()])
}

fn read(row: &Row<'_>) -> Result<Visitor> {
    Ok(Visitor {
        id: row.get(0)?,
        hash: row.get(1)?,
        origin: row.get(2)?,
        browser: row.get(3)?,
        paired: row.get(4)?,
        created_at: time(row, 5)?,
        used_at: time(row, 6)?,
    })
}

fn time(row: &Row<'_>, column: usize) -> Result<Timestamp> {
    Timestamp::from_millisecond(row.get(column)?)
        .map_err(|error| Error::FromSqlConversionFailure(column, Type::Integer, error.into()))
}
