//! The formats of configuration files: each reads a text into values, and changes the text itself,
//! so that comments, order and indentation stay.

mod json;
mod toml;
mod yaml;

use std::path::Path;

use serde_json::{Map, Value};

use crate::change::{self, Op};
pub use toml::invalid as invalid_toml;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, also with comments and trailing commas.
    Json,
    Toml,
    Yaml,
}

impl Format {
    /// By the file's name.
    pub fn of(path: &Path) -> Format {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("toml") => Format::Toml,
            Some("yaml" | "yml") => Format::Yaml,
            Some(_) | None => Format::Json,
        }
    }

    /// The values of a text; those of an empty one are an empty table.
    pub fn read(self, text: &str) -> Result<Value, String> {
        let text = text.strip_prefix(BOM).unwrap_or(text);
        if text.trim().is_empty() {
            return Ok(Value::Object(Map::new()));
        }
        let value = match self {
            Format::Json => json::read(text)?,
            Format::Toml => toml::read(text)?,
            Format::Yaml => yaml::read(text)?,
        };
        match value.is_object() {
            true => Ok(value),
            false => Err("the file is not a table of settings".to_owned()),
        }
    }

    /// Rather too often than not often enough: a text can look like a comment.
    pub fn may_have_comments(self, text: &str) -> bool {
        match self {
            Format::Json => text.contains("//") || text.contains("/*"),
            Format::Toml | Format::Yaml => text.contains('#'),
        }
    }
}

/// Some editors begin a file with it.
const BOM: char = '\u{feff}';

/// The text with these changes, or why it can't be done. Nothing else changes: the result is read
/// again, and compared with what the changes mean.
pub fn rewrite(format: Format, text: &str, ops: &[Op]) -> Result<String, String> {
    let mut expected = format.read(text)?;
    change::apply(&mut expected, ops)?;
    let (mark, plain) = match text.strip_prefix(BOM) {
        Some(plain) => (BOM.to_string(), plain),
        None => (String::new(), text),
    };
    let changed = match format {
        Format::Json => json::change(plain, ops)?,
        Format::Toml => toml::change(plain, ops)?,
        Format::Yaml => yaml::change(plain, &expected)?,
    };
    let changed = mark + &changed;
    match format.read(&changed) {
        Ok(value) if value == expected => Ok(changed),
        Ok(_) => Err("the file is written in a way that can't be changed safely".to_owned()),
        Err(why) => Err(format!("the change would break the file: {why}")),
    }
}

#[cfg(test)]
#[path = "format_tests.rs"]
mod tests;
