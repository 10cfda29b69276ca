//! The shelf: everything small that is kept by a key. What lies there is text to the database; what it
//! means is known by the module that put it there.

use async_trait::async_trait;

use super::{Replaced, StoreError};

#[async_trait]
pub trait Shelf: Send + Sync + 'static {
    async fn get(&self, kind: &str, key: &str) -> Result<Option<Item>, StoreError>;

    /// All of a kind, by key.
    async fn list(&self, kind: &str) -> Result<Vec<Item>, StoreError>;

    /// Puts it there if what is there now is what `over` says.
    async fn put(
        &self,
        kind: &str,
        key: &str,
        body: &Body,
        over: Over,
    ) -> Result<Replaced, StoreError>;

    /// Removes them together; returns how many were there.
    async fn remove(&self, kind: &str, keys: &[String]) -> Result<usize, StoreError>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub key: String,
    /// Grows with every change.
    pub revision: u64,
    pub body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Of its shape, so that a later program can read it.
    pub version: u32,
    /// JSON.
    pub text: String,
}

/// What may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    Anything,
    /// There must not be one.
    Nothing,
    /// Exactly this revision: not one that somebody else has changed, or removed, meanwhile.
    Revision(u64),
}
