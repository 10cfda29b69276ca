//! More of what Claude Code asks by itself: each kind of dialog, and each of its modes.

use std::io::Write;
use std::process::ChildStdin;

use serde_json::{Value, json};

use crate::bridge::{becomes, question};
use crate::headless;
use crate::model::Move;
use crate::modes::Mode;
use crate::scene::Scene;
use crate::world::{World, eventually};

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialogs {
    Several,
    Plan,
    Subagent,
    Refused,
    Nobody,
    Killed,
    Elsewhere,
    Headless,
    Stream,
    Relay,
    DontAsk,
    Chosen,
    In(Mode),
}

impl Dialogs {
    pub fn name(self) -> &'static str {
        match self {
            Dialogs::Several => "bridge_several",
            Dialogs::Plan => "bridge_plan",
            Dialogs::Subagent => "bridge_subagent",
            Dialogs::Refused => "bridge_refused",
            Dialogs::Nobody => "bridge_nobody",
            Dialogs::Killed => "bridge_killed",
            Dialogs::Elsewhere => "bridge_elsewhere",
            Dialogs::Headless => "bridge_headless",
            Dialogs::Stream => "bridge_stream",
            Dialogs::Relay => "relay",
            Dialogs::DontAsk => "bridge_dont_ask",
            Dialogs::Chosen => "bridge_chosen",
            Dialogs::In(mode) => mode.cell(),
        }
    }

    pub fn meaning(self) -> &'static str {
        match self {
            Dialogs::Several => "… several questions: one option, several options, and own text",
            Dialogs::Plan => {
                "… a plan: 'Keep planning' with a reason, then approved; its mode follows"
            }
            Dialogs::Subagent => {
                "… a subagent's, whose dialog waits: answered in sayso, and left to the terminal if nobody answers"
            }
            Dialogs::Refused => "… 'No' with text in its own dialog: withdrawn in sayso",
            Dialogs::Nobody => "… answered by nobody: only its own dialog stays open",
            Dialogs::Killed => "… killed after the answer was given: it doesn't stay unconfirmed",
            Dialogs::Elsewhere => {
                "… a dialog without a hook (plan mode): shown as waiting in the terminal"
            }
            Dialogs::Headless => "… with `-p`: allowed, and denied with a reason",
            Dialogs::Stream => {
                "… with stream-json and `--permission-prompt-tool stdio`: a question"
            }
            Dialogs::Relay => {
                "`sayso relay`: a permission, allowed, and denied with words; Codex: also one of its questions"
            }
            Dialogs::DontAsk => "… a question in the mode `dontAsk`, where no dialog comes",
            Dialogs::Chosen => {
                "… an option chosen in its own dialog: withdrawn in sayso, with what was chosen"
            }
            Dialogs::In(mode) => mode.meaning(),
        }
    }

    pub fn moves(self) -> Vec<Move> {
        let shell = Move::Shell;
        match self {
            Dialogs::Several | Dialogs::DontAsk => {
                vec![shell("ls"), Move::Call(QUESTION, several()), Move::Say]
            }
            Dialogs::Chosen => vec![shell("ls"), Move::Call(QUESTION, question()), Move::Say],
            Dialogs::In(mode) => mode.moves(),
            Dialogs::Plan => vec![
                // It is not among its first tools.
                Move::Call(
                    "ToolSearch",
                    json!({ "query": format!("select:{PLAN}"), "max_results": 1 }),
                ),
                Move::Call("Write", plan()),
                Move::Call(PLAN, json!({})),
                Move::Call(PLAN, json!({})),
                shell("touch one"),
                Move::Say,
            ],
            Dialogs::Subagent => vec![
                Move::Helper,
                Move::InHelper(Box::new(shell("touch one"))),
                Move::InHelper(Box::new(shell("touch two"))),
                Move::InHelper(Box::new(Move::Say)),
                Move::Say,
            ],
            Dialogs::Killed => vec![shell("touch one; tail -f /dev/null"), Move::Say],
            Dialogs::Refused | Dialogs::Nobody | Dialogs::Elsewhere => {
                vec![shell("touch one"), Move::Say]
            }
            Dialogs::Headless | Dialogs::Relay => {
                vec![shell("touch one"), shell("touch two"), Move::Say]
            }
            Dialogs::Stream => {
                vec![shell("touch one"), Move::Call(QUESTION, several()), Move::Say]
            }
        }
    }

    pub fn install(self, world: &World) {
        // It asks by itself.
        if self == Dialogs::Relay {
            return;
        }
        world.set_up(&["--questions"]);
        match self {
            Dialogs::Nobody => world.change(".claude/settings.json", |settings| {
                let hook = &mut settings["hooks"]["PermissionRequest"][0]["hooks"][0];
                let line = hook["command"].as_str().unwrap().replace("--limit 86400", "--limit 12");
                (hook["command"], hook["timeout"]) = (line.into(), 12.into());
            }),
            Dialogs::Subagent => {
                world.person(&["config", "set", "policy.subagents", "15"]);
            }
            _ => {}
        }
    }

    pub fn play(self, scene: &Scene) {
        match self {
            Dialogs::Several => play_several(scene),
            Dialogs::Plan => play_plan(scene),
            Dialogs::Subagent => play_subagent(scene),
            Dialogs::Refused => play_refused(scene),
            Dialogs::Nobody => play_nobody(scene),
            Dialogs::Killed => play_killed(scene),
            Dialogs::Elsewhere => play_elsewhere(scene),
            Dialogs::Headless => headless::play_headless(scene),
            Dialogs::Stream => headless::play_stream(scene),
            Dialogs::Relay => headless::play_relay(scene),
            Dialogs::DontAsk => play_dont_ask(scene),
            Dialogs::Chosen => play_chosen(scene),
            Dialogs::In(mode) => mode.play(scene),
        }
    }
}

