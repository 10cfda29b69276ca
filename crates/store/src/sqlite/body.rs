//! From columns to values.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Result, Row};
use sayso_core::{DraftField, Interaction, InteractionId, State};

use super::errors::unreadable;
use crate::body::{decode_field, decode_interaction};

/// Reads the columns `version, body, delivered_at, revision, deadline`, in this order. Values that
/// can change separately are only in their columns.
pub(super) fn read_interaction(row: &Row<'_>) -> Result<Interaction> {
    let mut interaction =
        decode_interaction(row.get(0)?, bytes(row, 1)?).map_err(|why| unreadable(1, why))?;
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

/// Reads the columns `version, body`.
pub(super) fn read_field(row: &Row<'_>) -> Result<DraftField> {
    decode_field(row.get(0)?, bytes(row, 1)?).map_err(|why| unreadable(1, why))
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

pub(super) fn bytes<'a>(row: &'a Row<'_>, column: usize) -> Result<&'a [u8]> {
    match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Ok(bytes),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => {
            Err(unreadable(column, "the body is no text"))
        }
    }
}

pub(super) fn count(row: &Row<'_>, column: usize) -> Result<u64> {
    let count: i64 = row.get(column)?;
    Ok(u64::try_from(count).expect("a count is not negative"))
}
