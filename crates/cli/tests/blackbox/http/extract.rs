//! `POST /api/v1/extract`: a model's text in, text and choices out.

use serde_json::{Value, json};

use super::Http;
use crate::harness::World;

const EXTRACT: &str = "/api/v1/extract";

/// REQ: UC-4, UC-5, UC-7
#[test]
fn a_text_comes_back_without_its_choices_and_each_can_be_asked() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let choice =
        r#"{"type":"user_choice","question":"Which?","options":["A",{"id":7,"label":"B"},{}]}"#;
    let text = format!("Before\n```json\n{choice}\n```\nafter");
    let extracted = http.post(EXTRACT, &json!({"text": text})).json();
    assert_eq!(extracted["text"], "Before\nafter");
    assert_eq!(extracted["warnings"].as_array().unwrap().len(), 1);
    let wanted = json!([{
        "type": "user_choice", "question": "Which?",
        "choices": [{"id": "1", "label": "A"}, {"id": "7", "label": "B"}],
    }]);
    assert_eq!(extracted["choices"], wanted);
    assert_eq!(http.count(), 0, "nothing is asked by it");
    let ask = json!({"dialect": "user_choice", "arguments": extracted["choices"][0]});
    let asked = http.post("/api/v1/interactions", &ask).json();
    let controls = &asked["form"]["questions"][0]["control"];
    assert_eq!(controls["options"][1]["id"], "7");
    assert_eq!(controls["own_text"], "allowed");
}

/// REQ: UC-7
#[test]
fn a_malformed_question_comes_back_with_what_to_tell_the_model() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    let text = "a {\"type\":\"user_choice\",\"question\":\"Q\"} b";
    let extracted = http.post(EXTRACT, &json!({"text": text})).json();
    assert_eq!((&extracted["text"], &extracted["choices"]), (&json!(text), &json!([])));
    assert_eq!(extracted["malformed"].as_array().unwrap().len(), 1, "{extracted}");
    assert!(extracted["correction"].as_str().unwrap().contains("ask again"), "{extracted}");
    let repaired = "a {'type': 'user_choice', 'question': 'Q', 'options': ['A', 'B',]}";
    let extracted = http.post(EXTRACT, &json!({"text": repaired})).json();
    assert_eq!((&extracted["text"], &extracted["correction"]), (&json!("a "), &json!(null)));
    assert_eq!(extracted["choices"][0]["question"], "Q");
}

#[test]
fn a_body_that_does_not_fit_is_refused() {
    let world = World::new();
    let _hub = world.hub();
    let http = Http::agent(&world);
    for body in [json!({}), json!({"text": 7}), json!({"text": "", "more": 1}), Value::Null] {
        http.post(EXTRACT, &body).refused(422, "does not fit");
    }
    let nothing = json!({"text": "", "choices": [], "warnings": []});
    assert_eq!(http.post(EXTRACT, &json!({"text": ""})).json(), nothing);
}
