//! Tests of `read.rs`.

use serde_json::{Value, json};

use super::*;
use crate::limits;

fn normal(value: Value) -> (Value, Vec<String>) {
    match read(&value) {
        Reading::Choice { choice, warnings } => (serde_json::to_value(choice).unwrap(), warnings),
        other => panic!("{value} is {other:?}"),
    }
}

fn refused(value: Value) -> Vec<String> {
    match read(&value) {
        Reading::Faulty { problems } => problems.iter().map(|p| p.field.clone()).collect(),
        other => panic!("{value} is {other:?}"),
    }
}

fn item(id: &str, label: &str) -> Value {
    json!({"id": id, "label": label})
}

/// A valid question.
fn question(text: &str, list: &str) -> Value {
    json!({"question": text, list: [item("1", "A"), item("2", "B")]})
}

fn group(items: Value) -> Value {
    json!({"type": "user_choice_group", "question": "G", "context": "C", "choices": items})
}

/// REQ: UC-1, UC-2
#[test]
fn a_single_choice_takes_options_and_choices() {
    for list in ["options", "choices"] {
        let mut given = question("Q", list);
        given["type"] = json!("user_choice");
        given["context"] = json!("why");
        let wanted = json!({
            "type": "user_choice", "question": "Q", "context": "why",
            "choices": [item("1", "A"), item("2", "B")],
        });
        assert_eq!(normal(given), (wanted, Vec::new()), "{list}");
    }
}

/// REQ: UC-2, UC-3
#[test]
fn e24_a_group_of_one_is_a_single_choice_and_keeps_what_the_group_said() {
    let mut only = question("Q", "options");
    only["context"] = json!("why");
    let (choice, warnings) = normal(group(json!([only.clone()])));
    assert_eq!(choice["type"], "user_choice");
    assert_eq!(choice["question"], "Q");
    assert_eq!(choice["context"], "G\n\nC\n\nwhy");
    assert_eq!(warnings, [] as [&str; 0]);
    let mut same = group(json!([only]));
    same["question"] = json!("Q");
    assert_eq!(normal(same).0["context"], "C\n\nwhy", "nothing is said twice");
}

/// REQ: UC-2, UC-3
#[test]
fn e25_a_group_of_several_is_a_form_whose_questions_have_ids() {
    let mut named = question("R", "choices");
    named["id"] = json!("db");
    let items = json!([question("Q", "options"), named, question("S", "options")]);
    let mut untyped = group(items.clone());
    untyped.as_object_mut().unwrap().remove("type");
    for given in [group(items), untyped] {
        let (choice, _) = normal(given);
        assert_eq!(choice["type"], "user_choices");
        assert_eq!((&choice["title"], &choice["description"]), (&json!("G"), &json!("C")));
        let ids: Vec<&Value> = (0..3).map(|at| &choice["questions"][at]["id"]).collect();
        assert_eq!(ids, ["q1", "db", "q3"]);
        assert_eq!(choice["questions"][1]["choices"][1], item("2", "B"));
    }
}

/// REQ: UC-2
#[test]
fn e21_a_flat_question_without_a_type_is_something_else() {
    for other in [
        question("Q", "options"),
        question("Q", "choices"),
        json!({"type": "question", "question": "Q", "options": ["A"]}),
        json!({"type": 7, "choices": [question("Q", "options")]}),
        json!({"type": null, "choices": [question("Q", "options")]}),
        json!({"choices": []}),
        json!([question("Q", "options")]),
        json!("user_choice"),
    ] {
        assert_eq!(read(&other), Reading::Other, "{other}");
    }
}

/// REQ: UC-1
#[test]
fn e22_e23_broken_items_are_told_and_the_good_ones_asked() {
    let broken = json!([
        question("Q", "options"),
        {"question": "no options"},
        {"options": ["A"]},
        "text",
        {"type": "user_choices", "question": "X", "options": ["A"]},
        {"question": "only broken ones", "options": [{"id": "1"}, 7, null, " "]},
        question("R", "options"),
    ]);
    let (choice, warnings) = normal(group(broken));
    assert_eq!(choice["questions"].as_array().unwrap().len(), 2);
    assert_eq!(choice["questions"][1]["id"], "q2");
    let starts = ["choices[1].options", "choices[2].question", "choices[3]", "choices[4].type"];
    for (warning, start) in warnings.iter().zip(starts) {
        assert!(warning.starts_with(&format!("{start}: ")), "{warning}");
    }
    assert_eq!(warnings.len(), starts.len() + 5, "{warnings:?}");
    assert_eq!(refused(group(json!([{"question": "Q"}]))), ["choices[0].options"]);
    assert_eq!(refused(group(json!([]))), ["choices"]);
    assert_eq!(refused(json!({"type": "user_choice", "options": ["A"]})), ["question"]);
}

