//! The words of denials. A decision has no place for them: they follow as a message, once it has counted.
//! Sent along with it, they would also reach a model whose person had allowed it in the terminal a moment
//! before.

use std::collections::HashMap;

use serde_json::Value;

use super::wire::{self, CodexRequest};

#[derive(Debug, Default)]
pub(super) struct Reasons {
    /// By the key of what was denied.
    given: HashMap<String, (CodexRequest, String)>,
    /// The calls that say them.
    calls: HashMap<u64, String>,
}

impl Reasons {
    pub(super) fn keep(&mut self, key: &str, request: &CodexRequest, words: String) {
        self.given.insert(key.to_owned(), (request.clone(), words));
    }

    pub(super) fn forget(&mut self, key: &str) {
        self.given.remove(key);
    }

    /// The call that says them, if there are any.
    pub(super) fn say(&mut self, key: &str, call: u64) -> Option<Value> {
        let (request, words) = self.given.get(key)?;
        self.calls.insert(call, key.to_owned());
        Some(wire::steer(call, request, words))
    }

    pub(super) fn is_saying(&self, key: &str) -> bool {
        self.calls.values().any(|said| said == key)
    }

    /// What was denied by calls that nobody will answer: their connection is lost.
    pub(super) fn give_up(&mut self) -> Vec<String> {
        let lost: Vec<String> = self.calls.drain().map(|(_, key)| key).collect();
        lost.iter().for_each(|key| self.forget(key));
        lost
    }

    /// Of the call with this number: what was denied, and what the model hears of it.
    pub(super) fn said(&mut self, call: u64, is_heard: bool) -> Option<(String, Option<String>)> {
        let key = self.calls.remove(&call)?;
        let words = self.given.remove(&key).map(|(_, words)| words);
        Some((key, words.filter(|_| is_heard)))
    }
}
