//! The command line, as scripts and people at a terminal use it.

mod answering;
mod commands;
mod completions;
mod controls;
mod extract;
mod extremes;
mod flags;
mod forget;
mod help;
mod history;
mod honest;
mod ids;
mod in_turn;
mod listing;
mod mistakes;
mod output;
mod questions;
mod replies;
mod request_errors;
mod searching;
mod stats;
mod stopped;
mod unread;
mod unreadable;

use serde_json::{Value, json};

use crate::harness::{Ran, World};

/// Enough context to avoid a warning.
pub const PROMPT: &str = "We move the billing tables to a new database this week, and the reports must \
    go on working. Which one shall it be?";

/// A valid `provide_choice` request: three databases, the first recommended.
fn choice(mode: &str) -> Value {
    match mode {
        "text_input" => json!({"title": "Name", "prompt": PROMPT, "selection_mode": mode}),
        _ => json!({
            "title": "Database", "prompt": PROMPT, "selection_mode": mode,
            "options": [
                {"id": "pg", "label": "PostgreSQL", "recommended": true},
                {"id": "lite", "label": "SQLite"},
                {"id": "my", "label": "MySQL"},
            ],
        }),
    }
}

/// The request with these fields set, or removed if null.
fn with(mut request: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        request[name] = value.clone();
    }
    request
}

/// Passes a request on stdin.
fn hand_in(world: &World, request: &Value) -> Ran {
    world.run_with(&["ask", "--no-wait", "--json"], request.to_string().as_bytes())
}

/// The same for a valid request; returns its id.
#[track_caller]
pub fn asked(world: &World, request: &Value) -> String {
    let ran = hand_in(world, request);
    assert_eq!(ran.code, 75, "{ran:?}");
    ran.json()["session_id"].as_str().unwrap().to_owned()
}

/// What the agent gets, without the parts that differ between questions.
pub fn reply(world: &World, id: &str) -> Value {
    let mut reply = world.run(&["wait", id, "--json"]).json();
    assert_eq!(reply["session_id"], id);
    reply.as_object_mut().unwrap().remove("session_id");
    if let Some(selection) = reply["selection"].as_object_mut() {
        let url = selection.remove("url").unwrap();
        assert!(url.as_str().unwrap().ends_with(&format!("/choice/{id}")), "{url}");
    }
    reply
}

fn stored(world: &World) -> usize {
    let page = world.run(&["list", "--all", "--json"]).ok().json();
    page["rows"].as_array().unwrap().len()
}
