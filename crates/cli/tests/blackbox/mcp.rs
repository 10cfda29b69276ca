//! Real MCP clients over both transports, and processes that go away.

mod access;
mod conformance;
mod cost;
mod hand_off;
pub mod http;
pub mod lines;
mod malformed;
mod process;
mod real_clients;
mod replaced;
#[path = "../../../mcp/tests/scripted/samples.rs"]
mod samples;
pub mod sdk;

use serde_json::{Value, json};

use crate::harness::World;

pub use samples::questions;

/// Meant for a page: otherwise it would be handed over to a terminal at once.
pub fn choice() -> Value {
    let mut choice = samples::choice();
    choice["interface"] = json!("web");
    choice
}

/// The one question that somebody waits for.
pub fn waited_for(world: &World) -> String {
    let mut id = String::new();
    world.until("somebody waits for a question", || {
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
    world.until("nobody listens", || world.show(id)["listening"] == false);
    assert_eq!(world.show(id)["status"], "pending");
}
