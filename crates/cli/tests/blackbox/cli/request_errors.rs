//! `provide_choice` as JSON on stdin: everything is checked before anyone is asked.

use serde_json::{Value, json};

use super::{asked, choice, hand_in, reply, stored, with};
use crate::harness::World;

/// REQ: PC-2, PC-3
#[test]
fn each_fault_is_named_and_nobody_is_asked() {
    let world = World::new();
    let _hub = world.hub();
    let two = json!([{"id": "a", "label": "A", "recommended": true}, {"id": "a", "label": "B"}]);
    let blank_id = json!([{"id": " ", "label": "A", "recommended": true}]);
    let blank_label = json!([{"id": "a", "label": "", "recommended": true}]);
    let none = json!([{"id": "a", "label": "A"}]);
    let cases: Vec<(&str, Value, &str)> = vec![
        ("single", json!({"title": null}), "title: missing or empty"),
        ("single", json!({"title": " "}), "title: missing or empty"),
        ("single", json!({"prompt": null}), "prompt: missing or empty"),
        ("single", json!({"prompt": "\n"}), "prompt: missing or empty"),
        ("single", json!({"selection_mode": "some"}), "selection_mode: `some` is not allowed"),
        ("single", json!({"selection_mode": null}), "selection_mode: missing or empty"),
        ("hybrid", json!({"options": []}), "options: `hybrid` needs options"),
        ("text_input", json!({"options": none}), "options: `text_input` has no options"),
        ("single", json!({"options": blank_id}), "options[0].id: missing or empty"),
        ("single", json!({"options": two}), "options[1].id: an earlier option"),
        ("single", json!({"options": blank_label}), "options[0].label: missing or empty"),
        ("multi", json!({"default_selection_ids": ["x"]}), "default_selection_ids[0]: there is no"),
        ("multi", json!({"min_selections": 3, "max_selections": 2}), "min_selections: 3 is more"),
        ("multi", json!({"max_selections": 9}), "max_selections: 9 is outside"),
        (
            "multi",
            json!({"max_selections": 1, "default_selection_ids": ["pg", "my"]}),
            "default_selection_ids: 2 options, at most 1",
        ),
        ("single", json!({"min_selections": 2}), "min_selections: `single` means exactly one"),
        ("multi", json!({"single_submit_mode": true}), "single_submit_mode: `multi` cannot"),
        ("hybrid", json!({"single_submit_mode": true}), "single_submit_mode: `hybrid` cannot"),
        ("single", json!({"placeholder": "x"}), "placeholder: `single` has no text"),
        ("text_input", json!({"min_selections": 1}), "min_selections: `text_input` has no"),
        ("text_input", json!({"default_selection_ids": ["a"]}), "default_selection_ids: `text_"),
        ("text_input", json!({"option_annotations": {"a": "n"}}), "option_annotations: `text_"),
        ("single", json!({"option_annotations": {"x": "n"}}), "option_annotations.x: there is no"),
        ("single", json!({"tilte": "x"}), "tilte: unknown field (did you mean `title`?"),
        ("single", json!({"options": none}), "`recommended`: true on what you would choose"),
        ("multi", json!({"options": none}), "`recommended`: true on what you would choose"),
    ];
    for (mode, change, says) in cases {
        hand_in(&world, &with(choice(mode), change)).fails(2, says);
    }
    assert_eq!(stored(&world), 0);
}

/// REQ: PC-2
#[test]
fn all_faults_are_named_at_once() {
    let world = World::new();
    let request = json!({
        "title": " ", "selection_mode": "multi", "min_selections": 5, "placeholder": "x",
        "options": [{"id": "a", "label": ""}], "default_selection_ids": ["b"], "nonsense": 1,
    });
    let ran = hand_in(&world, &request).fails(2, "nothing was done");
    for field in [
        "title:",
        "prompt:",
        "min_selections:",
        "placeholder:",
        "options[0].label:",
        "default_selection_ids[0]:",
        "nonsense:",
    ] {
        assert!(ran.stderr.contains(field), "{field} is not named: {}", ran.stderr);
    }
    assert_eq!(ran.stdout, "");
    assert_eq!(stored(&world), 0);
}

