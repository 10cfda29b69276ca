//! The environment variables: read here, and nowhere else.

#![expect(clippy::disallowed_methods, reason = "the one place that reads it")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use etcetera::base_strategy::{BaseStrategy, Xdg};
use sayso_api::desktop::{DESKTOP_VARIABLES, DesktopSession};
use sayso_core::settings::{Key, Setting, SettingsLayer};

use super::table;
use crate::exit::BadInput;
use crate::wiring::CHATS;

/// Strongest first.
const DATA_DIR: [&str; 2] = ["SAYSO_DATA_DIR", "CHOICE_MCP_DATA_DIR"];

/// A copy of the variables; empty ones count as not set.
#[derive(Clone)]
pub(crate) struct Environment(BTreeMap<String, String>);

/// One variable of this process, as it is now; an empty one is there.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// All of them that are text.
pub(crate) fn variables() -> impl Iterator<Item = (String, String)> {
    let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
        Some((name.into_string().ok()?, value.into_string().ok()?))
    };
    std::env::vars_os().filter_map(text)
}

impl Environment {
    pub(crate) fn of_process() -> Environment {
        let filled = |(_, value): &(String, String)| !value.trim().is_empty();
        Environment(variables().filter(filled).collect())
    }

    #[cfg(test)]
    pub(crate) fn from_pairs(pairs: &[(&str, &str)]) -> Environment {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Environment(pairs.iter().map(owned).collect())
    }

    /// The first of these names that is set.
    pub(crate) fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| self.0.get(*name)).cloned()
    }

    /// The variable that sets this, and its value.
    pub(crate) fn of(&self, setting: &Setting) -> Option<(String, String)> {
        let owned = |(name, value): (&String, &String)| (name.clone(), value.clone());
        let names = setting.environment();
        names.into_iter().find_map(|name| self.0.get_key_value(&name)).map(owned)
    }

    /// The variables of the desktop session.
    pub(crate) fn desktop(&self) -> DesktopSession {
        DesktopSession::of(|name| self.first(&[name]))
    }

    /// The same on another desktop.
    pub(crate) fn on_desktop(&self, session: &DesktopSession) -> Environment {
        let mut variables = self.0.clone();
        variables.retain(|name, _| !DESKTOP_VARIABLES.contains(&name.as_str()));
        let there = session.variables();
        variables.extend(there.map(|(name, value)| (name.to_owned(), value.to_owned())));
        Environment(variables)
    }

    /// Remarks about names of the tools that this one replaces, where nothing stronger is set.
    pub(crate) fn deprecated(&self) -> Vec<String> {
        let settings = Key::ALL.into_iter().map(Key::setting).chain(table::all());
        let names = settings.map(Setting::environment);
        let names = names.chain([DATA_DIR.map(str::to_owned).to_vec()]);
        let used = names.filter_map(|names| {
            let used = names.iter().find(|name| self.0.contains_key(*name))?;
            let older = used.starts_with("CHOICE_");
            older.then(|| format!("{used}: deprecated; use {}", names[0]))
        });
        used.collect()
    }

    pub(crate) fn data_dir(&self) -> anyhow::Result<PathBuf> {
        match self.first(&DATA_DIR) {
            Some(dir) => Ok(dir.into()),
            None => rooted(base()?.data_dir().join("sayso"), "SAYSO_DATA_DIR"),
        }
    }

    pub(crate) fn config_file(&self) -> anyhow::Result<PathBuf> {
        match self.first(&["SAYSO_CONFIG"]) {
            Some(file) => Ok(file.into()),
            None => rooted(base()?.config_dir().join("sayso/config.toml"), "SAYSO_CONFIG"),
        }
    }

    /// Personal settings, and remarks about those that can't be used as they are. A value outside
    /// its range is sent to the desk unchanged: the desk corrects it and tells the agent.
    pub(crate) fn personal(&self) -> (SettingsLayer, Vec<String>) {
        let mut layer = SettingsLayer::new();
        let mut remarks = Vec::new();
        for key in Key::ALL {
            let Some((name, given)) = self.of(key.setting()) else { continue };
            let (value, remark) = key.clamped(&given);
            let outside = remark.is_some();
            remarks.extend(remark.map(|remark| format!("{name}: {remark}")));
            match key.parse(&value, CHATS) {
                Ok(value) => {
                    layer.insert(key, if outside { given } else { value });
                }
                Err(problem) => remarks.push(format!("{name}: {problem}; ignored")),
            }
        }
        (layer, remarks)
    }
}

/// A relative home would mean another hub and other settings in every directory.
fn rooted(path: PathBuf, instead: &str) -> anyhow::Result<PathBuf> {
    if path.is_absolute() {
        return Ok(path);
    }
    let home = std::env::home_dir().unwrap_or_default();
    let message = format!(
        "HOME is `{}`, which is not an absolute path; set HOME to your home directory, or set {instead}",
        home.display()
    );
    Err(BadInput(message).into())
}

pub(crate) fn base() -> anyhow::Result<Xdg> {
    Xdg::new().context("there is no home directory; set SAYSO_DATA_DIR and SAYSO_CONFIG")
}
