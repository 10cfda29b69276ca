//! What the replies of all tools share.

use sayso_wire::arguments::pieces::{flag, number, text, texts};
use serde_json::{Value, json};

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
