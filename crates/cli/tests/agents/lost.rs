//! One end of a bridge is lost while a dialog of OpenCode or Codex is open: a client that goes without an
//! answer leaves the dialog as it was, and an agent that is killed leaves nothing open here.

use std::io::Write;

use rustix::process::{Signal, kill_process};

use crate::agent::Agent;
use crate::bridge::{becomes, kill_hub};
use crate::model::Move;
use crate::scene::Scene;
use crate::servers;
use crate::world::{World, eventually};

/// The one before the loss, the one that is lost, and the one after it.
pub fn moves(agent: Agent) -> Vec<Move> {
    let lines = ["touch one", "touch two", "touch three"];
    let commands = lines.into_iter().map(|line| servers::command(agent, line));
    commands.chain([Move::Say]).collect()
}

/// REQ: AD-3
pub fn play(scene: &Scene) {
    let (world, agent) = (&scene.world, scene.cell.agent);
    let mut keyboard = servers::start(scene);

    let first = world.question();
    servers::drawn(world, if agent == Agent::Codex { "proceed" } else { "reject" });
    kill_hub(world, Signal::KILL);
    eventually("the hub is gone", || world.processes("hub").is_empty());
    assert!(!world.work().join("one").exists(), "nobody has answered");
    keyboard.write_all(b"\r").unwrap();
    keyboard.flush().unwrap();
    scene.told(1);
    assert!(world.work().join("one").exists(), "its own dialog was as before");

    // The next hub, which asks neither about that one again, nor twice about this one.
    let second = world.question();
    becomes(world, &first, "withdrawn");
    assert!(world.person(&["show", &second]).contains("touch two"));
    end_server(world, agent);
    becomes(world, &second, "withdrawn");
    assert!(!world.sayso(&["answer", &second, "deny"]).status.success(), "it is too late");
    world.kill();

    let _keyboard = servers::start(scene);
    let third = world.question();
    assert!(world.person(&["show", &third]).contains("touch three"));
    world.at_terminal(&["answer", &third, "allow"]);
    scene.told(3);
    becomes(world, &third, "submitted");
    assert!(world.work().join("three").exists() && !world.work().join("two").exists());
    assert_eq!(world.asked(), 3, "nothing was asked twice");
}

/// Codex's daemon; OpenCode's server is its terminal.
fn end_server(world: &World, agent: Agent) {
    match agent {
        Agent::Codex => {
            let daemons = world.processes_of("codex", "app-server");
            assert!(!daemons.is_empty(), "a daemon runs");
            for daemon in daemons {
                kill_process(daemon, Signal::KILL).unwrap();
            }
        }
        _ => world.kill_program(),
    }
}
