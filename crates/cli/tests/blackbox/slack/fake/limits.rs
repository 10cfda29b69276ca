//! Slack's limits, written from its documentation and independent of the product.

use std::collections::HashSet;

use serde_json::{Map, Value};

const INVALID: &str = "invalid_blocks";
/// Undocumented, found by others: above it, `msg_blocks_too_long`.
const ALL_BLOCKS: usize = 13_200;

/// The text and the blocks of a message.
pub fn message(arguments: &Value) -> Result<(String, Value), &'static str> {
    let text = arguments["text"].as_str().unwrap_or_default();
    let blocks = arguments.get("blocks").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
    let list = blocks.as_array().ok_or("invalid_blocks_format")?;
    if text.is_empty() && list.is_empty() {
        return Err("no_text");
    }
    if text.chars().count() > 40_000 {
        return Err("msg_too_long");
    }
    if list.len() > 50 {
        return Err("too_many_blocks");
    }
    all(list)?;
    if characters(&blocks) > ALL_BLOCKS {
        return Err("msg_blocks_too_long");
    }
    Ok((text.to_owned(), blocks))
}

pub fn view(view: &Value) -> Result<(), &'static str> {
    let fields = view.as_object().ok_or(INVALID)?;
    only(
        fields,
        &["type", "callback_id", "private_metadata", "title", "submit", "close", "blocks"],
    )?;
    text(fields.get("title"), 24, &["plain_text"])?;
    for name in ["submit", "close"].into_iter().filter(|name| fields.contains_key(*name)) {
        text(fields.get(name), 24, &["plain_text"])?;
    }
    string(fields.get("private_metadata"), 0..=3_000)?;
    string(fields.get("callback_id"), 0..=255)?;
    let blocks = fields["blocks"].as_array().ok_or(INVALID)?;
    if blocks.len() > 100 || view.to_string().len() > 250_000 {
        return Err("view_too_large");
    }
    all(blocks)
}

fn all(blocks: &[Value]) -> Result<(), &'static str> {
    let (mut ids, mut actions) = (HashSet::new(), HashSet::new());
    for block in blocks {
        let fields = block.as_object().ok_or(INVALID)?;
        if let Some(id) = fields.get("block_id") {
            string(Some(id), 1..=255)?;
            if !ids.insert(id.to_string()) {
                return Err(INVALID);
            }
        }
        let inside = one_block(fields)?;
        for element in inside {
            let id = one_element(element.as_object().ok_or(INVALID)?)?;
            let is_input = fields["type"] == "input";
            if !is_input && !actions.insert(id) {
                return Err(INVALID);
            }
        }
    }
    Ok(())
}

fn one_block(fields: &Map<String, Value>) -> Result<Vec<&Value>, &'static str> {
    match fields["type"].as_str().ok_or(INVALID)? {
        "section" => {
            only(fields, &["type", "block_id", "text", "accessory"])?;
            text(fields.get("text"), 3_000, &["plain_text", "mrkdwn"])?;
            Ok(fields.get("accessory").into_iter().collect())
        }
        "actions" => {
            only(fields, &["type", "block_id", "elements"])?;
            let elements = fields["elements"].as_array().ok_or(INVALID)?;
            count(elements.len(), 1..=25)?;
            Ok(elements.iter().collect())
        }
        "context" => {
            only(fields, &["type", "block_id", "elements"])?;
            let elements = fields["elements"].as_array().ok_or(INVALID)?;
            count(elements.len(), 1..=10)?;
            for element in elements {
                text(Some(element), 2_000, &["plain_text", "mrkdwn"])?;
            }
            Ok(Vec::new())
        }
        "divider" => only(fields, &["type", "block_id"]).map(|()| Vec::new()),
        "input" => {
            only(fields, &["type", "block_id", "label", "optional", "element", "hint"])?;
            text(fields.get("label"), 2_000, &["plain_text"])?;
            Ok(vec![fields.get("element").ok_or(INVALID)?])
        }
        _ => Err(INVALID),
    }
}

