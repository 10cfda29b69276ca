//! Requests that `ask_user_questions` accepts and refuses. Nothing here starts a server or a
//! prompt.

use serde_json::{Value, json};

use super::{is_non_blocking, parse};
use crate::control::{Bounds, Control, Empty, OwnText};
use crate::dialect::fixtures::{LONG, with};
use crate::dialect::{DialectLimits, ParsedAsk};
use crate::form::Completeness;
use crate::policy::{TimeoutWish, Wishes};

fn question(fields: Value) -> Value {
    let whole = json!({
        "prompt": LONG, "title": "Database",
        "options": [{"label": "PostgreSQL (recommended)", "description": "Boring"}, {"label": "SQLite"}],
    });
    with(whole, fields)
}

fn accepted(questions: Value) -> ParsedAsk {
    parse(&json!({ "questions": questions }), &DialectLimits::default()).unwrap()
}

fn faults(arguments: &Value, limits: &DialectLimits) -> Vec<String> {
    parse(arguments, limits).unwrap_err().into_iter().map(|problem| problem.field).collect()
}

#[track_caller]
fn check_faults(questions: Value, expected: &[&str]) {
    assert_eq!(faults(&json!({ "questions": questions }), &DialectLimits::default()), expected);
}

/// REQ: AU-2
#[test]
fn questions_become_controls_with_a_text_of_ones_own() {
    let asking = accepted(json!([question(json!({})), question(json!({"multiSelect": true}))]));
    assert_eq!(asking.warnings, [] as [&str; 0]);
    assert_eq!(asking.form.completeness, Completeness::Partial);
    let [one, many] = &asking.form.questions[..] else { panic!("two questions") };
    assert_eq!((one.id.as_str(), many.id.as_str()), ("q1", "q2"));
    let Control::One { options, own_text: OwnText::Allowed } = &one.control else { panic!() };
    let found: Vec<_> =
        options.iter().map(|o| (o.id.as_str(), o.label.as_str(), o.recommended)).collect();
    assert_eq!(found, [("1", "PostgreSQL (recommended)", true), ("2", "SQLite", false)]);
    let Control::Many { bounds, empty, own_text, .. } = &many.control else { panic!() };
    assert_eq!((*bounds, *empty), (Bounds { min: 0, max: 2 }, Empty::Allowed));
    assert_eq!(*own_text, OwnText::Allowed);
}

/// REQ: AU-2
#[test]
fn the_names_of_a_well_known_tool_are_understood() {
    let theirs = json!([{
        "question": LONG, "header": "Database",
        "options": [{"label": "PostgreSQL (recommended)", "description": "Boring"}, {"label": "SQLite"}],
    }]);
    assert_eq!(accepted(theirs), accepted(json!([question(json!({}))])));
    check_faults(
        json!([question(json!({"question": "Another?", "header": "Another"}))]),
        &["questions[0].question", "questions[0].header"],
    );
    accepted(json!([question(json!({"question": LONG, "header": "Database"}))]));
}

/// REQ: AU-2
#[test]
fn recommended_options_are_marked_by_field_or_label() {
    for (label, field, expected) in [
        ("A (Recommended)", false, true),
        ("[RECOMMENDED] A", false, true),
        ("가 (추천)", false, true),
        ("가 [추천]", false, true),
        ("A", true, true),
        ("recommended", false, false),
    ] {
        let options = json!([{"label": label, "recommended": field}, {"label": "B"}]);
        let asking = accepted(json!([question(json!({ "options": options }))]));
        let option = &asking.form.questions[0].control.options()[0];
        assert_eq!((option.label.as_str(), option.recommended), (label, expected));
    }
}

