//! The table of cases, which the portal's JavaScript runs too (`crates/web/tests/node/worksheet.test.js`).

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::control::Way;
use crate::problem::Problem;

const CASES: &str = include_str!("cases.json");

#[derive(serde::Deserialize)]
struct Case {
    name: String,
    form: Value,
    #[serde(default)]
    saved: Map<String, Value>,
    edits: Vec<Value>,
    draft: Option<Map<String, Value>>,
    standing: Map<String, Value>,
    submission: Option<Value>,
    fault: Option<(usize, Fault)>,
}

/// The cases omit what doesn't matter to them.
fn form(short: &Value) -> Form {
    let mut form = short.clone();
    form["title"] = json!("Title");
    form["completeness"] = short.get("completeness").cloned().unwrap_or(json!("whole"));
    for question in form["questions"].as_array_mut().unwrap() {
        question["header"] = json!("Header");
        question["prompt"] = json!("Prompt?");
        let options = question["control"].get_mut("options").and_then(Value::as_array_mut);
        for option in options.into_iter().flatten() {
            if let Value::String(id) = option {
                *option = json!({ "id": id });
            }
            option["label"] = option["id"].clone();
        }
    }
    form.as_object_mut().unwrap().remove("notes");
    serde_json::from_value(form).unwrap()
}

fn field(key: &str, value: &Value) -> DraftField {
    let (kind, question) = key.split_once('/').unwrap();
    let mut field = match kind {
        "note" => {
            let (question, option) = question.split_once('/').unwrap();
            json!({ "field": "option_note", "question": question, "option": option })
        }
        _ => json!({ "field": kind, "question": question }),
    };
    field[if kind == "options" { "options" } else { "text" }] = value.clone();
    serde_json::from_value(field).unwrap()
}

/// What only one control has: the next order or number, from what is chosen or typed.
fn of_control(sheet: &Worksheet<'_>, question: &Question, short: &Value) -> Option<Edit> {
    let chosen = sheet.chosen(question);
    if let (Some(ranking), Some((option, at))) = (question.control.ranking(), given(short, "place"))
    {
        return Some(Edit::Mark(ranking.placed(chosen, &option, at)));
    }
    if let (Some(ranking), Some((option, way))) = (question.control.ranking(), given(short, "move"))
    {
        return Some(Edit::Mark(ranking.moved(chosen, &option, way)));
    }
    let (range, way) = question.control.range().zip(given::<Way>(short, "step"))?;
    let typed = sheet.typed(question);
    Some(Edit::Write(range.next(&typed, way).map_or_else(|_| typed, String::from)))
}

fn given<T: serde::de::DeserializeOwned>(short: &Value, name: &str) -> Option<T> {
    short.get(name).map(|value| serde_json::from_value(value.clone()).unwrap())
}

/// A long text is given by what is repeated.
fn edit(sheet: &Worksheet<'_>, question: &Question, short: &Value) -> Edit {
    if let Some(edit) = of_control(sheet, question, short) {
        return edit;
    }
    let mut edit = short.clone();
    if let Some(long) = edit.get("write").filter(|text| text.is_object()) {
        let times = usize::try_from(long["times"].as_u64().unwrap()).unwrap();
        edit["write"] = json!(long["repeat"].as_str().unwrap().repeat(times));
    }
    serde_json::from_value(edit).unwrap()
}

fn standing(standing: AnswerState) -> Value {
    match standing {
        AnswerState::Open => json!("open"),
        AnswerState::Wrong(fault) => json!({ "wrong": fault }),
        AnswerState::Answered(Answer::Skipped { reason }) => json!({ "skipped": reason }),
        AnswerState::Answered(Answer::Elaborate { note }) => json!({ "elaborate": note }),
        AnswerState::Answered(answer) => {
            let mut answer = serde_json::to_value(answer).unwrap();
            answer.as_object_mut().unwrap().remove("kind");
            json!({ "answered": answer })
        }
    }
}

