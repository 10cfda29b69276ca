//! The terminal as a person sees it: real processes on a pseudo-terminal, through an emulator.

mod answering;
mod burst;
mod controls;
mod demo;
mod fingers;
mod forms;
mod inbox;
mod other_surfaces;
mod plain;
mod redirected;
mod safety;
mod scripting;
mod settings;
mod shells;
mod tmux;
mod to_web;
mod together;

use serde_json::Value;

use crate::harness::World;

/// The arrow key, as a terminal sends it.
const DOWN: &str = "\u{1b}[B";

const ASK: [&str; 8] = [
    "ask",
    "Which database?",
    "-o",
    "PostgreSQL | boring and good",
    "-o",
    "SQLite",
    "-r",
    "PostgreSQL",
];

fn ask(more: &[&'static str]) -> Vec<&'static str> {
    ASK.iter().chain(more).copied().collect()
}

/// The question that was asked last.
fn last(world: &World) -> Value {
    let rows = world.run(&["list", "--all", "--json"]).ok().json();
    world.show(rows["rows"][0]["id"].as_str().unwrap())
}

/// The answer to its only question.
fn given(view: &Value) -> &Value {
    &view["state"]["outcome"]["answers"]["questions"]["q1"]
}
