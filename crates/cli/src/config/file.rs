//! `config.toml`: read as flat names (`hub.port`), written without losing comments.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use anyhow::Context;
use toml_edit::{DocumentMut, Item, Table, Value, value};

use crate::exit::BadInput;

/// Flat names and their values as text.
pub type Flat = BTreeMap<String, String>;

pub fn read(path: &Path) -> anyhow::Result<Flat> {
    Ok(flat(&table(path)?))
}

/// The file's content; empty if there is none.
pub fn table(path: &Path) -> anyhow::Result<toml::Table> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(toml::Table::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let table = text
        .parse()
        .map_err(|error| BadInput(format!("{} is not valid TOML: {error}", path.display())))?;
    Ok(table)
}

pub fn flat(table: &toml::Table) -> Flat {
    let mut flat = Flat::new();
    flatten("", table, &mut flat);
    flat
}

fn flatten(prefix: &str, table: &toml::Table, flat: &mut Flat) {
    for (name, value) in table {
        let name = format!("{prefix}{name}");
        let text = match value {
            toml::Value::Table(inner) => {
                flatten(&format!("{name}."), inner, flat);
                continue;
            }
            toml::Value::String(text) => text.clone(),
            // The words of a command may contain commas.
            toml::Value::Array(items) if name == "relay.command" => {
                serde_json::to_string(items).unwrap_or_default()
            }
            toml::Value::Array(items) => {
                let texts = items.iter().map(|item| match item {
                    toml::Value::String(text) => text.clone(),
                    other => other.to_string(),
                });
                texts.collect::<Vec<_>>().join(",")
            }
            other => other.to_string(),
        };
        flat.insert(name, text);
    }
}

/// Sets one name and keeps everything else, including comments.
pub fn write(path: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    edit(path, |document| {
        let (section, key) = name.split_once('.').unwrap_or(("", name));
        let table = document.entry(section).or_insert_with(|| Item::Table(Table::new()));
        table[key] = value(typed(text));
    })
}

/// Removes one name, if present.
pub fn remove(path: &Path, name: &str) -> anyhow::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    edit(path, |document| {
        let (section, key) = name.split_once('.').unwrap_or(("", name));
        if let Some(table) = document.get_mut(section).and_then(Item::as_table_like_mut) {
            table.remove(key);
        }
    })
}

fn edit(path: &Path, change: impl FnOnce(&mut DocumentMut)) -> anyhow::Result<()> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error| BadInput(format!("{} is not valid TOML: {error}", path.display())))?;
    change(&mut document);
    let directory = path.parent().unwrap_or(Path::new("."));
    let failed = || format!("cannot write {}", path.display());
    std::fs::create_dir_all(directory).with_context(failed)?;
    // Written to a new file and renamed, so that a concurrent reader sees the complete old one.
    let beside = path.with_extension("toml.new");
    std::fs::write(&beside, document.to_string()).with_context(failed)?;
    std::fs::rename(&beside, path).with_context(failed)
}

/// Numbers and booleans without quotes.
pub fn typed(text: &str) -> Value {
    if let Ok(number) = text.parse::<i64>() {
        number.into()
    } else if let Ok(switch) = text.parse::<bool>() {
        switch.into()
    } else {
        text.into()
    }
}
