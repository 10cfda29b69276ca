//! What is stored as JSON, and how every format it ever had is read.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Result, Row};
use sayso_core::{DraftField, Interaction, InteractionId, State};
use serde_json::Error;

use super::errors::unreadable;

/// The current format. A new one comes with a migration, so that an older program refuses the file
/// instead of finding rows that it can't read.
pub(super) const VERSION: u32 = 1;

/// An ordinary interaction fits, so that the buffer never has to grow.
const ROOM: usize = 2_048;

pub(super) fn encode_interaction(interaction: &Interaction) -> String {
    let mut bytes = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut bytes, interaction)
        .expect("an interaction has text keys and no other");
    String::from_utf8(bytes).expect("JSON is text")
}

pub(super) fn encode_field(field: &DraftField) -> String {
    serde_json::to_string(field).expect("a field has text keys and no other")
}

/// Reads the columns `version, body, delivered_at, revision, deadline`, in this order. Values that
/// can change separately are only in their columns.
pub(super) fn read_interaction(row: &Row<'_>) -> Result<Interaction> {
    let mut interaction = decode_interaction(row.get(0)?, bytes(row, 1)?)?;
    interaction.delivered_at = optional_timestamp(row, 2)?;
    interaction.revision = count(row, 3)?;
    if let State::Pending { deadline } = &mut interaction.state {
        *deadline = optional_timestamp(row, 4)?;
    }
    Ok(interaction)
}

fn optional_timestamp(row: &Row<'_>, column: usize) -> Result<Option<Timestamp>> {
    row.get::<_, Option<i64>>(column)?.map(|millis| timestamp(column, millis)).transpose()
}

/// Reads the same columns, and the size of the body.
pub(super) fn read_interaction_and_size(row: &Row<'_>) -> Result<(Interaction, usize)> {
    Ok((read_interaction(row)?, bytes(row, 1)?.len()))
}

/// Reads the columns `version, body`.
pub(super) fn read_field(row: &Row<'_>) -> Result<DraftField> {
    match row.get(0)? {
        1_u32 => json(serde_json::from_slice(bytes(row, 1)?)),
        version => Err(unreadable(0, format!("a draft of version {version}"))),
    }
}

/// Reads the column `id` after those of an interaction.
pub(super) fn read_last_id(row: &Row<'_>) -> Result<InteractionId> {
    row.get(5).map(InteractionId::new)
}

/// Reads the first column, `id`.
pub(super) fn read_id(row: &Row<'_>) -> Result<InteractionId> {
    row.get(0).map(InteractionId::new)
}

pub(super) fn timestamp(column: usize, millis: i64) -> Result<Timestamp> {
    Timestamp::from_millisecond(millis).map_err(|error| unreadable(column, error))
}

fn decode_interaction(version: u32, body: &[u8]) -> Result<Interaction> {
    match version {
        1 => json(serde_json::from_slice(body)),
        _ => Err(unreadable(0, format!("an interaction of version {version}"))),
    }
}

fn bytes<'a>(row: &'a Row<'_>, column: usize) -> Result<&'a [u8]> {
    match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Ok(bytes),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => {
            Err(unreadable(column, "the body is no text"))
        }
    }
}

fn json<T>(decoded: std::result::Result<T, Error>) -> Result<T> {
    decoded.map_err(|error| unreadable(1, error))
}

pub(super) fn count(row: &Row<'_>, column: usize) -> Result<u64> {
    let count: i64 = row.get(column)?;
    Ok(u64::try_from(count).expect("a count is not negative"))
}
