//! One question: choosing, writing, notes, cancelling, more time.

use sayso_core::{Answer, Command, DraftField, Fault, OptionId, QuestionId};
use serde_json::{Value, json};

use super::{answers, sent};
use crate::fixtures::{at, choice, control, press, prompt};
use crate::message::{Deed, Effect, Handed, Message};
use crate::state::card::{Complaint, Focus, Phase};
use crate::state::{Interrupt, PromptEnd, State};
use crate::update::update;

pub(super) fn mode(mode: &str, fields: Value) -> State {
    let mut all = json!({"selection_mode": mode, "default_selection_ids": null});
    for (name, value) in fields.as_object().unwrap() {
        all[name] = value.clone();
    }
    prompt(choice(all))
}

pub(super) fn given(options: &[&str], text: Option<&str>, notes: &[(&str, &str)]) -> Answer {
    Answer::Given {
        options: options.iter().map(|id| OptionId::from(*id)).collect(),
        text: text.map(str::to_owned),
        notes: notes.iter().map(|(id, note)| (OptionId::from(*id), (*note).to_owned())).collect(),
    }
}

#[track_caller]
pub(super) fn check_answer(mut state: State, keys: &str, wanted: &Answer, note: Option<&str>) {
    let effects = press(&mut state, keys);
    let answers = answers(&state, &effects);
    assert_eq!(answers.questions.values().collect::<Vec<_>>(), [wanted], "{keys}");
    assert_eq!(answers.note.as_deref(), note, "{keys}");
    assert_eq!(state.card.unwrap().phase, Phase::Sending);
}

/// REQ: TE-1, PC-11
#[test]
fn the_cursor_chooses() {
    let one = || mode("single", json!({}));
    check_answer(one(), "⏎", &given(&["pg"], None, &[]), None);
    check_answer(one(), "↓⏎", &given(&["lite"], None, &[]), None);
    check_answer(one(), "jjk⏎", &given(&["lite"], None, &[]), None);
    check_answer(one(), "3⏎", &given(&["dynamo"], None, &[]), None);
    check_answer(one(), "3 R⏎", &given(&["pg"], None, &[]), None);
    check_answer(one(), "G⏎", &given(&["dynamo"], None, &[]), None);
    let many = || mode("multi", json!({}));
    check_answer(many(), "3 1⏎", &given(&["pg"], None, &[]), None);
    check_answer(many(), "31⏎", &given(&["pg", "dynamo"], None, &[]), None);
    check_answer(many(), " ↓ ⏎", &given(&["pg", "lite"], None, &[]), None);
    let hybrid = || mode("hybrid", json!({}));
    check_answer(hybrid(), "1oboth, 也好⏎⏎", &given(&["pg"], Some("both, 也好"), &[]), None);
    check_answer(hybrid(), "↓↓↓⏎x⏎⏎", &given(&[], Some("x"), &[]), None);
    // The free text has a number, too.
    check_answer(hybrid(), "4x⏎⏎", &given(&[], Some("x"), &[]), None);
    let text = || mode("text_input", json!({"options": null}));
    check_answer(text(), "two words⏎", &given(&[], Some("two words"), &[]), None);
}

/// REQ: TE-4, PC-11
#[test]
fn tab_goes_to_the_notes_and_back() {
    let one = || mode("single", json!({}));
    check_answer(one(), "↓⇥why not⏎⏎", &given(&["lite"], None, &[("lite", "why not")]), None);
    check_answer(one(), "⇥⇥on the whole⏎⏎", &given(&["pg"], None, &[]), Some("on the whole"));
    // A blank note is none.
    check_answer(one(), "⇥  ⏎⏎", &given(&["pg"], None, &[]), None);
    let mut state = one();
    press(&mut state, "⇥⇥⇥");
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::List);
    crate::fixtures::set(&mut state, sayso_core::settings::Key::TabOrder, "global");
    press(&mut state, "⇥");
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::Note);
}

/// REQ: SE-3
#[test]
fn without_annotations_there_are_no_notes() {
    let mut state = mode("single", json!({"allow_annotations": false}));
    press(&mut state, "⇥");
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::List);
    // Nor is there one when cancelling (TE-5); it still asks for confirmation.
    assert_eq!(press(&mut state, "⎋x"), []);
    assert_eq!(sent(&press(&mut state, "⏎")), Command::Cancel { note: None });
}

