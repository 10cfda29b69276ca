//! Stored items: one table (`shelf`) for everything small that is stored by a key.

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Result, Row, params};
use sayso_desk::store::{Body, KeyValue, Replaced, Replaces, StoreError, StoredItem};

use super::SqliteStore;
use super::body::count;

#[async_trait]
impl KeyValue for SqliteStore {
    async fn get(
        &self,
        kind: &str,
        key: &str,
    ) -> std::result::Result<Option<StoredItem>, StoreError> {
        self.readers.point(|db| get(db, kind, key))
    }

    async fn list(&self, kind: &str) -> std::result::Result<Vec<StoredItem>, StoreError> {
        let kind = kind.to_owned();
        self.readers.scan(move |db| list(db, &kind)).await
    }

    async fn put(
        &self,
        kind: &str,
        key: &str,
        body: &Body,
        over: Replaces,
    ) -> std::result::Result<Replaced, StoreError> {
        let (kind, key, body) = (kind.to_owned(), key.to_owned(), body.clone());
        self.writer.write(move |db| put(db, &kind, &key, &body, over)).await
    }

    async fn remove(&self, kind: &str, keys: &[String]) -> std::result::Result<usize, StoreError> {
        let (kind, keys) = (kind.to_owned(), keys.to_vec());
        self.writer.write(move |db| remove(db, &kind, &keys)).await
    }
}

fn get(db: &Connection, kind: &str, key: &str) -> Result<Option<StoredItem>> {
    db.prepare_cached(
        "select key, revision, version, body from shelf where kind = ?1 and key = ?2",
    )?
    .query_row([kind, key], read)
    .optional()
}

fn list(db: &Connection, kind: &str) -> Result<Vec<StoredItem>> {
    db.prepare_cached(
        "select key, revision, version, body from shelf where kind = ?1 order by key",
    )?
    .query_map([kind], read)?
    .collect()
}

fn put(db: &Connection, kind: &str, key: &str, body: &Body, over: Replaces) -> Result<Replaced> {
    let params = params![kind, key, body.version, body.text];
    let changed = match over {
        Replaces::Anything => db
            .prepare_cached(
                "insert into shelf (kind, key, revision, version, body) values (?1, ?2, 1, ?3, ?4) \
                 on conflict (kind, key) do update set revision = revision + 1, \
                     version = excluded.version, body = excluded.body",
            )?
            .execute(params)?,
        Replaces::Nothing => db
            .prepare_cached(
                "insert into shelf (kind, key, revision, version, body) values (?1, ?2, 1, ?3, ?4) \
                 on conflict do nothing",
            )?
            .execute(params)?,
        Replaces::Revision(revision) => db
            .prepare_cached(
                "update shelf set revision = revision + 1, version = ?3, body = ?4 \
                 where kind = ?1 and key = ?2 and revision = ?5",
            )?
            .execute(params![kind, key, body.version, body.text, revision as i64])?,
    };
    Ok(if changed == 1 { Replaced::Done } else { Replaced::Stale })
}

fn remove(db: &Connection, kind: &str, keys: &[String]) -> Result<usize> {
    let mut statement = db.prepare_cached("delete from shelf where kind = ?1 and key = ?2")?;
    keys.iter().map(|key| statement.execute([kind, key])).sum()
}

fn read(row: &Row<'_>) -> Result<StoredItem> {
    let body = Body { version: row.get(2)?, text: row.get(3)? };
    Ok(StoredItem { key: row.get(0)?, revision: count(row, 1)?, body })
}
