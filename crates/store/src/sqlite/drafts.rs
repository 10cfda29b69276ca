//! Drafts: choices and texts so far, one row per field.

use std::sync::Arc;

use async_trait::async_trait;
use rusqlite::{Connection, Result, params};
use sayso_core::{Draft, DraftField, InteractionId};
use sayso_desk::store::{Drafts, StoreError};

use super::SqliteStore;
use super::body::read_field;
use super::directory::Directory;
use super::errors::is_local;
use crate::body::{VERSION, encode_field};

#[async_trait]
impl Drafts for SqliteStore {
    async fn save_draft(
        &self,
        id: InteractionId,
        fields: &[DraftField],
    ) -> std::result::Result<(), StoreError> {
        let rows: Vec<Row> = fields.iter().map(Row::of).collect();
        let directory = Arc::clone(&self.directory);
        self.writer
            .write(move |db| rows.iter().try_for_each(|row| save(db, &directory, id, row)))
            .await
    }

    async fn draft(&self, id: InteractionId) -> std::result::Result<Draft, StoreError> {
        self.readers.point(|db| load(db, id))
    }
}

struct Row {
    key: String,
    body: String,
}

impl Row {
    fn of(field: &DraftField) -> Row {
        Row { key: field.key(), body: encode_field(field) }
    }
}

/// Does nothing if the interaction is settled or gone: a field that was typed too late isn't a
/// draft.
fn save(db: &Connection, directory: &Directory, id: InteractionId, field: &Row) -> Result<()> {
    let Some(row) = directory.row(id) else { return Ok(()) };
    db.prepare_cached(
        "insert into drafts (interaction, key, version, body) \
         select id, ?3, ?4, ?5 from interactions \
             where rowid = ?1 and id = ?2 and settled_at is null \
         on conflict (interaction, key) do update \
             set version = excluded.version, body = excluded.body",
    )?
    .execute(params![row, id.uuid(), field.key, VERSION, field.body])
    .map(drop)
}

/// A field that can't be read is left out: the person has the question, and can type it again.
fn load(db: &Connection, id: InteractionId) -> Result<Draft> {
    db.prepare_cached("select version, body from drafts where interaction = ?1")?
        .query_map([id.uuid()], read_field)?
        .filter_map(|field| match field {
            Err(error) if is_local(&error) => {
                tracing::warn!(session_id = %id, %error, "a field of a draft cannot be read");
                None
            }
            field => Some(field),
        })
        .collect()
}

pub(super) fn delete(db: &Connection, id: InteractionId) -> Result<()> {
    db.prepare_cached("delete from drafts where interaction = ?1")?.execute([id.uuid()]).map(drop)
}
