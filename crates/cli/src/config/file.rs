//! `config.toml`: read as flat names (`hub.port`), written without losing comments.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::io;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::Context;
use toml_edit::{DocumentMut, Item, Table, Value, value};

use super::table::SECRETS;
use crate::exit::BadInput;

/// For a file with a secret in it.
const PRIVATE: u32 = 0o600;

/// Flat names and their values as text.
pub(crate) type Flat = BTreeMap<String, String>;

pub(crate) fn read(path: &Path) -> anyhow::Result<Flat> {
    Ok(flat(&table(path)?))
}

/// The file's content; empty if there is none.
pub(crate) fn table(path: &Path) -> anyhow::Result<toml::Table> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(toml::Table::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let table = text.parse();
    table.map_err(|error: toml::de::Error| {
        not_toml(path, &text, error.span(), error.message()).into()
    })
}

fn not_toml(path: &Path, text: &str, span: Option<Range<usize>>, why: &str) -> BadInput {
    let why = sayso_setup::invalid_toml(text, span, why);
    BadInput(format!("{} is {why}", path.display()))
}

pub(crate) fn flat(table: &toml::Table) -> Flat {
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
pub(crate) fn write(path: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    edit(path, |document| {
        let (section, key) = split(name);
        let found = document.entry(section).or_insert_with(|| Item::Table(Table::new()));
        let table = found.as_table_like_mut().ok_or_else(|| {
            BadInput(format!("`{section}` in {} must be a table: [{section}]", path.display()))
        })?;
        // Decoration of the old value, such as a comment behind it, stays.
        let decor = table.get(key).and_then(Item::as_value).map(|old| old.decor().clone());
        let mut new = typed(text);
        if let Some(decor) = decor {
            *new.decor_mut() = decor;
        }
        table.insert(key, value(new));
        Ok(())
    })
}

/// Removes one name, if present.
pub(crate) fn remove(path: &Path, name: &str) -> anyhow::Result<()> {
    if !path.exists() {
        return Ok(());
    }
    edit(path, |document| {
        let (section, key) = split(name);
        let Some(found) = document.get_mut(section) else { return Ok(()) };
        let Some(table) = found.as_table_like_mut() else { return Ok(()) };
        table.remove(key);
        // An empty table goes too, unless somebody wrote a remark above it.
        let above = found.as_table().and_then(|table| table.decor().prefix()?.as_str());
        let is_empty = found.as_table_like().is_some_and(|table| table.is_empty());
        if is_empty && !above.is_some_and(|above| above.contains('#')) {
            document.remove(section);
        }
        Ok(())
    })
}

fn split(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("", name))
}

fn edit(
    path: &Path,
    change: impl FnOnce(&mut DocumentMut) -> Result<(), BadInput>,
) -> anyhow::Result<()> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let document: Result<DocumentMut, _> = text.parse();
    let mut document =
        document.map_err(|error| not_toml(path, &text, error.span(), error.message()))?;
    change(&mut document)?;
    let path = sayso_setup::real(&std::path::absolute(path)?);
    // Its mode is kept, so it is right before the secret is in it.
    if has_secret(&document) && path.exists() {
        keep_private(&path)?;
    }
    sayso_setup::write(&path, &document.to_string())
        .map_err(|why| anyhow::anyhow!("cannot change {}: {why}", path.display()))?;
    if has_secret(&document) {
        keep_private(&path)?;
    }
    Ok(())
}

/// Addresses may have a password in them.
fn has_secret(document: &DocumentMut) -> bool {
    SECRETS.iter().any(|name| {
        let (section, key) = split(name);
        document.get(section).is_some_and(|section| section.get(key).is_some())
    })
}

/// Makes a file with a secret readable for its owner alone; says so if it wasn't.
pub(crate) fn keep_private(path: &Path) -> anyhow::Result<Option<String>> {
    let mode = std::fs::metadata(path)?.permissions().mode() & 0o777;
    if mode & 0o077 == 0 {
        return Ok(None);
    }
    std::fs::set_permissions(path, Permissions::from_mode(PRIVATE))
        .with_context(|| format!("cannot make {} private", path.display()))?;
    let file = path.display();
    let names = SECRETS.join(" or ");
    Ok(Some(format!("{file} has {names} in it and had mode {mode:o}; now only you can read it")))
}

/// Numbers and booleans without quotes.
pub(crate) fn typed(text: &str) -> Value {
    if let Ok(number) = text.parse::<i64>() {
        number.into()
    } else if let Ok(switch) = text.parse::<bool>() {
        switch.into()
    } else {
        text.into()
    }
}
