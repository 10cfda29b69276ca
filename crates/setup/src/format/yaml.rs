//! YAML, for the one agent that uses it: our entry is a block of lines in a mapping of the root, put
//! in and taken out as text. The caller reads the result again, so a way of writing that isn't
//! understood here is never damaged.

use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Map, Value};

use crate::edit::NAME;

pub(crate) fn read(text: &str) -> Result<Value, String> {
    let documents = Yaml::load_from_str(text);
    let documents = documents.map_err(|error| format!("not valid YAML: {error}"))?;
    match documents.as_slice() {
        [] => Ok(Value::Object(Map::new())),
        [one] => match json(one)? {
            Value::Null => Ok(Value::Object(Map::new())),
            value => Ok(value),
        },
        _ => Err("the file has more than one document".to_owned()),
    }
}

fn json(yaml: &Yaml<'_>) -> Result<Value, String> {
    match yaml {
        Yaml::Value(Scalar::Null) => Ok(Value::Null),
        Yaml::Value(Scalar::Boolean(value)) => Ok((*value).into()),
        Yaml::Value(Scalar::Integer(value)) => Ok((*value).into()),
        Yaml::Value(Scalar::FloatingPoint(value)) => Ok(value.into_inner().into()),
        Yaml::Value(Scalar::String(value)) => Ok(value.as_ref().into()),
        Yaml::Sequence(items) => items.iter().map(json).collect(),
        Yaml::Mapping(fields) => {
            let field = |(name, value): (&Yaml<'_>, &Yaml<'_>)| {
                let name = json(name)?;
                let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
                Ok((name, json(value)?))
            };
            fields.iter().map(field).collect::<Result<Map<_, _>, String>>().map(Value::Object)
        }
        Yaml::Tagged(_, inner) => json(inner),
        Yaml::Representation(..) | Yaml::Alias(_) | Yaml::BadValue => {
            Err("the file uses a feature of YAML that isn't supported here".to_owned())
        }
    }
}

/// The text with our entry as it is in these values.
pub(crate) fn change(text: &str, after: &Value) -> Result<String, String> {
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let text = without(text);
    let Some((section, entry)) = ours(after) else { return Ok(text.replace('\n', ending)) };
    let mut lines: Vec<&str> = text.lines().collect();
    // Replaced by our block.
    let bare = format!("{section}:");
    let header = lines.iter().position(|line| {
        let line = line.split(" #").next().unwrap_or_default().trim_end();
        line == bare || line == format!("{bare} {{}}")
    });
    let indent = header.and_then(|at| lines[at + 1..].iter().find_map(|line| child_indent(line)));
    let block = block(entry, indent.unwrap_or("  "));
    let titled = format!("{bare}\n{block}");
    match header {
        Some(at) if lines[at].trim_end().ends_with(':') || lines[at].contains(": #") => {
            lines.insert(at + 1, block.trim_end());
        }
        Some(at) => lines[at] = titled.trim_end(),
        None => lines.push(titled.trim_end()),
    }
    Ok((lines.join("\n") + "\n").replace('\n', ending))
}

/// Our entry in a section of the root.
fn ours(value: &Value) -> Option<(&str, &Map<String, Value>)> {
    value
        .as_object()?
        .iter()
        .find_map(|(section, inside)| Some((section.as_str(), inside.get(NAME)?.as_object()?)))
}

/// The indentation of a line, if it is one of a section.
fn child_indent(line: &str) -> Option<&str> {
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    (!indent.is_empty() && !text.is_empty() && !text.starts_with('#')).then_some(indent)
}

/// The text without our entry; a section that is left empty goes with it.
fn without(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let start = lines.iter().position(|line| {
        let key = line.trim_start();
        depth(line) > 0 && (key.starts_with(&format!("{NAME}:")))
    });
    let Some(start) = start else { return text.to_owned() };
    let inside = |line: &&str| line.trim().is_empty() || depth(line) > depth(lines[start]);
    let mut end = start + 1 + lines[start + 1..].iter().take_while(|line| inside(line)).count();
    // Empty lines after it belong to what follows.
    while lines[end - 1].trim().is_empty() {
        end -= 1;
    }
    lines.drain(start..end);
    let orphan = start > 0
        && lines[start - 1].trim_end().ends_with(':')
        && lines.get(start).is_none_or(|line| !line.trim().is_empty() && depth(line) == 0);
    if orphan {
        lines.remove(start - 1);
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Our entry as lines. Lists and texts are written as in JSON, which YAML includes.
fn block(entry: &Map<String, Value>, indent: &str) -> String {
    let mut text = format!("{indent}{NAME}:\n");
    for (name, value) in entry {
        match value.as_object().filter(|inner| !inner.is_empty()) {
            Some(inner) => {
                text.push_str(&format!("{indent}{indent}{name}:\n"));
                for (name, value) in inner {
                    text.push_str(&format!("{indent}{indent}{indent}{name}: {value}\n"));
                }
            }
            None => text.push_str(&format!("{indent}{indent}{name}: {}\n", scalar(value))),
        }
    }
    text
}

/// Without quotes where that can't be read as anything else.
fn scalar(value: &Value) -> String {
    let plain = |text: &&str| {
        text.chars().all(|letter| letter.is_ascii_alphanumeric() || "/_-. ".contains(letter))
            && text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/')
            && !text.ends_with(' ')
            && !["true", "false", "null", "yes", "no", "on", "off"].contains(text)
    };
    match value.as_str().filter(plain) {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}
