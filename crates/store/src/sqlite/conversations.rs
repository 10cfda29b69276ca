//! Conversations with agents. As many as people have had of late, which are few.

use rusqlite::{Connection, Result};

pub(super) fn load(db: &Connection) -> Result<Vec<(String, String)>> {
    db.prepare_cached("select key, body from conversations order by key")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

pub(super) fn save(db: &Connection, key: &str, body: &str) -> Result<()> {
    db.prepare_cached(
        "insert into conversations (key, body) values (?1, ?2) \
         on conflict (key) do update set body = excluded.body",
    )?
    .execute([key, body])
    .map(drop)
}

pub(super) fn delete(db: &Connection, key: &str) -> Result<()> {
    db.prepare_cached("delete from conversations where key = ?1")?.execute([key]).map(drop)
}
