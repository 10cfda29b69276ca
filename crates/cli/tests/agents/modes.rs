//! Claude Code's permission modes: what of a command, a question and an edit arrives here in each.

use serde_json::json;

use crate::bridge::{becomes, question};
use crate::dialogs::{QUESTION, presses, start};
use crate::headless;
use crate::model::Move;
use crate::scene::Scene;
use crate::world::eventually;

/// What is played in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    AcceptEdits,
    Auto,
    Bypass,
    /// Without a terminal, led by JSON lines.
    AutoStream,
}

impl Mode {
    pub fn cell(self) -> &'static str {
        match self {
            Mode::AcceptEdits => "bridge_accept_edits",
            Mode::Auto => "bridge_auto",
            Mode::Bypass => "bridge_bypass",
            Mode::AutoStream => "bridge_auto_stream",
        }
    }

    pub fn meaning(self) -> &'static str {
        match self {
            Mode::AcceptEdits => {
                "… in the mode `acceptEdits`: a command and a question arrive, an edit is made"
            }
            Mode::Auto => {
                "… in the mode `auto`, whose check can't run: a command is shown as waiting in the terminal, a question arrives"
            }
            Mode::Bypass => {
                "… in the mode `bypassPermissions`: a question arrives, a command and an edit are made"
            }
            Mode::AutoStream => {
                "… in the mode `auto` with `--permission-prompt-tool stdio`: nobody is asked about what its check lets pass, nor about what it refuses"
            }
        }
    }

    pub fn moves(self) -> Vec<Move> {
        // Not one of those that only change a file here, which some modes allow by themselves.
        let command = Move::Shell("sh -c 'touch one'");
        let write = json!({ "file_path": "$WORK/notes.md", "content": "hello\n" });
        match self {
            Mode::AutoStream => vec![command, Move::Shell("sh -c 'touch refused'"), Move::Say],
            _ => {
                let write = Move::Call("Write", write);
                vec![command, Move::Call(QUESTION, question()), write, Move::Say]
            }
        }
    }

    pub fn play(self, scene: &Scene) {
        match self {
            Mode::AcceptEdits => play_accept_edits(scene),
            Mode::Auto => play_auto(scene),
            Mode::Bypass => play_bypass(scene),
            Mode::AutoStream => headless::play_auto(scene),
        }
    }
}

/// The question of the second turn is answered here.
fn answers_question(scene: &Scene) {
    let id = scene.world.question();
    scene.world.person(&["answer", &id, "SQLite"]);
    let told = scene.told(2);
    assert!(told.says("SQLite") && !told.says("PostgreSQL"), "{}", told.text());
    becomes(&scene.world, &id, "submitted");
}

/// REQ: AD-1, AD-2
fn play_accept_edits(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene, "acceptEdits");
    let first = headless::allow_first(scene);
    becomes(world, &first, "submitted");
    answers_question(scene);
    scene.told(3);
    assert!(world.work().join("notes.md").exists());
    assert_eq!(world.asked(), 2, "nobody is asked about the edit");
}

/// REQ: AD-1, AD-3
fn play_auto(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene, "auto");
    // It says that its check can't run, and whether to stay in this mode.
    eventually("it says so", || world.logs().contains("shift+Tab"));
    presses(&mut keyboard, &["\r"]);
    eventually("its own dialog is open", || world.logs().contains("proceed"));
    let first = world.question();
    let shown = world.person(&["show", &first]);
    assert!(shown.contains("waits in its terminal"), "{shown}");
    // Its first option is 'No'.
    presses(&mut keyboard, &["\x1b[B", "\r"]);
    scene.told(1);
    assert!(world.work().join("one").exists());
    answers_question(scene);
    scene.told(3);
    // This model goes on so soon that its session waits without a break until now.
    becomes(world, &first, "withdrawn");
    assert!(world.work().join("notes.md").exists());
}

/// REQ: AD-1
fn play_bypass(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene, "bypassPermissions");
    scene.told(1);
    assert!(world.work().join("one").exists());
    answers_question(scene);
    scene.told(3);
    assert!(world.work().join("notes.md").exists());
    assert_eq!(world.asked(), 1, "nobody is asked about the others");
}
