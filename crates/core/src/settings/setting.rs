//! One row of a table of settings: its values, where they may come from, and how it is shown.

use serde::{Deserialize, Serialize};

use super::owned;
use crate::policy::PresentationChange;
use crate::problem::Problem;
use crate::surface::Chats;
use crate::text::{duration, typed_duration};

/// Everything there is to know about one setting. Its description is a text: `setting-<name>`, and
/// `<texts>-<value>` for each value.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Its name in `config.toml`, the API and `sayso config`.
    pub name: &'static str,
    pub kind: ValueKind,
    /// Empty: not set by default.
    pub default: &'static str,
    about: &'static str,
    variables: Option<&'static [&'static str]>,
    pub group: Group,
    pub draw: Draw,
    /// Prefix of the texts of its values.
    pub texts: &'static str,
    /// Whether a value can be marked to override the agent's.
    pub always: bool,
    /// It protects the person, so only a person can change it: no environment, program or unpaired
    /// page. A stored value that can't be read counts as this one, the strictest.
    pub guard: Option<fn(Chats) -> String>,
    presents: fn(&mut PresentationChange, &str),
}

/// What values a setting takes.
#[derive(Clone, Copy)]
pub enum ValueKind {
    /// `on` or `off`.
    Switch,
    OneOf(fn(Chats) -> Vec<String>),
    /// A list of these in their order, or `any`.
    AnyOf(fn(Chats) -> Vec<String>),
    /// A whole number.
    Number {
        min: u64,
        max: u64,
    },
    /// A duration: `90`, `90s`, `10m`, `2h` or `1d`; kept as seconds.
    Seconds {
        min: u64,
        max: u64,
    },
    AnyText,
    /// Validated elsewhere: the canonical form, or the rule that was broken.
    Checked(fn(&str) -> Result<String, String>),
    /// The same in a small language that names chats.
    Written {
        read: fn(&str, Chats) -> Result<String, String>,
        /// What screens offer; any other value can be set by `sayso config`.
        offers: fn(Chats) -> Vec<String>,
    },
}

/// Which part of a settings screen it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    Defaults,
    Notifications,
    Look,
    /// Has no effect elsewhere.
    Terminal,
}

/// How a settings screen draws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    Switch,
    Choice,
    /// A duration, typed; the choices are for the arrow keys.
    Duration,
    Theme,
}

/// Marks a value that overrides the agent's.
pub const ALWAYS: &str = " always";

const ANY: &str = "any";

/// Seconds for the arrow keys; any other value can be typed.
const DURATIONS: [&str; 9] = ["30", "60", "120", "300", "600", "1800", "3600", "14400", "86400"];

impl Setting {
    pub const fn new(
        name: &'static str,
        kind: ValueKind,
        default: &'static str,
        about: &'static str,
    ) -> Setting {
        let draw = match kind {
            ValueKind::Switch => Draw::Switch,
            ValueKind::Seconds { .. } => Draw::Duration,
            ValueKind::OneOf(_)
            | ValueKind::AnyOf(_)
            | ValueKind::Number { .. }
            | ValueKind::AnyText
            | ValueKind::Checked(_)
            | ValueKind::Written { .. } => Draw::Choice,
        };
        Setting {
            name,
            kind,
            default,
            about,
            variables: None,
            group: Group::Defaults,
            draw,
            texts: "value",
            always: false,
            guard: None,
            presents: |_, _| {},
        }
    }

