//! Files of the person and of the project, together.

use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::file::agent;
use crate::{EntryTransport, Extras, FileChange, Hooks, Platform};

/// A home directory, and a project with a directory in it.
struct World {
    dir: TempDir,
}

impl World {
    fn new() -> World {
        let world = World { dir: tempfile::tempdir().unwrap() };
        world.put("project/.git/HEAD", "");
        world.put("project/src/main.rs", "");
        world
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    fn look(&self, id: &str) -> Inspection {
        let project = AgentHome::project_of(&self.dir.path().join("project/src"));
        assert_eq!(project.len(), 2, "{project:?}");
        let place = AgentHome {
            home: self.dir.path().join("home"),
            platform: Platform::Linux,
            project,
            variable: Box::new(|_| None),
        };
        Inspection::of(agent(id), &place, &ServerCommand::new(Path::new("/opt/sayso"), None))
    }

    /// What it starts, and whether that is the project's.
    fn starts(&self, agent: &str) -> (String, bool) {
        let found = self.look(agent).found.unwrap();
        match found.entry.connection {
            EntryTransport::Starts(words) => (words.join(" "), found.whose == EntryOwner::Project),
            EntryTransport::Calls { url, .. } => (url, found.whose == EntryOwner::Project),
        }
    }
}

/// REQ: IN-2
#[test]
fn the_entry_of_a_project_counts() {
    for (agent, own, name, text) in [
        ("claude-code", ".claude.json", ".mcp.json", SERVERS),
        ("gemini", ".gemini/settings.json", ".gemini/settings.json", SERVERS),
        ("qwen", ".qwen/settings.json", ".qwen/settings.json", SERVERS),
        ("cursor", ".cursor/mcp.json", ".cursor/mcp.json", SERVERS),
        (
            "vscode",
            ".config/Code/User/mcp.json",
            ".vscode/mcp.json",
            r#"{ "servers": { "sayso": { "command": "COMMAND" } } }"#,
        ),
        ("opencode", ".config/opencode/opencode.json", "opencode.json", MCP),
        (
            "zed",
            ".config/zed/settings.json",
            ".zed/settings.json",
            r#"{ "context_servers": { "sayso": { "command": "COMMAND" } } }"#,
        ),
        ("crush", ".config/crush/crush.json", ".crush.json", MCP),
    ] {
        let world = World::new();
        world.put(&format!("home/{own}"), &text.replace("COMMAND", "own"));
        assert_eq!(world.starts(agent), ("own".to_owned(), false), "{agent}");
        world.put(&format!("project/{name}"), &text.replace("COMMAND", "outer"));
        assert_eq!(world.starts(agent), ("outer".to_owned(), true), "{agent}");
        world.put(&format!("project/src/{name}"), &text.replace("COMMAND", "inner"));
        assert_eq!(world.starts(agent), ("inner".to_owned(), true), "{agent}");
    }
}

const SERVERS: &str = r#"{ "mcpServers": { "sayso": { "command": "COMMAND" } } }"#;
const MCP: &str = r#"{ "mcp": { "sayso": { "command": "COMMAND" } } }"#;

/// REQ: IN-2
#[test]
fn codex_reads_only_projects_that_the_person_trusts() {
    let world = World::new();
    let own = "[mcp_servers.sayso]\ncommand = \"own\"\nargs = [\"mcp\"]\n";
    world.put("home/.codex/config.toml", own);
    world.put("project/.codex/config.toml", "[mcp_servers.sayso]\ncommand = \"theirs\"\n");
    assert_eq!(world.starts("codex"), ("own mcp".to_owned(), false));
    let root = world.dir.path().join("project");
    let trust = format!("{own}\n[projects.\"{}\"]\ntrust_level = \"trusted\"\n", root.display());
    world.put("home/.codex/config.toml", &trust);
    assert_eq!(world.starts("codex"), ("theirs mcp".to_owned(), true), "fields are merged");
}

/// REQ: IN-2
#[test]
fn an_entry_for_one_directory_counts_most() {
    let world = World::new();
    world.put("project/.mcp.json", &SERVERS.replace("COMMAND", "shared"));
    let root = world.dir.path().join("project").display().to_string();
    let local = SERVERS.replace("COMMAND", "local");
    world.put("home/.claude.json", &format!(r#"{{ "projects": {{ "{root}": {local} }} }}"#));
    assert_eq!(world.starts("claude-code").0, "local");
    let found = world.look("claude-code").found.unwrap();
    assert_eq!(found.whose, EntryOwner::Local, "in a file of the person");
    assert_eq!(found.key, format!("projects.{root}.mcpServers.sayso"));
    assert_eq!(found.path, world.dir.path().join("home/.claude.json"));
}

/// REQ: IN-2
#[test]
fn rules_and_broken_files_of_a_project_are_noticed() {
    let world = World::new();
    world.put("home/.claude.json", &SERVERS.replace("COMMAND", "own"));
    world.put("home/.claude/settings.json", "{}");
    assert!(world.look("claude-code").lacks_permission);
    let allow = r#"{ "permissions": { "allow": ["mcp__sayso"] } }"#;
    world.put("project/.claude/settings.json", allow);
    assert!(!world.look("claude-code").lacks_permission, "allowed in this project");
    let deny = r#"{ "permissions": { "deny": ["mcp__sayso"] } }"#;
    let path = world.put("project/.claude/settings.local.json", deny);
    let denied = Obstacle::Denied { path, key: "permissions.deny".to_owned() };
    assert_eq!(world.look("claude-code").obstacles, [denied]);
    let path = world.put("project/.claude/settings.local.json", "{ oops");
    let look = world.look("claude-code");
    assert!(
        matches!(&look.obstacles[..], [Obstacle::Unreadable { path: its, is_project: true, .. }] if *its == path),
        "{look:?}"
    );
    assert!(!look.is_unreadable() && look.found.is_some());
}

/// REQ: IN-2
#[test]
fn in_the_home_directory_the_file_is_read_once() {
    let world = World::new();
    world.put("home/.gemini/settings.json", &SERVERS.replace("COMMAND", "own"));
    let home = world.dir.path().join("home");
    let place = AgentHome {
        home: home.clone(),
        platform: Platform::Linux,
        project: AgentHome::project_of(&home),
        variable: Box::new(|_| None),
    };
    let server = ServerCommand::new(Path::new("/opt/sayso"), None);
    let look = Inspection::of(agent("gemini"), &place, &server);
    assert_eq!(look.found.unwrap().whose, EntryOwner::Person);
}

/// The files are as the two programs leave them.
/// REQ: IN-2
#[test]
fn an_agent_with_our_plugin_is_connected() {
    let world = World::new();
    let claude = world.dir.path().join("home/.claude/plugins/cache/sayso/sayso/0.1.0");
    let installed = serde_json::json!({ "version": 2, "plugins": {
        "other@market": [{ "scope": "user", "installPath": "/elsewhere" }],
        "sayso@sayso": [{ "scope": "user", "installPath": claude }],
    } });
    world.put("home/.claude/plugins/installed_plugins.json", &installed.to_string());
    let entry = include_str!("../../../plugins/claude-code/.mcp.json");
    std::fs::create_dir_all(&claude).unwrap();
    std::fs::write(claude.join(".mcp.json"), entry).unwrap();
    let settings = |on: bool| format!(r#"{{ "enabledPlugins": {{ "sayso@sayso": {on} }} }}"#);
    world.put("home/.claude/settings.json", &settings(false));
    assert_eq!(world.look("claude-code").found, None, "switched off");
    world.put("home/.claude/settings.json", &settings(true));
    let look = world.look("claude-code");
    let found = look.found.unwrap();
    assert_eq!((found.whose, look.lacks_permission), (EntryOwner::Plugin, false));
    assert_eq!(found.path, claude.join(".mcp.json"));
    let starts = |dir: &Path| format!("{} mcp", dir.join("scripts/sayso").display());
    assert_eq!(world.starts("claude-code").0, starts(&claude));

    let gemini = include_str!("../../../plugins/gemini-cli/gemini-extension.json");
    let path = world.put("home/.gemini/extensions/sayso/gemini-extension.json", gemini);
    assert_eq!(world.starts("gemini").0, starts(path.parent().unwrap()));
    world.put("home/.gemini/settings.json", &SERVERS.replace("COMMAND", "own"));
    assert_eq!(world.starts("gemini"), ("own".to_owned(), false), "the person's counts more");
}

/// What the plugin brings is not there twice; its dialogs are brought only if the person says so.
/// REQ: AD-1, IN-1
#[test]
fn setup_adds_to_our_plugin_only_what_it_does_not_bring() {
    let world = World::new();
    let plugin = world.dir.path().join("home/.claude/plugins/sayso");
    let list = serde_json::json!({ "plugins": { "sayso@sayso": [{ "installPath": plugin }] } });
    world.put("home/.claude/plugins/installed_plugins.json", &list.to_string());
    let entry = include_str!("../../../plugins/claude-code/.mcp.json");
    world.put("home/.claude/plugins/sayso/.mcp.json", entry);
    world.put("home/.claude/settings.json", r#"{ "enabledPlugins": { "sayso@sayso": true } }"#);
    let written = |extras: Extras| -> Vec<String> {
        let place = AgentHome {
            home: world.dir.path().join("home"),
            platform: Platform::Linux,
            project: Vec::new(),
            variable: Box::new(|_| None),
        };
        let server = ServerCommand::new(Path::new("/opt/sayso"), None);
        let state = crate::SetupState::load(&world.dir.path().join("data")).unwrap();
        let proposals = crate::connecting(agent("claude-code"), &place, &server, &state, extras);
        proposals
            .into_iter()
            .filter_map(|one| match one.change {
                FileChange::Write { after, .. } => Some(after),
                FileChange::Nothing | FileChange::Remove { .. } | FileChange::LeftAlone(_) => None,
            })
            .collect()
    };
    let hooks = Hooks::Add;
    let without = written(Extras { hooks, questions: false, foreground: false });
    assert!(without.concat().contains("mcpServers"), "an entry of its own repairs: {without:?}");
    let foreground = written(Extras { hooks, questions: false, foreground: true }).concat();
    assert!(!foreground.is_empty() && !foreground.contains("mcpServers"), "{foreground}");
    let questions = written(Extras { hooks, questions: true, foreground: false });
    assert_eq!(questions.len(), 1, "{questions:?}");
    assert!(questions[0].contains("hook --questions") && !questions[0].contains("mcpServers"));
    assert!(!questions[0].contains("exit 2"), "the plugin guards: {questions:?}");
}
