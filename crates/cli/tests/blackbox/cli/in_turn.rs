//! Several questions on stdin: one after the other, in every format.

use serde_json::{Value, json};

use super::choice;
use crate::harness::World;
use crate::pty::Terminal;

pub(super) fn questions() -> Value {
    let option = |label: &str| json!({ "label": label });
    json!({ "questions": [
        { "title": "Place", "prompt": "Where?", "options": [option("Here"), option("There")] },
        { "title": "Time", "prompt": "When?", "options": [option("Now"), option("Later")] },
    ] })
}

fn written() -> Value {
    json!({
        "type": "user_choice", "question": "Which?",
        "choices": [{ "id": "1", "label": "Left" }, { "id": "2", "label": "Right" }],
    })
}

/// REQ: UC-4
#[test]
fn every_format_prints_its_id_and_nothing_else_without_waiting() {
    let world = World::new();
    let lines = format!("{}\n{}\n\n{}\n", choice("single"), questions(), written());
    let ran = world.run_with(&["ask", "--no-wait"], lines.as_bytes());
    assert_eq!(ran.code, 75, "{ran:?}");
    let ids: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(ids.len(), 3, "{ran:?}");
    let titles = ids.iter().map(|id| world.show(id)["form"]["questions"].as_array().unwrap().len());
    assert_eq!(titles.collect::<Vec<_>>(), [1, 2, 1]);
    for id in ids {
        let ran = world.run(&["wait", id, "--for", "1s"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (75, ""), "no answer, nothing said: {ran:?}");
        assert!(ran.stderr.contains(&format!(" answer {}", &id[..8])), "{ran:?}");
    }
}

#[test]
fn nothing_on_stdin_is_nothing_to_ask() {
    let world = World::new();
    for empty in ["", "\n \n"] {
        let ran = world.run_with(&["ask"], empty.as_bytes()).fails(2, "nothing to ask");
        assert!(ran.stdout.is_empty(), "{ran:?}");
    }
}

/// Everything is read before anybody is asked.
/// REQ: PC-2
#[test]
fn a_mistake_in_the_second_asks_nobody_the_first() {
    let world = World::new();
    let lines = format!("{}\n{{\"title\": \n", written());
    world.run_with(&["ask", "--no-wait"], lines.as_bytes()).fails(2, "not valid JSON");
    assert_eq!(super::stored(&world), 0);
}

/// Every error in every question is said at once.
/// REQ: PC-2
#[test]
fn errors_in_fields_of_later_ones_ask_nobody_the_first() {
    let world = World::new();
    let (mut second, mut third) = (choice("single"), questions());
    second["options"] = json!([]);
    second["title"] = json!("");
    third["questions"][1]["prompt"] = json!(7);
    let lines = format!("{}\n{second}\n{third}\n", written());
    let ran = world.run_with(&["ask", "--no-wait"], lines.as_bytes());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
    for place in ["question 2, title", "question 2, options", "question 3, questions[1].prompt"] {
        assert!(ran.stderr.contains(place), "{place}: {ran:?}");
    }
    assert_eq!(super::stored(&world), 0);
}

/// REQ: UC-4
#[test]
fn the_second_is_asked_when_the_first_is_answered() {
    let world = World::new();
    let _hub = world.hub();
    std::fs::write(world.path("choices.jsonl"), format!("{}\n{}\n", written(), choice("single")))
        .unwrap();
    let mut asker = world.command(["ask"]);
    asker.stdin(std::fs::File::open(world.path("choices.jsonl")).unwrap());
    let asker = crate::harness::Running::of(asker.spawn().unwrap());
    let waiting = || world.run(&["list", "--json"]).ok().json()["rows"].clone();
    world.until("the first is asked", || waiting()[0]["title"] == "Which?");
    assert_eq!(waiting().as_array().unwrap().len(), 1);
    let first = waiting()[0]["id"].as_str().unwrap().to_owned();
    world.run(&["answer", &first, "Right"]).ok();
    world.until("the second is asked", || waiting()[0]["title"] == "Database");
    let second = waiting()[0]["id"].as_str().unwrap().to_owned();
    world.run(&["cancel", &second]).ok();
    let ran = asker.finish();
    assert_eq!(ran.code, 3, "the first one without an answer: {ran:?}");
    assert!(ran.stdout.starts_with("2\n{"), "each in its own format: {ran:?}");
}

/// REQ: NA-3
#[test]
fn a_set_that_is_answered_in_part_is_sent_only_if_that_is_meant() {
    let world = World::new();
    let _hub = world.hub();
    let id = super::asked(&world, &questions());
    let ran = world.run(&["answer", &id, "-a", "1=Here"]).fails(2, "1 of 2 unanswered: ");
    assert!(ran.stderr.contains("(Time)") && ran.stderr.contains("--skip"), "{ran:?}");
    assert_eq!(world.show(&id)["status"], "pending");
    // What was forgotten is added, or left out on purpose.
    let ran = world.run(&["answer", &id, "-a", "1=Here", "--skip", "2"]).ok();
    assert!(!ran.stderr.contains("unanswered"), "{ran:?}");
    assert_eq!(world.show(&id)["status"], "submitted");
    // At a terminal it asks first.
    let id = super::asked(&world, &questions());
    let mut terminal = Terminal::open(&world, 80, &["answer", &id, "-a", "1=Here"]);
    terminal.shows("1 of 2 unanswered. Send anyway?");
    terminal.types("n");
    terminal.ends();
    assert_eq!(world.show(&id)["status"], "pending");
    let mut terminal = Terminal::open(&world, 80, &["answer", &id, "-a", "1=Here"]);
    terminal.shows("Send anyway?");
    terminal.types("y");
    terminal.ends();
    assert_eq!(world.show(&id)["status"], "submitted");
}
