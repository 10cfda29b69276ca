//! Keys of a list and of a text: round, all, numbers, and those that mean nothing.

use sayso_core::settings::Key;
use sayso_core::{Answer, Fault};
use serde_json::{Value, json};

use super::answering::{check_answer, given, mode};
use super::answers;
use crate::fixtures::{
    blank, choice, comes, control, draws, inbox, opened, passes, permission, press, press_key,
    prompt, questions, rattle, set,
};
use crate::message::{Deed, Drawn, Effect, Message};
use crate::state::card::{Complaint, Focus, Phase};
use crate::state::{Over, Purpose, State};

/// One step further goes round; ctrl+n and ctrl+p move too.
#[test]
fn the_cursor_goes_round() {
    let cursor = |state: &State| state.card.as_ref().unwrap().sheets[0].cursor;
    let mut state = mode("single", json!({}));
    press(&mut state, "↑");
    assert_eq!(cursor(&state), 2);
    press(&mut state, "↓");
    assert_eq!(cursor(&state), 0);
    press_key(&mut state, control('p'));
    assert_eq!(cursor(&state), 2);
    press_key(&mut state, control('n'));
    assert_eq!(cursor(&state), 0);
}

/// All, what a filter shows, or none; at most as many as are allowed.
/// REQ: PC-11
#[test]
fn one_key_takes_all_or_none() {
    let many = || mode("multi", json!({}));
    check_answer(many(), "a⏎", &given(&["pg", "lite", "dynamo"], None, &[]), None);
    check_answer(many(), "3aa1⏎", &given(&["pg"], None, &[]), None);
    check_answer(many(), "3/sql⏎a⏎", &given(&["pg", "lite", "dynamo"], None, &[]), None);
    check_answer(many(), "3/sql⏎aa⏎", &given(&["dynamo"], None, &[]), None);
    let mut state = mode("multi", json!({"max_selections": 2}));
    press(&mut state, "a⏎");
    let complaint = state.card.as_ref().unwrap().complaint.clone();
    assert!(matches!(complaint, Some(Complaint::Wrong(Fault::TooMany { .. }))), "{complaint:?}");
}

