//! Typed items of the shelf: the JSON format of each kind, and its version.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::{Body, Item, Over, Replaced, Shelf, StoreError};

pub trait Kept: Serialize + DeserializeOwned {
    const KIND: &'static str;
    /// Version of the current format. A new format gets a new number and a way to read the old one.
    const VERSION: u32;
}

pub struct Shelved<T> {
    pub key: String,
    pub revision: u64,
    pub value: T,
}

/// By key.
pub async fn all<T: Kept>(shelf: &dyn Shelf) -> Result<Vec<Shelved<T>>, StoreError> {
    Ok(shelf.list(T::KIND).await?.into_iter().filter_map(read).collect())
}

pub async fn get<T: Kept>(shelf: &dyn Shelf, key: &str) -> Result<Option<Shelved<T>>, StoreError> {
    Ok(shelf.get(T::KIND, key).await?.and_then(read))
}

pub async fn put<T: Kept>(
    shelf: &dyn Shelf,
    key: &str,
    value: &T,
    over: Over,
) -> Result<Replaced, StoreError> {
    let text = serde_json::to_string(value).expect("it has text keys and no other");
    let body = Body { version: T::VERSION, text };
    shelf.put(T::KIND, key, &body, over).await
}

/// An item that can't be read is left alone: another version of the program may have stored it.
fn read<T: Kept>(Item { key, revision, body }: Item) -> Option<Shelved<T>> {
    let value = match body.version == T::VERSION {
        true => serde_json::from_str(&body.text).map_err(|error| error.to_string()),
        false => Err(format!("its shape has version {}", body.version)),
    };
    match value {
        Ok(value) => Some(Shelved { key, revision, value }),
        Err(why) => {
            tracing::warn!(kind = T::KIND, key, why, "what is stored cannot be read");
            None
        }
    }
}
