//! Permission prompts for which an agent waits before its own dialog opens, brought here by
//! `sayso setup --questions`: of Qwen Code's terminal, and of `codex exec`, which has no daemon.

use std::io::Write;
use std::process::{ChildStdin, Stdio};

use serde_json::Value;

use crate::agent::Agent;
use crate::bridge::{becomes, kill_hub};
use crate::cells::Trouble;
use crate::model::Move;
use crate::scene::Scene;
use crate::servers;
use crate::world::{World, eventually};

/// Long enough for a person in a test, and for a test that waits for nobody.
pub const SETTINGS: &str = "[policy]\nsubagents = 25\n";

pub fn moves(agent: Agent) -> Vec<Move> {
    let command = |line: &str| servers::command(agent, line);
    let mut moves = vec![command("touch one"), command("touch two"), command("touch three")];
    if agent == Agent::Qwen {
        moves.push(servers::asks(agent));
    }
    moves.push(Move::Say);
    moves
}

/// None of our tools may be there.
pub fn moves_without() -> Vec<Move> {
    vec![Move::Shell("touch one"), Move::Say]
}

pub fn install(world: &World, agent: Agent) {
    world.set_up(&["--questions"]);
    if agent == Agent::Codex {
        confirm(world);
    }
}

pub fn install_with_trouble(world: &World, agent: Agent, trouble: Trouble) {
    install(world, agent);
    match trouble {
        Trouble::Deleted => std::fs::remove_file(world.bin().join("sayso")).unwrap(),
        Trouble::HubFrozen => {
            world.person(&["list"]);
            kill_hub(world, rustix::process::Signal::STOP);
        }
        other => panic!("{other:?} is not played"),
    }
}

/// As `/hooks` in Codex does it: the hook's hash, by its place.
pub fn confirm(world: &World) {
    let file = world.home().join(".codex/hooks.json");
    let hooks: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let group = &hooks["hooks"]["PermissionRequest"][0];
    let hook = &group["hooks"][0];
    let hashed = format!(
        r#"{{"event_name":"permission_request","hooks":[{{"async":false,"command":{},"timeout":{},"type":"command"}}],"matcher":{}}}"#,
        hook["command"], hook["timeout"], group["matcher"]
    );
    let mut sum = std::process::Command::new("sha256sum");
    let mut sum = sum.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    sum.stdin.take().unwrap().write_all(hashed.as_bytes()).unwrap();
    let sum = String::from_utf8(sum.wait_with_output().unwrap().stdout).unwrap();
    let hash = sum.split_whitespace().next().unwrap();
    let place = format!("{}:permission_request:0:0", file.display());
    let state = format!("\n[hooks.state.\"{place}\"]\ntrusted_hash = \"sha256:{hash}\"\n");
    let settings = world.home().join(".codex/config.toml");
    let before = std::fs::read_to_string(&settings).unwrap();
    std::fs::write(settings, before + &state).unwrap();
    let doctor = world.sayso(&["doctor", "codex"]);
    let said = String::from_utf8(doctor.stdout).unwrap();
    assert!(!said.contains("not confirmed"), "{said}");
}

fn start(scene: &Scene) -> Option<ChildStdin> {
    let (agent, world) = (scene.cell.agent, &scene.world);
    if agent == Agent::Codex {
        // Only then it asks at all: its reviewer, without us.
        let mut launch = agent.launch(&scene.model.url(), "Make it.");
        launch.arguments.insert(1, "--approve-for-me".to_owned());
        world.start(&launch);
        return None;
    }
    let launch = agent.launch_on_terminal(&scene.model.url(), "Make it.", &world.work());
    Some(world.start_on_terminal(&launch))
}

/// Allowed, denied in words, and answered by nobody.
/// REQ: AD-2, AD-3
pub fn play(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    let mut keyboard = start(scene);

    let first = world.question();
    let shown = world.person(&["show", &first]);
    let waits = format!("{} waits for you", agent.title_here());
    assert!(shown.contains("touch one") && shown.contains(&waits), "{shown}");
    assert!(!world.work().join("one").exists(), "nobody has allowed it");
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
    eventually("it is given back", || world.status(&third) != "pending");
    assert!(!["submitted", "cancelled", "rejected"].contains(&world.status(&third).as_str()));
    match &mut keyboard {
        Some(keyboard) => {
            allow_there(world, keyboard);
            scene.told(3);
            assert!(world.work().join("three").exists(), "it was allowed there");
            // A question that no hook can answer.
            eventually("its own question is open", || world.logs().contains("One file"));
            world.kill();
        }
        None => {
            let told = scene.told(3);
            assert!(told.says("approval review"), "its own reviewer decides: {}", told.text());
            world.finish();
        }
    }
    assert_eq!(world.asked(), 3);
}

/// Without sayso the agent is as it was.
/// REQ: AD-3, PO-3
pub fn play_without(scene: &Scene) {
    let mut keyboard = start(scene).expect("it is on a terminal");
    allow_there(&scene.world, &mut keyboard);
    scene.told(1);
    assert!(scene.world.work().join("one").exists());
}

fn allow_there(world: &World, keyboard: &mut ChildStdin) {
    servers::drawn(world, "allow execution");
    keyboard.write_all(b"\r").unwrap();
    keyboard.flush().unwrap();
}