/// REQ: UC-1
#[test]
fn e26_a_form_knows_choices_only() {
    let form =
        |questions: Value| json!({"type": "user_choices", "title": "T", "questions": questions});
    assert_eq!(refused(form(json!([question("Q", "options")]))), ["questions[0].choices"]);
    assert_eq!(refused(form(json!([]))), ["questions"]);
    let Reading::Faulty { problems } = read(&form(json!([question("Q", "options")]))) else {
        panic!()
    };
    assert!(problems[0].hint.contains("call them `choices`"), "{problems:?}");
    let (choice, warnings) = normal(form(json!([
        question("Q", "choices"),
        question("R", "options"),
        question("S", "choices")
    ])));
    assert_eq!(choice["questions"].as_array().unwrap().len(), 2);
    assert_eq!(warnings.len(), 1);
}

/// REQ: UC-2
#[test]
fn e27_the_list_that_is_not_empty_counts() {
    let given = json!({"type": "user_choice", "question": "Q", "choices": [], "options": ["A"]});
    assert_eq!(normal(given).0["choices"], json!([item("1", "A")]));
    let given = json!({"type": "user_choice", "question": "Q", "choices": ["A"], "options": []});
    assert_eq!(normal(given).0["choices"], json!([item("1", "A")]));
}

/// REQ: UC-1
#[test]
fn e28_e29_ids_are_texts_and_unique_labels_must_be_there() {
    let ids = |options: Value| {
        let (choice, warnings) =
            normal(json!({"type": "user_choice", "question": "Q", "options": options}));
        let items = choice["choices"].as_array().unwrap().clone();
        (
            items.iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
            warnings.len(),
        )
    };
    let with = |id: Value| json!({"id": id, "label": "L"});
    assert_eq!(
        ids(json!([with(json!(7)), with(json!(-1.5))])),
        (vec!["7".into(), "-1.5".into()], 0)
    );
    assert_eq!(ids(json!(["A", "B"])), (vec!["1".into(), "2".into()], 0));
    assert_eq!(
        ids(json!([with(json!("a")), with(json!("a")), with(json!(" a "))])).0,
        ["a", "2", "3"]
    );
    assert_eq!(ids(json!([with(json!("2")), with(json!("2")), "C"])).0, ["2", "2-2", "3"]);
    assert_eq!(ids(json!(["A", with(json!("1"))])).0, ["1-2", "1"]);
    assert_eq!(
        ids(json!([with(json!("x".repeat(65))), with(json!(null)), with(json!(" "))])).0,
        ["1", "2", "3"]
    );
    assert_eq!(
        ids(json!([with(json!("1")), {"id": "2"}, {"label": " "}, "B"])),
        (vec!["1".into(), "2".into()], 2)
    );
}

#[test]
fn a_flood_is_cut_and_told() {
    let long = "é".repeat(limits::PROMPT);
    let options: Vec<Value> =
        (0..300).map(|n| json!(format!("{n}{}", "x".repeat(2_000)))).collect();
    let (choice, warnings) =
        normal(json!({"type": "user_choice", "question": long, "options": options}));
    let asked = choice["question"].as_str().unwrap();
    assert!(asked.len() <= limits::PROMPT && asked.ends_with("é…"));
    let items = choice["choices"].as_array().unwrap();
    assert_eq!(items.len(), limits::OPTIONS);
    assert!(items.iter().all(|item| item["label"].as_str().unwrap().len() <= limits::LABEL));
    assert_eq!(warnings.len(), 2 + limits::OPTIONS);
    let many: Vec<Value> = (0..60).map(|n| question(&format!("Q{n}"), "options")).collect();
    let (choice, warnings) = normal(group(json!(many)));
    assert_eq!(choice["questions"].as_array().unwrap().len(), limits::QUESTIONS);
    assert_eq!(warnings.len(), 1);
}

/// REQ: UC-3
#[test]
fn the_normal_form_read_again_is_the_same() {
    let several = group(json!([question("Q", "options"), question("R", "choices")]));
    for given in [group(json!([question("Q", "options")])), several] {
        let (choice, _) = normal(given);
        assert_eq!(normal(choice.clone()), (choice, Vec::new()));
    }
}
