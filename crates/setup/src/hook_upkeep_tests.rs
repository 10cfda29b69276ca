//! Hooks that setup wrote stay up to date, in their place; others stay as they are, and are named.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::file::{agent, files_of};
use crate::{HookFault, Inspection, Obstacle, SetupState, propose_undo};
use sayso_agents::Agent;

/// A home directory with one agent's files, and a program to start.
struct World {
    dir: TempDir,
    agent: &'static Agent,
}

impl World {
    fn new(id: &str) -> World {
        World { dir: tempfile::tempdir().unwrap(), agent: agent(id) }
    }

    fn program(&self, name: &str) -> ServerCommand {
        let path = self.dir.path().join(name);
        std::fs::write(&path, "").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        ServerCommand::new(&path, None)
    }

    fn place(&self) -> AgentHome {
        AgentHome::bare(self.dir.path())
    }

    /// The file with the hooks: the last one.
    fn file(&self) -> (AgentFile, PathBuf) {
        let file = files_of(self.agent).next_back().unwrap();
        (file, file.path(&self.place()).unwrap())
    }

    fn put(&self, value: &Value) {
        let path = self.file().1;
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, value.to_string()).unwrap();
    }

    fn hooks(&self) -> Value {
        let text = std::fs::read_to_string(self.file().1).unwrap();
        Format::Json.read(&text).unwrap()["hooks"]["PreToolUse"].clone()
    }

    /// As `sayso setup` does, with or without `--hooks`.
    fn set_up(&self, server: &ServerCommand, hooks: Hooks) -> Option<Proposal> {
        let (file, path) = self.file();
        let mut state = SetupState::load(&self.dir.path().join("data")).unwrap();
        let hooks = match hooks {
            Hooks::Leave if state.wrote_hook(&path) => Hooks::Keep,
            hooks => hooks,
        };
        let extras = Extras { hooks, questions: false, foreground: false };
        let proposal = propose(file, &path, &self.place(), server, extras)?;
        proposal.connect(self.agent.id, &mut state).unwrap();
        Some(proposal)
    }

    fn undo(&self) {
        let path = self.file().1;
        let mut state = SetupState::load(&self.dir.path().join("data")).unwrap();
        let record = state.of(&path).unwrap().clone();
        propose_undo(&path, Format::Json, &record).disconnect(&mut state).unwrap();
    }

    fn faults(&self, server: &ServerCommand) -> Vec<HookFault> {
        let obstacles = Inspection::of(self.agent, &self.place(), server).obstacles;
        let hooks = obstacles.into_iter().filter_map(|one| match one {
            Obstacle::Hook(fault) => Some(fault),
            _ => None,
        });
        hooks.collect()
    }
}

fn lint() -> Value {
    json!({ "matcher": "Bash", "hooks": [{ "type": "command", "command": "lint" }] })
}

/// REQ: IN-1, IN-2
#[test]
fn after_a_move_the_hook_that_setup_wrote_is_renewed_in_its_place() {
    let world = World::new("qwen");
    let old = world.program("old/sayso".replace('/', "-").as_str());
    world.put(&json!({ "hooks": { "PreToolUse": [] } }));
    world.set_up(&old, Hooks::Add);
    let before = world.hooks();
    let mut all = before.as_array().unwrap().clone();
    all.push(lint());
    world.put(&json!({ "hooks": { "PreToolUse": all } }));
    assert_eq!(world.faults(&old), []);

    std::fs::rename(world.dir.path().join("old-sayso"), world.dir.path().join("sayso")).unwrap();
    let new = world.program("sayso");
    let gone = HookFault::NoProgram { program: old.command.clone(), denies: true };
    assert_eq!(world.faults(&new), [gone]);
    world.set_up(&new, Hooks::Leave);
    let hooks = world.hooks();
    let command = hooks[0]["hooks"][0]["command"].as_str().unwrap();
    assert_eq!(command, format!("{} hook --limit 330 || exit 2", new.command));
    assert_eq!(hooks[1], lint(), "others keep their place");
    assert_eq!(world.faults(&new), []);
    world.undo();
    assert_eq!(world.hooks(), json!([lint()]));
}

