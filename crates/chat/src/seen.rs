//! Deliveries that came before: a chat repeats what it thinks was lost.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// A delivery is repeated within minutes; nobody clicks this often in the meantime.
const KEPT: usize = 4_096;

#[derive(Default)]
pub(crate) struct Seen {
    known: Mutex<(HashSet<String>, VecDeque<String>)>,
}

impl Seen {
    pub(crate) fn is_new(&self, key: &str) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (keys, order) = &mut *known;
        if !keys.insert(key.to_owned()) {
            return false;
        }
        order.push_back(key.to_owned());
        if order.len() > KEPT
            && let Some(oldest) = order.pop_front()
        {
            keys.remove(&oldest);
        }
        true
    }

    /// It was not carried out, so that the same may come again.
    pub(crate) fn forget(&self, key: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (keys, order) = &mut *known;
        keys.remove(key);
        order.retain(|other| other != key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_before_is_known_for_a_while() {
        let seen = Seen::default();
        assert!(seen.is_new("a"));
        assert!(!seen.is_new("a"));
        for n in 0..KEPT {
            assert!(seen.is_new(&n.to_string()));
        }
        assert!(seen.is_new("a"), "forgotten by now");
    }
}
