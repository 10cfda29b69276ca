//! Settings: saved one by one, shown at once, applied to the question on the screen.

use sayso_core::settings::{Key, Language};
use sayso_core::{Command, Preferred, PresentationChange, TimeoutAction};
use sayso_desk::DeskError;
use serde_json::json;

use crate::fixtures::{at, blank, choice, inbox, passes, press, prompt};
use crate::message::{Deed, Effect, Message};
use crate::state::settings::{Item, Remark};
use crate::state::{Over, Purpose, State};
use crate::update::update;

/// Opens the settings and goes to this one.
fn go_to(state: &mut State, item: Item) {
    press(state, "s");
    passes(state, 500);
    let place = state.setting_items().iter().position(|known| *known == item).unwrap();
    press(state, &"↓".repeat(place));
}

fn saved(key: Key, value: &str) -> Effect {
    Effect::SetPreference { key, value: value.to_owned() }
}

fn presented(effects: &[Effect]) -> PresentationChange {
    let [_, Effect::Act { deed: Deed::Present, command: Command::Present(change), .. }] = effects
    else {
        panic!("{effects:?}")
    };
    change.clone()
}

/// REQ: LA-1, TE-6
#[test]
fn a_language_holds_at_once_and_for_this_question() {
    let mut state = prompt(choice(json!({})));
    go_to(&mut state, Item::Setting(Key::Language));
    let effects = press(&mut state, "→");
    assert_eq!(effects[0], saved(Key::Language, "zh"));
    assert_eq!(presented(&effects).language, Some(Language::Zh));
    assert_eq!(state.texts().language(), Language::Zh);
    // With nothing pending too.
    let mut state = inbox();
    go_to(&mut state, Item::Setting(Key::Language));
    assert_eq!(press(&mut state, "←"), [saved(Key::Language, "ko")]);
    assert_eq!(state.texts().language(), Language::Ko);
}

/// The asking process's language holds: the screen shows it, and any other one is a step away.
/// REQ: LA-2
#[test]
fn the_language_in_force_is_shown_and_can_be_left() {
    let mut view = choice(json!({}));
    view.interaction.origin.language = Some(Language::Zh);
    let mut state = prompt(view);
    assert_eq!(state.texts().language(), Language::Zh);
    assert_eq!(state.in_force(Key::Language), "zh");
    go_to(&mut state, Item::Setting(Key::Language));
    let effects = press(&mut state, "←");
    assert_eq!(effects[0], saved(Key::Language, "en"));
    assert_eq!(state.texts().language(), Language::En);
}

/// REQ: SE-1, SE-3, TE-6
#[test]
fn each_is_applied_to_what_is_open() {
    let changed = |key: Key, keys: &str| {
        let mut state = prompt(choice(json!({})));
        go_to(&mut state, Item::Setting(key));
        (press(&mut state, keys), state)
    };
    let (effects, state) = changed(Key::Annotations, "→");
    assert_eq!(effects[0], saved(Key::Annotations, "off"));
    assert_eq!(presented(&effects).annotations, Some(false));
    assert!(!state.card.unwrap().has_notes());
    let (effects, _) = changed(Key::TimeoutAction, "→→");
    assert_eq!(presented(&effects[2..]).timeout_action, Some(TimeoutAction::Cancel));
    let (effects, _) = changed(Key::Interface, "→→");
    assert_eq!(presented(&effects[2..]).surface, Some(Preferred::Web));
    let (effects, _) = changed(Key::Timeout, "→");
    assert_eq!(effects[0], saved(Key::Timeout, "600"));
    assert!(matches!(
        effects[1],
        Effect::Act { command: Command::SetRemaining { seconds: 600 }, .. }
    ));
    let (effects, _) = changed(Key::Timeout, "a");
    assert_eq!(effects[0], saved(Key::Timeout, "300 always"));
    for key in
        [Key::Theme, Key::Hints, Key::TabOrder, Key::Notifications, Key::IrreversibleSurfaces]
    {
        assert_eq!(changed(key, "→").0.len(), 1, "{key:?} concerns no interaction");
    }
    assert_eq!(presented(&changed(Key::Placeholder, "→").0).placeholder, Some(false));
}

/// REQ: TO-5
#[test]
fn the_time_left_can_be_set_to_anything_in_range() {
    let mut state = prompt(choice(json!({})));
    go_to(&mut state, Item::TimeLeft);
    assert_eq!(press(&mut state, "⏎8d⏎"), [], "seven days at most");
    let Over::Settings(settings) = &state.over else { panic!() };
    assert!(matches!(settings.remark, Some(Remark::Refused(_))));
    let effects = press(&mut state, "⎋⏎90s⏎");
    assert!(
        matches!(effects[..], [Effect::Act { command: Command::SetRemaining { seconds: 90 }, .. }]),
        "{effects:?}"
    );
}

/// REQ: TE-7
#[test]
fn this_one_is_switched_to_the_web() {
    let mut state = prompt(choice(json!({})));
    go_to(&mut state, Item::SwitchToWeb);
    assert!(matches!(press(&mut state, "⏎")[..], [Effect::HandToWeb { .. }]));
}

/// REQ: SE-1
#[test]
fn what_the_desk_refuses_does_not_hold() {
    let mut state = blank(Purpose::Inbox);
    go_to(&mut state, Item::Setting(Key::Theme));
    press(&mut state, "→");
    assert_eq!(state.preference(Key::Theme), "light");
    let result = Err(DeskError::Unreachable("it is gone".to_owned()));
    let effects = update(&mut state, Message::PreferenceSaved { key: Key::Theme, result }, at(1));
    assert_eq!(effects, [Effect::LoadPreferences]);
    let ok = Message::PreferenceSaved { key: Key::Theme, result: Ok(()) };
    update(&mut state, ok, at(1));
    let Over::Settings(settings) = &state.over else { panic!() };
    assert_eq!(settings.remark, Some(Remark::Saved));
}
