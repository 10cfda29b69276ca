//! Keys that arrive all at once are text: they neither send nor cancel nor leave.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::Command;
use sayso_core::settings::Key;
use serde_json::json;

use super::{answers, sent};
use crate::fixtures::{
    at, burst, choice, control, inbox, key, opened, passes, press, press_key, prompt, questions,
    set,
};
use crate::message::{Effect, Message};
use crate::state::card::{Focus, Page, Phase};
use crate::state::{Over, State, Toast};
use crate::update::update;

const STRAY: [&str; 12] = [
    "git status⏎",
    "cd /tmp⏎",
    "exit⏎",
    "ll⏎",
    "2⏎",
    "22 files⏎",
    "⏎ls⏎",
    "c⏎",
    "q⏎yes⏎",
    "222⏎",
    "---⏎",
    "www⏎",
];

fn is_told(state: &State) -> bool {
    let said = |toast: &Toast| toast.text.contains("Text ignored: it came all at once");
    state.toast.as_ref().is_some_and(said)
}

/// Saving what was typed before is all that may happen.
fn does_nothing(effects: &[Effect]) -> bool {
    effects.iter().all(|effect| matches!(effect, Effect::Save { .. }))
}

/// Together with what came before.
fn arrives(state: &mut State, code: KeyCode) {
    let now = state.now;
    assert_eq!(update(state, key(code), now), []);
}

/// REQ: NA-1
#[test]
fn where_no_text_is_expected_it_is_dropped_and_said_so() {
    for stray in STRAY {
        let one = json!({"single_submit_mode": true, "default_selection_ids": null});
        let asked: [(&str, State); 6] = [
            ("choice", prompt(choice(json!({})))),
            ("hybrid", prompt(choice(json!({"selection_mode": "hybrid"})))),
            ("single submit", prompt(choice(one.clone()))),
            ("irreversible", prompt(choice(json!({"irreversible": true})))),
            ("form", prompt(questions())),
            ("inbox", opened(inbox(), choice(one))),
        ];
        for (name, mut state) in asked {
            assert_eq!(burst(&mut state, stray), [], "{name}: {stray}");
            let card = state.card.as_ref().unwrap();
            assert_eq!((&card.focus, &card.phase), (&Focus::List, &Phase::Open), "{name}: {stray}");
            assert_eq!(card.page, Page::Question(0), "{name}: {stray}");
            assert!(card.sheets.iter().all(|sheet| sheet.chosen.is_none()), "{name}: {stray}");
            assert!(state.ended.is_none() && is_told(&state), "{name}: {stray}");
            press(&mut state, "↓");
            assert!(!is_told(&state), "the line goes with the next key");
        }
        let mut list = inbox();
        assert_eq!(burst(&mut list, stray), [], "{stray}");
        assert!(list.ended.is_none() && list.card.is_none() && is_told(&list), "{stray}");
    }
}

/// REQ: NA-1
#[test]
fn no_part_of_the_screen_takes_it_for_keys() {
    let incomplete = || {
        let mut state = prompt(questions());
        press(&mut state, "1→→→G⏎↓");
        state
    };
    let review = || {
        let mut state = prompt(questions());
        press(&mut state, "1→1→1→");
        state
    };
    let after = |keys: &str| {
        let mut state = prompt(choice(json!({"irreversible": true})));
        press(&mut state, keys);
        state
    };
    let without_notes = || {
        let mut view = choice(json!({}));
        view.interaction.presentation.annotations = false;
        let mut state = prompt(view);
        press(&mut state, "⎋");
        state
    };
    let parts = [
        ("review", review()),
        ("send anyway", incomplete()),
        ("confirm", after("2⏎")),
        ("half confirmed", after("2⏎ye")),
        ("settings", after("s↓")),
        ("help", after("?")),
        ("reader", after("v")),
        ("cancel without notes", without_notes()),
    ];
    for (name, mut state) in parts {
        for stray in ["yes⏎", "s⏎", "ls -l⏎", "aq⏎"] {
            let (over, before) = (state.over.clone(), state.card.as_ref().unwrap().phase.clone());
            assert!(does_nothing(&burst(&mut state, stray)), "{name}: {stray}");
            let card = state.card.as_ref().unwrap();
            assert_eq!((&state.over, &card.phase), (&over, &before), "{name}: {stray}");
            assert!(is_told(&state), "{name}: {stray}");
        }
    }
    // By hand the same parts do what they say.
    assert!(matches!(sent(&press(&mut review(), "⏎")), Command::Answer { .. }));
    assert!(matches!(sent(&press(&mut incomplete(), "⏎")), Command::Answer { .. }));
    assert!(matches!(sent(&press(&mut after("2⏎"), "yes⏎")), Command::Answer { .. }));
    assert_eq!(sent(&press(&mut without_notes(), "⏎")), Command::Cancel { note: None });
    assert_eq!(after("s⎋").over, Over::Nothing);
}

