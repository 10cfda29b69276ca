//! Tests of `check.rs`.

use serde_json::{Value, json};

use super::*;
use crate::dialect::Dialect;
use crate::dialect::fixtures::{asked, choice, ids, submission, with};

fn form(mode: &str, fields: Value) -> Form {
    asked(Dialect::ProvideChoice, &with(choice(mode), fields)).form
}

/// Two optional questions: the first takes one option, the second several.
fn open_form() -> Form {
    let question = |multi: bool| {
        json!({"prompt": "Which?", "title": "T", "multiSelect": multi,
               "options": [{"label": "A"}, {"label": "B"}]})
    };
    let arguments = json!({"questions": [question(false), question(true)]});
    asked(Dialect::AskUserQuestions, &arguments).form
}

fn faults(form: &Form, questions: Value) -> Vec<String> {
    let problems = check(form, submission(questions)).unwrap_err();
    problems.iter().map(Problem::to_string).collect()
}

fn given(options: &[&str], text: Option<&str>) -> Answer {
    let text = text.map(str::to_owned);
    Answer::Given { options: ids(options), text, notes: Notes::new() }
}

#[track_caller]
fn check_q1(form: &Form, entry: Value, expected: Result<Answer, &str>) {
    let found = check(form, submission(json!({ "q1": entry })));
    match expected {
        Ok(answer) => assert_eq!(found.unwrap().questions[&"q1".into()], answer),
        Err(problem) => {
            assert_eq!(
                found.unwrap_err().iter().map(Problem::to_string).collect::<Vec<_>>(),
                [problem]
            );
        }
    }
}

/// Nobody can tell which of the two places is meant.
/// REQ: AD-8
#[test]
fn an_option_has_one_place() {
    let form = form("rank", json!({"default_selection_ids": null}));
    let twice = "questions.q1.options: `lite` is ranked twice (rank each option once)";
    for ranked in [json!(["pg", "lite", "lite", "my"]), json!(["lite", "lite", "pg"])] {
        check_q1(&form, json!({ "options": ranked }), Err(twice));
    }
}

/// REQ: PC-4
#[test]
fn single_takes_exactly_one_option() {
    let form = form("single", json!({}));
    check_q1(&form, json!({"options": ["lite"]}), Ok(given(&["lite"], None)));
    check_q1(&form, json!({"options": ["lite", "lite"]}), Ok(given(&["lite"], None)));
    check_q1(
        &form,
        json!({"options": ["lite", "my"]}),
        Err("questions.q1.options: exactly 1 option is required, 2 are chosen (choose one)"),
    );
    check_q1(
        &form,
        json!({"options": []}),
        Err("questions.q1: exactly 1 option is required, 0 are chosen (choose one)"),
    );
    check_q1(
        &form,
        json!({"text": "mine"}),
        Err(
            "questions.q1.text: this question takes no text (choose from its options; a remark goes \
             into `note`)",
        ),
    );
}

/// REQ: PC-4
#[test]
fn bounds_hold_and_the_order_is_that_of_the_options() {
    let form = form("multi", json!({"min_selections": 2, "max_selections": 2}));
    check_q1(&form, json!({"options": ["my", "pg", "my"]}), Ok(given(&["pg", "my"], None)));
    check_q1(
        &form,
        json!({"options": ["pg"]}),
        Err("questions.q1.options: at least 2 options are required, 1 is chosen (choose more)"),
    );
    check_q1(
        &form,
        json!({"options": ["pg", "lite", "my"]}),
        Err("questions.q1.options: at most 2 options are allowed, 3 are chosen (choose fewer)"),
    );
}

/// REQ: PC-7
#[test]
fn hybrid_takes_options_or_text_or_both_but_not_neither() {
    let form = form("hybrid", json!({}));
    check_q1(&form, json!({"options": ["my"]}), Ok(given(&["my"], None)));
    check_q1(&form, json!({"text": " mine "}), Ok(given(&[], Some("mine"))));
    check_q1(&form, json!({"options": ["my"], "text": "mine"}), Ok(given(&["my"], Some("mine"))));
    check_q1(
        &form,
        json!({"options": [], "text": "  "}),
        Err("questions.q1: an option or a text is required (choose or write)"),
    );
}