/// REQ: TE-5, TO-6
#[test]
fn cancelling_asks_for_a_note_first() {
    let mut state = mode("single", json!({}));
    assert_eq!(press(&mut state, "⎋"), []);
    assert_eq!(press(&mut state, "⎋"), [], "and goes back");
    assert_eq!(state.card.as_ref().unwrap().focus, Focus::List);
    let effects = press(&mut state, "⎋wait for Bob⏎");
    assert_eq!(sent(&effects), Command::Cancel { note: Some("wait for Bob".to_owned()) });
    let mut state = mode("single", json!({}));
    assert_eq!(sent(&press(&mut state, "⎋⏎")), Command::Cancel { note: None });
}

/// REQ: PC-4
#[test]
fn bounds_hold_before_anything_is_sent() {
    let mut state = mode("multi", json!({"min_selections": 2, "max_selections": 2}));
    assert_eq!(
        press(&mut state, "1⏎").iter().filter(|e| matches!(e, Effect::Act { .. })).count(),
        0
    );
    assert_eq!(
        state.card.as_ref().unwrap().complaint,
        Some(Complaint::Wrong(Fault::TooFew { min: 2, chosen: 1 }))
    );
    press(&mut state, "23");
    let card = state.card.as_ref().unwrap();
    assert_eq!(card.complaint, Some(Complaint::Wrong(Fault::TooMany { max: 2, chosen: 3 })));
    assert_eq!(card.sheets[0].chosen.as_ref().unwrap().len(), 2);
    for (asked, complaint) in [
        (mode("hybrid", json!({})), Complaint::Wrong(Fault::ChooseOrWrite)),
        (mode("text_input", json!({"options": null})), Complaint::Wrong(Fault::Write)),
    ] {
        let mut state = asked;
        assert_eq!(press(&mut state, "⏎"), []);
        assert_eq!(state.card.unwrap().complaint, Some(complaint));
    }
}

/// REQ: PC-12, SE-2
#[test]
fn defaults_stand_and_choosing_may_send() {
    check_answer(prompt(choice(json!({}))), "⏎", &given(&["pg"], None, &[]), None);
    let at_once = || mode("single", json!({"single_submit_mode": true}));
    check_answer(at_once(), "2", &given(&["lite"], None, &[]), None);
    check_answer(at_once(), "↓ ", &given(&["lite"], None, &[]), None);
    let mut explicit = mode("single", json!({}));
    assert!(!press(&mut explicit, "2").iter().any(|effect| matches!(effect, Effect::Act { .. })));
}

/// REQ: TO-5
#[test]
fn e_gives_five_more_minutes() {
    let mut state = mode("single", json!({}));
    state.now = at(12_000);
    let effects = press(&mut state, "e");
    let [Effect::Act { deed: Deed::Extend, command, .. }] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(*command, Command::SetRemaining { seconds: 240 + 300 });
}

/// REQ: TE-8
#[test]
fn a_paste_goes_into_a_text_and_never_sends() {
    let mut state = mode("single", json!({}));
    assert_eq!(update(&mut state, Message::Paste("2\r\n".to_owned()), at(0)), []);
    assert_eq!(state.card.as_ref().unwrap().sheets[0].chosen, None);
    let mut state = mode("text_input", json!({"options": null}));
    assert_eq!(update(&mut state, Message::Paste("one\r\ntwo\r".to_owned()), at(0)), []);
    assert_eq!(state.card.as_ref().unwrap().sheets[0].text.text(), "one\ntwo\n");
}

#[test]
fn a_filter_narrows_and_numbers_stay() {
    let mut state = mode("single", json!({}));
    let effects = press(&mut state, "/dyn⏎⏎");
    assert_eq!(
        answers(&state, &effects).questions.values().collect::<Vec<_>>(),
        [&given(&["dynamo"], None, &[])]
    );
    let mut state = mode("single", json!({}));
    // The description is searched, too; the number of a filtered option does nothing.
    let effects = press(&mut state, "/one file⏎1⏎⏎");
    assert_eq!(
        answers(&state, &effects).questions.values().collect::<Vec<_>>(),
        [&given(&["lite"], None, &[])]
    );
}

