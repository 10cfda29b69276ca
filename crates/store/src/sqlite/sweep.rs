//! Removes what has been kept long enough, a few rows at a time. No statement here touches pending
//! rows.

use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::{Connection, params};
use sayso_core::InteractionId;
use sayso_desk::store::{Retention, SWEPT_AT_ONCE, StoreError};

use super::SqliteStore;
use super::body::read_id;
use super::{drafts, search};
use crate::unreadable::Unreadable;

pub(super) const BY_AGE: &str = "select id, rowid from interactions where settled_at < ?1 \
     order by settled_at, id limit ?2";

/// The oldest first. Undelivered ones count, but stay.
pub(super) const BY_COUNT: &str = "select id, rowid from interactions where settled_at is not null \
         and (delivered_at is not null or status = 'withdrawn') \
     order by settled_at, id \
     limit min(?2, max(0, \
         (select count(*) from interactions where settled_at is not null) - ?1))";

pub(super) const DELETE: &str = "delete from interactions \
     where rowid = ?1 and id = ?2 \
         and (settled_at < ?3 \
             or settled_at is not null and (delivered_at is not null or status = 'withdrawn'))";

pub(super) const TESTS: &str = "select id, rowid from interactions where test and settled_at < ?1 \
     order by settled_at, id limit ?2";

pub(super) const DELETE_TEST: &str =
    "delete from interactions where rowid = ?1 and id = ?2 and test and settled_at < ?3";

impl SqliteStore {
    pub(super) async fn sweep_a_few(
        &self,
        retention: &Retention,
    ) -> Result<Vec<InteractionId>, StoreError> {
        let (before, unreadable) = (retention.tests_before, Arc::clone(&self.unreadable));
        let tests = self
            .readers
            .scan(move |db| rows(db, TESTS, before.as_millisecond(), &unreadable))
            .await?;
        if !tests.is_empty() {
            self.remove(tests, DELETE_TEST, retention.tests_before).await?;
        }
        loop {
            let (asked, unreadable) = (retention.clone(), Arc::clone(&self.unreadable));
            // Searched by a reader: the writer only removes, and without a hit there is no commit.
            let found = self.readers.scan(move |db| find(db, &asked, &unreadable)).await?;
            if found.is_empty() {
                return Ok(Vec::new());
            }
            let mut gone = match self.remove(found.clone(), DELETE, retention.settled_before).await
            {
                // One of them is in a damaged part of the file. The others are removed without it.
                Err(StoreError::Corrupt { .. }) => Vec::new(),
                gone => return gone,
            };
            for one in found {
                match self.remove(vec![one], DELETE, retention.settled_before).await {
                    Err(error @ StoreError::Corrupt { .. }) => {
                        self.unreadable.note_stuck(one.1, &error);
                    }
                    removed => gone.extend(removed?),
                }
            }
            if !gone.is_empty() {
                return Ok(gone);
            }
        }
    }

    async fn remove(
        &self,
        found: Vec<(i64, InteractionId)>,
        statement: &'static str,
        before: Timestamp,
    ) -> Result<Vec<InteractionId>, StoreError> {
        let directory = Arc::clone(&self.directory);
        let gone = self
            .writer
            .write_later(move |db| {
                let mut gone = Vec::new();
                for (row, id) in &found {
                    if delete(db, *row, *id, statement, before)? {
                        directory.leave(*id);
                        gone.push(*id);
                    }
                }
                Ok(gone)
            })
            .await?;
        gone.iter().for_each(|id| self.unreadable.leave(*id));
        Ok(gone)
    }
}

/// The next rows to remove, at most [`SWEPT_AT_ONCE`].
fn find(
    db: &Connection,
    retention: &Retention,
    unreadable: &Unreadable,
) -> rusqlite::Result<Vec<(i64, InteractionId)>> {
    let found = rows(db, BY_AGE, retention.settled_before.as_millisecond(), unreadable)?;
    if !found.is_empty() {
        return Ok(found);
    }
    rows(db, BY_COUNT, i64::try_from(retention.keep).unwrap_or(i64::MAX), unreadable)
}

fn rows(
    db: &Connection,
    statement: &str,
    bound: i64,
    unreadable: &Unreadable,
) -> rusqlite::Result<Vec<(i64, InteractionId)>> {
    let most = i64::try_from(SWEPT_AT_ONCE + unreadable.count()).unwrap_or(i64::MAX);
    db.prepare_cached(statement)?
        .query_map(params![bound, most], |row| Ok((row.get(1)?, read_id(row)?)))?
        .filter(|found| !found.as_ref().is_ok_and(|(_, id)| unreadable.is_stuck(*id)))
        .take(SWEPT_AT_ONCE)
        .collect()
}

/// Whether it was removed. Since it was found, it may have turned out that its agent didn't get it.
fn delete(
    db: &Connection,
    row: i64,
    id: InteractionId,
    statement: &str,
    before: Timestamp,
) -> rusqlite::Result<bool> {
    let before = params![row, id.uuid(), before.as_millisecond()];
    let deleted = db.prepare_cached(statement)?.execute(before)? == 1;
    if deleted {
        drafts::delete(db, id)?;
        search::remove(db, row)?;
    }
    Ok(deleted)
}
