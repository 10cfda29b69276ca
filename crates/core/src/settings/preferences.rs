//! Sources of settings, and which source wins.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ALWAYS, Key, Language, timeout_action};
use crate::policy::TimeoutAction;
use crate::surface::{Preferred, Surface};

/// Values of one source, in canonical form.
pub type SettingsLayer = BTreeMap<Key, String>;

/// Where a value came from, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Builtin,
    File,
    Environment,
    Person,
}

impl Source {
    /// As people read it.
    pub const fn label(self) -> &'static str {
        match self {
            Source::Builtin => "built-in",
            Source::File => "config.toml",
            Source::Environment => "environment",
            Source::Person => "you",
        }
    }
}

/// All sources at once; says which value applies and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preferences {
    pub file: SettingsLayer,
    /// Of the asking process.
    pub environment: SettingsLayer,
    pub person: SettingsLayer,
}

impl Preferences {
    pub fn get(&self, key: Key) -> (&str, Source) {
        let setting = key.setting();
        let environment = if setting.guard.is_none() { self.environment.get(&key) } else { None };
        if let Some(value) = self.person.get(&key) {
            (value, Source::Person)
        } else if let Some(value) = environment {
            (value, Source::Environment)
        } else if let Some(value) = self.file.get(&key) {
            (value, Source::File)
        } else {
            (setting.default, Source::Builtin)
        }
    }

    pub fn source(&self, key: Key) -> Source {
        self.get(key).1
    }

    pub fn is_on(&self, key: Key) -> bool {
        self.get(key).0 == "on"
    }

    pub fn always(&self, key: Key) -> bool {
        let (value, source) = self.get(key);
        source == Source::Person && value.ends_with(ALWAYS)
    }

    pub fn timeout(&self) -> u64 {
        self.bare(Key::Timeout).parse().expect("layers hold canonical values")
    }

    /// `None`: decided by what the agent gave.
    pub fn timeout_action(&self) -> Option<TimeoutAction> {
        timeout_action(self.bare(Key::TimeoutAction))
    }

    pub fn interface(&self) -> Preferred {
        self.bare(Key::Interface).parse().unwrap_or_default()
    }

    pub fn language(&self) -> Language {
        Language::from_name(self.bare(Key::Language)).unwrap_or_default()
    }

    /// Where something irreversible can be decided; empty: wherever there is a person.
    pub fn deciding(&self) -> Vec<Surface> {
        let value = self.get(Key::IrreversibleSurfaces).0;
        value.split(',').filter_map(|name| name.parse().ok()).collect()
    }

    fn bare(&self, key: Key) -> &str {
        let value = self.get(key).0;
        value.strip_suffix(ALWAYS).unwrap_or(value)
    }
}
