//! Tests of `quality.rs`.

use super::*;
use crate::dialect::fixtures::{LONG, choice, with};
use crate::dialect::{Dialect, DialectLimits, parse};
use serde_json::{Value, json};

fn warnings_of(dialect: Dialect, arguments: &Value) -> Vec<String> {
    parse(dialect, arguments, &DialectLimits::default()).unwrap().warnings
}

/// REQ: UC-9
#[test]
fn a_good_question_gets_no_advice() {
    for mode in ["single", "multi", "hybrid", "text_input"] {
        assert_eq!(warnings_of(Dialect::ProvideChoice, &choice(mode)), [] as [&str; 0]);
    }
}

/// REQ: UC-9
#[test]
fn options_outside_two_to_four_are_only_advised_against() {
    let options: Vec<Value> = (0..40)
        .map(|n| json!({"id": n.to_string(), "label": format!("Variant {n}"), "recommended": n == 0}))
        .collect();
    let many = with(choice("single"), json!({"options": options}));
    let one = with(choice("single"), json!({"options": options[..1]}));
    for request in [many, one] {
        assert_eq!(
            warnings_of(Dialect::ProvideChoice, &request),
            ["options: 2 to 4 options are easiest to choose from"]
        );
    }
}

/// REQ: UC-9
#[test]
fn labels_that_say_nothing_and_options_called_other_are_advised_against() {
    let request = with(
        choice("single"),
        json!({"options": [
            {"id": "a", "label": "Yes!", "recommended": true},
            {"id": "b", "label": "Other (please specify)"},
            {"id": "c", "label": "Go on with the second plan"},
        ]}),
    );
    let warnings = warnings_of(Dialect::ProvideChoice, &request);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].starts_with("options[0].label: say what will be done"));
    assert!(warnings[1].starts_with("options[1].label: instead of an 'other' option"));
}

/// REQ: UC-9
#[test]
fn the_same_advice_about_several_questions_is_one_line() {
    let question = |title: &str| {
        json!({"prompt": "Which?", "title": title,
               "options": [{"label": "OK [Recommended]"}, {"label": "기타"}]})
    };
    let request = json!({"questions": [question("One"), question("Two")]});
    let warnings = warnings_of(Dialect::AskUserQuestions, &request);
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert!(
        warnings[0]
            .starts_with("questions[0].options[0].label, questions[1].options[0].label: say")
    );
    assert!(warnings[1].ends_with("the user can always type their own answer"));
    assert!(
        warnings[2].starts_with("questions[0].context, questions[1].context: give the context")
    );
}

/// REQ: UC-9
#[test]
fn recommending_none_or_two_is_advised_against_where_it_is_allowed() {
    let ask = |first: bool, second: bool, multi: bool| {
        let request = json!({"questions": [{
            "prompt": LONG, "title": "Database", "multiSelect": multi,
            "options": [{"label": "A", "recommended": first}, {"label": "B", "recommended": second}],
        }]});
        warnings_of(Dialect::AskUserQuestions, &request)
    };
    let exactly = ["questions[0].options: mark exactly one option as `recommended`"];
    assert_eq!(ask(false, false, false), exactly);
    assert_eq!(ask(true, true, false), exactly);
    assert_eq!(ask(true, false, false), [] as [&str; 0]);
    assert_eq!(ask(true, true, true), [] as [&str; 0]);
    assert_eq!(ask(false, false, true).len(), 1);
}

/// REQ: UC-9
#[test]
fn a_context_of_its_own_is_judged_in_place_of_the_prompt() {
    let ask = |context: Option<&str>| {
        let request = json!({"questions": [{
            "prompt": "Which database?", "title": "Database", "context": context,
            "options": [{"label": "A", "recommended": true}, {"label": "B"}],
        }]});
        warnings_of(Dialect::AskUserQuestions, &request).len()
    };
    assert_eq!(ask(None), 1);
    assert_eq!(ask(Some("short")), 1);
    assert_eq!(ask(Some(&"x".repeat(79))), 1);
    assert_eq!(ask(Some(&"x".repeat(80))), 0);
}

/// A 200-character header is accepted, with a warning for the model.
#[test]
fn long_titles_are_advised_against() {
    let title = "x".repeat(200);
    let request = with(choice("single"), json!({"title": title}));
    assert_eq!(
        warnings_of(Dialect::ProvideChoice, &request),
        ["title: a title is a short label; keep it under 80 characters"]
    );
}

/// REQ: PO-2
#[test]
fn prompts_without_context_are_found() {
    for (prompt, reason) in [
        ("Which database?", Some("under 40 columns")),
        (
            "Which of the databases should I use for the billing tables?",
            Some("nothing but the question"),
        ),
        ("哪个数据库应该用于新的计费表格？请选择一个", None),
        ("哪个数据库应该用于我们新的计费系统的所有表格呢？", Some("nothing but the question")),
        ("Billing moves this week. Which database shall it go to?", None),
        ("The disk is nearly full: which of the old logs may be deleted?", None),
        (
            "Nothing fits version 1.2.3 of the driver, so which one should be used?",
            Some("nothing but"),
        ),
    ] {
        let found = lacks_context("Title", prompt);
        match reason {
            Some(reason) => {
                assert!(found.unwrap_or_default().contains(reason), "{prompt}: {found:?}")
            }
            None => assert_eq!(found, None, "{prompt}"),
        }
    }
    let title = "Choose the database for the billing tables of the shop";
    assert_eq!(lacks_context(title, title), Some("the prompt only repeats the title"));
}
