//! Choices in a model's text: the filter, and asking what it found.

use std::io::{Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use super::PROMPT;
use crate::harness::World;

/// In the format that models are asked to use, with two questions.
fn group() -> Value {
    let question = |text: &str, labels: [&str; 2]| {
        json!({"type": "user_choice", "question": text, "context": PROMPT,
               "options": [{"id": 1, "label": labels[0], "recommended": true}, {"id": 2, "label": labels[1]}]})
    };
    json!({"type": "user_choice_group", "question": "Set-up", "choices": [
        question("Which database?", ["Postgres", "SQLite"]),
        question("Which region?", ["Frankfurt", "Dublin"]),
    ]})
}

fn single() -> Value {
    json!({"type": "user_choice", "question": "Which?", "options": ["A", {"id": "b", "label": "B"}]})
}

/// REQ: UC-4, UC-5, UC-7
#[test]
fn the_filter_passes_the_text_on_and_writes_the_choices_to_a_file() {
    let world = World::new().with("SAYSO_CONFIG", "/dev/null/none");
    let text = format!("Hello 한글.\n```json\n{:#}\n```\nBye.\n{}\ndropped", group(), single());
    let file = world.path("choices.jsonl");
    let ran =
        world.run_with(&["extract", "--choices", file.to_str().unwrap()], text.as_bytes()).ok();
    assert_eq!(ran.stdout, "Hello 한글.\nBye.\n");
    assert_eq!(ran.stderr, "");
    let lines = std::fs::read_to_string(&file).unwrap();
    let found: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&Value> = found.iter().map(|choice| &choice["type"]).collect();
    assert_eq!(kinds, ["user_choices", "user_choice"]);
    assert_eq!(found[0]["questions"][1]["choices"][1]["label"], "Dublin");
    let to_stderr = world.run_with(&["extract"], text.as_bytes()).ok();
    assert_eq!(to_stderr.stderr, lines);
}

/// REQ: UC-6
#[test]
fn text_comes_out_before_the_rest_has_come_in() {
    let world = World::new();
    let mut command = world.command(["extract"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let (mut input, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for (given, released) in
        [("First, ", "First, "), ("then {\"a", "then "), ("\": 1}.\n", "{\"a\": 1}.\n")]
    {
        input.write_all(given.as_bytes()).unwrap();
        let mut read = vec![0; released.len()];
        out.read_exact(&mut read).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), released);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// REQ: UC-7
#[test]
fn what_is_no_choice_stays_and_is_told_and_a_wrong_file_is_told_first() {
    let world = World::new();
    let text = "a {\"type\":\"user_choice\",\"question\":\"Q\"} b\n";
    let ran = world.run_with(&["extract"], text.as_bytes()).ok();
    assert_eq!(ran.stdout, text);
    assert!(ran.stderr.starts_with("warning: A question in your text was malformed."), "{ran:?}");
    assert!(ran.stderr.contains("options: there is nothing to choose"), "{ran:?}");
    assert!(ran.stderr.contains("end your text with one JSON object"), "{ran:?}");
    let nowhere = world.path("no/where");
    let ran = world.run_with(&["extract", "--choices", nowhere.to_str().unwrap()], text.as_bytes());
    ran.fails(1, "cannot write to");
}

/// REQ: UC-1, UC-3, SL-5, SL-7
#[test]
fn what_was_found_can_be_asked_and_the_answer_is_the_message() {
    let world = World::new();
    let _hub = world.hub();
    let hand_in = |choice: &Value, more: &[&str]| {
        let args: Vec<&str> = ["ask", "--no-wait", "--json"].iter().chain(more).copied().collect();
        let ran = world.run_with(&args, choice.to_string().as_bytes());
        assert_eq!(ran.code, 75, "{ran:?}");
        ran.json()["session_id"].as_str().unwrap().to_owned()
    };
    for more in [&[][..], &["--dialect", "user_choice"]] {
        let id = hand_in(&single(), more);
        let shown = world.show(&id);
        assert_eq!(shown["origin"]["dialect"], "user_choice");
        assert_eq!(shown["policy"]["timeout_seconds"], 86_400);
        world.run(&["answer", &id, "B"]).ok();
        assert_eq!(world.run(&["wait", &id]).ok().stdout, "b\n");
    }
    let id = hand_in(&single(), &[]);
    world.run(&["answer", &id, "--text", "neither"]).ok();
    assert_eq!(world.run(&["wait", &id]).ok().stdout, "neither\n");
    let id = hand_in(&group(), &[]);
    world.run(&["answer", &id, "-a", "1=SQLite"]).fails(2, "an option or a text is required");
    world.run(&["answer", &id, "-a", "1=SQLite", "-a", "2=Dublin"]).ok();
    let message = "Which database?: 2. SQLite\nWhich region?: 2. Dublin\n";
    assert_eq!(world.run(&["wait", &id]).ok().stdout, message);
}

/// REQ: SL-5, SL-7
#[test]
fn an_own_answer_is_marked_in_the_persons_language_and_no_answer_is_told() {
    let world = World::new();
    let _hub = world.hub();
    world.run(&["config", "set", "language", "ko"]).ok();
    let ask = |choice: Value| {
        let ran = world.run_with(&["ask", "--no-wait", "--json"], choice.to_string().as_bytes());
        ran.json()["session_id"].as_str().unwrap().to_owned()
    };
    let id = ask(group());
    world.run(&["config", "set", "language", "zh"]).ok();
    world.run(&["answer", &id, "-a", "q1=Postgres", "--text", "q2=Seoul"]).ok();
    let message = "Which database?: 1. Postgres\nWhich region?: (직접입력) Seoul\n";
    assert_eq!(world.run(&["wait", &id]).ok().stdout, message, "as it was when it was asked");
    let id = ask(single());
    world.run(&["cancel", &id]).ok();
    let ran = world.run(&["wait", &id]);
    assert!(ran.code == 3 && ran.stdout.starts_with("The user cancelled the question."), "{ran:?}");
}

/// REQ: UC-8
#[test]
fn the_skill_is_printed_whatever_the_configuration_and_its_examples_are_found() {
    let world = World::new().with("SAYSO_CONFIG", "/dev/null/none");
    let skill = world.run(&["skill", "print"]).ok().stdout;
    let ran = world.run_with(&["extract"], skill.as_bytes()).ok();
    assert_eq!(ran.stderr.lines().count(), 2, "{ran:?}");
    assert!(!ran.stdout.contains("```json"), "{ran:?}");
}

/// Who pipes a text through it knows what is lost.
#[test]
fn the_help_says_what_is_dropped() {
    let help = World::new().run(&["extract", "--help"]).ok().stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("The text behind one in plain text is dropped"), "{help}");
}
