//! Rows for statistics: the index is walked forward, each row is read separately, so that an
//! unreadable one hides no other.

use rusqlite::{Connection, OptionalExtension, Result, params};
use sayso_core::stats::Brief;
use sayso_desk::store::{BRIEFS, Briefs, PageEnd};

use super::body::{bytes, read_id};
use super::errors::{is_local, or_by_table};
use crate::body::decode_brief;

pub(super) const WALK: &str = "select id, created_at, rowid from interactions \
     where (created_at, id) > (?1, ?2) order by created_at, id limit ?3";

pub(super) const READ: &str =
    "select version, body from interactions where rowid = ?1 and not test";

pub(super) fn briefs(db: &Connection, after: PageEnd) -> Result<Briefs> {
    or_by_table(WALK, |walk| {
        let mut found = Briefs::default();
        let mut walk = db.prepare_cached(walk)?;
        let mut rows = walk.query(params![after.millis, after.id.uuid(), BRIEFS as i64])?;
        let mut passed = 0;
        while let Some(row) = rows.next()? {
            passed += 1;
            let end = PageEnd { id: read_id(row)?, millis: row.get(1)? };
            found.next = (passed == BRIEFS).then_some(end);
            found.rows.extend(brief(db, row.get(2)?)?);
        }
        Ok(found)
    })
}

fn brief(db: &Connection, row: i64) -> Result<Option<Brief>> {
    let mut read = db.prepare_cached(READ)?;
    let found = read.query_row([row], |row| Ok(decode_brief(row.get(0)?, bytes(row, 1)?)));
    match found.optional() {
        Err(error) if is_local(&error) => Ok(None),
        found => Ok(found?.flatten()),
    }
}
