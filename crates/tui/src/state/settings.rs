//! The settings screen: a list of what can be set, and the values each can have.

use sayso_core::settings::{Key, Language, THEMES};

use super::State;
use crate::editor::Editor;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    pub cursor: usize,
    /// The time left is being typed.
    pub typing: Option<Editor>,
    /// Said beside the cursor's row until the cursor moves.
    pub remark: Option<Remark>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    Saved,
    Refused(String),
}

/// A line of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    Setting(Key),
    /// Of the interaction that is open.
    TimeLeft,
    SwitchToWeb,
}

/// In the order of the screen. Where irreversible questions are answered is not among them: anyone who wants
/// to change that types it out (`sayso config set`).
const KEYS: [Key; 12] = [
    Key::Language,
    Key::Theme,
    Key::Interface,
    Key::Timeout,
    Key::TimeoutAction,
    Key::SingleSubmit,
    Key::Annotations,
    Key::TabOrder,
    Key::Placeholder,
    Key::Hints,
    Key::Shortcuts,
    Key::Notifications,
];

/// Seconds that the arrows offer; any other value can be set with `sayso config set`.
const TIMEOUTS: [&str; 9] = ["30", "60", "120", "300", "600", "1800", "3600", "14400", "86400"];

pub const ALWAYS: &str = " always";

impl State {
    /// This question first, if there is one.
    pub fn setting_items(&self) -> Vec<Item> {
        let pending = self.card.as_ref().filter(|card| card.is_open());
        let mut items = Vec::new();
        if let Some(card) = pending {
            if card.view.live.remaining_ms.is_some() {
                items.push(Item::TimeLeft);
            }
            items.push(Item::SwitchToWeb);
        }
        items.extend(KEYS.map(Item::Setting));
        items
    }
}

/// Every value that the arrows go through; `choices` are those that the desk names.
pub fn values(key: Key, choices: &[String]) -> Vec<&str> {
    match key {
        Key::Language => Language::ALL.map(Language::as_str).to_vec(),
        Key::Theme => {
            std::iter::once("system").chain(THEMES.iter().map(|(name, _)| *name)).collect()
        }
        Key::Interface => choices.iter().map(String::as_str).collect(),
        Key::Timeout => TIMEOUTS.to_vec(),
        Key::TimeoutAction => vec!["auto", "submit", "cancel", "reinvoke"],
        Key::TabOrder => vec!["option", "global"],
        Key::SingleSubmit
        | Key::Annotations
        | Key::Placeholder
        | Key::Hints
        | Key::Shortcuts
        | Key::Notifications => vec!["on", "off"],
        Key::IrreversibleSurfaces => vec!["any"],
    }
}

/// The value that many steps on, round and round; one that is not among them begins at the start.
pub fn step(key: Key, value: &str, choices: &[String], steps: isize) -> String {
    let values = values(key, choices);
    if values.is_empty() {
        return value.to_owned();
    }
    let (bare, always) = match value.strip_suffix(ALWAYS) {
        Some(bare) => (bare, ALWAYS),
        None => (value, ""),
    };
    let length = isize::try_from(values.len()).expect("a short list");
    let next = match values.iter().position(|known| *known == bare) {
        Some(place) => (isize::try_from(place).expect("a short list") + steps)
            .rem_euclid(length)
            .unsigned_abs(),
        None => nearest(&values, bare),
    };
    let next = values[next];
    // `auto` leaves it to the caller, so it cannot beat the caller.
    if next == "auto" { next.to_owned() } else { format!("{next}{always}") }
}

fn nearest(values: &[&str], value: &str) -> usize {
    let wanted: u64 = value.parse().unwrap_or(0);
    let larger = |known: &&str| known.parse::<u64>().is_ok_and(|known| known > wanted);
    values.iter().position(larger).unwrap_or(0)
}

/// With or without `always`, where that means something.
pub fn toggle_always(key: Key, value: &str) -> Option<String> {
    match key {
        Key::Timeout | Key::TimeoutAction => match value.strip_suffix(ALWAYS) {
            Some(bare) => Some(bare.to_owned()),
            None if value == "auto" => None,
            None => Some(format!("{value}{ALWAYS}")),
        },
        Key::Interface
        | Key::SingleSubmit
        | Key::Annotations
        | Key::TabOrder
        | Key::Placeholder
        | Key::Hints
        | Key::Shortcuts
        | Key::Language
        | Key::Notifications
        | Key::Theme
        | Key::IrreversibleSurfaces => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::CHATS;
    use crate::state::Purpose;

    /// REQ: TE-6
    #[test]
    fn every_value_that_can_be_reached_is_one() {
        for key in KEYS {
            let choices = crate::fixtures::blank(Purpose::Inbox).choices(key).to_vec();
            for value in values(key, &choices) {
                assert_eq!(key.parse(value, CHATS).as_deref(), Ok(value), "{key:?}");
                let next = step(key, value, &choices, 1);
                assert_ne!(next, value, "{key:?}");
                assert_eq!(step(key, &next, &choices, -1), value, "{key:?}");
            }
        }
        assert_eq!(KEYS.len(), Key::ALL.len() - 1);
        assert!(!KEYS.contains(&Key::IrreversibleSurfaces));
    }

    #[test]
    fn always_stays_with_the_value_and_odd_values_find_their_neighbour() {
        assert_eq!(step(Key::Timeout, "300 always", &[], 1), "600 always");
        assert_eq!(step(Key::Timeout, "450", &[], 1), "600");
        assert_eq!(step(Key::TimeoutAction, "reinvoke always", &[], 1), "auto");
        assert_eq!(toggle_always(Key::Timeout, "300").as_deref(), Some("300 always"));
        assert_eq!(toggle_always(Key::Timeout, "300 always").as_deref(), Some("300"));
        assert_eq!(toggle_always(Key::TimeoutAction, "auto"), None);
        assert_eq!(toggle_always(Key::Theme, "dark"), None);
    }
}