/// REQ: PC-2
#[test]
fn what_is_no_request_at_all_is_refused() {
    let world = World::new();
    let large = format!("\"{}\"", "x".repeat(2_000_000));
    for (stdin, says) in [
        ("{\"title\": ", "line 1 column"),
        ("[1, 2]", "must be an object"),
        (large.as_str(), "larger than 1048576 bytes"),
        (&"[".repeat(100_000), "recursion limit"),
    ] {
        world.run_with(&["ask"], stdin.as_bytes()).fails(2, says);
    }
    assert_eq!(stored(&world), 0);
}

/// REQ: PC-3, PC-6, PC-5, CO-3
#[test]
fn the_legacy_contract_gives_the_same_reply_and_says_what_has_moved() {
    let world = World::new();
    let _hub = world.hub();
    let labels = ["PostgreSQL", "SQLite", "MySQL"];
    let bare: Vec<Value> = labels.iter().map(|label| json!({"label": label})).collect();
    let numbered: Vec<Value> = labels
        .iter()
        .zip(1..)
        .map(|(label, n)| json!({"id": n.to_string(), "label": label, "recommended": n == 1}))
        .collect();
    for (old, new, choices) in
        [("single_select", "single", vec!["2"]), ("multi_select", "multi", vec!["MySQL", "1"])]
    {
        let request = with(choice(new), json!({"options": null, "selection_mode": null}));
        let first =
            with(request.clone(), json!({"type": old, "options": bare, "allow_cancel": false}));
        let current = with(request, json!({"selection_mode": new, "options": numbered}));
        let mut replies = [first, current].map(|request| {
            let id = asked(&world, &request);
            let mut answer = vec!["answer", &id, "--note", "soon", "--option-note", "1=boring"];
            answer.extend(&choices);
            world.run(&answer).ok();
            reply(&world, &id)
        });
        let warnings = replies[0].as_object_mut().unwrap().remove("warnings").unwrap();
        let told: Vec<&str> =
            warnings.as_array().unwrap().iter().map(|warning| warning.as_str().unwrap()).collect();
        let deprecated = format!("use `selection_mode`: \"{new}\"");
        assert!(told.iter().any(|warning| warning.contains(&deprecated)), "{told:?}");
        assert!(told.iter().any(|warning| warning.starts_with("allow_cancel: `false` is ignored")));
        assert_eq!(replies[0], replies[1]);
        assert_eq!(replies[0]["action_status"], "selected");
    }
}

/// REQ: PC-5, TO-6
#[test]
fn cancel_is_there_also_when_the_caller_forbids_it() {
    let world = World::new();
    let id = asked(&world, &with(choice("single"), json!({"allow_cancel": false})));
    world.run(&["cancel", &id, "--note", "wait for the release"]).ok();
    let ran = world.run(&["wait", &id, "--json"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    let reply = ran.json();
    assert_eq!(reply["action_status"], "cancelled");
    assert_eq!(reply["selection"]["global_annotation"], "wait for the release");
    assert_eq!(reply["selection"]["selected_ids"], json!([]));
    let instructions = reply["instructions"].as_str().unwrap();
    assert!(instructions.starts_with("Stop this subtask and do not choose yourself"));
}

/// REQ: PC-2, PC-17
#[test]
fn a_session_id_makes_everything_else_unimportant() {
    let world = World::new();
    let id = asked(&world, &choice("single"));
    let again = json!({"session_id": &id[..8], "title": 7, "nonsense": true}).to_string();
    let ran = world.run_with(&["ask", "--json", "--wait=1"], again.as_bytes());
    assert_eq!(ran.code, 75, "{ran:?}");
    assert_eq!(ran.json()["session_id"], id.as_str());
    assert!(ran.stderr.contains("`nonsense`, `title` are ignored"), "{ran:?}");
    for (bad, says) in [("\"zzz\"", "is not an id"), ("\"00000000\"", "there is no question")] {
        let request = format!("{{\"session_id\": {bad}}}");
        world.run_with(&["ask"], request.as_bytes()).fails(2, says);
    }
    world.run_with(&["ask"], b"{\"session_id\": 12}").fails(2, "must be a string");
    assert_eq!(stored(&world), 1);
}
