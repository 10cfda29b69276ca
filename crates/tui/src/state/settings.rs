//! The settings screen: its lines, and how the arrow keys change them.

use sayso_core::settings::{ALWAYS, Key};
use sayso_desk::SettingView;

use super::State;
use crate::editor::Editor;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    pub cursor: usize,
    /// The time left is being typed.
    pub typing: Option<Editor>,
    /// Shown at the cursor's row until the cursor moves.
    pub remark: Option<Remark>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remark {
    Saved,
    Refused(String),
}

/// A line of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Setting(Key),
    /// Of the open interaction.
    TimeLeft,
    SwitchToWeb,
}

impl State {
    /// This question first, if there is one.
    pub(crate) fn setting_items(&self) -> Vec<Item> {
        let pending = self.card.as_ref().filter(|card| card.is_open());
        let mut items = Vec::new();
        if let Some(card) = pending {
            if card.view.live.remaining_ms.is_some() {
                items.push(Item::TimeLeft);
            }
            items.push(Item::SwitchToWeb);
        }
        items.extend(self.preferences.iter().map(|setting| Item::Setting(setting.key)));
        items
    }
}

/// The value that many steps further, wrapping around; an unlisted one starts at the next larger.
pub(crate) fn step(setting: &SettingView, steps: isize) -> String {
    let (bare, always) = split(&setting.value);
    let choices = &setting.choices;
    let next = match choices.iter().position(|known| known == bare) {
        Some(place) => {
            let length = choices.len().cast_signed();
            (place.cast_signed() + steps).rem_euclid(length).unsigned_abs()
        }
        None => {
            let wanted: u64 = bare.parse().unwrap_or(0);
            let larger = |known: &String| known.parse::<u64>().is_ok_and(|known| known > wanted);
            choices.iter().position(larger).unwrap_or(0)
        }
    };
    let next = choices.get(next).map_or(bare, String::as_str);
    // `auto` lets the agent decide, so it can't override the agent.
    if next == "auto" { next.to_owned() } else { format!("{next}{always}") }
}

/// With or without `always`, if that has an effect.
pub(crate) fn toggle_always(setting: &SettingView) -> Option<String> {
    match split(&setting.value) {
        _ if !setting.always => None,
        ("auto", "") => None,
        (bare, "") => Some(format!("{bare}{ALWAYS}")),
        (bare, _) => Some(bare.to_owned()),
    }
}

/// The value and its mark, which may be empty.
pub(crate) fn split(value: &str) -> (&str, &str) {
    match value.strip_suffix(ALWAYS) {
        Some(bare) => (bare, ALWAYS),
        None => (value, ""),
    }
}

#[cfg(test)]
mod tests {
    use sayso_core::settings::Source;

    use super::*;
    use crate::fixtures::CHATS;

    fn at(key: Key, value: &str) -> SettingView {
        SettingView::new(key, value, Source::Builtin, CHATS)
    }

    /// REQ: TE-6
    #[test]
    fn every_value_that_can_be_reached_is_one() {
        for key in Key::ALL {
            let choices = at(key, "").choices;
            assert!(choices.len() > 1, "{key:?}");
            for value in &choices {
                assert_eq!(key.parse(value, CHATS).as_ref(), Ok(value), "{key:?}");
                let next = step(&at(key, value), 1);
                assert_ne!(next, *value, "{key:?}");
                assert_eq!(step(&at(key, &next), -1), *value, "{key:?}");
            }
        }
    }

    #[test]
    fn always_stays_with_the_value_and_odd_values_find_their_neighbour() {
        let stepped = |key, value| step(&at(key, value), 1);
        assert_eq!(stepped(Key::Timeout, "300 always"), "600 always");
        assert_eq!(stepped(Key::Timeout, "450"), "600");
        assert_eq!(stepped(Key::TimeoutAction, "reinvoke always"), "auto");
        let toggled = |key, value| toggle_always(&at(key, value));
        assert_eq!(toggled(Key::Timeout, "300").as_deref(), Some("300 always"));
        assert_eq!(toggled(Key::Timeout, "300 always").as_deref(), Some("300"));
        assert_eq!(toggled(Key::TimeoutAction, "auto"), None);
        assert_eq!(toggled(Key::Theme, "dark"), None);
    }
}
