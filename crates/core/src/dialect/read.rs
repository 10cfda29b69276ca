//! Reads fields of JSON objects and collects all problems.
//!
//! It knows types and sizes, but not the meaning of a field. A field that is `null`, or empty of its
//! own type, counts as absent: models fill in every field of a schema.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::limits;
use crate::problem::Problem;
use crate::text::{cut, filled, meant};

/// One object being read. Every field that is read is known by that; the others are unknown.
pub(crate) struct Fields<'v, 'p> {
    /// Path of the object, such as `options[2]`; empty at the top.
    path: String,
    map: &'v Map<String, Value>,
    /// In the order of reading; some are read more than once.
    known: Vec<&'static str>,
    pub(crate) problems: &'p mut Vec<Problem>,
}

impl<'v, 'p> Fields<'v, 'p> {
    /// `None`, with one problem, if the value isn't an object.
    pub(crate) fn of(
        value: &'v Value,
        path: &str,
        problems: &'p mut Vec<Problem>,
    ) -> Option<Fields<'v, 'p>> {
        match value.as_object() {
            Some(map) => {
                let known = Vec::with_capacity(MOST_FIELDS);
                Some(Fields { path: path.to_owned(), map, known, problems })
            }
            None => {
                problems.push(wrong_type(path, "an object", value));
                None
            }
        }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        join(&self.path, name)
    }

    pub(crate) fn refuse(&mut self, name: &str, rule: impl Into<String>, hint: impl Into<String>) {
        let field = self.path(name);
        self.problems.push(Problem::new(field, rule, hint));
    }

