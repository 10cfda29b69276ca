//! What a person can set, from which places it may come, and which place wins.
//!
//! Operational settings (ports, retention) are not here: they belong to the process that uses them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::policy::{TIMEOUT_RANGE, TimeoutAction};
use crate::problem::Problem;
use crate::surface::{Chats, Preferred, Surface};

/// A personal setting.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    Interface,
    Timeout,
    TimeoutAction,
    SingleSubmit,
    Annotations,
    TabOrder,
    Placeholder,
    Hints,
    Shortcuts,
    Language,
    Notifications,
    Theme,
    #[serde(rename = "irreversible.surfaces")]
    IrreversibleSurfaces,
}

/// Values of one place, in canonical form.
pub type Layer = BTreeMap<Key, String>;

impl Key {
    pub const ALL: [Key; 13] = [
        Key::Interface,
        Key::Timeout,
        Key::TimeoutAction,
        Key::SingleSubmit,
        Key::Annotations,
        Key::TabOrder,
        Key::Placeholder,
        Key::Hints,
        Key::Shortcuts,
        Key::Language,
        Key::Notifications,
        Key::Theme,
        Key::IrreversibleSurfaces,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Key::Interface => "interface",
            Key::Timeout => "timeout",
            Key::TimeoutAction => "timeout_action",
            Key::SingleSubmit => "single_submit",
            Key::Annotations => "annotations",
            Key::TabOrder => "tab_order",
            Key::Placeholder => "placeholder",
            Key::Hints => "hints",
            Key::Shortcuts => "shortcuts",
            Key::Language => "language",
            Key::Notifications => "notifications",
            Key::Theme => "theme",
            Key::IrreversibleSurfaces => "irreversible.surfaces",
        }
    }

    pub fn from_name(name: &str) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.as_str() == name)
    }

    /// One line for `config show`, the example configuration and the settings screens.
    pub fn describe(self, chats: Chats) -> String {
        let about = match self {
            Key::Interface => {
                let all: Vec<String> = chats.preferred().iter().map(Preferred::to_string).collect();
                let (last, others) = all.split_last().expect("auto is always there");
                return format!("where questions are shown: {} or {last}", others.join(", "));
            }
            Key::Timeout => "seconds to answer, 5 to 604800; `600 always` beats the agent's wish",
            Key::TimeoutAction => {
                "when nobody answered: auto, submit, cancel or reinvoke; `cancel always` beats the agent"
            }
            Key::SingleSubmit => "choosing sends at once: on or off",
            Key::Annotations => "notes on options and on the whole: on or off",
            Key::TabOrder => "where Tab goes first: option or global",
            Key::Placeholder => "show the agent's placeholder text: on or off",
            Key::Hints => "show key hints: on or off",
            Key::Shortcuts => "single keys act, such as 2 or n: on or off",
            Key::Language => "en, zh or ko",
            Key::Notifications => "notify about new questions: on or off",
            Key::Theme => {
                "system, light, paper, dawn, mint, sky, clear, dark, night, ember, forest, ocean or deep"
            }
            Key::IrreversibleSurfaces => {
                let all = chats.deciding().into_iter().map(|surface| match surface {
                    Surface::Web => "web (a paired page)".to_owned(),
                    other => other.to_string(),
                });
                let all = all.collect::<Vec<_>>().join(", ");
                return format!(
                    "where irreversible questions can be answered: any, or a list of {all}"
                );
            }
        };
        about.to_owned()
    }

    pub const fn builtin(self) -> &'static str {
        match self {
            Key::Interface => "auto",
            Key::Timeout => "300",
            Key::TimeoutAction => "auto",
            Key::SingleSubmit => "off",
            Key::Annotations => "on",
            Key::TabOrder => "option",
            Key::Placeholder => "on",
            Key::Hints => "on",
            Key::Shortcuts => "on",
            Key::Language => "en",
            Key::Notifications => "on",
            Key::Theme => "system",
            Key::IrreversibleSurfaces => ANYWHERE,
        }
    }

    /// The canonical form of a value, or what is wrong with it.
    pub fn parse(self, raw: &str, chats: Chats) -> Result<String, Problem> {
        let value = raw.trim().to_lowercase();
        let fits = match self {
            Key::Timeout => {
                return parse_timeout(&value).ok_or_else(|| self.refuse(raw, chats));
            }
            Key::IrreversibleSurfaces => {
                return parse_surfaces(&value, chats).ok_or_else(|| self.refuse(raw, chats));
            }
            Key::TimeoutAction => {
                let bare = value.strip_suffix(ALWAYS).unwrap_or(&value);
                ["auto", "submit", "cancel", "reinvoke"].contains(&bare) && value != "auto always"
            }
            Key::SingleSubmit
            | Key::Annotations
            | Key::Placeholder
            | Key::Hints
            | Key::Shortcuts
            | Key::Notifications => match value.as_str() {
                "on" | "true" | "yes" | "1" => return Ok("on".to_owned()),
                "off" | "false" | "no" | "0" => return Ok("off".to_owned()),
                _ => false,
            },
            Key::Interface => chats.preferred().iter().any(|surface| surface.as_str() == value),
            Key::TabOrder => ["option", "global"].contains(&value.as_str()),
            Key::Language => Language::from_name(&value).is_some(),
            Key::Theme => value == "system" || THEMES.iter().any(|(name, _)| *name == value),
        };
        if fits { Ok(value) } else { Err(self.refuse(raw, chats)) }
    }

    /// What is used instead of a stored value that is not valid: the default (`None`), and for what
    /// protects a person the strictest value.
    pub fn instead(self, chats: Chats) -> Option<String> {
        match self {
            Key::IrreversibleSurfaces => {
                let outside = |surface: &Surface| *surface != Surface::Terminal;
                Some(joined(chats.deciding().into_iter().filter(outside)))
            }
            Key::Interface
            | Key::Timeout
            | Key::TimeoutAction
            | Key::SingleSubmit
            | Key::Annotations
            | Key::TabOrder
            | Key::Placeholder
            | Key::Hints
            | Key::Shortcuts
            | Key::Language
            | Key::Notifications
            | Key::Theme => None,
        }
    }

    /// A timeout outside the range is brought into it, as one from a caller is: the value to use, and
    /// what to tell if it is not the one that was given (TO-1).
    pub fn clamped(self, given: &str) -> (String, Option<String>) {
        let given = given.trim();
        let (number, rest) =
            given.split_once(' ').map_or((given, ""), |(number, _)| given.split_at(number.len()));
        let Some(seconds) = number.parse::<i64>().ok().filter(|_| self == Key::Timeout) else {
            return (given.to_owned(), None);
        };
        let (least, most) = (*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end());
        let used = u64::try_from(seconds).unwrap_or(0).clamp(least, most);
        let outside = i64::try_from(used) != Ok(seconds);
        let told =
            outside.then(|| format!("{seconds} is outside {least} to {most}; {used} is used"));
        (format!("{used}{rest}"), told)
    }

    fn refuse(self, raw: &str, chats: Chats) -> Problem {
        Problem::new(
            self.as_str(),
            format!("`{}` is not a value of this setting", crate::text::cut(raw.trim(), 40)),
            self.describe(chats),
        )
    }
}