/// REQ: IN-1, IN-2, PO-3
#[test]
fn a_hook_that_a_person_wrote_is_named_and_renewed_on_request_only() {
    let world = World::new("qwen");
    let server = world.program("sayso");
    let own = json!([{ "hooks": [{ "type": "command", "command": format!("{} hook", server.command) }] }]);
    world.put(&json!({ "hooks": { "PreToolUse": own } }));
    assert_eq!(world.faults(&server), [HookFault::LetsThrough]);
    let proposal = world.set_up(&server, Hooks::Leave).unwrap();
    assert!(proposal.leaves.unwrap().contains("not written by setup"), "{proposal:?}");
    assert_eq!(world.hooks(), own);
    let proposal = world.set_up(&server, Hooks::Add).unwrap();
    assert_eq!((proposal.leaves, world.faults(&server)), (None, vec![]));
    world.undo();
    assert_eq!(world.hooks(), own);
}

/// REQ: IN-1
#[test]
fn a_hook_that_the_person_removed_does_not_come_back() {
    let world = World::new("qwen");
    let server = world.program("sayso");
    world.set_up(&server, Hooks::Add);
    world.put(&json!({ "theme": "dark" }));
    world.set_up(&server, Hooks::Leave);
    assert_eq!(world.hooks(), Value::Null);
}

/// Codex skips a hook whose text has changed until it is confirmed again.
/// REQ: IN-1
#[test]
fn the_hook_of_codex_changes_only_if_it_must() {
    let world = World::new("codex");
    let (first, second) = (world.program("first"), world.program("second"));
    // By the name that it has.
    let ours = |server: &ServerCommand| ServerCommand {
        command: format!("{}-sayso", server.command),
        ..server.clone()
    };
    for name in ["first-sayso", "second-sayso"] {
        world.program(name);
    }
    let (first, second) = (ours(&first), ours(&second));
    assert!(world.set_up(&first, Hooks::Add).unwrap().needs_confirming);
    let kept = world.hooks();
    for hooks in [Hooks::Leave, Hooks::Add] {
        let proposal = world.set_up(&second, hooks).unwrap();
        assert!(proposal.leaves.unwrap().contains("confirmed"), "{proposal:?}");
        assert!(!proposal.needs_confirming && matches!(proposal.change, FileChange::Nothing));
    }
    assert_eq!(world.hooks(), kept);
    std::fs::remove_file(&first.command).unwrap();
    let proposal = world.set_up(&second, Hooks::Leave).unwrap();
    assert!(proposal.needs_confirming && proposal.leaves.is_none(), "{proposal:?}");
    assert_ne!(world.hooks(), kept);
}

/// The hash is the one that Codex gives exactly this hook.
/// REQ: IN-2
#[test]
fn a_hook_that_codex_does_not_trust_is_noticed() {
    let world = World::new("codex");
    let server = world.program("sayso");
    let hook =
        json!({ "type": "command", "command": "sayso hook --limit 330 || exit 2", "timeout": 330 });
    world.put(&json!({ "hooks": { "PreToolUse": [{ "hooks": [hook] }] } }));
    let bin = world.dir.path().display().to_string();
    let look = |config: &str| {
        let path = world.file().1.with_file_name("config.toml");
        let key = format!("{}:pre_tool_use:0:0", world.file().1.display());
        std::fs::write(path, config.replace("KEY", &key)).unwrap();
        let bin = bin.clone();
        let place = AgentHome {
            variable: Box::new(move |name| (name == "PATH").then(|| bin.clone())),
            ..world.place()
        };
        Inspection::of(world.agent, &place, &server).obstacles
    };
    const HASH: &str = "fb5cf087b74d5473bc05bc8fae7459460091a2883c86cf9f2dba6bc39876eeca";
    let state = |hash: &str| format!("[hooks.state.\"KEY\"]\ntrusted_hash = \"sha256:{hash}\"\n");
    assert_eq!(look(""), [Obstacle::Hook(HookFault::NotTrusted)]);
    assert_eq!(look(&state("ab")), [Obstacle::Hook(HookFault::NotTrusted)], "it has changed since");
    assert_eq!(look(&state(HASH)), []);
    let off = state(HASH) + "enabled = false\n";
    assert_eq!(look(&off), [Obstacle::Hook(HookFault::NotTrusted)]);
}