/// With ten options and more `1` may still become `12`: it moves there, and chooses nothing yet.
#[test]
fn numbers_beyond_nine_are_typed() {
    let option = |n: usize| json!({"id": n.to_string(), "label": format!("Option {n}"), "recommended": n == 1});
    let options: Vec<Value> = (1..=25).map(option).collect();
    let asked = || mode("single", json!({"options": options, "single_submit_mode": true}));
    let chosen = |keys: &str| {
        let mut state = asked();
        let effects = press(&mut state, keys);
        let options = answers(&state, &effects).questions.into_values().next().unwrap();
        match options {
            Answer::Given { options, .. } => options[0].as_str().to_owned(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(chosen("12"), "12");
    assert_eq!(chosen("7"), "7", "no other number begins with it");
    assert_eq!(chosen("2⏎"), "2");
    assert_eq!(chosen("10"), "10");
    let mut state = asked();
    press(&mut state, "1");
    assert!(state.toast.as_ref().unwrap().text.starts_with("1…"));
    // Much later it is another number.
    passes(&mut state, 5_000);
    press(&mut state, "2");
    assert_eq!(state.card.as_ref().unwrap().sheets[0].cursor, 1);
    press(&mut state, "0");
    assert_eq!(state.card.as_ref().unwrap().phase, Phase::Sending);
}

/// Where one of two options declines, the letter that people type for it elsewhere takes it.
/// REQ: NA-1, CL-1
#[test]
fn a_yes_or_a_no_is_a_letter_too() {
    let no_at = |no: usize| {
        let options = [0, 1].map(|at| {
            let label = if at == no { "No" } else { "Yes" };
            json!({"id": label, "label": label, "recommended": at == 0, "safe": at == no})
        });
        mode("single", json!({ "options": options }))
    };
    for no in [0, 1] {
        check_answer(no_at(no), "n⏎", &given(&["No"], None, &[]), None);
        check_answer(no_at(no), "y⏎", &given(&["Yes"], None, &[]), None);
    }
    let mut state = prompt(permission());
    press(&mut state, "n");
    assert_eq!(state.card.as_ref().unwrap().sheets[0].cursor, 1, "deny");
}

/// Words that were meant for something else choose, send, cancel and change nothing.
/// REQ: NA-1
#[test]
fn words_for_something_else_do_nothing() {
    let yes_no = json!({ "default_selection_ids": null, "options": [
        { "id": "y", "label": "Yes", "recommended": true },
        { "id": "n", "label": "No", "safe": true },
    ] });
    let asked: [&dyn Fn() -> State; 6] = [
        &|| prompt(choice(json!({"single_submit_mode": true}))),
        &|| prompt(choice(yes_no.clone())),
        &|| prompt(permission()),
        &|| prompt(questions()),
        &|| opened(blank(Purpose::Inbox), choice(json!({}))),
        &inbox,
    ];
    let words =
        ["no⏎", "nope⏎", "y ", "make⏎", "ok⏎", "yes⏎", "z z ", "cargo test⏎", "exit⏎", "set x⏎"];
    for asked in asked {
        for words in words {
            let mut state = asked();
            let before = state.preferences.clone();
            for effect in rattle(&mut state, words) {
                let ends = match &effect {
                    Effect::Act { deed, .. } => *deed == Deed::Settle,
                    Effect::HandToWeb { .. } | Effect::SetPreference { .. } => true,
                    _ => false,
                };
                assert!(!ends, "{words}: {effect:?}");
            }
            assert_eq!(state.preferences, before, "{words}");
            assert_eq!(state.ended, None, "{words}");
        }
    }
}

/// REQ: NA-1
#[test]
fn enter_counts_again_after_words() {
    let asked = || mode("single", json!({"single_submit_mode": true}));
    let mut state = asked();
    press(&mut state, "z⏎");
    assert!(state.toast.as_ref().unwrap().text.starts_with("ignored"), "{:?}", state.toast);
    assert_ne!(press(&mut state, "⏎"), [], "the next one counts");
    let mut state = asked();
    press(&mut state, "z");
    passes(&mut state, 2_000);
    assert_ne!(press(&mut state, "⏎"), [], "and one after a pause");
    let mut state = asked();
    assert_ne!(press(&mut state, "z↓⏎"), [], "and one after a key that moves");
    let mut state = asked();
    assert_eq!(rattle(&mut state, "cnot today⏎"), []);
    assert_ne!(rattle(&mut state, "⏎"), [], "cancels");
    let mut state = asked();
    set(&mut state, Key::Bursts, "keys");
    assert_ne!(rattle(&mut state, "cnot today⏎"), [], "a voice doesn't pause");
}

/// In a long text keys of the question do nothing, and its end is one key away.
#[test]
fn a_long_text_is_left_only_on_purpose() {
    let mut state = mode("single", json!({"prompt": "A line of the context.\n\n".repeat(50)}));
    press(&mut state, "v");
    draws(&mut state, 80, 24);
    for keys in ["cx1e", "Gj", "z-o"] {
        press(&mut state, keys);
        draws(&mut state, 80, 24);
    }
    let Over::Reader { top } = state.over else { panic!("{:?}", state.over) };
    assert!(top > 50, "{top}");
    press(&mut state, "k");
    assert_eq!(state.over, Over::Reader { top: top - 1 });
    press(&mut state, "⎋");
    assert_eq!(state.over, Over::Nothing);
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::List);
}

/// A key without a meaning says so; nothing is chosen or sent by it.
#[test]
fn keys_that_do_not_apply_say_so() {
    for (asked, key) in [
        (mode("single", json!({})), "9"),
        (mode("single", json!({})), "a"),
        (mode("single", json!({})), "o"),
        (mode("single", json!({})), "["),
        (mode("single", json!({})), "l"),
        (mode("single", json!({})), "z"),
    ] {
        let mut state = asked;
        assert_eq!(press(&mut state, key), []);
        let said = &state.toast.as_ref().unwrap().text;
        assert_eq!(*said, format!("{key} does nothing here; ? shows all keys"));
    }
    let mut state = mode("single", json!({"allow_annotations": false}));
    press(&mut state, "⇥");
    assert_eq!(state.toast.as_ref().unwrap().text, "Notes are off for this question.");
}

/// Up and down in a long text go by its rows on the screen.
/// REQ: TE-8
#[test]
fn a_long_line_is_left_only_at_its_ends() {
    let mut state = mode("hybrid", json!({}));
    press(&mut state, "o0123456789");
    comes(&mut state, Message::Drawn(Drawn { field: Some(4), ..Drawn::default() }));
    press(&mut state, "↑");
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::OwnText);
    press(&mut state, "↑↑");
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::List);
}