/// REQ: PC-7
#[test]
fn text_input_takes_a_text_only() {
    let form = form("text_input", json!({}));
    check_q1(&form, json!({"text": "mine"}), Ok(given(&[], Some("mine"))));
    check_q1(&form, json!({"text": " "}), Err("questions.q1: text is required (write something)"));
    check_q1(
        &form,
        json!({"text": "mine", "options": ["a"]}),
        Err(
            "questions.q1.options: no option has the id `a`; the options are none (use one of those ids)",
        ),
    );
}

/// REQ: PC-12
#[test]
fn untouched_defaults_stand_and_blank_notes_do_not() {
    let form = form("multi", json!({"default_selection_ids": ["my", "pg"]}));
    check_q1(&form, json!({"notes": {"pg": "  "}}), Ok(given(&["pg", "my"], None)));
    check_q1(&form, json!({"options": ["lite"]}), Ok(given(&["lite"], None)));
    assert!(check(&form, submission(json!({}))).is_ok());
}

#[test]
fn a_form_of_one_question_needs_no_id() {
    let one = form("single", json!({}));
    let answers = check(&one, submission(json!({"": {"options": ["my"]}}))).unwrap();
    assert_eq!(answers.get(&"q1".into()), Some(&given(&["my"], None)));
    let both = json!({"": {"options": ["my"]}, "q1": {"options": ["pg"]}});
    assert_eq!(faults(&one, both).len(), 1);
    let several = faults(&open_form(), json!({"": {"options": ["1"]}, "q1": {"options": ["1"]}}));
    assert_eq!(
        several,
        [
            "questions.: no question has the id ``; the questions are `q1`, `q2` (use one of those ids)"
        ]
    );
}

/// REQ: PC-4
#[test]
fn every_fault_is_told_at_once() {
    let questions = json!({
        "q1": {"options": ["9"], "notes": {"8": "x"}, "text": "t".repeat(limits::ANSWER + 1)},
        "q7": {},
    });
    let found = check(&open_form(), submission(questions)).unwrap_err();
    let fields: Vec<_> = found.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(
        fields,
        ["questions.q1.options", "questions.q1.notes.8", "questions.q1.text", "questions.q7"]
    );
    let [Some(option), Some(note), Some(long), Some(question)] =
        [0, 1, 2, 3].map(|at: usize| found[at].fault.clone())
    else {
        panic!("each says what is wrong as data: {found:?}")
    };
    assert!(matches!(&*option, Fault::UnknownOption { option, .. } if option == "9"));
    assert!(matches!(&*note, Fault::UnknownOption { option, .. } if option == "8"));
    assert!(matches!(*long, Fault::TooLong { max: limits::ANSWER, .. }));
    assert!(matches!(&*question, Fault::UnknownQuestion { question, .. } if question == "q7"));
}

/// REQ: AU-5
#[test]
fn questions_of_an_open_form_can_be_skipped_asked_about_or_left() {
    let form = open_form();
    let answers = check(&form, submission(json!({"q1": {"skip": " "}}))).unwrap();
    assert_eq!(answers.questions.len(), 1);
    assert_eq!(answers.get(&"q1".into()), Some(&Answer::Skipped { reason: None }));
    let answers =
        check(&form, submission(json!({"q1": {"elaborate": "why?"}, "q2": {"options": []}})))
            .unwrap();
    let note = Some("why?".to_owned());
    assert_eq!(answers.get(&"q1".into()), Some(&Answer::Elaborate { note }));
    assert_eq!(answers.get(&"q2".into()), Some(&given(&[], None)));
    assert_eq!(faults(&form, json!({})).len(), 1, "nothing at all is no answer");
    check_q1(
        &form,
        json!({"skip": "", "options": ["1"]}),
        Err(
            "questions.q1: a question is answered, skipped or asked about: only one of them (send \
             one of them)",
        ),
    );
    check_q1(
        &form,
        json!({"text": "mine", "options": ["1"]}),
        Err(
            "questions.q1: takes an option or a text, not both (remove one of them; a remark goes \
             into `note`)",
        ),
    );
}

#[test]
fn a_choice_cannot_be_skipped() {
    check_q1(
        &form("single", json!({})),
        json!({"skip": "later"}),
        Err(
            "questions.q1: this question cannot be skipped (answer it, or cancel the whole interaction)",
        ),
    );
}

#[test]
fn an_own_text_takes_the_place_of_the_default() {
    let mut form = open_form();
    form.questions[0].defaults = ids(&["1"]);
    check_q1(&form, json!({"text": "mine"}), Ok(given(&[], Some("mine"))));
}
