//! `portal/wire.d.ts`: the types that travel, for TypeScript. Written by this test with
//! `SAYSO_WRITE_TYPES=1`, and otherwise compared.

#![expect(clippy::disallowed_methods, reason = "tests measure and read their environment")]
#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]

use std::path::Path;

use sayso_wire::{
    ActRequest, EventsView, InteractionView, PageView, ProblemView, SettingLine, StatsView,
    SubmissionRequest,
};
use schemars::generate::SchemaSettings;
use serde_json::Value;

#[test]
fn the_portal_has_the_types_of_the_wire() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("portal/wire.d.ts");
    let written = declarations();
    if std::env::var_os("SAYSO_WRITE_TYPES").is_some() {
        std::fs::write(&file, &written).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == written, "the wire changed: run this test with SAYSO_WRITE_TYPES=1\n{written}");
}

fn declarations() -> String {
    // As they are sent: what is left out then is optional.
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.subschema_for::<InteractionView>();
    generator.subschema_for::<EventsView>();
    generator.subschema_for::<PageView>();
    generator.subschema_for::<ProblemView>();
    generator.subschema_for::<SettingLine>();
    generator.subschema_for::<StatsView>();
    generator.subschema_for::<SubmissionRequest>();
    generator.subschema_for::<ActRequest>();
    let mut text = "// Made from the types in crates/wire by tests/wire_types.rs.\n".to_owned();
    for (name, schema) in generator.take_definitions(true) {
        if let Some(about) = schema["description"].as_str() {
            text.push_str(&format!("\n/** {} */", about.replace('\n', " ")));
        }
        let declared = format!("\nexport type {name} = {};\n", written(&schema, 0));
        text.push_str(&declared.replace("= \n", "=\n"));
    }
    text
}

/// A schema as a type; `depth` is how far its lines are indented.
fn written(schema: &Value, depth: usize) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return match schema["properties"].is_object() {
            true => format!("({} & {name})", object(schema, depth)),
            false => name.to_owned(),
        };
    }
    if let Some(word) = schema.get("const") {
        return word.to_string();
    }
    if let Some(words) = schema["enum"].as_array() {
        return union(words.iter().map(Value::to_string));
    }
    let variants = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    let variants = variants.map(|all| union(all.iter().map(|one| written(one, depth + 1))));
    match (variants, schema["properties"].is_object()) {
        (Some(variants), true) => format!("{} & ({variants}\n)", object(schema, depth)),
        (Some(variants), false) => variants,
        (None, _) => match &schema["type"] {
            Value::String(kind) => of_kind(kind, schema, depth),
            Value::Array(kinds) => {
                union(kinds.iter().map(|kind| of_kind(kind.as_str().unwrap(), schema, depth)))
            }
            _ => "unknown".to_owned(),
        },
    }
}

fn of_kind(kind: &str, schema: &Value, depth: usize) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "array" => match written(&schema["items"], depth) {
            item if item.contains([' ', '{']) => format!("({item})[]"),
            item => format!("{item}[]"),
        },
        "object" if schema["properties"].is_object() => object(schema, depth),
        "object" => {
            format!("Record<string, {}>", written(&schema["additionalProperties"], depth))
        }
        "string" | "boolean" | "null" => kind.to_owned(),
        other => panic!("no type for {other}"),
    }
}

/// In one line if it fits.
fn object(schema: &Value, depth: usize) -> String {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let fields = schema["properties"].as_object().unwrap().iter().map(|(name, field)| {
        let kind = written(field, depth + 1);
        if required.contains(&Value::from(name.as_str())) {
            format!("{name}: {kind}")
        } else {
            // It is left out, never null.
            format!("{name}?: {}", kind.trim_end_matches(" | null"))
        }
    });
    let fields: Vec<String> = fields.collect();
    let line = format!("{{ {} }}", fields.join("; "));
    if line.len() <= 90 {
        return line;
    }
    let indent = "  ".repeat(depth + 1);
    let lines: String = fields.iter().map(|field| format!("{indent}{field};\n")).collect();
    format!("{{\n{lines}{}}}", "  ".repeat(depth))
}

fn union(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    let line = all.join(" | ");
    if line.len() <= 100 { line } else { format!("\n  | {}", all.join("\n  | ")) }
}
