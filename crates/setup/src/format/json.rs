//! JSON as agents write it: comments and trailing commas are allowed, and kept.

use jsonc_parser::cst::{CstArray, CstInputValue, CstNode, CstObject, CstRootNode};
use jsonc_parser::errors::ParseError;
use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

use crate::change::{Op, not_a};

/// Anything looser is not what these agents read.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(crate) fn read(text: &str) -> Result<Value, String> {
    // Without a tree of the text: that takes ten times as long, and files of megabytes are common.
    let value = parse_to_serde_value(text, &OPTIONS).map_err(invalid)?;
    Ok(match value {
        // Only comments.
        Value::Null => Value::Object(serde_json::Map::new()),
        value => value,
    })
}

fn invalid(error: ParseError) -> String {
    format!("not valid JSON: {error}")
}

fn parse(text: &str) -> Result<CstRootNode, String> {
    CstRootNode::parse(text, &OPTIONS).map_err(invalid)
}

pub(crate) fn change(text: &str, ops: &[Op]) -> Result<String, String> {
    let root = parse(text)?;
    let top = root.object_value_or_create().ok_or("the file is not an object")?;
    for op in ops {
        change_one(&top, op)?;
    }
    Ok(root.to_string())
}

fn change_one(top: &CstObject, op: &Op) -> Result<(), String> {
    let Some((last, above)) = op.path().split_last() else {
        return Err("the whole file can't be changed".to_owned());
    };
    match op {
        Op::Set { value, path } => {
            let object = made(top, above, path)?;
            match object.get(last) {
                Some(field) => field.set_value(input(value)),
                None => {
                    object.append(last, input(value));
                }
            }
        }
        Op::Add { value, path } => {
            let list = made(top, above, path)?.array_value_or_create(last);
            list.ok_or_else(|| not_a("list", path))?.append(input(value));
        }
        Op::Remove { .. } => {
            if let Some(field) = existing(top, above).and_then(|object| object.get(last)) {
                field.remove();
            }
        }
        Op::Take { value, .. } => {
            let list = existing(top, above).and_then(|object| object.array_value(last));
            if let Some(element) = list.and_then(|list| element(&list, value)) {
                element.remove();
            }
        }
        Op::Replace { value, with, path } => {
            let list = existing(top, above).and_then(|object| object.array_value(last));
            if let Some(element) = list.and_then(|list| element(&list, value)) {
                let element = element.as_object().ok_or_else(|| not_a("list of tables", path))?;
                element.replace_with(input(with));
            }
        }
        Op::Prune { .. } => {
            let field = existing(top, above).and_then(|object| object.get(last));
            if let Some(field) = field
                && field.value().is_some_and(|value| is_empty(&value))
            {
                field.remove();
            }
        }
    }
    Ok(())
}

fn made(top: &CstObject, above: &[String], path: &[String]) -> Result<CstObject, String> {
    above.iter().try_fold(top.clone(), |object, key| {
        object.object_value_or_create(key).ok_or_else(|| not_a("table", path))
    })
}

fn existing(top: &CstObject, path: &[String]) -> Option<CstObject> {
    path.iter().try_fold(top.clone(), |object, key| object.object_value(key))
}

fn element(list: &CstArray, value: &Value) -> Option<CstNode> {
    let is = |node: &CstNode| node.to_serde_value().as_ref() == Some(value);
    list.elements().into_iter().find(is)
}

fn is_empty(node: &CstNode) -> bool {
    let object = node.as_object().map(|object| object.properties().is_empty());
    let list = node.as_array().map(|list| list.elements().is_empty());
    object.or(list).unwrap_or(false)
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(value) => CstInputValue::Number(value.to_string()),
        Value::String(value) => CstInputValue::String(value.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| (name.clone(), input(value));
            CstInputValue::Object(fields.iter().map(field).collect())
        }
    }
}