/// Each event has its own place and hash; the hash is made as that with which Codex 0.166.0 ran one.
/// REQ: IN-2, AD-2
#[test]
fn a_hook_for_permission_prompts_that_codex_does_not_trust_is_noticed() {
    let world = World::new("codex");
    let server = world.program("sayso");
    let hook =
        json!({ "type": "command", "command": "sayso hook --questions || exit 0", "timeout": 60 });
    let group = json!({ "matcher": "*", "hooks": [hook] });
    world.put(&json!({ "hooks": { "PermissionRequest": [group] } }));
    let look = |event: &str| {
        const HASH: &str = "ebd3446befe8d041c0f20141574e0ca43a9d2ecec8cd1e20909f366df49e3786";
        let path = world.file().1.with_file_name("config.toml");
        let key = format!("{}:{event}:0:0", world.file().1.display());
        let state = format!("[hooks.state.\"{key}\"]\ntrusted_hash = \"sha256:{HASH}\"\n");
        std::fs::write(path, state).unwrap();
        world.faults(&server)
    };
    assert_eq!(look("pre_tool_use"), [HookFault::BridgeNotTrusted]);
    assert_eq!(look("permission_request"), []);
}

/// REQ: IN-2
#[test]
fn a_hook_in_the_shape_of_another_agent_is_noticed() {
    let world = World::new("gemini");
    let server = world.program("sayso");
    world.put(&json!({ "hooks": { "PreToolUse": [{ "hooks": [{ "command": "sayso hook" }] }] } }));
    assert_eq!(world.faults(&server), [HookFault::Odd]);
    world.put(&json!({}));
    assert_eq!(world.faults(&server), []);
}

/// Both kinds in the list of one event: each is renewed and taken back by itself.
/// REQ: IN-1, PO-3, AD-1
#[test]
fn a_hook_that_guards_and_one_that_brings_dialogs_here_stand_side_by_side() {
    let world = World::new("claude-code");
    let server = world.program("sayso");
    world.put(&json!({}));
    let (file, path) = world.file();
    let set_up = |questions: bool, hooks: Hooks| {
        let mut state = SetupState::load(&world.dir.path().join("data")).unwrap();
        let extras = Extras { hooks, questions, foreground: false };
        if let Some(proposal) = propose(file, &path, &world.place(), &server, extras) {
            proposal.connect(world.agent.id, &mut state).unwrap();
        }
    };
    let lines = || {
        let groups = world.hooks();
        let groups = groups.as_array().cloned().unwrap_or_default();
        let line = |group: &Value| group["hooks"][0]["command"].as_str().unwrap().to_owned();
        groups.iter().map(line).collect::<Vec<String>>()
    };
    let guard = format!("{} hook --limit 330 || exit 2", server.command);
    let bridge = format!("{} hook --questions --limit 86400 || exit 0", server.command);
    set_up(true, Hooks::Leave);
    assert_eq!(lines(), std::slice::from_ref(&bridge));
    assert_eq!(world.faults(&server), []);
    set_up(false, Hooks::Add);
    assert_eq!(lines(), [bridge.clone(), guard.clone()]);
    set_up(true, Hooks::Add);
    assert_eq!(lines(), [bridge, guard], "once is enough");
    assert_eq!(world.faults(&server), []);
    world.undo();
    assert_eq!(lines(), Vec::<String>::new());
}
