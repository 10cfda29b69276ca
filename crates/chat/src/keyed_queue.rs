//! Work in order where order matters: one lane for each key, many lanes at once.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) struct KeyedQueue<K, T> {
    /// A lane that exists has somebody who works through it.
    waiting: Mutex<HashMap<K, VecDeque<T>>>,
}

impl<K, T> Default for KeyedQueue<K, T> {
    fn default() -> KeyedQueue<K, T> {
        KeyedQueue { waiting: Mutex::default() }
    }
}

/// Who has to work through the lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// The one who put the first thing in: takes with [`KeyedQueue::next`] until there is nothing.
    Yours,
    Taken,
}

impl<K: Eq + Hash, T> KeyedQueue<K, T> {
    pub(crate) fn push(&self, key: K, work: T) -> Lane {
        let mut waiting = self.lock();
        match waiting.get_mut(&key) {
            Some(lane) => {
                lane.push_back(work);
                Lane::Taken
            }
            None => {
                waiting.insert(key, VecDeque::from([work]));
                Lane::Yours
            }
        }
    }

    /// The next thing; with nothing left the lane is closed, and the next push opens it again.
    pub(crate) fn next(&self, key: &K) -> Option<T> {
        let mut waiting = self.lock();
        let next = waiting.get_mut(key)?.pop_front();
        if next.is_none() {
            waiting.remove(key);
        }
        next
    }

    /// Everything that waits in the lane at once, if anything does.
    pub(crate) fn all(&self, key: &K) -> Option<Vec<T>> {
        let mut waiting = self.lock();
        let lane = waiting.get_mut(key)?;
        if lane.is_empty() {
            waiting.remove(key);
            return None;
        }
        Some(lane.drain(..).collect())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, VecDeque<T>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_works_through_a_lane_and_misses_nothing() {
        let lanes = KeyedQueue::default();
        assert_eq!(lanes.push(1, "a"), Lane::Yours);
        assert_eq!(lanes.push(1, "b"), Lane::Taken);
        assert_eq!(lanes.push(2, "c"), Lane::Yours);
        assert_eq!(lanes.next(&1), Some("a"));
        assert_eq!(lanes.push(1, "d"), Lane::Taken);
        assert_eq!(lanes.all(&1), Some(vec!["b", "d"]));
        assert_eq!(lanes.push(1, "e"), Lane::Taken, "the one who took them still works");
        assert_eq!(lanes.next(&1), Some("e"));
        assert_eq!(lanes.next(&1), None);
        assert_eq!(lanes.push(1, "f"), Lane::Yours);
    }
}
