//! The part that all tools' schemas share. Every word of them is paid for in every conversation: a
//! field is described where its name doesn't say it, and a limit is stated once.

use sayso_wire::arguments::pieces::{number, text, texts};
use serde_json::{Value, json};

/// Input without what the description states (the limits), what errors explain, and what a new
/// caller does not need. All of it is still accepted and checked; the API's document has it whole.
pub(super) fn brief(mut schema: Value) -> Value {
    const LEFT_OUT: [&str; 6] =
        ["additionalProperties", "maxItems", "maxLength", "maximum", "minItems", "minimum"];
    let Some(object) = schema.as_object_mut() else { return schema };
    // A map from names to texts says so.
    object.retain(|rule, value| !LEFT_OUT.contains(&rule.as_str()) || value.is_object());
    if let Some(Value::Object(fields)) = object.get_mut("properties") {
        fields.retain(|_, field| field.get("deprecated").is_none());
        fields.values_mut().for_each(|field| *field = brief(field.take()));
    }
    if let Some(items) = object.get_mut("items") {
        *items = brief(items.take());
    }
    schema
}

/// Fields that every reply of every tool may have in addition to its own. Nothing is required: an
/// error has other fields than an answer, and clients check both against one schema.
pub(super) fn reply(own: Value) -> Value {
    let mut properties = json!({
        "instructions": text("What to do now."),
        "remaining_seconds": number("Absent without a deadline."),
        "deadline": string(),
        "answered_at": text("If an earlier, identical call was answered."),
        "shown": { "type": "boolean", "description": "Whether a screen shows it now." },
        "warnings": texts("What to do better next time."),
        "errors": list(json!({ "field": string(), "rule": string(), "hint": string() })),
        "late_answers": list(json!({
            "session_id": string(),
            "question": string(),
            "status": string(),
            "answer": string(),
            "answered_at": string(),
        })),
    });
    if let (Value::Object(all), Value::Object(own)) = (&mut properties, own) {
        all.extend(own);
    }
    json!({ "type": "object", "properties": properties })
}

pub(super) fn string() -> Value {
    json!({ "type": "string" })
}

pub(super) fn strings() -> Value {
    json!({ "type": "array", "items": string() })
}

pub(super) fn numbers() -> Value {
    json!({ "type": "array", "items": { "type": "integer" } })
}

/// From names to texts.
pub(super) fn map() -> Value {
    json!({ "type": "object", "additionalProperties": string() })
}

fn list(properties: Value) -> Value {
    json!({ "type": "array", "items": { "type": "object", "properties": properties } })
}

/// The `status` values of a failed call.
pub(super) const FAILURES: [&str; 4] = ["invalid_request", "not_found", "forgotten", "unavailable"];
