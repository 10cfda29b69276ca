//! `sayso hook` before the agent's own shell, set up as in the guide, with no other guard.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::process::{Signal, kill_process};

use crate::agent::Agent;
use crate::cells::Trouble;
use crate::guide::{Snippet, snippets};
use crate::scene::Scene;
use crate::world::{World, eventually};

/// A rule whose question a program may answer, because the test plays the person.
pub const SETTINGS: &str =
    "[[policy.rules]]\nname = \"touch\"\nkind = \"ask\"\ncommand = \"touch *\"\n";

/// The person denies one command, and the agent gets the reason; they allow another, and it runs.
/// REQ: PO-3, RA-5
pub fn play(scene: &Scene) {
    let agent = scene.cell.agent;
    let work = scene.world.work();
    std::fs::create_dir(work.join("keep")).unwrap();
    by_hand(&scene.world, agent, |text| text);
    let mut launch = agent.launch(&scene.model.url(), "Tidy the project up.");
    agent.unleash(&mut launch);
    scene.world.start(&launch);

    let no = scene.world.question();
    let shown = scene.world.person(&["show", &no]);
    assert!(shown.contains("rm -rf keep"), "{shown}");
    assert!(shown.contains(agent.title().trim_end_matches(" CLI")), "{shown}");
    scene.world.person(&["cancel", &no, "--note", "it holds the photos"]);
    let told = scene.told(1);
    assert!(told.says("it holds the photos"), "{}", told.text());
    assert!(work.join("keep").exists(), "the person said no, and it was run");

    let yes = scene.world.question();
    scene.world.at_terminal(&["answer", &yes, "allow"]);
    let told = scene.told(2);
    assert!(work.join("made").exists(), "the person said yes: {}", told.text());
    assert!(!told.says("hook failed"), "{}", told.text());
    scene.world.finish();
    assert_eq!(scene.world.asked(), 2);
}

/// As in the guide, with a change of its text.
fn by_hand(world: &World, agent: Agent, change: impl Fn(String) -> String) {
    for snippet in snippets(agent, "The hook") {
        let Snippet::File { path, text } = snippet else { panic!("a file is named: {snippet:?}") };
        let path = path.strip_prefix("~/").expect("below the home directory");
        world.put(path, &serde_json::from_str(&change(text)).unwrap());
    }
}

/// A hook, and what will keep it from asking. The agent is not connected otherwise.
pub fn install(world: &World, agent: Agent, trouble: Trouble) {
    let program = world.bin().join("sayso");
    match trouble {
        Trouble::Moved => world.set_up(&["--hooks"]),
        Trouble::RegistryAway => {
            let npx = concat!("npx -y sayso-mcp@", env!("CARGO_PKG_VERSION"), " hook");
            by_hand(world, agent, |text| text.replace("sayso hook", npx));
        }
        Trouble::Deleted
        | Trouble::NotExecutable
        | Trouble::Killed
        | Trouble::HubFrozen
        | Trouble::HubGone => by_hand(world, agent, |text| text),
    }
    match trouble {
        Trouble::Deleted => std::fs::remove_file(program).unwrap(),
        Trouble::Moved => std::fs::rename(program, world.bin().join("elsewhere")).unwrap(),
        Trouble::NotExecutable => {
            std::fs::remove_file(&program).unwrap();
            write(&program, "not a program", 0o644);
        }
        Trouble::RegistryAway => {
            // That of the agents' Node.js, which has no command for it.
            let npx = "#!/bin/sh\nnode=$(command -v node)\nexec node \"${node%/bin/node}/lib/node_modules/npm/bin/npx-cli.js\" \"$@\"\n";
            write(&world.bin().join("npx"), npx, 0o755);
            world.write(".npmrc", "registry=http://127.0.0.1:9/\nfetch-retries=0\n");
        }
        Trouble::HubGone => {
            std::fs::create_dir_all(world.data().parent().unwrap()).unwrap();
            std::fs::write(world.data(), "in the way").unwrap();
        }
        Trouble::HubFrozen => {
            world.person(&["list"]);
            for hub in world.processes("hub") {
                kill_process(hub, Signal::STOP).unwrap();
            }
        }
        Trouble::Killed => {}
    }
}

/// A hook whose program is deleted, and whose failure says nothing.
pub fn install_without_deny(world: &World, agent: Agent) {
    by_hand(world, agent, |text| text.replace(" || exit 2", ""));
    std::fs::remove_file(world.bin().join("sayso")).unwrap();
}

fn write(path: &Path, text: &str, mode: u32) {
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Nobody can be asked, so the command is not run, and the agent goes on.
/// REQ: PO-3
pub fn guard(scene: &Scene, trouble: Trouble) {
    let victim = tidy_up(scene);
    if trouble == Trouble::Killed {
        scene.world.question();
        for hook in scene.world.processes("hook") {
            kill_process(hook, Signal::KILL).unwrap();
        }
    }
    let told = scene.told(1);
    assert!(victim.exists(), "it was run: {}", told.text());
    if trouble == Trouble::RegistryAway {
        assert!(scene.world.home().join(".npm/_logs").exists(), "npx was started");
    }
    scene.world.finish();
    assert!(victim.exists(), "it was run later");
}

/// The control: without `|| exit 2` the same command is run. Gemini CLI blocks it by itself.
/// REQ: PO-3
pub fn unguarded(scene: &Scene) {
    let victim = tidy_up(scene);
    let told = scene.told(1);
    assert_eq!(victim.exists(), scene.cell.agent == Agent::Gemini, "{}", told.text());
    scene.world.finish();
}

/// The agent starts, and will remove this folder.
fn tidy_up(scene: &Scene) -> PathBuf {
    let agent = scene.cell.agent;
    let victim = scene.world.work().join("keep");
    std::fs::create_dir(&victim).unwrap();
    let mut launch = agent.launch(&scene.model.url(), "Tidy the project up.");
    agent.unleash(&mut launch);
    scene.world.start(&launch);
    victim
}

/// Stopped with Esc, or killed, while its hook asks: 'Allow once' comes too late, and the same command
/// is asked about again. A hub that is killed costs nothing.
/// REQ: PO-3, AU-9
pub fn play_once(scene: &Scene) {
    let (agent, world) = (scene.cell.agent, &scene.world);
    by_hand(world, agent, |text| text);
    let start = || {
        let mut launch = agent.launch_on_terminal(&scene.model.url(), "Make it.", &world.work());
        agent.unleash(&mut launch);
        world.start_on_terminal(&launch)
    };
    let is_taken_back = |id: &str| {
        eventually("it is withdrawn", || world.status(id) == "withdrawn");
        assert!(!world.sayso(&["answer", id, "allow"]).status.success(), "it is too late");
        assert!(!world.work().join("made").exists(), "nobody allowed it");
    };
    let mut keyboard = start();
    let stopped = world.question();
    keyboard.write_all(b"\x1b").unwrap();
    is_taken_back(&stopped);

    keyboard.write_all(b"the same again").unwrap();
    eventually("it is typed", || world.logs().contains("again"));
    keyboard.write_all(b"\r").unwrap();
    let killed = world.question();
    world.kill_program();
    is_taken_back(&killed);

    let _keyboard = start();
    let third = world.question();
    for hub in world.processes("hub") {
        kill_process(hub, Signal::KILL).unwrap();
    }
    world.is_waited_for(&third);
    world.at_terminal(&["answer", &third, "allow"]);
    eventually("it is run", || world.work().join("made").exists());
    assert_eq!(world.asked(), 3);
}
