//! Pieces of JSON Schema: every field has a description, and there are no formats or nullable
//! types, which some clients reject.

use serde_json::{Value, json};

pub(super) fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// A string with at most this many characters.
pub(super) fn bounded(most: usize, description: &str) -> Value {
    json!({ "type": "string", "maxLength": most, "description": description })
}

pub(super) fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

pub(super) fn number(description: &str) -> Value {
    json!({ "type": "integer", "description": description })
}

pub(super) fn decimal(description: &str) -> Value {
    json!({ "type": "number", "description": description })
}

pub(super) fn within(least: u64, most: u64, description: &str) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most, "description": description })
}

pub(super) fn choice(values: &[&str], description: &str) -> Value {
    json!({ "type": "string", "enum": values, "description": description })
}

pub(super) fn texts(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": description })
}

/// A map from arbitrary names to texts.
pub(super) fn map(description: &str) -> Value {
    json!({ "type": "object", "additionalProperties": { "type": "string" }, "description": description })
}

/// Fields that every reply of every tool may have in addition to its own. Nothing is required: an
/// error has other fields than an answer, and clients check both against one schema.
pub(super) fn reply(own: Value) -> Value {
    let mut properties = json!({
        "instructions": text("What to do now."),
        "remaining_seconds": number("While pending: seconds until it times out. Absent without a deadline."),
        "deadline": text("While pending: when it times out, UTC. Absent without a deadline."),
        "answered_at": text("If the answer was given to an earlier, identical call: when, UTC."),
        "shown": flag("While pending: whether a screen shows it to the user right now."),
        "warnings": texts("What was overridden or ignored, and what to do better next time."),
        "errors": {
            "type": "array",
            "description": "Why the call failed.",
            "items": {
                "type": "object",
                "properties": {
                    "field": text("The wrong field, or empty."),
                    "rule": text("What is wrong."),
                    "hint": text("What to do about it."),
                },
                "required": ["field", "rule"],
            },
        },
        "late_answers": {
            "type": "array",
            "description": "Answers to earlier questions of yours whose calls had ended. Act on them as on the result of those calls.",
            "items": {
                "type": "object",
                "properties": {
                    "session_id": text("Names the earlier question."),
                    "question": text("What you asked."),
                    "status": text("What happened, in the words of the tool that asked."),
                    "answer": text("What the user answered, notes included."),
                    "answered_at": text("When, UTC."),
                },
            },
        },
    });
    if let (Value::Object(all), Value::Object(own)) = (&mut properties, own) {
        all.extend(own);
    }
    json!({ "type": "object", "properties": properties })
}

/// The `status` values of a failed call.
pub(super) const FAILURES: [&str; 4] = ["invalid_request", "not_found", "forgotten", "unavailable"];
