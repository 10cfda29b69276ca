//! Pages that were let in. Few, so that nothing here needs an index but the key.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result, params};
use sayso_desk::store::TokenHash;

pub(super) fn used_at(db: &Connection, token: &TokenHash) -> Result<Option<Timestamp>> {
    db.prepare_cached("select used_at from page_tokens where hash = ?1")?
        .query_row([token], |row| row.get(0))
        .optional()
        .map(|millis| millis.and_then(|millis| Timestamp::from_millisecond(millis).ok()))
}

pub(super) fn set_used(db: &Connection, token: &TokenHash, at: Timestamp) -> Result<()> {
    db.prepare_cached(
        "insert into page_tokens (hash, used_at) values (?1, ?2) \
         on conflict (hash) do update set used_at = excluded.used_at",
    )?
    .execute(params![token, at.as_millisecond()])
    .map(drop)
}

pub(super) fn any_unused(db: &Connection, since: Timestamp) -> Result<bool> {
    db.prepare_cached("select exists (select 1 from page_tokens where used_at < ?1)")?
        .query_row([since.as_millisecond()], |row| row.get(0))
}

pub(super) fn delete_unused(db: &Connection, since: Timestamp) -> Result<usize> {
    db.prepare_cached("delete from page_tokens where used_at < ?1")?
        .execute([since.as_millisecond()])
}
