//! What the environment says. Read once, here, and nowhere else.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use etcetera::base_strategy::{BaseStrategy, Xdg};
use sayso_core::settings::{Key, Layer};

/// A copy of the variables; empty ones count as not set.
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    pub fn of_process() -> Environment {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        let filled = |(_, value): &(String, String)| !value.trim().is_empty();
        Environment(std::env::vars_os().filter_map(text).filter(filled).collect())
    }

    /// The first of these names that is set.
    pub fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.0.get(*name)).cloned()
    }

    pub fn data_dir(&self) -> anyhow::Result<PathBuf> {
        match self.first(&["SAYSO_DATA_DIR", "CHOICE_MCP_DATA_DIR"]) {
            Some(dir) => Ok(dir.into()),
            None => Ok(base()?.data_dir().join("sayso")),
        }
    }

    pub fn config_file(&self) -> anyhow::Result<PathBuf> {
        match self.first(&["SAYSO_CONFIG"]) {
            Some(file) => Ok(file.into()),
            None => Ok(base()?.config_dir().join("sayso/config.toml")),
        }
    }

    /// Personal settings in canonical form, and what was left out because it has none.
    pub fn personal(&self) -> (Layer, Vec<String>) {
        let mut layer = Layer::new();
        let mut ignored = Vec::new();
        for key in Key::ALL {
            let names = personal_names(key);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let Some(value) = self.first(&names) else { continue };
            match key.parse(&clamped(key, &value)) {
                Ok(value) => {
                    layer.insert(key, value);
                }
                Err(problem) => ignored.push(format!("{}: {problem}", names.join(" / "))),
            }
        }
        (layer, ignored)
    }
}

/// A timeout outside the range is brought into it, as one from a caller would be.
fn clamped(key: Key, value: &str) -> String {
    match value.trim().parse::<i64>() {
        Ok(seconds) if key == Key::Timeout => {
            let range = sayso_core::policy::TIMEOUT_RANGE;
            let seconds = u64::try_from(seconds).unwrap_or(0);
            seconds.clamp(*range.start(), *range.end()).to_string()
        }
        Ok(_) | Err(_) => value.to_owned(),
    }
}

/// Ours first, then the names of the tools that this one replaces.
fn personal_names(key: Key) -> Vec<String> {
    let own = format!("SAYSO_{}", key.as_str().to_uppercase());
    let more: &[&str] = match key {
        Key::Language => &["SAYSO_LANG", "CHOICE_LANG"],
        Key::Timeout => &["SAYSO_TIMEOUT_SECONDS", "CHOICE_TIMEOUT_SECONDS"],
        Key::Interface
        | Key::TimeoutAction
        | Key::SingleSubmit
        | Key::Annotations
        | Key::TabOrder
        | Key::Placeholder
        | Key::Hints
        | Key::Notifications
        | Key::Theme => &[],
    };
    std::iter::once(own).chain(more.iter().map(|name| (*name).to_owned())).collect()
}

pub fn base() -> anyhow::Result<Xdg> {
    Xdg::new().context("there is no home directory; set SAYSO_DATA_DIR and SAYSO_CONFIG")
}
