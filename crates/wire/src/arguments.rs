//! Arguments of each dialect, as JSON Schema: as models read it in the tools, and as the API's
//! document says it.

mod ask_user_questions;
pub mod pieces;
mod provide_choice;

pub use ask_user_questions::ask_user_questions;
pub use provide_choice::{TIMEOUT_ACTIONS, provide_choice};

use sayso_core::Dialect;
use sayso_core::dialect::{DialectLimits, user_choice};
use sayso_core::surface::Chats;
use schemars::Schema;
use serde_json::{Value, json};

use crate::words::SURFACE;

/// A request with `dialect` and `arguments`: one shape for each dialect.
pub(crate) fn by_dialect(request: &mut Schema) {
    let whole = std::mem::take(request).to_value();
    let shapes = Dialect::ALL.map(Dialect::as_str).map(|dialect| {
        let mut shape = whole.clone();
        shape["title"] = dialect.into();
        shape["properties"]["dialect"] = json!({ "type": "string", "const": dialect });
        shape["properties"]["arguments"] = arguments(dialect);
        shape
    });
    request.insert("oneOf".to_owned(), Value::from(shapes.to_vec()));
}

/// As strict as core is about a new question, whatever the limits are; rules about several fields remain.
fn arguments(dialect: &str) -> Value {
    match dialect {
        "provide_choice" => new_choice(&["title", "prompt"]),
        "shell" => new_choice(&["title"]),
        "ask_user_questions" => {
            let most = usize::MAX;
            let widest = DialectLimits { questions: most, options: most, ..Default::default() };
            let mut schema = ask_user_questions(&widest);
            allow_empty(&mut schema);
            let question = &mut schema["properties"]["questions"]["items"];
            question["anyOf"] = one_of(["prompt", "question"]);
            schema
        }
        // What can't be asked is left out, with a warning: hardly anything is required.
        "user_choice" => json!({
            "type": "object",
            "properties": {
                "type": { "type": "string", "enum": user_choice::TYPES },
                "irreversible": { "description": "true: only a person can answer it." },
                "timeout_seconds": { "description": "Seconds to answer; a day if left out." },
                "interface": { "description": "Where to show it: auto, terminal, web or a chat." },
            },
        }),
        "permission" => json!({
            "type": "object",
            "required": ["title", "prompt"],
            "properties": {
                "title": { "type": "string", "description": "What would be done." },
                "prompt": { "type": "string", "description": "Everything else about it." },
                "irreversible": { "type": "boolean" },
                "timeout_seconds": { "type": "integer" },
            },
            "additionalProperties": false,
        }),
        // As Claude Code sends them to its own tools.
        "claude_question" => json!({
            "type": "object", "required": ["questions"],
            "properties": { "questions": { "type": "array", "minItems": 1 } },
        }),
        "claude_plan" => json!({
            "type": "object", "required": ["plan"],
            "properties": { "plan": { "type": "string", "minLength": 1 } },
        }),
        _ => json!({ "type": "object" }),
    }
}

fn new_choice(required: &[&str]) -> Value {
    let mut schema = provide_choice(Chats::default());
    schema["required"] = json!(required);
    let fields = &mut schema["properties"];
    // Which chats there are is the hub's business; a timeout out of range is moved into it.
    fields["interface"]["pattern"] = SURFACE.into();
    for (field, rule) in
        [("interface", "enum"), ("timeout_seconds", "minimum"), ("timeout_seconds", "maximum")]
    {
        fields[field].as_object_mut().and_then(|field| field.remove(rule));
    }
    fields["session_id"] = json!({ "description": "Ignored." });
    allow_empty(&mut schema);
    schema["anyOf"] = one_of(["selection_mode", "type"]);
    schema
}

fn one_of(names: [&str; 2]) -> Value {
    json!(names.map(|name| json!({ "required": [name] })))
}

/// Models fill in every field, so one that is empty counts as absent.
fn allow_empty(schema: &mut Value) {
    let required = schema["required"].clone();
    let is_required = |name: &str| required.as_array().is_some_and(|it| it.contains(&json!(name)));
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        allow_empty(field);
        match is_required(name) {
            true if field["type"] == "string" => field["pattern"] = r"\S".into(),
            true => {}
            false => *field = or_empty(field.take()),
        }
    }
    if let Some(items) = schema.get_mut("items") {
        allow_empty(items);
    }
    if let Some(values) = schema.get_mut("additionalProperties").filter(|it| it.is_object()) {
        *values = or_empty(values.take());
    }
}

fn or_empty(schema: Value) -> Value {
    json!({ "anyOf": [
        schema,
        { "type": "null" },
        { "type": "string", "pattern": r"^\s*$" },
        { "type": "array", "maxItems": 0 },
        { "type": "object", "maxProperties": 0 },
    ] })
}
