//! Personal settings: one table, from which parsing, screens, `config` and the example file are
//! derived.
//!
//! Operational settings (ports, retention) are rows of the same kind, in the program that uses
//! them.

pub mod language;
mod preferences;
mod setting;

use serde::{Deserialize, Serialize};

pub(crate) use language::LabelWords;
pub use language::Language;
pub use preferences::{Preferences, SettingsLayer, Source};
pub use setting::{ALWAYS, Draw, Group, Setting, ValueKind};

use crate::attention::{Ladder, QuietHours};
use crate::policy::{TIMEOUT_RANGE, TimeoutAction};
use crate::problem::Problem;
use crate::surface::{Chats, Surface};

macro_rules! table {
    ($($key:ident = $name:literal $kind:expr, $default:literal, $about:literal $(, $more:ident($($value:expr)?))*;)+) => {
        /// A personal setting.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Key {
            $(#[serde(rename = $name)] $key,)+
        }

        impl Key {
            /// In the order of the screens.
            pub const ALL: [Key; COUNT] = [$(Key::$key),+];
        }

        const COUNT: usize = [$($name),+].len();
        static TABLE: [Setting; COUNT] =
            [$(Setting::new($name, $kind, $default, $about)$(.$more($($value)?))*),+];
    };
}

table! {
    Language = "language" ValueKind::OneOf(languages), "en", "language of every surface",
        group(Group::Look), texts("language"),
        presents(|change, value| change.language = Language::from_name(value)),
        variables(&["SAYSO_LANGUAGE", "SAYSO_LANG", "CHOICE_LANG"]);
    Theme = "theme" ValueKind::OneOf(|_| owned(&THEMES)), "system", "colours of every surface",
        group(Group::Look), draw(Draw::Theme);
    Interface = "interface" ValueKind::OneOf(interfaces), "auto", "where questions are shown",
        texts("surface"),
        presents(|change, value| change.surface = value.parse().ok());
    Timeout = "timeout" ValueKind::Seconds { min: *TIMEOUT_RANGE.start(), max: *TIMEOUT_RANGE.end() }, "300",
        "time to answer",
        always(),
        variables(&["SAYSO_TIMEOUT", "SAYSO_TIMEOUT_SECONDS", "CHOICE_TIMEOUT_SECONDS"]);
    TimeoutAction = "timeout_action" ValueKind::OneOf(timeout_actions), "auto", "what happens when nobody answers (reinvoke: the agent is asked to ask again)",
        always(),
        presents(|change, value| change.timeout_action = timeout_action(value));
    SingleSubmit = "single_submit" ValueKind::Switch, "off", "send as soon as an option is chosen",
        presents(|change, value| change.single_submit = Some(value == "on"));
    Annotations = "annotations" ValueKind::Switch, "on", "notes on options and on the whole answer",
        presents(|change, value| change.annotations = Some(value == "on"));
    TabOrder = "tab_order" ValueKind::OneOf(|_| owned(&["option", "global"])), "option", "which note Tab opens first (option: the option's note; global: the note for the agent)",
        group(Group::Terminal);
    Bursts = "terminal.bursts" ValueKind::OneOf(|_| owned(&["text", "keys"])), "text",
        "how the terminal treats keys that arrive all at once (voice control and macros need keys)",
        group(Group::Terminal), texts("bursts");
    AfterSending = "terminal.after_sending" ValueKind::OneOf(|_| owned(&["list", "next"])), "list",
        "what the inbox shows once an answer is sent: the list, or the question with the next deadline",
        group(Group::Terminal), texts("after-sending");
    Placeholder = "placeholder" ValueKind::Switch, "on", "show the agent's placeholder text",
        presents(|change, value| change.placeholder = Some(value == "on"));
    Hints = "hints" ValueKind::Switch, "on", "show key hints",
        group(Group::Look);
    Shortcuts = "shortcuts" ValueKind::Switch, "on", "single-key shortcuts, such as 2 or n",
        group(Group::Look);
    Recent = "recent" ValueKind::OneOf(|_| owned(&["0", "5", "10", "20", "50"])), "5",
        "settled questions in the page's list",
        group(Group::Look), texts("recent");
    Notifications = "notifications" ValueKind::Switch, "on", "notify about new questions",
        group(Group::Notifications);
    // An agent's environment, a program and a page that any program can open must not decide who is
    // notified, or where agents may decide.
    Attention = "attention" ValueKind::Written { read: Ladder::canonical, offers: Ladder::offers }, "desktop 0s",
        "who is notified of a question and when, in order, as `desktop 0s, CHAT 5m`, or off",
        group(Group::Notifications), guarded(|_| Key::Attention.setting().default.to_owned());
    QuietHours = "quiet_hours" ValueKind::Written { read: QuietHours::canonical, offers: QuietHours::offers }, "off",
        "local time during which nobody is notified, as `22:00-07:00` or `22:00-07:00 except irreversible, CHAT`, or off",
        group(Group::Notifications), guarded(|_| Key::QuietHours.setting().default.to_owned());
    IrreversibleSurfaces = "irreversible.surfaces" ValueKind::AnyOf(deciding), "any",
        "where irreversible questions can be answered (web: only a paired page)",
        texts("surface"), guarded(strictest);
}

/// Themes by name, the same on every surface; `system` is `light` or `dark`, depending on the
/// system.
pub const THEMES: [&str; 4] = ["system", "light", "dark", "contrast"];

fn owned(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn languages(_: Chats) -> Vec<String> {
    owned(&Language::ALL.map(Language::as_str))
}

fn interfaces(chats: Chats) -> Vec<String> {
    chats.preferred().into_iter().map(String::from).collect()
}

fn timeout_action(value: &str) -> Option<TimeoutAction> {
    TimeoutAction::ALL.into_iter().find(|known| known.as_str() == value)
}

fn timeout_actions(_: Chats) -> Vec<String> {
    owned(&[&["auto"][..], &TimeoutAction::ALL.map(TimeoutAction::as_str)].concat())
}

fn deciding(chats: Chats) -> Vec<String> {
    chats.deciding().into_iter().map(String::from).collect()
}

/// A terminal of the same account is the weakest surface.
fn strictest(chats: Chats) -> String {
    let outside = chats.deciding().into_iter().filter(|surface| *surface != Surface::Terminal);
    outside.map(String::from).collect::<Vec<_>>().join(",")
}

impl Key {
    /// Its row of the table.
    pub fn setting(self) -> &'static Setting {
        &TABLE[self as usize]
    }

    pub fn as_str(self) -> &'static str {
        self.setting().name
    }

    pub fn from_name(name: &str) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.as_str() == name)
    }

    /// The canonical form of a value, or what is wrong with it.
    pub fn parse(self, raw: &str, chats: Chats) -> Result<String, Problem> {
        self.setting().parse(raw, chats)
    }

    /// A timeout outside the range is moved into it, like one from an agent: the value to use, and
    /// a message if it differs from the given one (TO-1).
    pub fn clamped(self, given: &str) -> (String, Option<String>) {
        self.setting().clamped(given)
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
