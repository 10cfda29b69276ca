//! Claude Code's own dialogs on its terminal, brought here by `sayso setup --questions`.

use std::io::Write;
use std::process::ChildStdin;

use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

use crate::cells::Trouble;
use crate::model::Move;
use crate::scene::Scene;
use crate::world::{World, eventually};

/// What the model does while the person is at the desk.
pub fn moves() -> Vec<Move> {
    let write = json!({ "file_path": "$WORK/notes.md", "content": "hello\n" });
    vec![
        Move::Shell("touch one"),
        Move::Shell("touch two"),
        Move::Call("AskUserQuestion", question()),
        Move::Call("Write", write),
        Move::Say,
    ]
}

/// What it does while the person is at its terminal.
pub fn moves_there() -> Vec<Move> {
    vec![Move::Shell("touch one"), Move::Call("AskUserQuestion", question()), Move::Say]
}

pub fn question() -> Value {
    json!({ "questions": [{
        "question": "Which store should hold the sessions?", "header": "Store",
        "multiSelect": false,
        "options": [
            { "label": "PostgreSQL", "description": "A server" },
            { "label": "SQLite", "description": "One file" },
        ],
    }] })
}

fn start(scene: &Scene) -> ChildStdin {
    let (agent, world) = (scene.cell.agent, &scene.world);
    world.start_on_terminal(&agent.launch_on_terminal(
        &scene.model.url(),
        "Make it.",
        &world.work(),
    ))
}

pub fn becomes(world: &World, id: &str, status: &str) {
    eventually(&format!("it is {status}"), || world.status(id) == status);
}

pub fn kill_hub(world: &World, signal: Signal) {
    for hub in world.processes("hub") {
        kill_process(hub, signal).unwrap();
    }
}

/// Answered at the desk: a permission over a killed hub, a denial in words, a question, and an edit.
/// The agent does what was answered, and each answer counts once it has.
/// REQ: AD-1, AD-2, AD-3
pub fn play(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene);

    let first = world.question();
    let shown = world.person(&["show", &first]);
    assert!(shown.contains("touch one") && shown.contains("Claude Code"), "{shown}");
    kill_hub(world, Signal::KILL);
    world.is_waited_for(&first);
    world.at_terminal(&["answer", &first, "allow"]);
    scene.told(1);
    assert!(world.work().join("one").exists(), "the person allowed it");
    becomes(world, &first, "submitted");

    let second = world.question();
    world.person(&["answer", &second, "--text", "use make instead"]);
    let told = scene.told(2);
    assert!(told.says("use make instead"), "{}", told.text());
    assert!(!world.work().join("two").exists(), "the person said no");
    becomes(world, &second, "submitted");

    let third = world.question();
    world.person(&["answer", &third, "SQLite"]);
    let told = scene.told(3);
    assert!(told.says("SQLite") && !told.says("PostgreSQL"), "{}", told.text());
    becomes(world, &third, "submitted");

    let fourth = world.question();
    let shown = world.person(&["show", &fourth]);
    assert!(shown.contains("notes.md") && shown.contains("+hello"), "{shown}");
    world.at_terminal(&["answer", &fourth, "allow"]);
    eventually("it is written", || world.work().join("notes.md").exists());
    becomes(world, &fourth, "submitted");
    assert_eq!(world.asked(), 4);
}

/// Answered in its own dialog: taken back here with where, and never an answer of ours.
/// REQ: AD-3, NA-6
pub fn play_there(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene);
    let first = world.question();
    eventually("its own dialog is open", || world.logs().contains("proceed"));
    keyboard.write_all(b"\r").unwrap();
    scene.told(1);
    assert!(world.work().join("one").exists());
    becomes(world, &first, "withdrawn");
    let shown = world.person(&["show", &first]);
    assert!(shown.contains("in Claude Code"), "{shown}");
    assert!(!world.sayso(&["answer", &first, "deny"]).status.success(), "it is too late");

    let second = world.question();
    eventually("its own dialog is open", || world.logs().contains("One file"));
    keyboard.write_all(b"\x1b").unwrap();
    becomes(world, &second, "withdrawn");
    assert_eq!(world.asked(), 2);
}

pub fn install(world: &World, trouble: Trouble) {
    world.set_up(&["--questions"]);
    match trouble {
        Trouble::Deleted => std::fs::remove_file(world.bin().join("sayso")).unwrap(),
        Trouble::HubFrozen => {
            world.person(&["list"]);
            kill_hub(world, Signal::STOP);
        }
        other => panic!("{other:?} is not played"),
    }
}

/// Without sayso the agent is as it was.
/// REQ: AD-3, PO-3
pub fn play_without(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene);
    eventually("its own dialog is open", || world.logs().contains("proceed"));
    keyboard.write_all(b"\r").unwrap();
    scene.told(1);
    assert!(world.work().join("one").exists());
}
