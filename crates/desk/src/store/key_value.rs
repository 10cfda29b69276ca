//! Key-value items: everything small that is stored by a key. To the database an item is text; only the
//! module that stored it knows its meaning.

use async_trait::async_trait;

use super::{Replaced, StoreError};

#[async_trait]
pub trait KeyValue: Send + Sync + 'static {
    async fn get(&self, kind: &str, key: &str) -> Result<Option<StoredItem>, StoreError>;

    /// All items of a kind, by key.
    async fn list(&self, kind: &str) -> Result<Vec<StoredItem>, StoreError>;

    /// Stores it if the current item is what `over` says.
    async fn put(
        &self,
        kind: &str,
        key: &str,
        body: &Body,
        over: Replaces,
    ) -> Result<Replaced, StoreError>;

    /// Removes them together; returns how many existed.
    async fn remove(&self, kind: &str, keys: &[String]) -> Result<usize, StoreError>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredItem {
    pub key: String,
    /// Increases with every change.
    pub revision: u64,
    pub body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Version of its format, so that a later program can read it.
    pub version: u32,
    /// JSON.
    pub text: String,
}

/// What may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaces {
    Anything,
    /// It must not exist yet.
    Nothing,
    /// Exactly this revision: not one that was changed or removed in the meantime.
    Revision(u64),
}
