//! Claude Code, Codex and OpenCode on three terminals at once: each asks for a permission and with its own
//! question tool. Answered in the one inbox, and then the same again in their own dialogs.

use std::io::Write;
use std::process::ChildStdin;
use std::time::{Duration, Instant};

use crate::agent::Agent;
use crate::bridge;
use crate::model::{Model, Move};
use crate::scene::Scene;
use crate::servers;
use crate::waiting;
use crate::world::{PATIENCE, World, eventually};

pub const ALL: [Agent; 3] = [Agent::ClaudeCode, Agent::Codex, Agent::OpenCode];

/// Within which a dialog of a server that was answered there is taken back here.
const TAKEN_BACK: Duration = Duration::from_secs(2);
/// By then a dialog that is open here is drawn there, too.
const DRAWN: Duration = Duration::from_millis(1_500);
/// A dialog that has not taken a key by then takes it again.
const AGAIN: Duration = Duration::from_secs(4);

/// A permission and a question, twice.
pub fn moves(agent: Agent) -> Vec<Move> {
    let permission = |round: usize| {
        let line = format!("touch {}", file(agent, round));
        match agent {
            Agent::ClaudeCode => Move::Shell(line.leak()),
            _ => servers::command(agent, &line),
        }
    };
    let question = || match agent {
        Agent::ClaudeCode => Move::Call("AskUserQuestion", bridge::question()),
        _ => servers::asks(agent),
    };
    vec![permission(1), question(), permission(2), question(), Move::Say]
}

fn file(agent: Agent, round: usize) -> String {
    format!("{}-{round}", agent.name())
}

pub fn install(world: &mut World, model: &str, others: &[Agent]) {
    world.also(others);
    let work = world.work().display().to_string();
    world.write(".codex/config.toml", &servers::codex_settings(model, &work));
    world.person(&["setup", "claude-code", "codex", "opencode", "--yes", "--questions"]);
    // Codex's terminal asks about it at its start, and waits.
    waiting::confirm(world);
}

struct Started {
    agent: Agent,
    model: Model,
    keyboard: ChildStdin,
}

/// REQ: AD-1, AD-2, AD-3
pub fn play(scene: &Scene) {
    let world = &scene.world;
    let mut started: Vec<Started> = ALL.iter().map(|agent| start(scene, *agent)).collect();
    for (turn, is_permission) in [(1, true), (2, false)] {
        let asked = asked(world);
        for (agent, id) in &asked {
            world.at_terminal(&["answer", id, if is_permission { "allow" } else { "SQLite" }]);
            let model = model(scene, &started, *agent);
            let told = model.told(turn, PATIENCE);
            match is_permission {
                true => assert!(world.work().join(file(*agent, 1)).exists(), "{agent:?}"),
                false => assert!(told.says("SQLite"), "{agent:?}: {}", told.text()),
            }
        }
        for (agent, id) in asked {
            eventually(&format!("{agent:?} confirms it"), || world.status(&id) == "submitted");
        }
    }
    for (turn, is_permission) in [(3, true), (4, false)] {
        let asked = asked(world);
        std::thread::park_timeout(DRAWN);
        for (agent, id) in asked {
            let its = started.iter_mut().find(|one| one.agent == agent).unwrap();
            let taken_back = press(world, &mut its.keyboard, &id);
            let is_at_once = agent == Agent::ClaudeCode || taken_back < TAKEN_BACK;
            assert!(is_at_once, "{agent:?}: {taken_back:?}");
            let shown = world.person(&["show", &id]);
            assert!(shown.contains(&format!("in {}", agent.title_here())), "{shown}");
            let told = model(scene, &started, agent).told(turn, PATIENCE);
            match is_permission {
                true => assert!(world.work().join(file(agent, 2)).exists(), "{agent:?}"),
                false => assert!(told.says("PostgreSQL"), "{agent:?}: {}", told.text()),
            }
        }
    }
}

fn start(scene: &Scene, agent: Agent) -> Started {
    let (world, is_first) = (&scene.world, agent == scene.cell.agent);
    // Codex has the address of its model in its configuration.
    let model = Model::start(if is_first { Vec::new() } else { moves(agent) });
    let url = if is_first { scene.model.url() } else { model.url() };
    let launch = agent.launch_on_terminal(&url, "Make it.", &world.work());
    let keyboard = match is_first {
        true => world.start_on_terminal(&launch),
        false => world.start_beside(agent, &launch),
    };
    Started { agent, model, keyboard }
}

fn model<'a>(scene: &'a Scene, started: &'a [Started], agent: Agent) -> &'a Model {
    match agent == scene.cell.agent {
        true => &scene.model,
        false => &started.iter().find(|one| one.agent == agent).unwrap().model,
    }
}

/// A question of each of them, all waiting at once.
fn asked(world: &World) -> Vec<(Agent, String)> {
    let mut asked: Vec<(Agent, String)> = Vec::new();
    while asked.len() < ALL.len() {
        let id = world.question();
        let shown = world.person(&["show", &id]);
        let agent = ALL.into_iter().find(|agent| shown.contains(agent.title_here()));
        asked.push((agent.unwrap_or_else(|| panic!("whose is it? {shown}")), id));
    }
    for (agent, id) in &asked {
        assert_eq!(world.status(id), "pending", "{agent:?}");
    }
    asked
}

/// How long after the last key the question was taken back here.
fn press(world: &World, keyboard: &mut ChildStdin, id: &str) -> Duration {
    let mut key = || {
        keyboard.write_all(b"\r").unwrap();
        keyboard.flush().unwrap();
        Instant::now()
    };
    let mut pressed = key();
    eventually("it is taken back", || {
        let over = world.status(id) == "withdrawn";
        if !over && pressed.elapsed() > AGAIN {
            pressed = key();
        }
        over
    });
    pressed.elapsed()
}
