//! Brings the tables up to date: numbered steps, each in a transaction that also notes its number.

use rusqlite::{Connection, TransactionBehavior};
use sayso_desk::store::StoreError;

use super::errors::Place;

/// In order; the number of a step is its place here, counted from one. Steps are never changed.
const STEPS: [&str; 7] = [
    include_str!("../../migrations/sqlite/0001_interactions.sql"),
    include_str!("../../migrations/sqlite/0002_drafts.sql"),
    include_str!("../../migrations/sqlite/0003_settings.sql"),
    include_str!("../../migrations/sqlite/0004_page_tokens.sql"),
    include_str!("../../migrations/sqlite/0005_posts.sql"),
    include_str!("../../migrations/sqlite/0006_conversations.sql"),
    include_str!("../../migrations/sqlite/0007_agent_tokens.sql"),
];

const KNOWN: u32 = STEPS.len() as u32;

pub(super) fn run(db: &mut Connection, place: &Place) -> Result<(), StoreError> {
    let found = schema(db).map_err(|error| place.explain(error))?;
    if found > KNOWN {
        let path = place.file().display().to_string();
        return Err(StoreError::NewerSchema { path, found, known: KNOWN });
    }
    for (step, number) in STEPS.into_iter().zip(1..).skip(found as usize) {
        apply(db, step, number).map_err(|error| place.explain(error))?;
    }
    Ok(())
}

fn schema(db: &Connection) -> rusqlite::Result<u32> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn apply(db: &mut Connection, step: &str, number: u32) -> rusqlite::Result<()> {
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(step)?;
    transaction.pragma_update(None, "user_version", number)?;
    transaction.commit()
}
