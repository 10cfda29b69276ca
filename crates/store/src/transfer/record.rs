//! The rows of every table as JSON, the same in every database: its fields are the columns.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::body::decode_field;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "lowercase")]
pub(crate) enum Record {
    Question(Box<Question>),
    Draft(Field),
    #[serde(rename = "record")]
    Kept(Item),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// By which it is found, where that is stored.
    pub(crate) text: Option<String>,
}

/// A field of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Field {
    pub(crate) interaction: Uuid,
    pub(crate) key: String,
    pub(crate) version: i32,
    pub(crate) body: String,
}

/// A stored item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) kind: String,
    pub(crate) key: String,
    pub(crate) revision: i64,
    pub(crate) version: i32,
    pub(crate) body: String,
}

impl Field {
    /// PostgreSQL stores this instead of the key, and shows it like this.
    pub(crate) fn hash(key: &str) -> String {
        let bytes = Sha256::digest(key.as_bytes());
        bytes.iter().fold("\\x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
    }

    /// The key itself instead of its hash. A field that can't be read keeps that, which no other has.
    pub(crate) fn unhashed(mut self) -> Field {
        if let Ok(key) = self.own_key()
            && Field::hash(&key) == self.key
        {
            self.key = key;
        }
        self
    }

    /// What is wrong with it, if anything.
    pub(crate) fn fault(&self) -> Option<String> {
        match self.own_key() {
            Ok(key) if key == self.key => None,
            Ok(_) => Some("is stored under another key".to_owned()),
            Err(why) => Some(format!("cannot be read: {why}")),
        }
    }

    fn own_key(&self) -> Result<String, String> {
        decode_field(self.version.unsigned_abs(), self.body.as_bytes()).map(|field| field.key())
    }
}