/// REQ: AU-3
#[test]
fn every_fault_is_named() {
    check_faults(json!([]), &["questions"]);
    check_faults(json!(null), &["questions"]);
    check_faults(json!({"prompt": "x"}), &["questions"]);
    check_faults(json!(["x"]), &["questions[0]"]);
    check_faults(json!([question(json!({"prompt": " "}))]), &["questions[0].prompt"]);
    check_faults(json!([question(json!({"title": 1}))]), &["questions[0].title"]);
    check_faults(json!([question(json!({"options": null}))]), &["questions[0].options"]);
    check_faults(json!([question(json!({"multi_select": true}))]), &["questions[0].multi_select"]);
    check_faults(json!([question(json!({"multiSelect": "no"}))]), &["questions[0].multiSelect"]);
    check_faults(
        json!([
            question(json!({"prompt": null, "colour": 1})),
            question(json!({"options": [{"label": ""}, {"label": "B", "id": "b"}, 3]})),
            question(json!({"options": [{"label": "A"}]})),
        ]),
        &[
            "questions[0].prompt",
            "questions[0].colour",
            "questions[1].options[0].label",
            "questions[1].options[1].id",
            "questions[1].options[2]",
            "questions[2].options",
        ],
    );
    let top = json!({"questions": [question(json!({}))], "nonBlocking": "yes", "timeout": 3});
    assert_eq!(faults(&top, &DialectLimits::default()), ["nonBlocking", "timeout"]);
    assert_eq!(faults(&json!([1]), &DialectLimits::default()), [""]);
}

/// REQ: AU-2
#[test]
fn the_limits_are_configurable_up_to_ten() {
    let options =
        |count: usize| (0..count).map(|n| json!({"label": n.to_string()})).collect::<Value>();
    let ask = |questions: usize, count: usize| {
        let question = question(json!({"options": options(count)}));
        json!({"questions": vec![question; questions]})
    };
    let usual = DialectLimits::default();
    assert!(parse(&ask(4, 4), &usual).is_ok());
    assert_eq!(faults(&ask(5, 2), &usual), ["questions"]);
    assert_eq!(faults(&ask(1, 5), &usual), ["questions[0].options"]);
    let wide = DialectLimits { questions: 99, options: 99, ..usual };
    assert!(parse(&ask(10, 10), &wide).is_ok());
    assert_eq!(faults(&ask(11, 2), &wide), ["questions"]);
    assert_eq!(faults(&ask(1, 11), &wide), ["questions[0].options"]);
}

#[test]
fn a_missing_title_is_taken_from_the_prompt_with_a_warning() {
    let asking = accepted(json!([question(json!({"title": null}))]));
    assert_eq!(asking.form.questions[0].header, "We move the billing tables to…");
    assert_eq!(asking.warnings.len(), 1);
    assert!(asking.warnings[0].starts_with("questions[0].title: missing"));
}

#[test]
fn the_form_is_named_for_its_questions() {
    let titled = |title: &str| question(json!({ "title": title }));
    assert_eq!(accepted(json!([titled("Tone")])).form.title, "Tone");
    let three = accepted(json!([titled("tone"), titled("length"), titled("title")]));
    assert_eq!(three.form.title, "3 questions: tone, length, title");
}

/// REQ: AU-6
#[test]
fn only_the_operator_sets_a_timeout() {
    assert_eq!(
        accepted(json!([question(json!({}))])).wishes,
        Wishes { timeout: TimeoutWish::Dialect(None), ..Wishes::default() }
    );
    let limits = DialectLimits { questions_timeout: Some(60), ..DialectLimits::default() };
    let asking = parse(&json!({"questions": [question(json!({}))]}), &limits).unwrap();
    assert_eq!(asking.wishes.timeout, TimeoutWish::Dialect(Some(60)));
}

/// REQ: AU-2
#[test]
fn blocking_is_the_default() {
    assert!(!is_non_blocking(&json!({"questions": []})));
    assert!(!is_non_blocking(&json!({"nonBlocking": null})));
    assert!(!is_non_blocking(&json!("nonBlocking")));
    assert!(is_non_blocking(&json!({"nonBlocking": true})));
}