/// Returns its action id.
fn one_element(fields: &Map<String, Value>) -> Result<String, &'static str> {
    let known: &[&str] = match fields["type"].as_str().ok_or(INVALID)? {
        "button" => {
            text(fields.get("text"), 75, &["plain_text"])?;
            string(fields.get("value"), 0..=2_000)?;
            if fields.get("style").is_some_and(|style| style != "primary" && style != "danger") {
                return Err(INVALID);
            }
            &["text", "value", "style", "confirm"]
        }
        "static_select" => {
            options(fields, "options", 1..=100)?;
            text(fields.get("placeholder"), 150, &["plain_text"])?;
            &["placeholder", "options", "confirm"]
        }
        "multi_static_select" => {
            options(fields, "options", 1..=100)?;
            initial(fields, 100)?;
            text(fields.get("placeholder"), 150, &["plain_text"])?;
            &["placeholder", "options", "initial_options", "confirm"]
        }
        "checkboxes" => {
            options(fields, "options", 1..=10)?;
            initial(fields, 10)?;
            &["options", "initial_options", "confirm"]
        }
        "overflow" => {
            options(fields, "options", 1..=5)?;
            &["options", "confirm"]
        }
        "plain_text_input" => {
            string(fields.get("initial_value"), 0..=3_000)?;
            &["multiline", "max_length", "min_length", "initial_value", "placeholder"]
        }
        _ => return Err(INVALID),
    };
    let known: Vec<&str> = known.iter().chain(&["type", "action_id"]).copied().collect();
    only(fields, &known)?;
    if let Some(confirm) = fields.get("confirm") {
        let confirm = confirm.as_object().ok_or(INVALID)?;
        only(confirm, &["title", "text", "confirm", "deny", "style"])?;
        for (name, most) in [("title", 100), ("text", 300), ("confirm", 30), ("deny", 30)] {
            text(confirm.get(name), most, &["plain_text"])?;
        }
    }
    let id = fields.get("action_id");
    string(id, 1..=255)?;
    Ok(id.map(Value::to_string).unwrap_or_default())
}

fn options(
    fields: &Map<String, Value>,
    name: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Result<(), &'static str> {
    let options = fields.get(name).and_then(Value::as_array).ok_or(INVALID)?;
    count(options.len(), range)?;
    let mut values = HashSet::new();
    for option in options {
        let fields = option.as_object().ok_or(INVALID)?;
        only(fields, &["text", "value", "description"])?;
        text(fields.get("text"), 75, &["plain_text", "mrkdwn"])?;
        string(fields.get("value"), 1..=75)?;
        if fields.contains_key("description") {
            text(fields.get("description"), 75, &["plain_text", "mrkdwn"])?;
        }
        if !values.insert(fields["value"].to_string()) {
            return Err(INVALID);
        }
    }
    Ok(())
}

/// Each must be exactly one of the options.
fn initial(fields: &Map<String, Value>, most: usize) -> Result<(), &'static str> {
    let Some(chosen) = fields.get("initial_options") else { return Ok(()) };
    let chosen = chosen.as_array().ok_or(INVALID)?;
    count(chosen.len(), 1..=most)?;
    let options = fields["options"].as_array().ok_or(INVALID)?;
    if chosen.iter().all(|option| options.contains(option)) { Ok(()) } else { Err(INVALID) }
}

fn text(value: Option<&Value>, most: usize, kinds: &[&str]) -> Result<(), &'static str> {
    let fields = value.and_then(Value::as_object).ok_or(INVALID)?;
    let kind = fields.get("type").and_then(Value::as_str).ok_or(INVALID)?;
    if !kinds.contains(&kind) {
        return Err(INVALID);
    }
    let marks = if kind == "plain_text" { "emoji" } else { "verbatim" };
    only(fields, &["type", "text", marks])?;
    string(fields.get("text"), 1..=most)
}

/// Absent is fine; too long or too short isn't.
fn string(
    value: Option<&Value>,
    range: std::ops::RangeInclusive<usize>,
) -> Result<(), &'static str> {
    let Some(value) = value else { return Ok(()) };
    count(value.as_str().ok_or(INVALID)?.encode_utf16().count(), range)
}

fn count(count: usize, range: std::ops::RangeInclusive<usize>) -> Result<(), &'static str> {
    if range.contains(&count) { Ok(()) } else { Err(INVALID) }
}

fn only(fields: &Map<String, Value>, known: &[&str]) -> Result<(), &'static str> {
    if fields.keys().all(|name| known.contains(&name.as_str())) { Ok(()) } else { Err(INVALID) }
}

/// All characters except the names of types.
fn characters(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.iter().map(characters).sum(),
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| *name != "type")
            .map(|(_, value)| characters(value))
            .sum(),
        _ => 0,
    }
}