    /// Unless it is absent: `null`, or what is empty of that type.
    pub(crate) fn value(&mut self, name: &'static str, of: Type) -> Option<&'v Value> {
        self.known.push(name);
        self.map.get(name).filter(|value| !of.is_absent(value))
    }

    /// As typed, including white space.
    pub(crate) fn text(&mut self, name: &'static str, most: usize) -> Option<String> {
        let value = self.value(name, Type::Text)?;
        text(|| join(&self.path, name), value, most, self.problems)
    }

    /// A required text that isn't blank.
    pub(crate) fn required(&mut self, name: &'static str, most: usize) -> Option<String> {
        if self.value(name, Type::Text).is_none() {
            self.refuse(name, MISSING, "give a text");
            return None;
        }
        self.text(name, most)
    }

    /// A number or a flag; with a problem if it is of another type.
    pub(crate) fn scalar<T>(
        &mut self,
        name: &'static str,
        wanted: &str,
        read: impl FnOnce(&'v Value) -> Option<T>,
    ) -> Option<T> {
        self.typed(name, Type::Scalar, wanted, read)
    }

    fn typed<T>(
        &mut self,
        name: &'static str,
        of: Type,
        wanted: &str,
        read: impl FnOnce(&'v Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.value(name, of)?;
        let typed = read(value);
        if typed.is_none() {
            let path = self.path(name);
            self.problems.push(wrong_type(&path, wanted, value));
        }
        typed
    }

    pub(crate) fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.scalar(name, "true or false", Value::as_bool)
    }

    /// A whole number from 0; `30.0` is one.
    pub(crate) fn count(&mut self, name: &'static str) -> Option<u64> {
        let number = self.number(name)?;
        let count = u64::try_from(number).ok();
        if count.is_none() {
            self.refuse(name, format!("must not be negative: {number}"), "");
        }
        count
    }

    /// A whole number of either sign.
    pub(crate) fn number(&mut self, name: &'static str) -> Option<i64> {
        self.scalar(name, "a whole number", whole)
    }

    /// One of a fixed set of words; case, surrounding blanks and `-` for `_` are accepted.
    pub(crate) fn word<T: Copy>(&mut self, name: &'static str, words: &[(&str, T)]) -> Option<T> {
        let typed = self.text(name, limits::LABEL)?;
        let normal = typed.trim().to_lowercase().replace('-', "_");
        let found = words.iter().find(|(word, _)| *word == normal).map(|(_, meaning)| *meaning);
        if found.is_none() {
            let wanted = quoted(words.iter().map(|(word, _)| *word));
            let rule = format!("`{}` is not allowed", cut(typed.trim(), 40));
            self.refuse(name, rule, format!("use one of {wanted}"));
        }
        found
    }

    pub(crate) fn texts(&mut self, name: &'static str, most: usize) -> Option<Vec<String>> {
        let items = self.list(name)?;
        let path = self.path(name);
        let texts = items.iter().enumerate();
        Some(
            texts
                .filter_map(|(at, item)| {
                    text(|| format!("{path}[{at}]"), item, most, self.problems)
                })
                .collect(),
        )
    }

    pub(crate) fn text_map(
        &mut self,
        name: &'static str,
        most: usize,
    ) -> Option<BTreeMap<String, String>> {
        let map = self.typed(name, Type::Map, "an object of strings", Value::as_object)?;
        let path = self.path(name);
        let entries = map.iter().filter(|(_, value)| !Type::Text.is_absent(value));
        Some(
            entries
                .filter_map(|(key, value)| {
                    let path = || format!("{path}.{}", cut(key, SHOWN));
                    Some((key.clone(), text(path, value, most, self.problems)?))
                })
                .collect(),
        )
    }

    /// The items, to be read with [`Fields::of`] at `path("name[at]")`.
    pub(crate) fn list(&mut self, name: &'static str) -> Option<&'v [Value]> {
        self.typed(name, Type::List, "a list", |value| value.as_array().map(Vec::as_slice))
    }

    /// Ends the reading: fields that were not read are unknown.
    pub(crate) fn finish(self) {
        for name in self.map.keys().filter(|name| !self.known.contains(&name.as_str())) {
            let mut known = self.known.clone();
            let mut seen = BTreeSet::new();
            known.retain(|name| seen.insert(*name));
            let meant = meant(name, known.iter().copied());
            let known = quoted(known);
            let hint = match meant {
                Some(meant) => format!("did you mean `{meant}`? The fields are {known}"),
                None => format!("remove it; the fields are {known}"),
            };
            let field = self.path(&cut(name, SHOWN));
            self.problems.push(Problem::new(field, "unknown field", hint));
        }
    }
}

/// Longer names are cut.
const SHOWN: usize = 60;
/// More than any object has.
const MOST_FIELDS: usize = 32;

/// The error for a field that is absent or empty.
pub(crate) const MISSING: &str = "missing or empty";

/// What a field holds, which says what is empty there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Text,
    List,
    Map,
    /// A number or a flag: nothing of it is empty.
    Scalar,
}

impl Type {
    pub(crate) fn is_absent(self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Null) => true,
            (Type::Text, Value::String(text)) => filled(text).is_none(),
            (Type::List, Value::Array(items)) => items.is_empty(),
            (Type::Map, Value::Object(fields)) => fields.is_empty(),
            (Type::Text | Type::List | Type::Map | Type::Scalar, _) => false,
        }
    }
}

fn whole(value: &Value) -> Option<i64> {
    if let Some(number) = value.as_i64() {
        return Some(number);
    }
    let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
    // `as` saturates: a number too large for the type is too large for every rule as well.
    Some(number as i64)
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The path is computed only for a problem.
fn text(
    path: impl FnOnce() -> String,
    value: &Value,
    most: usize,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    let Some(text) = value.as_str() else {
        problems.push(wrong_type(&path(), "a string", value));
        return None;
    };
    if let Err(excess) = limits::fits(text, most) {
        problems.push(Problem::new(path(), excess.to_string(), "shorten it"));
        return None;
    }
    Some(text.to_owned())
}

fn wrong_type(path: &str, wanted: &str, value: &Value) -> Problem {
    let given = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) if wanted == "a whole number" => number.to_string(),
        Value::Number(_) => "a number".to_owned(),
        Value::String(_) => "a string".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    Problem::new(path, format!("must be {wanted}, not {given}"), "")
}

pub(crate) fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
