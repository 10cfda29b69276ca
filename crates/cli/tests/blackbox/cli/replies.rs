//! The agent's reply for each action of the person.

use sayso_desk::Answering;
use serde_json::{Value, json};

use super::{asked, choice, reply, with};
use crate::harness::{Ran, World, nobody};

/// Asks, answers with these arguments, and returns what the agent gets.
fn answered(world: &World, request: &Value, answer: &[&str]) -> Value {
    let id = asked(world, request);
    let args: Vec<&str> = ["answer", &id[..8]].iter().chain(answer).copied().collect();
    world.run(&args).ok();
    reply(world, &id)
}

fn check(reply: &Value, status: &str, selection: Value) {
    assert_eq!(reply["action_status"], status, "{reply}");
    for (name, value) in selection.as_object().unwrap() {
        assert_eq!(&reply["selection"][name], value, "{name} of {reply}");
    }
}

/// REQ: PC-10, PC-11
#[test]
fn options_come_in_their_order_each_once_with_their_notes() {
    let world = World::new();
    let _hub = world.hub();
    let answer = ["my", "pg", "PostgreSQL", "--option-note", "lite=too small", "--note", " soon "];
    let multi = answered(&world, &choice("multi"), &answer);
    check(
        &multi,
        "selected",
        json!({
            "selected_ids": ["pg", "my"], "selected_indices": [0, 2],
            "option_annotations": {"lite": "too small"}, "global_annotation": "soon",
            "interface": "cli",
            "summary": "The user chose: PostgreSQL, MySQL. Note on SQLite: \"too small\". Note: \"soon\".",
        }),
    );
    let single = answered(&world, &choice("single"), &["SQLITE"]);
    check(&single, "selected", json!({"selected_ids": ["lite"], "selected_indices": [1]}));
}

/// REQ: PC-7, PC-10
#[test]
fn a_text_alone_is_custom_input_and_beside_an_option_it_is_selected() {
    let world = World::new();
    let _hub = world.hub();
    let text = answered(&world, &choice("text_input"), &["--text", "Phoenix 凤凰"]);
    check(&text, "custom_input", json!({"selected_ids": [], "custom_input": "Phoenix 凤凰"}));
    let neither = answered(&world, &choice("hybrid"), &["--text", "DuckDB"]);
    check(&neither, "custom_input", json!({"selected_ids": [], "custom_input": "DuckDB"}));
    let both = answered(&world, &choice("hybrid"), &["pg", "--text", "with replicas"]);
    check(&both, "selected", json!({"selected_ids": ["pg"], "custom_input": "with replicas"}));
    let id = asked(&world, &choice("hybrid"));
    world.run(&["answer", &id, "--text", "  "]).fails(2, "an option or a text is required");
    let id = asked(&world, &choice("single"));
    world.run(&["answer", &id, "--text", "x"]).fails(2, "this question takes no text");
    let id = asked(&world, &choice("text_input"));
    world.run(&["answer", &id, "--text", " "]).fails(2, "text is required");
}

/// REQ: PC-12
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn defaults_left_alone_are_the_answer_and_empty_notes_are_none() {
    use sayso_core::{Command, Submission};
    use sayso_desk::Answering;

    let world = World::new();
    let _hub = world.hub();
    let request = with(choice("multi"), json!({"default_selection_ids": ["my", "pg"]}));
    let id = asked(&world, &request);
    let mut submission = Submission { note: Some(" ".to_owned()), ..Submission::default() };
    submission.entry("q1".into()).notes.insert("pg".into(), "\n".to_owned());
    let command = Command::Answer { submission };
    world.desk().act(id.parse().unwrap(), command, nobody()).await.unwrap();
    let reply = reply(&world, &id);
    check(&reply, "selected", json!({"selected_ids": ["pg", "my"], "option_annotations": {}}));
    assert!(reply["selection"].get("global_annotation").is_none(), "{reply}");
    assert_eq!(reply["selection"]["interface"], "terminal");
}

/// REQ: PC-4
#[test]
fn bounds_hold_and_a_refused_answer_changes_nothing() {
    let world = World::new();
    let _hub = world.hub();
    let request = with(choice("multi"), json!({"min_selections": 2, "max_selections": 2}));
    let id = asked(&world, &request);
    let before = world.show(&id);
    for (choices, says) in [
        (vec!["pg"], "at least 2 options are required, 1 is chosen"),
        (vec!["pg", "lite", "my"], "at most 2 options are allowed, 3 are chosen"),
    ] {
        let args: Vec<&str> = ["answer", &id].iter().copied().chain(choices).collect();
        world.run(&args).fails(2, says);
    }
    world.run(&["answer", &id, "pg", "oracle"]).fails(2, "there is no option `oracle`");
    let after = world.show(&id);
    assert_eq!((&before["revision"], &before["state"]), (&after["revision"], &after["state"]));
    let id = asked(&world, &choice("single"));
    world.run(&["answer", &id, "pg", "my"]).fails(2, "exactly 1 option is required, 2 are chosen");
}

