//! What has been chosen and typed so far, one row per field.

use async_trait::async_trait;
use sayso_core::{Draft, DraftField, InteractionId};
use sayso_desk::store::{Drafts, StoreError};
use sha2::{Digest, Sha256};

use super::PostgresStore;
use super::batch::{Fields, Job, Write};
use crate::body::{decode_field, encode_field};

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
        let read = |row: &tokio_postgres::Row| {
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
