//! The rowid of every interaction, in memory.
//!
//! Ids are random, so an index on them in the file would add one more page to the log with every
//! question. One process owns the file, so this map knows as much: it is filled when the file is
//! opened, and again after a transaction was lost. An id that is being written is known a moment
//! too early; the statements compare the id once more and find nothing.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use parking_lot::RwLock;
use rusqlite::{Connection, Result};
use sayso_core::{IdPrefix, InteractionId};

use super::body::read_id;
use super::errors::or_by_table;

pub(super) const FILL: &str = "select id, rowid from interactions";

/// About 40 bytes per interaction.
#[derive(Default)]
pub(super) struct Directory {
    rows: RwLock<BTreeMap<InteractionId, i64>>,
}

impl Directory {
    pub(super) fn of(db: &Connection) -> Result<Directory> {
        let directory = Directory::default();
        directory.fill(db)?;
        Ok(directory)
    }

    /// Reads everything from the file.
    pub(super) fn fill(&self, db: &Connection) -> Result<()> {
        let rows = or_by_table(FILL, |statement| {
            db.prepare_cached(statement)?
                .query_map([], |row| Ok((read_id(row)?, row.get(1)?)))?
                .collect::<Result<_>>()
        })?;
        *self.rows.write() = rows;
        Ok(())
    }

    pub(super) fn row(&self, id: InteractionId) -> Option<i64> {
        self.rows.read().get(&id).copied()
    }

    pub(super) fn is_taken(&self, short: u32) -> bool {
        self.rows.read().range(beginning_with(short..=short)).next().is_some()
    }

    /// Ids with this prefix, in order, at most this many.
    pub(super) fn find(&self, prefix: &IdPrefix, most: usize) -> Vec<InteractionId> {
        let rows = self.rows.read();
        let ids = rows.range(beginning_with(prefix.shorts())).map(|(id, _)| *id);
        ids.filter(|id| id.to_string().starts_with(prefix.as_str())).take(most).collect()
    }

    pub(super) fn enter(&self, id: InteractionId, row: i64) {
        self.rows.write().insert(id, row);
    }

    pub(super) fn leave(&self, id: InteractionId) {
        self.rows.write().remove(&id);
    }
}

/// All ids with these short ids, from the lowest to the highest.
fn beginning_with(shorts: RangeInclusive<u32>) -> RangeInclusive<InteractionId> {
    let (first, last) = shorts.into_inner();
    InteractionId::lowest(first)..=InteractionId::highest(last)
}