pub const QUESTION: &str = "AskUserQuestion";
const PLAN: &str = "ExitPlanMode";

fn plan() -> Value {
    json!({ "file_path": "$PLAN", "content": "# Tidy the project up\n\n1. Make the file `one`." })
}

fn several() -> Value {
    let option = |label: &str| json!({ "label": label, "description": format!("Use {label}") });
    json!({ "questions": [
        { "question": "Which store should hold the sessions?", "header": "Store",
          "multiSelect": false, "options": [option("PostgreSQL"), option("SQLite")] },
        { "question": "Which parts does it need?", "header": "Parts",
          "multiSelect": true, "options": [option("Cache"), option("Search"), option("Mail")] },
        { "question": "Where does it run?", "header": "Place",
          "multiSelect": false, "options": [option("Here"), option("There")] },
    ] })
}

/// In this mode, on a terminal.
pub fn start(scene: &Scene, mode: &str) -> ChildStdin {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let mut launch = agent.launch_on_terminal(&scene.model.url(), "Make it.", &world.work());
    if let Some(last) = launch.arguments.last_mut() {
        mode.clone_into(last);
    }
    // The cell's own user may seem to be root, which it refuses in the mode `bypassPermissions`.
    launch.variables.push(("IS_SANDBOX", "1".to_owned()));
    world.start_on_terminal(&launch)
}

/// One after the other, as a person does: it ignores what comes too soon.
pub fn presses(keyboard: &mut ChildStdin, keys: &[&str]) {
    for keys in keys {
        std::thread::park_timeout(std::time::Duration::from_millis(400));
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }
}

pub fn answer_several(scene: &Scene, id: &str) {
    let parts = ["-a", "2=Cache", "-a", "2=Mail"];
    let all = [&["answer", id, "-a", "1=SQLite"][..], &parts, &["--text", "3=On the ship"]];
    scene.world.person(&all.concat());
}

/// REQ: AD-1
fn play_several(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene, "default");
    let id = world.question();
    answer_several(scene, &id);
    let told = scene.told(2);
    let text = told.text();
    assert!(told.says("SQLite") && told.says("Cache, Mail") && told.says("On the ship"), "{text}");
    assert!(!told.says("PostgreSQL") && !told.says("Search"), "{text}");
    becomes(world, &id, "submitted");
}

/// REQ: AD-1, AD-3, NA-6
fn play_chosen(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene, "default");
    let id = world.question();
    eventually("its own dialog is open", || world.logs().contains("One file"));
    // The second option.
    presses(&mut keyboard, &["\x1b[B", "\r"]);
    let told = scene.told(2);
    assert!(told.says("SQLite") && !told.says("PostgreSQL"), "{}", told.text());
    becomes(world, &id, "withdrawn");
    let shown = world.person(&["show", &id]);
    assert!(shown.contains("in Claude Code") && shown.contains("SQLite"), "{shown}");
    assert!(!world.sayso(&["answer", &id, "PostgreSQL"]).status.success(), "it is too late");
}

