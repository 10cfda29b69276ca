//! Dialogs of OpenCode and Codex on a terminal, brought here over a connection by
//! `sayso setup --questions`.

use std::io::Write;
use std::process::ChildStdin;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::bridge::{becomes, kill_hub};
use crate::model::Move;
use crate::scene::Scene;
use crate::waiting;
use crate::world::{World, eventually};

/// Within which a dialog that was answered there is taken back here.
const TAKEN_BACK: Duration = Duration::from_secs(2);

/// A permission, a refusal, and a question.
pub fn moves(agent: Agent) -> Vec<Move> {
    let command = |line: &str| command(agent, line);
    vec![command("touch one"), command("touch two"), asks(agent), Move::Say]
}

/// The same, with a refusal in words. They follow the refusal, so Codex's model has something else to do
/// before it reads them.
pub fn moves_with_words(agent: Agent) -> Vec<Move> {
    let mut moves = moves(agent);
    let meanwhile = Move::Call("get_goal", json!({}));
    moves.insert(2, Move::Until("use make instead", Box::new(meanwhile)));
    moves
}

/// Its own question.
pub fn asks(agent: Agent) -> Move {
    Move::Call(tools(agent).1, question())
}

/// A command that needs a permission.
pub fn command(agent: Agent, line: &str) -> Move {
    let arguments = match agent {
        Agent::Codex => json!({
            "cmd": line, "sandbox_permissions": "require_escalated", "justification": "May I?",
        }),
        Agent::Qwen => {
            json!({ "command": line, "description": "Make it", "is_background": false })
        }
        _ => json!({ "command": line, "description": "Make it" }),
    };
    Move::Call(tools(agent).0, arguments)
}

/// Its own tools.
fn tools(agent: Agent) -> (&'static str, &'static str) {
    match agent {
        Agent::Codex => ("exec_command", "request_user_input"),
        Agent::OpenCode => ("bash", "question"),
        Agent::Qwen => ("run_shell_command", "ask_user_question"),
        other => panic!("{other:?} has no server"),
    }
}

fn question() -> Value {
    json!({ "questions": [{
        "id": "store", "multiSelect": false, "question": "Which store should hold the sessions?", "header": "Store",
        "options": [
            { "label": "PostgreSQL", "description": "A server" },
            { "label": "SQLite", "description": "One file" },
        ],
    }] })
}

pub fn install(world: &World, agent: Agent, model: &str) {
    if agent == Agent::Codex {
        settings(world, model);
    }
    world.set_up(&["--questions"]);
    // The hook is for sessions without the daemon: here it must not ask a second time.
    if agent == Agent::Codex {
        waiting::confirm(world);
    }
}

/// Of Codex, as after a first start.
pub fn settings(world: &World, model: &str) {
    let work = world.work().display().to_string();
    world.write(".codex/config.toml", &codex_settings(model, &work));
}

/// Its daemon reads them, not the terminal's command line.
pub fn codex_settings(model: &str, work: &str) -> String {
    format!(
        "model = \"scripted\"\nmodel_provider = \"scripted\"\napproval_policy = \"on-request\"\n\
         sandbox_mode = \"read-only\"\ncheck_for_update_on_startup = false\n\n\
         [analytics]\nenabled = false\n\n\
         [features]\ndefault_mode_request_user_input = true\n\n\
         [model_providers.scripted]\nname = \"scripted\"\nbase_url = \"{model}/v1\"\n\
         wire_api = \"responses\"\nenv_key = \"SCRIPTED_KEY\"\n\n\
         [projects.\"{work}\"]\ntrust_level = \"trusted\"\n"
    )
}

pub fn start(scene: &Scene) -> ChildStdin {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let launch = agent.launch_on_terminal(&scene.model.url(), "Make it.", &world.work());
    world.start_on_terminal(&launch)
}

/// Answered at the desk: a permission over a killed hub, a denial in words, and a question.
/// REQ: AD-1, AD-2, AD-3
pub fn play(scene: &Scene) {
    let world = &scene.world;
    let _keyboard = start(scene);

    let first = world.question();
    let shown = world.person(&["show", &first]);
    assert!(
        shown.contains("touch one") && shown.contains(scene.cell.agent.title_here()),
        "{shown}"
    );
    assert!(!shown.contains("waits for you"), "it is not the hook that asks: {shown}");
    assert!(!world.work().join("one").exists(), "nobody has allowed it");
    kill_hub(world, Signal::KILL);
    let first = world.asked_again();
    world.at_terminal(&["answer", &first, "allow"]);
    scene.told(1);
    assert!(world.work().join("one").exists(), "the person allowed it");
    becomes(world, &first, "submitted");

    let second = world.question();
    world.person(&["answer", &second, "--text", "use make instead"]);
    eventually("the model reads it", || scene.model.recording().contains("use make instead"));
    assert!(!world.work().join("two").exists(), "the person said no");
    becomes(world, &second, "submitted");

    let third = world.question();
    world.person(&["answer", &third, "SQLite"]);
    let told = scene.told(3);
    assert!(told.says("SQLite") && !told.says("PostgreSQL"), "{}", told.text());
    becomes(world, &third, "submitted");
}

/// Answered in its own dialogs: taken back here at once, with what was said.
/// REQ: AD-3, NA-6
pub fn play_there(scene: &Scene) {
    let (world, agent) = (&scene.world, scene.cell.agent);
    let mut keyboard = start(scene);
    let (permission, asked) = match agent {
        Agent::Codex => ("proceed", "submit"),
        _ => ("reject", "dismiss"),
    };
    let first = world.question();
    drawn(world, permission);
    let taken_back = press(world, &mut keyboard, &["\r"], &first);
    assert!(taken_back < TAKEN_BACK, "{taken_back:?}");
    let shown = world.person(&["show", &first]);
    assert!(shown.contains(&format!("allowed in {}", agent.title_here())), "{shown}");
    assert!(!world.sayso(&["answer", &first, "deny"]).status.success(), "it is too late");
    eventually("it is run", || world.work().join("one").exists());

    // What the next dialog is about makes no difference.
    let second = world.question();
    eventually("it is drawn", || world.logs().matches("two").count() > 0);
    world.person(&["answer", &second, "deny"]);
    if agent == Agent::OpenCode {
        // As in its own dialog: a refusal without a reason ends the turn.
        becomes(world, &second, "submitted");
        return;
    }
    let third = world.question();
    drawn(world, asked);
    let taken_back = press(world, &mut keyboard, &["\x1b[B", "\r"], &third);
    assert!(taken_back < TAKEN_BACK, "{taken_back:?}");
    let shown = world.person(&["show", &third]);
    assert!(shown.contains("SQLite"), "{shown}");
    assert!(scene.told(3).says("SQLite"));
}

pub fn drawn(world: &World, word: &str) {
    eventually("its own dialog is open", || world.logs().to_lowercase().contains(word));
    // It is drawn, and takes keys.
    std::thread::park_timeout(Duration::from_millis(500));
}

/// How long after the keys the question was taken back here.
fn press(world: &World, keyboard: &mut ChildStdin, keys: &[&str], id: &str) -> Duration {
    for keys in keys {
        std::thread::park_timeout(Duration::from_millis(200));
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }
    let pressed = Instant::now();
    becomes(world, id, "withdrawn");
    pressed.elapsed()
}
