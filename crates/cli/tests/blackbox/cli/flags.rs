//! Flags that don't apply are refused, not ignored.

use serde_json::{Value, json};

use super::choice;
use crate::harness::World;

/// REQ: NA-9
#[test]
fn flags_beside_json_on_stdin_are_refused_and_nothing_is_asked() {
    let world = World::new();
    let request = choice("single").to_string();
    for flags in
        [&["--on-timeout", "cancel"][..], &["--prompt", "more"], &["--text"], &["-o", "another"]]
    {
        let args = [&["ask", "--no-wait"][..], flags].concat();
        let ran = world.run_with(&args, request.as_bytes());
        ran.fails(2, "cannot be used with JSON on stdin");
    }
    assert_eq!(world.run(&["list", "--json"]).ok().json()["rows"], json!([]));
    // Flags about the call, not about the question, apply.
    let args = ["ask", "--no-wait", "--json", "--agent", "cron"];
    let asked = world.run_with(&args, request.as_bytes());
    let id = asked.json()["session_id"].as_str().unwrap().to_owned();
    assert_eq!(world.show(&id)["origin"]["agent"], "cron");
    let again = json!({ "session_id": id }).to_string();
    let polled = world.run_with(&["ask", "--no-wait"], again.as_bytes());
    assert_eq!(polled.code, 75, "it does not wait: {polled:?}");
    let late = world.run_with(&["ask", "--irreversible"], again.as_bytes());
    late.fails(2, "--irreversible cannot be used with `session_id`");
}

fn in_text(irreversible: Value) -> Value {
    json!({
        "type": "user_choice", "question": "Drop the old tables?", "context": super::PROMPT,
        "options": ["Drop them (recommended)", "Keep them"], "irreversible": irreversible,
    })
}

/// REQ: NA-4, NA-9
#[test]
fn what_any_question_can_have_is_given_with_every_dialect() {
    let world = World::new();
    for request in [choice("single"), crate::mcp::questions(), in_text(json!(null))] {
        let terms = ["--irreversible", "--timeout", "1h", "--interface", "web"];
        let args = [&["ask", "--no-wait"][..], &terms].concat();
        let asked = world.run_with(&args, request.to_string().as_bytes());
        assert_eq!(asked.code, 75, "{asked:?}");
        let id = asked.stdout.trim();
        let shown = world.show(id);
        let has = json!([
            shown["policy"]["irreversible"],
            shown["policy"]["timeout_seconds"],
            shown["presentation"]["surface"],
        ]);
        assert_eq!(has, json!([true, 3600, "web"]), "{shown}");
        world.run(&["answer", id, "--recommended"]).fails(1, "only a person");
        let args = ["ask", "--no-wait", "--interface", "fax"];
        let unknown = world.run_with(&args, request.to_string().as_bytes());
        unknown.fails(2, "interface");
    }
}

/// REQ: NA-4
#[test]
fn a_program_does_not_answer_what_a_model_called_irreversible_in_its_text() {
    let world = World::new();
    let asked = world.run_with(&["ask", "--no-wait"], in_text(json!(true)).to_string().as_bytes());
    let id = asked.stdout.trim();
    world.run(&["answer", id, "1"]).fails(1, "only a person may say yes");
    assert_eq!(world.show(id)["status"], "pending");
}

/// REQ: SE-3, PC-12
#[test]
fn with_notes_off_a_note_is_refused_and_the_agents_own_does_not_come_back() {
    let world = World::new();
    world.run(&["config", "set", "annotations", "off"]).ok();
    let mut request = choice("single");
    request["global_annotation"] = json!("as the agent thinks");
    request["option_annotations"] = json!({ "lite": "small" });
    let asked = world.run_with(&["ask", "--no-wait"], request.to_string().as_bytes());
    let id = asked.stdout.trim();
    assert!(!world.run(&["show", id]).ok().stdout.contains("as the agent thinks"));
    world.run(&["answer", id, "lite", "--note", "mine"]).fails(2, "notes are switched off");
    world.run(&["answer", id, "lite", "--option-note", "lite=mine"]).fails(2, "switched off");
    world.run(&["cancel", id, "--note", "mine"]).fails(2, "notes are switched off");
    assert_eq!(world.show(id)["status"], "pending");
    world.run(&["answer", id, "lite"]).ok();
    let again = json!({ "session_id": id }).to_string();
    let reply = world.run_with(&["ask", "--json"], again.as_bytes()).ok().json();
    assert_eq!(reply["selection"]["option_annotations"], json!({}), "{reply}");
    assert_eq!(reply["selection"].get("global_annotation"), None, "{reply}");
    assert!(reply["warnings"].to_string().contains("switched notes off"), "{reply}");
}

/// REQ: NA-9
#[test]
fn flags_that_change_nothing_are_refused() {
    let world = World::new();
    for args in [
        &["ask", "Which?", "--multi", "--no-wait"][..],
        &["ask", "Which?", "--recommend", "a", "--no-wait"],
        &["ask", "Which?", "--default", "a", "--no-wait"],
        &["ask", "Which?", "-o", "a", "-o", "b", "--recommend", "c", "--no-wait"],
        &["ask", "Which?", "-o", "a", "-o", "b", "--max", "1", "--no-wait"],
    ] {
        let ran = world.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
    }
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    world.run(&["answer", &id, "--note", "hm"]).fails(2, "a note needs an answer");
    world.run(&["answer", &id, "--option-note", "a=hm"]).fails(2, "a note needs an answer");
    assert_eq!(world.show(&id)["status"], "pending");

    let form = super::asked(&world, &crate::mcp::questions());
    let both = ["answer", &form, "-a", "1=1", "--skip", "1"];
    world.run(&both).fails(2, "choose one of these");
    let both = ["answer", &form, "--elaborate", "1", "--skip", "1"];
    world.run(&both).fails(2, "choose one of these");
    assert_eq!(world.show(&form)["status"], "pending");
}

/// Scripts expect only the answer on stdout.
/// REQ: NA-9
#[test]
fn waiting_in_vain_prints_nothing_where_the_answer_would_be() {
    let world = World::new();
    let id = world.ask(&["Which?", "-o", "a", "-o", "b"]);
    let ran = world.run(&["wait", &id, "--for", "1s"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (75, ""), "{ran:?}");
    assert!(ran.stderr.contains(&format!(" answer {}", &id[..8])), "{ran:?}");
}

/// REQ: PO-3
#[test]
fn a_command_may_be_checked_without_quotes() {
    let world = World::new();
    let whole = world.run(&["policy", "check", "--json", "rm -rf /srv"]).ok().json();
    assert_eq!(whole["decision"], "ask");
    let words = ["policy", "check", "rm", "-rf", "/srv", "--json"];
    assert_eq!(world.run(&words).ok().json(), whole);
    let spaced = world.run(&["policy", "check", "echo", "rm -rf /srv", "--json"]).ok().json();
    assert_eq!(spaced["decision"], "pass", "one word stays one: {spaced}");
}
