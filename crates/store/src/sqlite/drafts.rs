//! What has been chosen and typed so far, one row a field.

use rusqlite::{Connection, Result, params};
use sayso_core::{Draft, DraftField, InteractionId};

use super::body::{VERSION, encode_field, read_field};

pub(super) struct Row {
    key: String,
    body: String,
}

impl Row {
    pub(super) fn of(field: &DraftField) -> Row {
        Row { key: field.key(), body: encode_field(field) }
    }
}

/// Nothing happens if the interaction is settled or gone: a field that was typed too late is no draft.
pub(super) fn save(db: &Connection, id: InteractionId, row: &Row) -> Result<()> {
    db.prepare_cached(
        "insert into drafts (interaction, key, version, body) \
         select id, ?2, ?3, ?4 from interactions \
             where short = substr(?1, 1, 8) and id = ?1 and settled_at is null \
         on conflict (interaction, key) do update \
             set version = excluded.version, body = excluded.body",
    )?
    .execute(params![id.to_string(), row.key, VERSION, row.body])
    .map(drop)
}

pub(super) fn load(db: &Connection, id: InteractionId) -> Result<Draft> {
    db.prepare_cached("select version, body from drafts where interaction = ?1")?
        .query_map([id.to_string()], read_field)?
        .collect()
}

pub(super) fn delete(db: &Connection, id: InteractionId) -> Result<()> {
    db.prepare_cached("delete from drafts where interaction = ?1")?
        .execute([id.to_string()])
        .map(drop)
}
