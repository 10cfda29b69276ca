//! Interactions that were read recently. Surfaces read the same few again and again; from here it
//! needs neither a statement nor decoding.
//!
//! Never authoritative: anything that is written is removed from here, and a settling write
//! compares revisions in the database.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use sayso_core::{Interaction, InteractionId};

/// Bytes of stored bodies; in memory they take two or three times as much. Some hundred ordinary
/// questions.
const MOST: usize = 1 << 20;
/// A larger one isn't worth displacing the others.
const LARGEST: usize = MOST / 16;

#[derive(Default)]
pub(super) struct Recent {
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    /// Counts removals: what was read before one is not put back after it.
    generation: u64,
    bytes: usize,
    known: HashMap<InteractionId, Known>,
}

struct Known {
    interaction: Arc<Interaction>,
    undrafted: bool,
    bytes: usize,
}

/// When a reader found nothing here, before it read the database.
#[derive(Clone, Copy)]
pub(super) struct Looked(u64);

/// What a write changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touch {
    /// No interaction that could be in here.
    Nothing,
    One(InteractionId),
    Many,
}

impl Recent {
    pub(super) fn interaction(&self, id: InteractionId) -> Result<Arc<Interaction>, Looked> {
        let shelf = self.shelf.lock();
        let known = shelf.known.get(&id).map(|known| Arc::clone(&known.interaction));
        known.ok_or(Looked(shelf.generation))
    }

    /// `Ok` if it is known to have no draft.
    pub(super) fn undrafted(&self, id: InteractionId) -> Result<(), Looked> {
        let shelf = self.shelf.lock();
        match shelf.known.get(&id) {
            Some(known) if known.undrafted => Ok(()),
            Some(_) | None => Err(Looked(shelf.generation)),
        }
    }

    pub(super) fn keep(&self, interaction: &Interaction, bytes: usize, looked: Looked) {
        if bytes > LARGEST {
            return;
        }
        let interaction = Arc::new(interaction.clone());
        let mut shelf = self.shelf.lock();
        if shelf.generation != looked.0 {
            return;
        }
        if shelf.bytes + bytes > MOST {
            shelf.clear();
        }
        let known = Known { interaction, undrafted: false, bytes };
        shelf.bytes += bytes;
        if let Some(before) = shelf.known.insert(known.interaction.id, known) {
            shelf.bytes -= before.bytes;
        }
    }

    pub(super) fn keep_undrafted(&self, id: InteractionId, looked: Looked) {
        let mut shelf = self.shelf.lock();
        if shelf.generation == looked.0
            && let Some(known) = shelf.known.get_mut(&id)
        {
            known.undrafted = true;
        }
    }

    /// To be called between the commit and its acknowledgement.
    pub(super) fn leave_out(&self, touch: Touch) {
        let mut shelf = self.shelf.lock();
        match touch {
            Touch::Nothing => return,
            Touch::One(id) => {
                if let Some(known) = shelf.known.remove(&id) {
                    shelf.bytes -= known.bytes;
                }
            }
            Touch::Many => shelf.clear(),
        }
        shelf.generation += 1;
    }
}

impl Shelf {
    fn clear(&mut self) {
        self.known.clear();
        self.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::sample;

    #[test]
    fn what_was_read_before_a_write_is_not_kept_after_it() {
        let recent = Recent::default();
        let interaction = sample(1);
        let id = interaction.id;
        let looked = recent.interaction(id).unwrap_err();
        recent.leave_out(Touch::One(id));
        recent.keep(&interaction, 1, looked);
        let looked = recent.interaction(id).unwrap_err();
        recent.keep(&interaction, 1, looked);
        assert_eq!(*recent.interaction(id).ok().unwrap(), interaction);
        let looked = recent.undrafted(id).unwrap_err();
        recent.leave_out(Touch::Many);
        recent.keep_undrafted(id, looked);
        assert!(recent.interaction(id).is_err());
        assert!(recent.undrafted(id).is_err());
    }

    #[test]
    fn it_never_holds_more_than_it_may() {
        let recent = Recent::default();
        for n in 0..40 {
            let interaction = sample(n);
            let looked = recent.interaction(interaction.id).unwrap_err();
            recent.keep(&interaction, LARGEST, looked);
            assert!(recent.shelf.lock().bytes <= MOST);
            assert!(recent.interaction(interaction.id).is_ok());
        }
        let large = sample(99);
        let looked = recent.interaction(large.id).unwrap_err();
        recent.keep(&large, LARGEST + 1, looked);
        assert!(recent.interaction(large.id).is_err());
    }
}
