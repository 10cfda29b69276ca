//! `ask_user_questions` as JSON on stdin.

use serde_json::{Value, json};

use super::{asked, hand_in, stored};
use crate::harness::World;

fn question(title: &str) -> Value {
    json!({
        "prompt": format!("Which {title} do we use?"), "title": title,
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "recommended": true}],
    })
}

fn set(titles: &[&str]) -> Value {
    json!({ "questions": titles.iter().map(|title| question(title)).collect::<Vec<_>>() })
}

/// REQ: AU-2
#[test]
fn both_names_of_a_field_mean_the_same() {
    let world = World::new();
    let request = json!({"questions": [{
        "question": "Which colours?", "header": "Colours", "context": "For the new page.",
        "options": [{"label": "Red"}, {"label": "Blue"}], "multiSelect": true,
    }], "nonBlocking": false});
    let view = world.show(&asked(&world, &request));
    let asked = &view["form"]["questions"][0];
    assert_eq!(asked["prompt"], "Which colours?");
    assert_eq!(asked["header"], "Colours");
    assert_eq!(asked["context"], "For the new page.");
    assert_eq!(asked["control"]["kind"], "many");
    assert!(view["state"].get("deadline").is_none(), "it waits forever");
}

/// REQ: AU-2
#[test]
fn the_limits_are_four_unless_set_and_never_more_than_ten() {
    let titles = ["a", "b", "c", "d", "e"];
    let five_options = json!([{"label": "1"}, {"label": "2"}, {"label": "3"}, {"label": "4"},
        {"label": "5"}]);
    let mut wide = set(&["a"]);
    wide["questions"][0]["options"] = five_options;
    let usual = World::new();
    hand_in(&usual, &set(&titles)).fails(2, "questions: 5 questions, at most 4 are allowed");
    hand_in(&usual, &wide).fails(2, "questions[0].options: must have 2 to 4 options, not 5");
    assert_eq!(stored(&usual), 0);
    let raised = World::new().with("SAYSO_MAX_QUESTIONS", "5").with("SAYSO_MAX_OPTIONS", "5");
    asked(&raised, &set(&titles));
    asked(&raised, &wide);
    let wrong = World::new().with("SAYSO_MAX_QUESTIONS", "11");
    wrong
        .run(&["hub", "run"])
        .fails(2, "questions.max_questions: `11` is not a value of this setting");
}

/// REQ: AU-3
#[test]
fn faults_are_named_each() {
    let world = World::new();
    let _hub = world.hub();
    hand_in(&world, &json!({"questions": []})).fails(2, "At least one question is required");
    let request = json!({"questions": [
        {"prompt": "", "title": "t", "options": [{"label": "a"}, {"label": "b"}]},
        {"prompt": "p", "title": "t", "options": [{"label": "a"}]},
        {"prompt": "p", "title": "t", "options": [{"label": "a"}, {"label": 2}], "multi": true},
    ], "nonBlocking": "no"});
    let ran = hand_in(&world, &request);
    for field in [
        "questions[0].prompt:",
        "questions[1].options:",
        "questions[2].options[1].label:",
        "questions[2].multi:",
        "nonBlocking:",
    ] {
        assert!(ran.stderr.contains(field), "{field} is not named: {}", ran.stderr);
    }
    assert_eq!((ran.code, stored(&world)), (2, 0));
}

/// REQ: AU-5
#[test]
fn an_own_text_a_skip_and_a_wish_to_be_told_more_are_all_replied() {
    let world = World::new();
    let id = asked(&world, &set(&["colour", "tone", "size", "shape"]));
    let answer = [
        "answer",
        &id[..8],
        "-a",
        "colour=Blue",
        "--text",
        "q2=something 'soft'",
        "--skip",
        "3=later",
        "--elaborate",
        "shape=of what?",
        "--note",
        "thanks",
    ];
    world.run(&answer).ok();
    let text = world.run(&["wait", &id]).ok().stdout;
    for line in [
        "1. Which colour do we use?\n→ Blue\n",
        "→ Other: 'something \\'soft\\''\n",
        "→ (Skipped: later)\n",
        "[ELABORATE_REQUEST] The user needs more context on \"shape\"",
        "User note: of what?",
        "User note on the whole: thanks",
    ] {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
    let reply = world.run(&["wait", &id, "--json"]).ok().json();
    assert_eq!(reply["status"], "answered");
    let states: Vec<&Value> =
        reply["questions"].as_array().unwrap().iter().map(|question| &question["state"]).collect();
    assert_eq!(states, ["answered", "answered", "skipped", "elaborate"]);
    assert_eq!(reply["questions"][1]["other"], "something 'soft'");
}

/// REQ: AU-5, AU-7
#[test]
fn the_whole_set_can_be_rejected_with_or_without_a_reason() {
    let world = World::new();
    let with_reason = asked(&world, &set(&["colour"]));
    world.run(&["reject", &with_reason[..8], "--reason", "ask Bob"]).ok();
    let ran = world.run(&["wait", &with_reason]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.stdout.contains("| Status: rejected]\n\nUser rejected this question set.\n"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("Rejection reason: \"ask Bob\""), "{ran:?}");
    let reply = world.run(&["wait", &with_reason, "--json"]).json();
    assert_eq!((&reply["status"], &reply["reason"]), (&json!("rejected"), &json!("ask Bob")));
    let without = asked(&world, &set(&["colour"]));
    world.run(&["reject", &without]).ok();
    assert!(world.run(&["wait", &without]).stdout.contains("No reason provided."));
}

/// REQ: AU-11
#[test]
fn the_log_tells_how_each_session_ended_and_stdout_nothing() {
    let world = World::new().with("SAYSO_LOG_FILE", "");
    let id = asked(&world, &set(&["colour"]));
    let ran = world.run(&["answer", &id, "Red"]).ok();
    assert!(!ran.stdout.contains("Session completed"), "{ran:?}");
    hand_in(&world, &json!({"questions": []}));
    let stored: Value = world.run(&["show", &id, "--raw"]).ok().json();
    let call_id = stored["call_id"].as_str().unwrap().to_owned();
    let log = std::fs::read_to_string(world.paths().log()).unwrap();
    let done = log.lines().find(|line| line.contains("Session completed successfully")).unwrap();
    assert!(done.contains(&id) && done.contains(&call_id), "{done}");
    let failed = log.lines().find(|line| line.contains("Session failed")).unwrap();
    assert!(failed.contains("At least one question is required"), "{failed}");
    assert!(!log.contains('\u{1b}'), "a file takes no colours");

    let foreground = World::new().with("SAYSO_LOG_FILE", "hub-here.log");
    let hub = foreground.hub();
    let id = asked(&foreground, &set(&["colour"]));
    foreground.run(&["cancel", &id]).ok();
    foreground.run(&["hub", "stop"]).ok();
    let ran = hub.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    let log = std::fs::read_to_string(foreground.path("hub-here.log")).unwrap();
    assert!(log.contains("Session completed successfully"), "{log}");
    assert!(!foreground.paths().log().exists());
}