/// The value of `irreversible.surfaces` that leaves it to presence.
const ANYWHERE: &str = "any";

fn parse_timeout(value: &str) -> Option<String> {
    let bare = value.strip_suffix(ALWAYS).unwrap_or(value);
    let seconds: u64 = bare.parse().ok()?;
    TIMEOUT_RANGE.contains(&seconds).then(|| value.to_owned())
}

fn parse_surfaces(value: &str, chats: Chats) -> Option<String> {
    if matches!(value, "" | ANYWHERE) {
        return Some(ANYWHERE.to_owned());
    }
    let given: Vec<&str> = value.split([',', ' ']).filter(|name| !name.is_empty()).collect();
    let known = chats.deciding();
    let is_known = |name: &&str| known.iter().any(|surface| surface.as_str() == *name);
    let all_known = !given.is_empty() && given.iter().all(is_known);
    let named = |surface: &Surface| given.contains(&surface.as_str());
    all_known.then(|| joined(known.iter().copied().filter(named)))
}

fn joined(surfaces: impl Iterator<Item = Surface>) -> String {
    surfaces.map(String::from).collect::<Vec<_>>().join(",")
}

/// Looks by name, the same on every surface; `system` is `light` or `dark`, as the system is.
pub const THEMES: [(&str, Brightness); 12] = [
    ("light", Brightness::Light),
    ("paper", Brightness::Light),
    ("dawn", Brightness::Light),
    ("mint", Brightness::Light),
    ("sky", Brightness::Light),
    ("clear", Brightness::Light),
    ("dark", Brightness::Dark),
    ("night", Brightness::Dark),
    ("ember", Brightness::Dark),
    ("forest", Brightness::Dark),
    ("ocean", Brightness::Dark),
    ("deep", Brightness::Dark),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brightness {
    Light,
    Dark,
}

/// Marks a timeout or timeout action that beats the caller's.
const ALWAYS: &str = " always";

/// Where a value came from, weakest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Builtin,
    File,
    Environment,
    Person,
}

/// All places at once; answers which value holds and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preferences {
    pub file: Layer,
    /// Of the asking process.
    pub environment: Layer,
    pub person: Layer,
}

impl Preferences {
    pub fn get(&self, key: Key) -> (&str, Source) {
        let found = |layer: &'_ Layer| layer.contains_key(&key);
        if found(&self.person) {
            (&self.person[&key], Source::Person)
        } else if found(&self.environment) && key != Key::IrreversibleSurfaces {
            // An agent's environment does not say what agents may decide.
            (&self.environment[&key], Source::Environment)
        } else if found(&self.file) {
            (&self.file[&key], Source::File)
        } else {
            (key.builtin(), Source::Builtin)
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

    /// `None`: by what the caller gave.
    pub fn timeout_action(&self) -> Option<TimeoutAction> {
        let name = self.bare(Key::TimeoutAction);
        TimeoutAction::ALL.into_iter().find(|action| action.as_str() == name)
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

/// A language the surfaces speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Zh,
    Ko,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::En, Language::Zh, Language::Ko];

    pub const fn as_str(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Zh => "zh",
            Language::Ko => "ko",
        }
    }

    pub fn from_name(name: &str) -> Option<Language> {
        let name = name.trim().to_lowercase();
        Language::ALL.into_iter().find(|language| language.as_str() == name)
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
