//! The rows of every table as they are stored, the same in every database.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::body::decode_field;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Record {
    Question(Box<Question>),
    Field(Field),
    Item(Item),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) id: Uuid,
    pub(crate) call_id: String,
    pub(crate) fingerprint: Option<String>,
    pub(crate) ticket: Option<String>,
    pub(crate) test: bool,
    pub(crate) status: String,
    pub(crate) revision: i64,
    pub(crate) created_at: i64,
    pub(crate) deadline: Option<i64>,
    pub(crate) settled_at: Option<i64>,
    pub(crate) delivered_at: Option<i64>,
    pub(crate) heard_at: i64,
    pub(crate) version: i32,
    pub(crate) body: String,
}

/// A field of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) interaction: Uuid,
    pub(crate) key: FieldKey,
    pub(crate) version: i32,
    pub(crate) body: String,
}

/// Something on the shelf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) kind: String,
    pub(crate) key: String,
    pub(crate) revision: i64,
    pub(crate) version: i32,
    pub(crate) body: String,
}

/// SQLite stores the key itself, PostgreSQL a hash of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FieldKey {
    Text(String),
    Hash(Vec<u8>),
}

impl Field {
    pub(crate) fn hash(&self) -> Vec<u8> {
        match &self.key {
            FieldKey::Text(key) => hash(key),
            FieldKey::Hash(hash) => hash.clone(),
        }
    }

    /// A field that can't be read gets a key that no other has.
    pub(crate) fn text(&self) -> String {
        match &self.key {
            FieldKey::Text(key) => key.clone(),
            FieldKey::Hash(bytes) => self
                .own_key()
                .filter(|key| hash(key) == *bytes)
                .unwrap_or_else(|| bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
        }
    }

    /// What is wrong with it, if anything.
    pub(crate) fn fault(&self) -> Option<String> {
        let field = match decode_field(self.version.unsigned_abs(), self.body.as_bytes()) {
            Ok(field) => field,
            Err(why) => return Some(format!("cannot be read: {why}")),
        };
        (hash(&field.key()) != self.hash()).then(|| "is stored under another key".to_owned())
    }

    fn own_key(&self) -> Option<String> {
        let version = u32::try_from(self.version).ok()?;
        decode_field(version, self.body.as_bytes()).ok().map(|field| field.key())
    }
}

fn hash(key: &str) -> Vec<u8> {
    Sha256::digest(key.as_bytes()).to_vec()
}
