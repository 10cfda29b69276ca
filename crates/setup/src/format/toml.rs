//! TOML, changed without losing comments.

use std::ops::Range;

use serde_json::{Map, Value as Json};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, TomlError, Value};

use crate::change::{Op, not_a};

pub(crate) fn read(text: &str) -> Result<Json, String> {
    Ok(table(document(text)?.as_table()))
}

fn document(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|error: TomlError| invalid(text, error.span(), error.message()))
}

/// Why a text is not TOML. Without the line itself, which may hold a secret.
pub fn invalid(text: &str, span: Option<Range<usize>>, why: &str) -> String {
    let before = span.and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = 1 + before.matches('\n').count();
    format!("not valid TOML in line {line}: {}", why.replace('\n', ", "))
}

fn table(table: &dyn TableLike) -> Json {
    let field = |(name, item): (&str, &Item)| Some((name.to_owned(), json(item)?));
    Json::Object(table.iter().filter_map(field).collect())
}

fn json(item: &Item) -> Option<Json> {
    match item {
        Item::None => None,
        Item::Value(value) => Some(of_value(value)),
        Item::Table(inner) => Some(table(inner)),
        Item::ArrayOfTables(items) => {
            Some(Json::Array(items.iter().map(|inner| table(inner)).collect()))
        }
    }
}

fn of_value(value: &Value) -> Json {
    match value {
        Value::String(text) => text.value().as_str().into(),
        Value::Integer(number) => (*number.value()).into(),
        Value::Float(number) => (*number.value()).into(),
        Value::Boolean(switch) => (*switch.value()).into(),
        Value::Datetime(time) => time.value().to_string().into(),
        Value::Array(items) => items.iter().map(of_value).collect(),
        Value::InlineTable(inner) => table(inner),
    }
}

pub(crate) fn change(text: &str, ops: &[Op]) -> Result<String, String> {
    let mut document = document(text)?;
    for op in ops {
        change_one(&mut document, op)?;
    }
    let changed = document.to_string();
    // The first table needs no empty line before it.
    let changed = match text.trim().is_empty() {
        true => changed.trim_start().to_owned(),
        false => changed,
    };
    // The library writes its own line ends.
    Ok(match text.contains("\r\n") {
        true => changed.replace("\r\n", "\n").replace('\n', "\r\n"),
        false => changed,
    })
}

fn change_one(document: &mut DocumentMut, op: &Op) -> Result<(), String> {
    let Some((last, above)) = op.path().split_last() else {
        return Err("the whole file can't be changed".to_owned());
    };
    match op {
        Op::Set { value, path } => {
            let table = made(document.as_table_mut(), above, path)?;
            match (table.get_mut(last).and_then(Item::as_value_mut), of_json(value)?) {
                (Some(old), mut new) => {
                    // What is written around it, such as a comment.
                    *new.decor_mut() = old.decor().clone();
                    *old = new;
                }
                (None, new) => {
                    table.insert(last, Item::Value(new));
                }
            }
        }
        Op::Remove { .. } => {
            let table = existing(document.as_table_mut(), above);
            if let Some(Item::Table(removed)) = table.and_then(|table| table.remove(last)) {
                keep_comments(document, &removed);
            }
        }
        Op::Prune { .. } => {
            if let Some(table) = existing(document.as_table_mut(), above)
                && table.get(last).and_then(Item::as_table_like).is_some_and(TableLike::is_empty)
            {
                table.remove(last);
            }
        }
        Op::Add { path, .. } | Op::Take { path, .. } | Op::Replace { path, .. } => {
            return Err(format!("`{}` can only be set as a whole", path.join(".")));
        }
    }
    Ok(())
}

/// What a person wrote above a table that goes stays, at the end.
fn keep_comments(document: &mut DocumentMut, removed: &Table) {
    let above = removed.decor().prefix().and_then(|above| above.as_str()).unwrap_or_default();
    if above.contains('#') {
        let end = document.trailing().as_str().unwrap_or_default();
        document.set_trailing(format!("{end}{above}"));
    }
}

fn made<'a>(
    root: &'a mut Table,
    above: &[String],
    path: &[String],
) -> Result<&'a mut dyn TableLike, String> {
    let mut here: &mut dyn TableLike = root;
    let mut inline = false;
    for key in above {
        if here.get(key).is_none() {
            here.insert(key, if inline { Item::Value(InlineTable::new().into()) } else { fresh() });
        }
        let item = here.get_mut(key).ok_or_else(|| not_a("table", path))?;
        inline = item.is_inline_table();
        here = item.as_table_like_mut().ok_or_else(|| not_a("table", path))?;
    }
    Ok(here)
}

/// Without a header until it has values, and with an empty line before it.
fn fresh() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    table.decor_mut().set_prefix("\n");
    Item::Table(table)
}

fn existing<'a>(root: &'a mut Table, path: &[String]) -> Option<&'a mut dyn TableLike> {
    let root: &mut dyn TableLike = root;
    path.iter().try_fold(root, |table, key| table.get_mut(key)?.as_table_like_mut())
}

fn of_json(value: &Json) -> Result<Value, String> {
    Ok(match value {
        Json::Null => return Err("TOML has no null".to_owned()),
        Json::Bool(value) => (*value).into(),
        Json::Number(value) => match value.as_i64() {
            Some(whole) => whole.into(),
            None => value.as_f64().unwrap_or_default().into(),
        },
        Json::String(value) => value.as_str().into(),
        Json::Array(items) => items.iter().map(of_json).collect::<Result<Array, _>>()?.into(),
        Json::Object(fields) => inline(fields)?.into(),
    })
}

fn inline(fields: &Map<String, Json>) -> Result<InlineTable, String> {
    fields.iter().map(|(name, value)| Ok((name.as_str(), of_json(value)?))).collect()
}
