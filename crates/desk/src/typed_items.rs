//! Typed items: the JSON format of each kind, and its version.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::{Body, KeyValue, Replaced, Replaces, StoreError, StoredItem};

pub trait TypedItem: Serialize + DeserializeOwned {
    const KIND: &'static str;
    /// Version of the current format. A new format gets a new number and a way to read the old one.
    const VERSION: u32;
}

pub struct Stored<T> {
    pub key: String,
    pub revision: u64,
    pub value: T,
}

/// By key.
pub async fn all<T: TypedItem>(key_value: &dyn KeyValue) -> Result<Vec<Stored<T>>, StoreError> {
    Ok(key_value.list(T::KIND).await?.into_iter().filter_map(read).collect())
}

pub async fn get<T: TypedItem>(
    key_value: &dyn KeyValue,
    key: &str,
) -> Result<Option<Stored<T>>, StoreError> {
    Ok(key_value.get(T::KIND, key).await?.and_then(read))
}

pub async fn put<T: TypedItem>(
    key_value: &dyn KeyValue,
    key: &str,
    value: &T,
    over: Replaces,
) -> Result<Replaced, StoreError> {
    let text = serde_json::to_string(value).expect("it has text keys and no other");
    let body = Body { version: T::VERSION, text };
    key_value.put(T::KIND, key, &body, over).await
}

/// An item that can't be read is left alone: another version of the program may have stored it.
fn read<T: TypedItem>(StoredItem { key, revision, body }: StoredItem) -> Option<Stored<T>> {
    let value = match body.version == T::VERSION {
        true => serde_json::from_str(&body.text).map_err(|error| error.to_string()),
        false => Err(format!("its shape has version {}", body.version)),
    };
    match value {
        Ok(value) => Some(Stored { key, revision, value }),
        Err(why) => {
            tracing::warn!(kind = T::KIND, key, why, "what is stored cannot be read");
            None
        }
    }
}
