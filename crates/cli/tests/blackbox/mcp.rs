//! Agents as they come: real clients over both transports, and processes that go away.

mod access;
mod conformance;
mod hand_off;
mod http;
pub mod lines;
mod process;
mod real_clients;
pub mod sdk;

use serde_json::{Value, json};

use crate::harness::{World, eventually};

pub fn choice() -> Value {
    json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten, which decides how data is migrated. Which database should the service use?",
        "selection_mode": "single",
        "options": [
            { "id": "pg", "label": "PostgreSQL", "recommended": true },
            { "id": "lite", "label": "SQLite" },
        ],
        "interface": "web",
        "timeout_seconds": 3600,
    })
}

pub fn questions() -> Value {
    json!({ "questions": [{
        "title": "Framework",
        "prompt": "Which framework should the new front end be built with?",
        "context": "The old one is no longer maintained; the choice decides what we have to learn in the next weeks.",
        "options": [
            { "label": "React", "description": "known", "recommended": true },
            { "label": "Svelte" },
        ],
    }] })
}

/// The one question for which somebody waits.
pub fn waited_for(world: &World) -> String {
    let mut id = String::new();
    eventually("somebody waits for a question", || {
        let page = world.run(&["list", "--json"]).ok().json();
        let mut rows = page["rows"].as_array().unwrap().iter();
        let found = rows.find(|row| row["listening"] == true);
        id = found.map(|row| row["id"].as_str().unwrap().to_owned()).unwrap_or_default();
        !id.is_empty()
    });
    id
}

/// Still open, and nobody waits for it.
pub fn left_alone(world: &World, id: &str) {
    eventually("nobody listens", || world.show(id)["listening"] == false);
    assert_eq!(world.show(id)["status"], "pending");
}