/// REQ: NA-1
#[test]
fn in_a_text_it_is_inserted_whole() {
    let text = |state: &State| state.card.as_ref().unwrap().sheets[0].text.text().to_owned();
    let asked = || {
        prompt(choice(json!({
            "selection_mode": "text_input", "options": null, "default_selection_ids": null,
        })))
    };
    for (given, inserted) in [
        ("git status⏎", "git status\n"),
        ("one⏎two⏎⏎three⏎⏎", "one\ntwo\n\nthree\n\n"),
        ("⏎one", "\none"),
        ("a⎋b⏎", "ab\n"),
    ] {
        let mut state = asked();
        assert!(does_nothing(&burst(&mut state, given)), "{given}");
        assert_eq!(text(&state), inserted);
        assert!(!is_told(&state), "nothing was ignored");
        let effects = press(&mut state, "⏎");
        let sent = answers(&state, &effects);
        assert_eq!(sent.questions.len(), 1, "enter by hand sends");
    }
    // The reason for a cancel, a note, the filter, the search of the inbox.
    let mut state = prompt(choice(json!({})));
    press(&mut state, "⎋");
    assert_eq!(burst(&mut state, "no⏎not now⏎"), []);
    let note = Some("no\nnot now".to_owned());
    assert_eq!(sent(&press(&mut state, "⏎")), Command::Cancel { note });
    let mut state = prompt(choice(json!({})));
    press(&mut state, "⇥");
    burst(&mut state, "a⇥b⏎");
    let note = state.card.as_ref().unwrap().sheets[0].notes.values().next().unwrap().text();
    assert!(note.starts_with('a') && note.ends_with("b\n"), "{note:?}");
    let mut state = prompt(choice(json!({})));
    press(&mut state, "/");
    burst(&mut state, "lite⏎⏎");
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::Filter);
    let mut state = inbox();
    press(&mut state, "/");
    burst(&mut state, "q⏎q⏎");
    assert!(state.inbox.search.typing && state.ended.is_none());
}

/// REQ: NA-1
#[test]
fn nothing_that_is_done_on_purpose_is_lost() {
    let cursor = |state: &State| state.card.as_ref().unwrap().sheets[0].cursor;
    // Held down: it moves each time, and is no text however fast it is.
    for gap in [0, 5, 16, 33] {
        let mut state = prompt(choice(json!({})));
        for _ in 0..4 {
            arrives(&mut state, KeyCode::Char('j'));
            passes(&mut state, gap);
        }
        if gap < 10 {
            // So fast that enter might be a part of it.
            passes(&mut state, 30);
        }
        assert_eq!(sent_after(&mut state, "⏎"), ["lite"], "{gap}: once round and one further");
    }
    let mut state = prompt(choice(json!({})));
    arrives(&mut state, KeyCode::Down);
    assert_eq!(cursor(&state), 1, "an arrow moves at once");
    arrives(&mut state, KeyCode::Enter);
    assert!(
        matches!(sent(&passes(&mut state, 30)), Command::Answer { .. }),
        "and counts for nothing"
    );
    // What was pressed first acts first.
    let mut state = prompt(choice(json!({})));
    arrives(&mut state, KeyCode::Enter);
    arrives(&mut state, KeyCode::Down);
    let effects = passes(&mut state, 30);
    assert_eq!(chosen(&state, &effects), ["pg"]);
    // By hand.
    assert_eq!(sent_after(&mut prompt(choice(json!({}))), "2⏎"), ["lite"]);
}

fn chosen(state: &State, effects: &[Effect]) -> Vec<String> {
    let given = answers(state, effects).questions.into_values().next().unwrap();
    let sayso_core::Answer::Given { options, .. } = given else { panic!("{given:?}") };
    options.iter().map(|id| id.as_str().to_owned()).collect()
}

fn sent_after(state: &mut State, keys: &str) -> Vec<String> {
    let effects = press(state, keys);
    chosen(state, &effects)
}

/// REQ: NA-1
#[test]
fn voice_control_can_have_them_as_keys() {
    let mut state = prompt(choice(json!({})));
    set(&mut state, Key::Bursts, "keys");
    let effects: Vec<Effect> = [KeyCode::Char('2'), KeyCode::Enter]
        .into_iter()
        .flat_map(|code| update(&mut state, key(code), at(0)))
        .collect();
    assert_eq!(chosen(&state, &effects), ["lite"]);
}

/// The process may have been busy: a key that is read late was not pressed late.
/// REQ: NA-1
#[test]
fn a_key_acts_only_when_nothing_is_left_to_read() {
    let mut state = prompt(choice(json!({})));
    update(&mut state, key(KeyCode::Enter), at(0));
    assert_eq!(update(&mut state, key(KeyCode::Char('l')), at(900)), []);
    assert_eq!(passes(&mut state, 200), []);
    assert!(is_told(&state));
}

/// REQ: NA-1
#[test]
fn what_follows_a_paste_is_part_of_it() {
    let mut state = prompt(choice(json!({})));
    update(&mut state, Message::Paste("rm -rf build".to_owned()), at(0));
    assert_eq!(burst(&mut state, "⏎"), []);
    let mut state = prompt(choice(
        json!({"selection_mode": "text_input", "options": null, "default_selection_ids": null}),
    ));
    update(&mut state, Message::Paste("one".to_owned()), at(0));
    assert!(does_nothing(&burst(&mut state, "⏎⏎")));
    assert_eq!(state.card.unwrap().sheets[0].text.text(), "one\n\n");
}

/// REQ: NA-1
#[test]
fn the_keys_that_leave_wait_and_control_c_does_not() {
    for (name, state) in [("prompt", prompt(choice(json!({})))), ("inbox", inbox())] {
        let mut state = state;
        update(&mut state, control('d'), at(0));
        assert!(state.ended.is_none(), "{name}");
        update(&mut state, key(KeyCode::Char('x')), at(1));
        passes(&mut state, 200);
        assert!(state.ended.is_none(), "{name}");
        press_key(&mut state, control('d'));
        assert!(state.ended.is_some(), "{name}");
    }
    let mut state = prompt(choice(json!({})));
    update(&mut state, key(KeyCode::Char('x')), at(0));
    update(
        &mut state,
        Message::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        at(0),
    );
    assert!(state.ended.is_some());
}
