//! Stored JSON, in every format it ever had. The same in every database.

use sayso_core::stats::Brief;
use sayso_core::{DraftField, Interaction};

/// The current format. A new one comes with a migration, so that an older program refuses the
/// database instead of finding rows that it can't read.
pub(crate) const VERSION: u32 = 1;

/// An ordinary interaction fits, so that the buffer never has to grow.
const ROOM: usize = 2_048;

pub(crate) fn encode_interaction(interaction: &Interaction) -> String {
    let mut bytes = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut bytes, interaction)
        .expect("an interaction has text keys and no other");
    String::from_utf8(bytes).expect("JSON is text")
}

pub(crate) fn encode_field(field: &DraftField) -> String {
    serde_json::to_string(field).expect("a field has text keys and no other")
}

/// Without what is stored only in its own column. The error says why it can't be read.
pub(crate) fn decode_interaction(version: u32, body: &[u8]) -> Result<Interaction, String> {
    match version {
        1 => serde_json::from_slice(body).map_err(|error| error.to_string()),
        _ => Err(format!("an interaction of version {version}")),
    }
}

/// What statistics need of it.
pub(crate) fn decode_brief(version: u32, body: &[u8]) -> Option<Brief> {
    match version {
        1 => serde_json::from_slice(body).ok(),
        _ => None,
    }
}

pub(crate) fn decode_field(version: u32, body: &[u8]) -> Result<DraftField, String> {
    match version {
        1 => serde_json::from_slice(body).map_err(|error| error.to_string()),
        _ => Err(format!("a draft of version {version}")),
    }
}