/// REQ: PC-10
#[test]
fn what_is_not_answered_yet_is_pending_with_the_same_id() {
    let world = World::new();
    let id = asked(&world, &choice("single"));
    let ran = world.run(&["wait", &id, "--for", "1s", "--json"]);
    assert_eq!(ran.code, 75, "{ran:?}");
    let reply = ran.json();
    assert_eq!((&reply["action_status"], &reply["session_id"]), (&json!("pending"), &json!(id)));
    assert_eq!(world.show(&id)["status"], "pending", "looking changes nothing");
}

/// The same answer gives the same payload from any surface.
/// REQ: PC-11
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_surface_does_not_show_in_the_payload() {
    use sayso_core::{Command, Submission};
    use sayso_desk::Answering;

    let world = World::new();
    let _hub = world.hub();
    let from_cli = answered(&world, &choice("single"), &["lite", "--note", "ok"]);
    let id = asked(&world, &choice("single"));
    let mut submission = Submission { note: Some("ok".to_owned()), ..Submission::default() };
    submission.choose("q1".into(), vec!["lite".into()]);
    let command = Command::Answer { submission };
    world.desk().act(id.parse().unwrap(), command, nobody()).await.unwrap();
    let mut from_terminal = reply(&world, &id);
    assert_eq!(from_terminal["selection"]["interface"], "terminal");
    from_terminal["selection"]["interface"] = json!("cli");
    assert_eq!(from_cli, from_terminal);
}

/// Each format keeps its words; the guide has all of them in one place.
/// REQ: PC-10
#[test]
fn the_guide_says_what_each_format_calls_an_end() {
    let world = World::new();
    let _hub = world.hub();
    let guide = guide();
    let requests = [choice("single"), crate::mcp::questions(), written()];
    for (end, acts) in [
        ("answered", Some(&["answer", "-R"][..])),
        ("cancelled", Some(&["cancel"])),
        ("rejected", Some(&["reject"])),
        ("withdrawn", Some(&[])),
        ("waiting", None),
    ] {
        for (at, request) in requests.iter().enumerate() {
            let id = asked(&world, request);
            if let Some([command, more @ ..]) = acts {
                let acted = world.run(&[&[*command, &id], more].concat());
                // Only one of the formats recommends something.
                if acted.code != 0 {
                    world.run(&["answer", &id, "-a", "1=1"]).ok();
                }
            }
            if end == "withdrawn" {
                withdraw(&world, &id);
            }
            let ran = world.run(&["wait", &id, "--for", "0s", "--json"]);
            is_as_written(&guide, end, at, &ran, &world.show(&id));
        }
    }
}

/// The same for the ends by the clock, which are all waited for at once.
/// REQ: PC-10
#[test]
fn the_guide_says_what_each_format_calls_a_timeout() {
    let world = World::new();
    std::fs::write(world.path("config.toml"), "[questions]\ntimeout = 5\n").unwrap();
    let _hub = world.hub();
    let guide = guide();
    let mut timed = choice("single");
    timed["timeout_seconds"] = json!(5);
    let mut sent = timed.clone();
    timed["timeout_action"] = json!("reinvoke");
    sent["timeout_action"] = json!("submit");
    sent["default_selection_ids"] = json!([sent["options"][0]["id"]]);
    let (out, default) = ("timed out", "answered for you");
    let timing = [
        (out, 0, asked(&world, &timed)),
        (default, 0, asked(&world, &sent)),
        (out, 1, asked(&world, &crate::mcp::questions())),
        (out, 2, asked(&world, &written())),
    ];
    world.run(&["extend", &timing[3].2, "5s"]).ok();
    for (end, at, id) in timing {
        let ran = world.run(&["wait", &id, "--json"]);
        is_as_written(&guide, end, at, &ran, &world.show(&id));
    }
}

fn guide() -> String {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/src/ask.md");
    std::fs::read_to_string(guide).unwrap()
}

fn written() -> Value {
    json!({
        "type": "user_choice", "question": "Which?",
        "choices": [{ "id": "1", "label": "Left" }, { "id": "2", "label": "Right" }],
    })
}

/// As the agent's own process does when it ends.
fn withdraw(world: &World, id: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let id = world.show(id)["id"].as_str().unwrap().parse().unwrap();
    let command = sayso_core::Command::Withdraw { why: None };
    runtime.block_on(world.desk().act(id, command, nobody())).unwrap();
}

/// The reply of this format, the status in lists and the exit code, compared with the guide's row.
#[track_caller]
fn is_as_written(guide: &str, end: &str, format: usize, ran: &Ran, shown: &Value) {
    let row = guide.lines().find(|line| line.starts_with(&format!("| {end} |"))).unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let reply = ran.json();
    let word = if format == 0 { &reply["action_status"] } else { &reply["status"] };
    let word = format!("`{}`", word.as_str().unwrap());
    assert!(cells[2 + format].contains(&word), "{end}, {format}: {word} in {row}");
    let listed = format!("`{}`", shown["status"].as_str().unwrap());
    assert_eq!(cells[5], listed, "{end}, {format}");
    assert_eq!(cells[6], ran.code.to_string(), "{end}, {format}: {row}");
}