    /// Instead of the one derived from its name; the first that is set counts.
    pub const fn variables(self, variables: &'static [&'static str]) -> Setting {
        Setting { variables: Some(variables), ..self }
    }

    pub const fn group(self, group: Group) -> Setting {
        Setting { group, ..self }
    }

    pub const fn draw(self, draw: Draw) -> Setting {
        Setting { draw, ..self }
    }

    pub const fn texts(self, texts: &'static str) -> Setting {
        Setting { texts, ..self }
    }

    pub const fn always(self) -> Setting {
        Setting { always: true, ..self }
    }

    pub const fn guarded(self, strictest: fn(Chats) -> String) -> Setting {
        Setting { guard: Some(strictest), ..self }
    }

    pub const fn presents(self, presents: fn(&mut PresentationChange, &str)) -> Setting {
        Setting { presents, ..self }
    }

    /// The change to a question that is already on the screen.
    pub fn change(&self, value: &str) -> PresentationChange {
        let mut change = PresentationChange::default();
        (self.presents)(&mut change, value.strip_suffix(ALWAYS).unwrap_or(value));
        change
    }

    /// Environment variables that set it, strongest first.
    pub fn environment(&self) -> Vec<String> {
        match self.variables {
            Some(names) => names.iter().map(|name| (*name).to_owned()).collect(),
            None if self.guard.is_some() => Vec::new(),
            None => vec![format!("SAYSO_{}", self.name.replace('.', "_").to_uppercase())],
        }
    }

    /// The text that names it on settings screens.
    pub fn text(&self) -> String {
        format!("setting-{}", self.name.replace(['_', '.'], "-"))
    }

    /// One line with its values, for `config show`, the example file and as a hint.
    pub fn about(&self, chats: Chats) -> String {
        let values = match self.kind {
            ValueKind::Switch => ": on or off".to_owned(),
            ValueKind::OneOf(values) => format!(": {}", listed(&values(chats), "or")),
            ValueKind::AnyOf(values) => {
                format!(": {ANY}, or a list of {}", listed(&values(chats), "and"))
            }
            ValueKind::Number { min, max } => format!(": {min} to {max}"),
            ValueKind::Seconds { min, max } => {
                let (min, max) = (typed_duration(min), typed_duration(max));
                format!(", in seconds or as 90s, 10m, 2h, 1d: {min} to {max}")
            }
            ValueKind::AnyText | ValueKind::Checked(_) | ValueKind::Written { .. } => String::new(),
        };
        let always = if self.always { "; add `always` to override the agent" } else { "" };
        format!("{}{values}{always}", self.about)
    }

    /// Every value that a screen offers.
    pub fn choices(&self, chats: Chats) -> Vec<String> {
        match self.kind {
            ValueKind::Switch => owned(&["on", "off"]),
            ValueKind::OneOf(values) | ValueKind::Written { offers: values, .. } => values(chats),
            ValueKind::AnyOf(values) => subsets(&values(chats)),
            ValueKind::Seconds { .. } => owned(&DURATIONS),
            ValueKind::Number { .. } | ValueKind::AnyText | ValueKind::Checked(_) => Vec::new(),
        }
    }

    /// The canonical form of a value, or what is wrong with it.
    pub fn parse(&self, raw: &str, chats: Chats) -> Result<String, Problem> {
        let text = raw.trim();
        let wrong = |rule: &str| {
            let shown = crate::text::cut(text, 40);
            Problem::new(self.name, format!("`{shown}` is not {rule}"), self.about(chats))
        };
        let value = text.to_lowercase();
        let (bare, always) = match value.strip_suffix(ALWAYS) {
            Some("auto") => return Err(wrong("a value of this setting")),
            Some(bare) if self.always => (bare, ALWAYS),
            Some(_) | None => (value.as_str(), ""),
        };
        let canonical = match self.kind {
            ValueKind::Switch => on_or_off(bare).map(str::to_owned),
            ValueKind::OneOf(values) => values(chats).into_iter().find(|known| known == bare),
            ValueKind::AnyOf(values) => any_of(&values(chats), bare),
            ValueKind::Number { min, max } => {
                let number = bare.parse().ok().filter(|number| (min..=max).contains(number));
                number.map(|number: u64| number.to_string())
            }
            ValueKind::Seconds { min, max } => {
                let seconds = duration(bare).filter(|seconds| (min..=max).contains(seconds));
                seconds.map(|seconds| seconds.to_string())
            }
            ValueKind::AnyText => Some(text.to_owned()),
            ValueKind::Written { read, .. } => {
                return read(text, chats)
                    .map_err(|rule| Problem::new(self.name, rule, self.about(chats)));
            }
            ValueKind::Checked(check) => {
                return check(text)
                    .map_err(|rule| Problem::new(self.name, rule, self.about(chats)));
            }
        };
        let canonical = canonical.ok_or_else(|| wrong("a value of this setting"))?;
        Ok(format!("{canonical}{always}"))
    }

    pub(super) fn clamped(&self, given: &str) -> (String, Option<String>) {
        let given = given.trim();
        let (number, rest) = given.split_at(given.find(' ').unwrap_or(given.len()));
        let ValueKind::Seconds { min, max } = self.kind else { return (given.to_owned(), None) };
        let below = number.parse::<i64>().is_ok_and(|seconds| seconds < 0);
        let Some(seconds) = (if below { Some(0) } else { duration(number) }) else {
            return (given.to_owned(), None);
        };
        let used = seconds.clamp(min, max);
        let said = (used != seconds)
            .then(|| format!("{number} is outside {min} to {max}; {used} is used"));
        (format!("{used}{rest}"), said)
    }
}

/// `None`: neither.
fn on_or_off(word: &str) -> Option<&'static str> {
    match word {
        "on" | "true" | "yes" | "1" => Some("on"),
        "off" | "false" | "no" | "0" => Some("off"),
        _ => None,
    }
}

fn any_of(known: &[String], value: &str) -> Option<String> {
    if matches!(value, "" | ANY) {
        return Some(ANY.to_owned());
    }
    let given: Vec<&str> = value.split([',', ' ']).filter(|name| !name.is_empty()).collect();
    let is_known = |name: &&str| known.iter().any(|known| known == name);
    let ordered = known.iter().filter(|name| given.contains(&name.as_str()));
    let all_known = !given.is_empty() && given.iter().all(is_known);
    all_known.then(|| ordered.cloned().collect::<Vec<_>>().join(","))
}

/// `any`, then every list, the short ones first.
fn subsets(values: &[String]) -> Vec<String> {
    let mut lists: Vec<Vec<&str>> = vec![Vec::new()];
    for value in values {
        let longer: Vec<_> = lists.iter().map(|list| [&list[..], &[value]].concat()).collect();
        lists.extend(longer);
    }
    lists.sort_by_key(Vec::len);
    lists.iter().map(|list| if list.is_empty() { ANY.to_owned() } else { list.join(",") }).collect()
}

fn listed(values: &[String], last: &str) -> String {
    match values {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        _ => values.concat(),
    }
}