/// REQ: AD-1
fn play_dont_ask(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene, "dontAsk");
    let id = world.question();
    answer_several(scene, &id);
    let told = scene.told(2);
    let text = told.text();
    assert!(told.says("SQLite") && told.says("Cache, Mail") && told.says("On the ship"), "{text}");
    becomes(world, &id, "submitted");
}

/// REQ: AD-1
fn play_plan(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene, "plan");
    let first = world.question();
    let shown = world.person(&["show", &first]);
    assert!(shown.contains("Tidy the project up") && shown.contains("Make the file"), "{shown}");
    world.person(&["answer", &first, "--text", "name it two"]);
    let told = scene.told(3);
    assert!(told.says("name it two"), "{}", told.text());
    becomes(world, &first, "submitted");
    let second = world.question();
    world.at_terminal(&["answer", &second, "ask"]);
    let told = scene.told(4);
    assert!(told.says("approved"), "{}", told.text());
    becomes(world, &second, "submitted");
    // It asks again: the plan's approval was not for everything.
    let third = world.question();
    world.at_terminal(&["answer", &third, "allow"]);
    eventually("it is run", || world.work().join("one").exists());
    becomes(world, &third, "submitted");
}

/// REQ: AD-1, AD-3
fn play_subagent(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene, "default");
    let first = world.question();
    let shown = world.person(&["show", &first]);
    assert!(shown.contains("touch one") && shown.contains("its own dialog"), "{shown}");
    assert!(shown.contains("Claude Code · "), "the subagent is named: {shown}");
    world.at_terminal(&["answer", &first, "allow"]);
    eventually("it is run", || world.work().join("one").exists());
    becomes(world, &first, "submitted");
    let second = world.question();
    eventually("it is given back", || world.status(&second) != "pending");
    assert_ne!(world.status(&second), "given");
    eventually("its own dialog is open", || world.logs().contains("proceed"));
    presses(&mut keyboard, &["\r"]);
    eventually("it is run", || world.work().join("two").exists());
}

/// The keys from its first option to 'No', whose place differs, and a text for it.
pub fn no_with(world: &World, text: &str) -> Vec<String> {
    let downs = world.place_of_no().saturating_sub(1);
    let keys = std::iter::repeat_n("\x1b[B", downs).chain(["\t", text, "\r"]);
    keys.map(str::to_owned).collect()
}

/// REQ: AD-3, NA-6
fn play_refused(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene, "default");
    let id = world.question();
    eventually("its own dialog is open", || world.logs().contains("proceed"));
    // To 'No', and a text for it.
    let keys = no_with(world, "use make");
    presses(&mut keyboard, &keys.iter().map(String::as_str).collect::<Vec<_>>());
    let told = scene.told(1);
    assert!(told.says("use make"), "{}", told.text());
    becomes(world, &id, "withdrawn");
    assert!(!world.work().join("one").exists(), "nobody allowed it");
    assert!(!world.sayso(&["answer", &id, "allow"]).status.success(), "it is too late");
}

/// REQ: AD-3
fn play_nobody(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene, "default");
    let id = world.question();
    eventually("nobody has answered", || world.status(&id) != "pending");
    let shown = world.person(&["show", &id]);
    assert!(!shown.contains("denied") && !shown.contains("Deny ✓"), "{shown}");
    assert!(!world.work().join("one").exists());
    assert!(scene.model.at(1).is_none(), "the agent still waits for its own dialog");
    keyboard.write_all(b"\r").unwrap();
    scene.told(1);
    assert!(world.work().join("one").exists());
}

/// REQ: AD-3
fn play_killed(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene, "default");
    let id = world.question();
    world.at_terminal(&["answer", &id, "allow"]);
    becomes(world, &id, "given");
    world.kill_program();
    becomes(world, &id, "withdrawn");
    let shown = world.person(&["show", &id]);
    assert!(shown.contains("ended before it confirmed"), "{shown}");
}

/// REQ: AD-3
fn play_elsewhere(scene: &Scene) {
    let world = &scene.world;
    let mut keyboard = start(scene, "plan");
    let id = world.question();
    let shown = world.person(&["show", &id]);
    assert!(shown.contains("waits in its terminal"), "{shown}");
    assert!(!world.sayso(&["answer", &id, "allow"]).status.success());
    keyboard.write_all(b"\r").unwrap();
    becomes(world, &id, "withdrawn");
}
