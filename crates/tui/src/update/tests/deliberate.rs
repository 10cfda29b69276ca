//! Nothing is sent by accident: forms with gaps, irreversible answers, and notes of a cancellation.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::settings::Key;
use sayso_core::{Answer, Command};
use serde_json::json;

use super::{answers, sent};
use crate::fixtures::{choice, comes, control, passes, press, press_key, prompt, questions, set};
use crate::message::{Effect, Message};
use crate::state::State;
use crate::state::card::{Anyway, Complaint, Focus, Page, Phase};

fn acts(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Act { .. }))
}

fn phase(state: &State) -> Phase {
    state.card.as_ref().unwrap().phase.clone()
}

fn page(state: &State) -> Page {
    state.card.as_ref().unwrap().page
}

/// REQ: NA-3
#[test]
fn enter_on_an_unanswered_row_leads_there_and_sends_nothing() {
    let mut state = prompt(questions());
    press(&mut state, "1→→→");
    assert_eq!(page(&state), Page::Review { cursor: 1 }, "on the first that is open");
    assert!(!acts(&press(&mut state, "⏎")));
    assert_eq!(page(&state), Page::Question(1));
    press(&mut state, "→→k");
    assert!(!acts(&press(&mut state, "⏎")), "an answered row leads to its question as well");
    assert_eq!(page(&state), Page::Question(0));
}

/// REQ: NA-3
#[test]
fn an_incomplete_form_asks_first() {
    let mut state = prompt(questions());
    assert!(!acts(&press(&mut state, "1→→→G⏎")));
    assert_eq!(phase(&state), Phase::Incomplete(Anyway::Back));
    assert!(!acts(&press(&mut state, "⏎")), "enter again goes back");
    assert_eq!((phase(&state), page(&state)), (Phase::Open, Page::Review { cursor: 1 }));
    assert!(!acts(&press(&mut state, "G⏎⎋G⏎x2 ")), "nor do other keys send");
    let effects = press(&mut state, "↓⏎");
    assert_eq!(answers(&state, &effects).questions.len(), 1);
    // If complete, it is sent at once.
    let mut state = prompt(questions());
    assert!(acts(&press(&mut state, "1→1→1→⏎")));
}

/// REQ: NA-3
#[test]
fn sending_a_note_of_a_cancellation_never_sends_the_answer() {
    for modifiers in [KeyModifiers::NONE, KeyModifiers::CONTROL] {
        let enter = || Message::Key(KeyEvent::new(KeyCode::Enter, modifiers));
        let mut state = prompt(choice(json!({})));
        press(&mut state, "2⎋stop, do not do any of this");
        let note = Some("stop, do not do any of this".to_owned());
        assert_eq!(sent(&press_key(&mut state, enter())), Command::Cancel { note });
        let mut state = prompt(questions());
        press(&mut state, "1→1→1→⎋no");
        let reason = Some("no".to_owned());
        assert_eq!(sent(&press_key(&mut state, enter())), Command::Reject { reason });
    }
}

/// REQ: PC-12
#[test]
fn a_note_of_the_agent_is_no_reason_to_cancel() {
    let prefilled = || prompt(choice(json!({"global_annotation": "after the freeze"})));
    assert_eq!(sent(&press(&mut prefilled(), "⎋⏎")), Command::Cancel { note: None });
    let note = |words: &str| Command::Cancel { note: Some(words.to_owned()) };
    assert_eq!(sent(&press(&mut prefilled(), "⎋not now⏎")), note("not now"));
    // What the person made of it is theirs.
    assert_eq!(sent(&press(&mut prefilled(), "⇥⇥!⏎⎋⏎")), note("after the freeze!"));
}

/// REQ: TE-10
#[test]
fn control_x_cancels_from_anywhere() {
    for keys in ["", "⇥note", "oown", "/po", "?", "s", "v", "x"] {
        let mut state = prompt(choice(json!({"selection_mode": "hybrid"})));
        press(&mut state, keys);
        assert_eq!(press_key(&mut state, control('x')), [], "{keys}");
        assert!(matches!(state.card.as_ref().unwrap().focus, Focus::Farewell(_)), "{keys}");
        assert!(matches!(sent(&press(&mut state, "⏎")), Command::Cancel { .. }), "{keys}");
    }
    let mut state = prompt(choice(json!({"irreversible": true})));
    press(&mut state, "⏎yes");
    press_key(&mut state, control('x'));
    assert_eq!(sent(&press(&mut state, "⏎")), Command::Cancel { note: None });
}

/// REQ: NA-4
#[test]
fn what_cannot_be_undone_needs_the_word() {
    let irreversible = || prompt(choice(json!({"irreversible": true, "single_submit_mode": true})));
    let mut state = irreversible();
    assert!(!acts(&press(&mut state, "2")), "choosing does not send");
    assert!(!acts(&press(&mut state, "⏎")));
    assert!(matches!(phase(&state), Phase::Confirming(_)));
    assert!(!acts(&press(&mut state, "⏎⏎⏎")), "nor does enter, however often");
    assert_eq!(state.card.as_ref().unwrap().complaint, Some(Complaint::OtherWord));
    assert!(!acts(&press(&mut state, "y⏎es, please⏎")));
    assert!(!acts(&press(&mut state, "⎋")));
    assert_eq!(phase(&state), Phase::Open);
    for keys in ["", "⏎"] {
        press(&mut state, keys);
        comes(&mut state, Message::Paste("yes".to_owned()));
        passes(&mut state, 40);
    }
    assert!(!acts(&press(&mut state, "⏎")), "it is typed, not pasted");
    let effects = press(&mut state, "Yes ⏎");
    let [Answer::Given { options, .. }] =
        &answers(&state, &effects).questions.into_values().collect::<Vec<_>>()[..]
    else {
        panic!("{effects:?}")
    };
    assert_eq!(options[0].as_str(), "lite");
    for (language, word) in [("zh", "确认"), ("ko", "확인")] {
        let mut state = irreversible();
        set(&mut state, Key::Language, language);
        assert!(!acts(&press(&mut state, "⏎yes⏎")), "{language}");
        assert!(acts(&press(&mut state, &format!("⎋⏎{word}⏎"))), "{language}");
    }
}

/// REQ: NA-4
#[test]
fn saying_no_to_it_stays_easy() {
    let options = json!([
        {"id": "drop", "label": "Drop it now"},
        {"id": "keep", "label": "Keep it", "recommended": true, "safe": true},
    ]);
    let asked = || {
        prompt(choice(json!({
            "irreversible": true, "options": options, "default_selection_ids": null,
        })))
    };
    assert!(acts(&press(&mut asked(), "2⏎")), "a safe option is sent at once");
    assert!(!acts(&press(&mut asked(), "1⏎")));
    assert_eq!(sent(&press(&mut asked(), "⎋⏎")), Command::Cancel { note: None });
}

/// What is typed as the reason does nothing.
/// REQ: NA-3
#[test]
fn a_form_whose_questions_cannot_be_skipped_says_so() {
    let mut state = prompt(choice(json!({"single_submit_mode": true})));
    assert!(!acts(&press(&mut state, "-2 is wrong⏎")));
    assert!(state.toast.as_ref().unwrap().text.contains("can't be skipped"));
    passes(&mut state, 500);
    assert!(acts(&press(&mut state, "2")));
}
