//! Drafts: choices and texts so far, one row per field.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sayso_core::{Draft, DraftField, InteractionId};
use sayso_desk::store::{Drafts, StoreError};
use sha2::{Digest, Sha256};
use tokio_postgres::{Error, Row};
use uuid::Uuid;

use super::PostgresStore;
use super::batch::{Fields, Job, Write, some};
use super::link::Session;
use crate::body::{VERSION, decode_field, encode_field};

const LOAD: &str = "select version, body from drafts where interaction = $1 order by key";

#[async_trait]
impl Drafts for PostgresStore {
    async fn save_draft(&self, id: InteractionId, fields: &[DraftField]) -> Result<(), StoreError> {
        let row = |field: &DraftField| {
            (Sha256::digest(field.key().as_bytes()).to_vec(), encode_field(field))
        };
        let (job, reply) = Job::new(Fields { id, fields: fields.iter().map(row).collect() });
        self.write(Write::Draft(job), reply).await
    }

    /// A field that can't be read is left out: the person has the question, and can type it again.
    async fn draft(&self, id: InteractionId) -> Result<Draft, StoreError> {
        let rows = self.point.query(LOAD, &[&id.uuid()]).await?;
        let read = |row: &Row| {
            let version = u32::try_from(row.get::<_, i32>(0)).unwrap_or(0);
            match decode_field(version, row.get::<_, &str>(1).as_bytes()) {
                Ok(field) => Some(field),
                Err(why) => {
                    tracing::warn!(session_id = %id, why, "a field of a draft cannot be read");
                    None
                }
            }
        };
        Ok(rows.iter().filter_map(read).collect())
    }
}

/// Asked as in `replace.rs`, so that the index of all pending rows is left alone.
pub(super) const SAVE: &str = "insert into drafts (interaction, key, version, body) \
     select i.id, d.key, $4::int4, d.body \
     from unnest($1::uuid[], $2::bytea[], $3::text[]) as d (id, key, body) \
         join interactions i on i.id = d.id and coalesce(i.settled_at, -1) = -1 \
     on conflict (interaction, key) do update \
         set version = excluded.version, body = excluded.body";

/// The fields of all drafts of a batch.
#[derive(Default)]
pub(super) struct FieldColumns<'a> {
    ids: Vec<Uuid>,
    keys: Vec<&'a [u8]>,
    bodies: Vec<&'a str>,
}

impl<'a> FieldColumns<'a> {
    /// A field that is saved twice is saved as it was last.
    pub(super) fn of(drafts: impl Iterator<Item = &'a Fields>) -> FieldColumns<'a> {
        let mut last: BTreeMap<(Uuid, &[u8]), &str> = BTreeMap::new();
        for draft in drafts {
            for (key, body) in &draft.fields {
                last.insert((draft.id.uuid(), key), body);
            }
        }
        let mut columns = FieldColumns::default();
        for ((id, key), body) in last {
            columns.ids.push(id);
            columns.keys.push(key);
            columns.bodies.push(body);
        }
        columns
    }

    pub(super) async fn send(&self, session: &Session) -> Result<Vec<Row>, Error> {
        let needed = !self.ids.is_empty();
        let version = VERSION as i32;
        some(session, needed, SAVE, &[&self.ids, &self.keys, &self.bodies, &version]).await
    }
}