/// REQ: TE-7
#[test]
fn switching_to_the_web_takes_everything_along() {
    let mut state = mode("hybrid", json!({}));
    press(&mut state, "2⇥mind the job⏎");
    let effects = press(&mut state, "w");
    let [Effect::HandToWeb { fields, .. }] = &effects[..] else { panic!("{effects:?}") };
    let question = || QuestionId::from("q1");
    let lite = || OptionId::from("lite");
    assert!(
        fields.contains(&DraftField::Options { question: question(), options: vec![lite()] }),
        "{fields:?}"
    );
    let note = DraftField::OptionNote {
        question: question(),
        option: lite(),
        text: "mind the job".to_owned(),
    };
    assert!(fields.contains(&note), "{fields:?}");
    let handed = Box::new(Ok(Handed { view: choice(json!({})), way_in: None }));
    let id = state.card.as_ref().unwrap().view.interaction.id;
    let effects = update(&mut state, Message::HandedToWeb { id, result: handed }, at(1));
    assert!(matches!(effects[..], [Effect::OpenWeb(_)]));
    assert!(matches!(state.ended, Some(PromptEnd::HandedToWeb { .. })));
}

#[test]
fn leaving_is_no_answer_and_saves_what_was_typed() {
    let mut state = mode("text_input", json!({"options": null}));
    press(&mut state, "half a th");
    let effects = update(&mut state, control('c'), at(1));
    assert!(
        matches!(&effects[..], [Effect::Save { fields, .. }] if fields.len() == 1),
        "{effects:?}"
    );
    assert_eq!(state.ended, Some(PromptEnd::Interrupted(Interrupt::Key)));
}

/// REQ: AD-8
#[test]
fn options_are_ranked_one_after_the_other_and_moved() {
    let rank = || mode("rank", json!({}));
    let ranking = |ids: &[&str]| given(ids, None, &[]);
    check_answer(rank(), "   ⏎", &ranking(&["pg", "lite", "dynamo"]), None);
    check_answer(rank(), "⏎⏎⏎⏎", &ranking(&["pg", "lite", "dynamo"]), None);
    check_answer(rank(), "jj   ⏎", &ranking(&["dynamo", "pg", "lite"]), None);
    // The option goes along with the cursor, up and down.
    check_answer(rank(), "   KK⏎", &ranking(&["dynamo", "pg", "lite"]), None);
    check_answer(rank(), "   gJ⏎", &ranking(&["lite", "pg", "dynamo"]), None);
    // A digit names an option, as in every other question.
    check_answer(rank(), "312⏎", &ranking(&["dynamo", "pg", "lite"]), None);
    check_answer(rank(), "12131⏎", &ranking(&["lite", "dynamo", "pg"]), None);
    let first = || mode("rank", json!({"max_selections": 1}));
    check_answer(first(), "j ⏎", &ranking(&["lite"]), None);
    check_answer(first(), " jK⏎", &ranking(&["lite"]), None);
}

/// REQ: AD-8
#[test]
fn a_ranking_that_is_not_whole_is_not_sent() {
    let mut state = mode("rank", json!({}));
    assert_eq!(
        press(&mut state, " g⏎").iter().filter(|e| matches!(e, Effect::Act { .. })).count(),
        0
    );
    let fault = Fault::RankMore { places: 3, ranked: 1 };
    assert_eq!(state.card.as_ref().unwrap().complaint, Some(Complaint::Wrong(fault)));
}

/// REQ: AD-8
#[test]
fn a_number_is_typed_or_stepped() {
    let number = |fields: Value| {
        let mut all = json!({"options": null, "min": 0, "max": 1, "step": 0.1});
        all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        mode("number", all)
    };
    check_answer(number(json!({})), "0.3⏎", &given(&[], Some("0.3"), &[]), None);
    check_answer(number(json!({})), "↑↑↑⏎", &given(&[], Some("0.2"), &[]), None);
    check_answer(number(json!({})), "0.3↓⏎", &given(&[], Some("0.2"), &[]), None);
    let filled = || number(json!({"default_number": 0.5}));
    check_answer(filled(), "⏎", &given(&[], Some("0.5"), &[]), None);
    check_answer(filled(), "↑⏎", &given(&[], Some("0.6"), &[]), None);
    let mut state = number(json!({}));
    press(&mut state, "7⏎");
    let fault = Fault::AboveMax { max: "1".parse().unwrap() };
    assert_eq!(state.card.as_ref().unwrap().complaint, Some(Complaint::Wrong(fault)));
    // An arrow replaces nothing that it can't read.
    let mut state = number(json!({"default_number": 0.5}));
    press(&mut state, "x↑");
    let card = state.card.as_ref().unwrap();
    assert_eq!(card.complaint, Some(Complaint::Wrong(Fault::NotANumber)));
    assert_eq!(card.current().unwrap().1.text.text(), "0.5x");
}
