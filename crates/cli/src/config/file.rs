//! `config.toml`: read as flat names (`hub.port`), written without losing comments.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use anyhow::Context;
use sayso_core::settings;
use toml_edit::{DocumentMut, Item, Table, Value, value};

use super::keys::KEYS;
use crate::exit::BadInput;

/// Flat names and their values as text.
pub type Flat = BTreeMap<String, String>;

pub fn read(path: &Path) -> anyhow::Result<Flat> {
    Ok(flat(&table(path)?))
}

/// The file as it is; empty if there is none.
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
            // A command has commas in its words.
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

/// Sets one name and leaves everything else, comments included, as it was.
pub fn write(path: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    edit(path, |document| {
        let (section, key) = name.split_once('.').unwrap_or(("", name));
        let table = document.entry(section).or_insert_with(|| Item::Table(Table::new()));
        table[key] = value(typed(text));
    })
}

/// Takes one name out, if it is there.
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
    // Beside it and then into its place: anyone who reads meanwhile sees the old one whole.
    let beside = path.with_extension("toml.new");
    std::fs::write(&beside, document.to_string()).with_context(failed)?;
    std::fs::rename(&beside, path).with_context(failed)
}

/// Numbers and switches without quotes.
fn typed(text: &str) -> Value {
    if let Ok(number) = text.parse::<i64>() {
        number.into()
    } else if let Ok(switch) = text.parse::<bool>() {
        switch.into()
    } else {
        text.into()
    }
}

/// The example configuration: every key with its meaning and its default, all commented out.
pub fn example() -> String {
    let mut text = String::from(
        "# sayso: every key with its default. Environment and flags are stronger;\n\
         # for [personal], so is what you set in a surface or with `sayso config set`.\n",
    );
    let mut section = "";
    for key in &KEYS {
        let (of, name) = key.name.split_once('.').unwrap_or(("", key.name));
        if of != section {
            if section == "policy" {
                text.push_str(RULE);
            }
            text.push_str(&format!("\n[{of}]\n"));
            section = of;
        }
        let default = key.default.unwrap_or("");
        let shown = match default {
            "" => "\"\"".to_owned(),
            _ if default.parse::<i64>().is_ok() || default.parse::<bool>().is_ok() => {
                default.to_owned()
            }
            _ => format!("\"{default}\""),
        };
        text.push_str(&format!(
            "# {} ({})\n# {name} = {shown}\n",
            key.about,
            key.variables.join(", ")
        ));
    }
    text.push_str("\n[personal]\n");
    for key in settings::Key::ALL {
        let (name, default) = (key.as_str(), key.builtin());
        text.push_str(&format!(
            "# {}\n# {name} = \"{default}\"\n",
            key.describe(crate::wiring::CHATS)
        ));
    }
    text
}

/// What a rule of one's own looks like, at the end of `[policy]`.
const RULE: &str = "\
# a rule of your own; kind: destructive, missing (needs files or variables), ask, or allow (exactly this)
# [[policy.rules]]
# name = \"deploy\"
# about = \"production needs its credentials\"
# kind = \"missing\"
# command = [\"./deploy *\", \"terraform apply*\"]
# tool = \"Bash\"
# files = [\".env.production\"]
# variables = [\"AWS_PROFILE\"]
";
