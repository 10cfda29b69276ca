//! Pieces of JSON Schema: every field has a description, and there are no formats or nullable
//! types, which some clients reject.

use serde_json::{Value, json};

pub fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// A string with at most this many characters.
pub fn bounded(most: usize, description: &str) -> Value {
    json!({ "type": "string", "maxLength": most, "description": description })
}

pub fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

pub fn number(description: &str) -> Value {
    json!({ "type": "integer", "description": description })
}

pub fn decimal(description: &str) -> Value {
    json!({ "type": "number", "description": description })
}

pub fn within(least: u64, most: u64, description: &str) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most, "description": description })
}

pub fn choice(values: &[&str], description: &str) -> Value {
    json!({ "type": "string", "enum": values, "description": description })
}

pub fn texts(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": description })
}

/// Accepted, but not what a new caller should use.
pub fn deprecated(mut schema: Value) -> Value {
    schema["deprecated"] = true.into();
    schema
}

/// A map from arbitrary names to texts.
pub fn map(description: &str) -> Value {
    json!({ "type": "object", "additionalProperties": { "type": "string" }, "description": description })
}
