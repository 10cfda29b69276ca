//! Sessions of the first wire, recorded from real clients: every later hub must serve them.
//!
//! A transcript has what each client sent, byte for byte, and what the hub replied. What differs each
//! time has a placeholder (`wire/names.rs`). The replay sends the same requests to a hub of today; each
//! recorded reply must come with the same status and every recorded field. New fields are allowed.
//!
//! `SAYSO_RECORD_WIRE=1 cargo nextest run --workspace --all-features --test blackbox -E 'test(/^wire::/)'`
//! records them again, as long as nothing has been released. A later wire gets its own folder and
//! its own `VERSION`, beside this one.

mod layout;
mod names;
mod proxy;
mod replay;
mod scenes;
mod transcript;
mod writer;

use std::path::PathBuf;

use names::Bound;
use proxy::Recorder;
use serde_json::{Value, json};

use crate::mcp::lines::Agent;
use crate::mcp::{choice, waited_for};

const VERSION: &str = "wire-1";

fn check(name: &str, scene: fn(&Recorder)) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(VERSION);
    let file = folder.join(format!("{name}.txt"));
    if std::env::var_os("SAYSO_RECORD_WIRE").is_some() {
        let recorder = Recorder::start();
        scene(&recorder);
        std::fs::create_dir_all(folder).unwrap();
        let head = "# A session of wire 1, recorded and replayed by `crates/cli/tests/blackbox/wire.rs`.\n";
        std::fs::write(&file, head.to_owned() + &recorder.transcript()).unwrap();
    }
    replay::replay(&std::fs::read_to_string(file).unwrap());
}

#[test]
fn an_agent_that_waits_while_its_hub_is_replaced_is_served() {
    check("mcp", scenes::mcp);
}

#[test]
fn the_commands_of_the_first_wire_are_served() {
    check("cli", scenes::cli);
}

#[test]
fn a_page_of_the_first_wire_is_served_by_two_hubs() {
    check("page", scenes::page);
}

#[test]
fn a_program_that_follows_events_by_their_cursor_is_served() {
    check("events", scenes::events);
}

/// A newer hub sends a control that its older clients do not know. The question cannot be shown, but its
/// reply is rendered at the hub, and no answer is lost.
#[test]
fn an_older_client_gets_the_answer_to_a_question_that_it_cannot_read() {
    let recorder = Recorder::inventing(r#""kind":"one""#, r#""kind":"new""#);
    let world = &recorder.world;
    let mut asking = Agent::start(world, "mcp");
    asking.send_call("provide_choice", &choice());
    let id = waited_for(world);
    drop(asking);
    let mut older = Agent::of(recorder.command("sayso mcp", &["mcp"]));
    let by_id = json!({ "session_id": id });
    let pending = older.call("provide_choice", &by_id)["structuredContent"].clone();
    assert_eq!(pending["action_status"], "pending", "{pending}");
    recorder.run(&["show", &id]).fails(1, "newer");
    recorder.run(&["list"]).ok();
    world.run(&["answer", &id, "SQLite"]).ok();
    let reply = older.call("provide_choice", &by_id)["structuredContent"].clone();
    assert_eq!(reply["action_status"], "selected", "{reply}");
    assert_eq!(reply["selection"]["selected_ids"], json!(["lite"]));
    older.close_input();
    older.ends();
    assert!(!world.show(&id)["delivered_at"].is_null(), "the delivery is noted");
    assert!(recorder.run(&["wait", &id]).ok().stdout.contains("SQLite"));
}

/// The replay itself: what is new is allowed, what is missing or of another kind is not.
#[test]
fn a_reply_is_compared_by_what_was_recorded() {
    let recorded =
        json!({ "id": "<id-1>", "at": "<time>", "rows": [{ "key": "a", "left": "<number>" }] });
    let id = "e0537fd0-1111-4222-8333-944455556666";
    let same =
        json!({ "id": id, "at": "2026-01-02T03:04:05Z", "rows": [{ "key": "a", "left": 7 }] });
    let fits = |change: fn(&mut Value)| {
        let mut now = same.clone();
        change(&mut now);
        Bound::default().check(&recorded, &now, "reply").is_ok()
    };
    assert!(fits(|_| ()));
    assert!(fits(|now| now["later"] = json!(true)));
    assert!(fits(|now| now["rows"] = json!([{ "key": "new" }, now["rows"][0], { "key": "b" }])));
    assert!(!fits(|now| now["rows"] = json!([])));
    assert!(!fits(|now| now["rows"][0]["left"] = json!("7")));
    assert!(!fits(|now| now["rows"][0]["key"] = json!("b")));
    assert!(!fits(|now| now["at"] = json!(1)));
    assert!(!fits(|now| now["id"] = json!("none")));
    assert!(!fits(|now| drop(now.as_object_mut().unwrap().remove("id"))));
}
