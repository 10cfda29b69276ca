//! Tests of `settings.rs`.

use super::*;
use crate::dialect::fixtures::{CHATS, IRC};
use crate::surface::Preferred;

fn layer(values: &[(Key, &str)]) -> SettingsLayer {
    values.iter().map(|(key, value)| (*key, key.parse(value, CHATS).unwrap())).collect()
}

/// REQ: SE-1
#[test]
fn each_place_beats_the_one_before_it() {
    let mut preferences = Preferences::default();
    assert_eq!(preferences.get(Key::Theme), ("system", Source::Builtin));
    preferences.file = layer(&[(Key::Theme, "dark")]);
    assert_eq!(preferences.get(Key::Theme), ("dark", Source::File));
    preferences.environment = layer(&[(Key::Theme, "light")]);
    assert_eq!(preferences.get(Key::Theme), ("light", Source::Environment));
    preferences.person = layer(&[(Key::Theme, "system")]);
    assert_eq!(preferences.get(Key::Theme), ("system", Source::Person));
    assert_eq!(preferences.get(Key::Hints), ("on", Source::Builtin), "one key moves no other");
}

/// REQ: SE-1
#[test]
fn only_a_person_can_say_always() {
    let values = [(Key::Timeout, "600 always"), (Key::TimeoutAction, "cancel always")];
    let person = Preferences { person: layer(&values), ..Preferences::default() };
    let file = Preferences { file: layer(&values), ..Preferences::default() };
    for key in [Key::Timeout, Key::TimeoutAction] {
        assert!(person.always(key));
        assert!(!file.always(key));
    }
    for preferences in [person, file] {
        assert_eq!(preferences.timeout(), 600);
        assert_eq!(preferences.timeout_action(), Some(TimeoutAction::Cancel));
    }
}

#[test]
fn every_builtin_value_is_canonical_and_every_name_is_found() {
    for key in Key::ALL {
        let default = key.setting().default;
        assert_eq!(key.parse(default, CHATS).as_deref(), Ok(default), "{}", key.as_str());
        assert_eq!(Key::from_name(key.as_str()), Some(key));
    }
    assert_eq!(Key::from_name("colour"), None);
    let nobody = Preferences::default();
    assert_eq!((nobody.timeout(), nobody.timeout_action()), (300, None));
    assert_eq!((nobody.interface(), nobody.language()), (Preferred::Auto, Language::En));
}

#[test]
fn values_are_forgiving_about_case_and_strict_about_the_rest() {
    for (key, raw, canonical) in [
        (Key::Hints, " TRUE ", "on"),
        (Key::Shortcuts, "no", "off"),
        (Key::Annotations, "0", "off"),
        (Key::Language, " ZH", "zh"),
        (Key::Timeout, "5", "5"),
        (Key::Timeout, "10M always", "600 always"),
        (Key::Timeout, "7d", "604800"),
        (Key::TimeoutAction, "Submit Always", "submit always"),
        (Key::Interface, "IRC", "irc"),
        (Key::IrreversibleSurfaces, "Irc, web", "web,irc"),
        (Key::IrreversibleSurfaces, "", "any"),
    ] {
        assert_eq!(key.parse(raw, CHATS).as_deref(), Ok(canonical));
    }
    for (key, raw) in [
        (Key::Timeout, "4"),
        (Key::Timeout, "604801"),
        (Key::Timeout, "8d"),
        (Key::Timeout, "soon"),
        (Key::TimeoutAction, "auto always"),
        (Key::TimeoutAction, "explode"),
        (Key::Interface, "cli"),
        (Key::Interface, "matrix"),
        (Key::Language, "tlh"),
        (Key::Hints, "perhaps"),
        (Key::IrreversibleSurfaces, "web,api"),
        (Key::IrreversibleSurfaces, ","),
    ] {
        let problem = key.parse(raw, CHATS).unwrap_err();
        let hint = key.setting().about(CHATS);
        assert_eq!((problem.field.as_str(), problem.hint), (key.as_str(), hint));
    }
}

#[test]
fn what_a_setting_means_says_its_values() {
    let about = |key: Key| key.setting().about(CHATS);
    assert_eq!(about(Key::Interface), "where questions are shown: auto, terminal, web or irc");
    assert_eq!(
        about(Key::Timeout),
        "time to answer, in seconds or as 90s, 10m, 2h, 1d: 5s to 7d; add `always` to override the agent"
    );
    assert_eq!(Key::Theme.setting().environment(), ["SAYSO_THEME"]);
    assert!(Key::IrreversibleSurfaces.setting().environment().is_empty());
    let choices = Key::IrreversibleSurfaces.setting().choices(CHATS);
    assert_eq!(choices[..5], ["any", "web", "terminal", "irc", "web,terminal"]);
}

/// REQ: LA-2
#[test]
fn a_language_is_known_in_any_case_and_with_spaces() {
    assert_eq!(Language::from_name(" Zh "), Some(Language::Zh));
    assert_eq!(Language::from_name("KO"), Some(Language::Ko));
    assert_eq!(Language::from_name("klingon"), None);
}

/// REQ: TO-1
#[test]
fn only_a_timeout_out_of_range_is_changed() {
    let (value, told) = Key::Timeout.clamped(" 1 always ");
    assert_eq!(value, "5 always");
    assert_eq!(told.unwrap(), "1 is outside 5 to 604800; 5 is used");
    assert_eq!(Key::Timeout.clamped("-7").0, "5");
    assert_eq!(Key::Timeout.clamped("9999999").0, "604800");
    for (key, same) in [(Key::Timeout, "600"), (Key::Timeout, "soon"), (Key::Theme, "1")] {
        assert_eq!(key.clamped(same), (same.to_owned(), None));
    }
}

/// REQ: SA-7
#[test]
fn where_irreversible_questions_are_answered_is_not_said_by_an_agents_environment() {
    let layer = |value: &str| SettingsLayer::from([(Key::IrreversibleSurfaces, value.to_owned())]);
    let mut preferences = Preferences { environment: layer("terminal"), ..Preferences::default() };
    assert_eq!(preferences.deciding(), []);
    preferences.file = layer("irc");
    assert_eq!(preferences.deciding(), [Surface::Chat(IRC)]);
    preferences.person = layer("web,irc");
    assert_eq!(preferences.deciding(), [Surface::Web, Surface::Chat(IRC)]);
    let strictest = Key::IrreversibleSurfaces.setting().guard.unwrap();
    assert_eq!(strictest(CHATS), "web,irc");
}
