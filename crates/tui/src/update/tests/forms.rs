//! Several questions: pages, the review, skipping, asking back, rejecting.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sayso_core::{Answer, Command, Fault};

use super::{answers, sent};
use crate::fixtures::{at, control, press, press_key, prompt, questions};
use crate::message::{Effect, Message};
use crate::state::card::{Complaint, Page};
use crate::update::update;

/// REQ: AU-5
#[test]
fn each_question_has_its_own_state() {
    let mut state = prompt(questions());
    // The second option; please explain, with a note; skipped, with a reason.
    press(&mut state, "2⏎xwhat is the difference?⏎-later⏎");
    assert_eq!(state.card.as_ref().unwrap().page, Page::Review { cursor: 3 });
    let effects = press(&mut state, "⏎");
    let answers = answers(&state, &effects);
    let given: Vec<&Answer> = answers.questions.values().collect();
    assert!(matches!(given[0], Answer::Given { options, .. } if options.len() == 1));
    assert_eq!(*given[1], Answer::Elaborate { note: Some("what is the difference?".to_owned()) });
    assert_eq!(*given[2], Answer::Skipped { reason: Some("later".to_owned()) });
}

/// REQ: AU-5
#[test]
fn an_own_text_answers_any_question() {
    let mut state = prompt(questions());
    let effects = press(&mut state, "oSvelteKit⏎⏎→→G⏎↓⏎");
    let answers = answers(&state, &effects);
    let [Answer::Given { options, text, .. }] = &answers.questions.values().collect::<Vec<_>>()[..]
    else {
        panic!("{answers:?}")
    };
    assert_eq!((options.len(), text.as_deref()), (0, Some("SvelteKit")));
}

/// REQ: AU-5
#[test]
fn the_set_is_rejected_with_a_reason() {
    let mut state = prompt(questions());
    let effects = press(&mut state, "→⎋not my project⏎");
    assert_eq!(sent(&effects), Command::Reject { reason: Some("not my project".to_owned()) });
}

#[test]
fn recommended_for_all_that_are_open() {
    let mut state = prompt(questions());
    press(&mut state, "2");
    let effects = press_key(&mut state, control('r'));
    assert_eq!(effects, []);
    let card = state.card.as_ref().unwrap();
    assert_eq!((card.page, card.unanswered().len()), (Page::Review { cursor: 3 }, 0));
    let first = card.sheets[0].chosen.clone().unwrap();
    assert_eq!(
        first[0].as_str(),
        card.questions()[0].control.options()[1].id.as_str(),
        "answered before"
    );
}

#[test]
fn the_review_names_what_is_open_and_leads_there() {
    let mut state = prompt(questions());
    assert_eq!(press(&mut state, "→→→G⏎"), [], "nothing at all is no answer");
    assert_eq!(
        state.card.as_ref().unwrap().complaint,
        Some(Complaint::Wrong(Fault::NothingAnswered))
    );
    press(&mut state, "g↓ ");
    assert_eq!(state.card.as_ref().unwrap().page, Page::Question(1));
    // Continuing without a choice means: none of these.
    press(&mut state, "⏎←←");
    let card = state.card.as_ref().unwrap();
    assert_eq!((card.page, card.unanswered().len()), (Page::Question(0), 2));
}

#[test]
fn putting_aside_can_be_taken_back() {
    let mut state = prompt(questions());
    press(&mut state, "xwhy⎋");
    assert_eq!(state.card.as_ref().unwrap().sheets[0].aside, None);
    press(&mut state, "-later⏎←1");
    assert_eq!(state.card.as_ref().unwrap().sheets[0].aside, None, "choosing is an answer");
}

/// Releasing a key doesn't count as pressing it again.
#[test]
fn releases_are_ignored() {
    let mut state = prompt(questions());
    let release = KeyEvent::new_with_kind(
        KeyCode::Char('w'),
        KeyModifiers::NONE,
        crossterm::event::KeyEventKind::Release,
    );
    assert_eq!(update(&mut state, Message::Key(release), at(0)), Vec::<Effect>::new());
}