/// REQ: CO-1, NA-3, AD-8
#[test]
fn every_case_of_the_table_holds() {
    let cases: Vec<Case> = serde_json::from_str(CASES).unwrap();
    for case in cases {
        let name = &case.name;
        let notes = case.form.get("notes") != Some(&json!(false));
        let form = form(&case.form);
        let mut draft: Draft = case.saved.iter().map(|(key, value)| field(key, value)).collect();
        for step in &case.edits {
            let question = form.question(&step[0].as_str().unwrap().into()).unwrap();
            let sheet = Worksheet::new(&form, &draft, notes);
            match (sheet.edit(question, edit(&sheet, question, &step[1])), step.get(2)) {
                (Ok(fields), None) => fields.into_iter().for_each(|field| draft.save(field)),
                (Err(fault), Some(expected)) => assert_eq!(json!(fault), *expected, "{name}"),
                (edited, expected) => panic!("{name}: {edited:?}, expected {expected:?}"),
            }
        }
        if let Some(expected) = &case.draft {
            let expected: Draft = expected.iter().map(|(key, value)| field(key, value)).collect();
            assert_eq!(draft, expected, "{name}");
        }
        let sheet = Worksheet::new(&form, &draft, notes);
        for question in &form.questions {
            let found = standing(sheet.standing(question));
            assert_eq!(found, case.standing[question.id.as_str()], "{name}");
        }
        assert_eq!(sheet.fault(), case.fault, "{name}");
        let submission = sheet.submission();
        if let Some(expected) = &case.submission {
            assert_eq!(json!(submission.questions), *expected, "{name}");
        }
        // The worksheet and the engine agree.
        assert_eq!(check(&form, submission).is_err(), case.fault.is_some(), "{name}");
    }
}

/// Every fault says what is wrong and what to do, in one line.
#[test]
fn faults_are_sentences() {
    let known = || (0..20).map(|at| at.to_string()).collect();
    let said = [
        (
            Fault::ChooseOne { chosen: 2 },
            "f: exactly 1 option is required, 2 are chosen (choose one)",
        ),
        (
            Fault::UnknownOption { option: "x".to_owned(), known: known() },
            "f: no option has the id `x`; the options are `0`, `1`, `2`, `3`, `4`, `5`, `6`, `7`, `8`, \
             `9`, `10`, `11` and 8 more (use one of those ids)",
        ),
        (Fault::OutOfRange { min: 5, max: 9 }, "f: must be 5 to 9 (give a number in that range)"),
    ];
    for (fault, expected) in said {
        let problem: Problem = fault.at("f");
        assert_eq!(problem.to_string(), expected);
    }
}

/// Any edits of a ranking of four options with two to four places, as the cases have them.
fn ranking() -> impl Strategy<Value = (usize, Vec<Value>)> {
    let option = || (0..4_u8).prop_map(|at| at.to_string());
    let way = || prop_oneof![Just("up"), Just("down")];
    let without = &["keep", "take_recommended", "resume", "clear"][..];
    let edit = prop_oneof![
        option().prop_map(|option| json!({ "choose": option })),
        option().prop_map(|option| json!({ "toggle": option })),
        prop::collection::vec(option(), 0..6).prop_map(|options| json!({ "mark": options })),
        (option(), 0..9_usize).prop_map(|(option, at)| json!({ "place": [option, at] })),
        (option(), way()).prop_map(|(option, way)| json!({ "move": [option, way] })),
        prop::sample::select(without).prop_map(|edit| json!(edit)),
        Just(json!({ "skip": "" })),
    ];
    (2..=4_usize, prop::collection::vec(edit, 0..24))
}

proptest! {
    /// REQ: AD-8
    #[test]
    fn whatever_is_done_to_a_ranking_each_option_has_one_place((places, edits) in ranking()) {
        let options = ["0", "1", "2", "3"];
        let form = form(&json!({ "completeness": "partial", "questions": [
            { "id": "q", "defaults": ["3"], "control": { "kind": "rank", "options": options, "places": places } },
        ] }));
        let question = &form.questions[0];
        let mut draft = Draft::default();
        for made in edits {
            let marks = made.get("mark").is_some();
            let sheet = Worksheet::new(&form, &draft, true);
            let edit = edit(&sheet, question, &made);
            sheet.edit(question, edit).into_iter().flatten().for_each(|field| draft.save(field));
            let sheet = Worksheet::new(&form, &draft, true);
            let chosen = sheet.chosen(question);
            let each: std::collections::BTreeSet<_> = chosen.iter().collect();
            prop_assert_eq!(each.len(), chosen.len());
            // A menu may mark too many; sending that is refused.
            prop_assert!(marks || chosen.len() <= places || sheet.fault().is_some());
            let shown = question.control.shown(chosen);
            prop_assert_eq!(shown.len(), options.len());
            prop_assert!(shown.iter().map(|option| &option.id).zip(chosen).all(|(shown, id)| shown == id));
            if let AnswerState::Answered(Answer::Given { options, .. }) = sheet.standing(question) {
                prop_assert_eq!(&options[..], chosen);
                prop_assert_eq!(options.len(), places);
            }
        }
    }
}
