//! Rows that can't be read: damaged, or written by a newer version. Each is left out of lists,
//! reported where it is found, logged once, and can be shown raw and forgotten.

use std::collections::BTreeMap;

use parking_lot::Mutex;
use sayso_core::InteractionId;
use sayso_desk::store;

/// Those found since the database was opened.
#[derive(Default)]
pub(crate) struct Unreadable {
    known: Mutex<BTreeMap<InteractionId, Known>>,
}

struct Known {
    why: String,
    /// Not even deleting it works: it is in a damaged part of the file.
    stuck: bool,
}

impl Unreadable {
    pub(crate) fn note(&self, id: InteractionId, why: String) -> store::Unreadable {
        self.known.lock().entry(id).or_insert_with(|| {
            tracing::warn!(session_id = %id, why, "a question cannot be read and is left out");
            Known { why: why.clone(), stuck: false }
        });
        store::Unreadable { id, why }
    }

    pub(crate) fn note_stuck(&self, id: InteractionId, error: &store::StoreError) {
        let why = error.to_string();
        tracing::warn!(session_id = %id, why, "a question cannot be removed");
        self.known.lock().insert(id, Known { why, stuck: true });
    }

    pub(crate) fn is_stuck(&self, id: InteractionId) -> bool {
        self.known.lock().get(&id).is_some_and(|known| known.stuck)
    }

    /// It is gone.
    pub(crate) fn leave(&self, id: InteractionId) {
        self.known.lock().remove(&id);
    }

    pub(crate) fn has(&self, id: InteractionId) -> bool {
        self.known.lock().contains_key(&id)
    }

    pub(crate) fn count(&self) -> usize {
        self.known.lock().len()
    }

    pub(crate) fn list(&self) -> Vec<store::Unreadable> {
        let known = self.known.lock();
        let line = |(id, known): (&InteractionId, &Known)| store::Unreadable {
            id: *id,
            why: known.why.clone(),
        };
        known.iter().map(line).collect()
    }
}
