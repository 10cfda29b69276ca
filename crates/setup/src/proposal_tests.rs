//! Files on disk: copies, links, modes, and taking back.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::file::file_of;
use crate::{AgentHome, Platform, SetupState, propose_undo};

struct World {
    dir: TempDir,
    server: ServerCommand,
    extras: Extras,
}

impl World {
    fn new() -> World {
        let server = ServerCommand::new(Path::new("/opt/sayso"), None);
        World { dir: tempfile::tempdir().unwrap(), server, extras: Extras::default() }
    }

    fn file(&self, text: &str) -> PathBuf {
        let path = self.dir.path().join("settings.json");
        std::fs::write(&path, text).unwrap();
        path
    }

    fn state(&self) -> SetupState {
        SetupState::load(&self.dir.path().join("data")).unwrap()
    }

    fn propose(&self, path: &Path) -> Proposal {
        let file = file_of("gemini", 0);
        let place = AgentHome::bare(self.dir.path());
        propose(file, &files::real(path), &place, &self.server, self.extras).unwrap()
    }

    fn connect(&self, path: &Path) -> Option<PathBuf> {
        self.propose(path).connect("gemini", &mut self.state()).unwrap()
    }

    fn undo(&self, path: &Path) {
        let mut state = self.state();
        let path = files::real(path);
        let record = state.of(&path).unwrap().clone();
        propose_undo(&path, Format::Json, &record).disconnect(&mut state).unwrap();
        assert_eq!(state.of(&path), None);
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

const ODD: &str = "{\n   // mine\n      \"a\" :1 }";

/// REQ: IN-1
#[test]
fn an_unchanged_file_comes_back_to_the_byte() {
    let mut world = World::new();
    let path = world.file(ODD);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    let copy = world.connect(&path).unwrap();
    assert_eq!((read(&copy).as_str(), read(&path).contains("/opt/sayso")), (ODD, true));
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(matches!(world.propose(&path).change, FileChange::Nothing));
    // Another version of us: still back to what was there before the first.
    world.server = ServerCommand::new(Path::new("/opt/v2/sayso"), None);
    let second = world.connect(&path).unwrap();
    assert_eq!((read(&copy).as_str(), second == copy), (ODD, false));
    world.undo(&path);
    assert_eq!(read(&path), ODD);
}

/// REQ: IN-1
#[test]
fn a_file_that_others_changed_loses_only_our_entry() {
    let world = World::new();
    let path = world.file(ODD);
    world.connect(&path);
    let changed = read(&path).replace("\"a\" :1", "\"a\" :2, \"b\": 3");
    std::fs::write(&path, &changed).unwrap();
    world.undo(&path);
    let left = read(&path);
    assert_eq!(Format::Json.read(&left).unwrap(), serde_json::json!({ "a": 2, "b": 3 }));
    assert!(left.contains("// mine"), "{left}");
}

/// REQ: IN-1
#[test]
fn a_file_that_we_made_goes_away() {
    let world = World::new();
    let path = world.dir.path().join("new/settings.json");
    assert_eq!(world.connect(&path), None);
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    world.undo(&path);
    assert!(!path.exists());
    // With an entry of another, it stays.
    world.connect(&path);
    std::fs::write(&path, read(&path).replacen('{', "{ \"theme\": \"dark\",", 1)).unwrap();
    world.undo(&path);
    assert_eq!(Format::Json.read(&read(&path)).unwrap(), serde_json::json!({ "theme": "dark" }));
}

/// REQ: IN-1
#[test]
fn what_a_person_made_of_our_file_stays() {
    let world = World::new();
    let path = world.dir.path().join("settings.json");
    world.connect(&path);
    let own = read(&path).replace("/opt/sayso", "/home/me/mine");
    std::fs::write(&path, &own).unwrap();
    world.undo(&path);
    assert_eq!(read(&path), own, "the entry is the person's");
    std::fs::remove_file(&path).unwrap();
    world.connect(&path);
    std::fs::write(&path, format!("// my notes\n{}", read(&path))).unwrap();
    world.undo(&path);
    assert!(read(&path).starts_with("// my notes\n"));
    assert!(!read(&path).contains("/opt/sayso"));
}

/// REQ: IN-1
#[test]
fn an_earlier_entry_comes_back_only_in_place_of_ours() {
    let world = World::new();
    let old = r#"{ "mcpServers": { "sayso": { "command": "old", "args": ["server"] } } }"#;
    let path = world.file(old);
    world.connect(&path);
    for now in [r#"{ "theme": "dark" }"#, r#"{ "mcpServers": { "sayso": { "args": ["x"] } } }"#] {
        std::fs::write(&path, now).unwrap();
        let record = world.state().of(&path).unwrap().clone();
        let change = propose_undo(&path, Format::Json, &record).change;
        assert!(matches!(change, FileChange::Nothing), "{change:?}");
    }
    let args = r#"{ "mcpServers": { "sayso": { "command": "/opt/sayso", "args": ["mine"] } } }"#;
    std::fs::write(&path, args).unwrap();
    world.undo(&path);
    let values = |text| Format::Json.read(text).unwrap();
    assert_eq!(values(&read(&path)), values(old));
}

/// REQ: IN-1
#[test]
fn a_hook_that_a_person_changed_is_taken_back_without_those_of_others() {
    let mut world = World::new();
    world.extras.hooks = Hooks::Add;
    let path = world.file("{}");
    world.connect(&path);
    let mut value = Format::Json.read(&read(&path)).unwrap();
    let group = &mut value["hooks"]["BeforeTool"][0];
    group["hooks"][0]["timeout"] = 5.into();
    std::fs::write(&path, value.to_string()).unwrap();
    world.undo(&path);
    assert_eq!(Format::Json.read(&read(&path)).unwrap(), serde_json::json!({}));
    world.connect(&path);
    let mut value = Format::Json.read(&read(&path)).unwrap();
    let lint = serde_json::json!({ "type": "command", "command": "lint" });
    let group = &mut value["hooks"]["BeforeTool"][0];
    group["hooks"].as_array_mut().unwrap().push(lint.clone());
    group["hooks"][0]["command"] = "/opt/sayso hook --limit 9".into();
    std::fs::write(&path, value.to_string()).unwrap();
    let FileChange::Write { after, .. } = world.propose(&path).change else {
        panic!("not changed")
    };
    assert!(after.contains("lint"), "connecting again keeps it: {after}");
    world.undo(&path);
    let left = Format::Json.read(&read(&path)).unwrap();
    let expected = serde_json::json!([{ "matcher": "*", "hooks": [lint] }]);
    assert_eq!(left["hooks"]["BeforeTool"], expected);
    assert_eq!(left.get("mcpServers"), None);
}

/// REQ: IN-1
#[test]
fn a_link_stays_a_link() {
    let world = World::new();
    let target = world.file("{}\n");
    let link = world.dir.path().join("link.json");
    symlink(&target, &link).unwrap();
    world.connect(&link);
    assert!(link.is_symlink() && read(&target).contains("/opt/sayso"));
    world.undo(&link);
    assert!(link.is_symlink());
    assert_eq!(read(&target), "{}\n");
}

/// REQ: IN-1
#[test]
fn what_is_read_only_or_broken_is_left_alone_with_what_to_put_into_it() {
    let world = World::new();
    let path = world.file("{}");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
    let FileChange::LeftAlone(left) = world.propose(&path).change else { panic!("changed") };
    assert_eq!(left.why, "it is read-only");
    assert!(left.snippet.contains("\"command\": \"/opt/sayso\""), "{}", left.snippet);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    std::fs::write(&path, "{ oops").unwrap();
    let proposal = world.propose(&path);
    assert!(
        matches!(&proposal.change, FileChange::LeftAlone(left) if left.why.contains("not valid JSON"))
    );
    assert_eq!(proposal.connect("gemini", &mut world.state()), Ok(None));
    assert_eq!(read(&path), "{ oops");
}

/// REQ: IN-1
#[test]
fn what_is_not_a_regular_file_is_left_alone() {
    let world = World::new();
    let socket = world.dir.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let link = world.dir.path().join("link.json");
    symlink(&socket, &link).unwrap();
    for path in [Path::new("/dev/null"), &socket, &link, world.dir.path()] {
        let FileChange::LeftAlone(left) = world.propose(path).change else { panic!("changed") };
        assert_eq!(left.why, "it is not a regular file");
    }
    let why = "it is not a regular file".to_owned();
    assert_eq!(files::write(&socket, "{}"), Err(why));
}

/// REQ: IN-1
#[test]
fn a_change_while_a_person_looks_stays() {
    let world = World::new();
    let path = world.file("{}");
    let proposal = world.propose(&path);
    std::fs::write(&path, "{ \"new\": 1 }").unwrap();
    let copy = proposal.connect("gemini", &mut world.state()).unwrap().unwrap();
    let now = Format::Json.read(&read(&path)).unwrap();
    assert_eq!(
        (&now["new"], &now["mcpServers"]["sayso"]["command"]),
        (&1.into(), &"/opt/sayso".into())
    );
    assert_eq!(read(&copy), "{ \"new\": 1 }");
    std::fs::write(&path, "{ oops").unwrap();
    let record = world.state().of(&path).unwrap().clone();
    let why =
        propose_undo(&path, Format::Json, &record).disconnect(&mut world.state()).unwrap_err();
    assert!(why.contains("not valid JSON"), "{why}");
    assert_eq!(read(&path), "{ oops");
}

/// REQ: IN-1
#[test]
fn copies_go_when_everything_is_taken_back() {
    let mut world = World::new();
    let path = world.file(ODD);
    let copies = || {
        let names = std::fs::read_dir(world.dir.path()).unwrap();
        let names = names.map(|one| one.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains(".before-sayso") || name.starts_with(".sayso-")).count()
    };
    let first = world.connect(&path).unwrap();
    assert_eq!(copies(), 1);
    let server = ServerCommand::new(Path::new("/opt/v2/sayso"), None);
    let old = std::mem::replace(&mut world.server, server);
    world.connect(&path);
    world.undo(&path);
    let copies = || {
        let names = std::fs::read_dir(world.dir.path()).unwrap();
        let names = names.map(|one| one.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains(".before-sayso") || name.starts_with(".sayso-")).count()
    };
    assert_eq!((copies(), read(&path).as_str()), (0, ODD), "{first:?}");
    // What the person made of our entry is theirs, and so is the copy.
    world.server = old;
    world.connect(&path);
    std::fs::write(&path, read(&path).replace("/opt/sayso", "/mine")).unwrap();
    world.undo(&path);
    assert_eq!(copies(), 1);
}

/// REQ: IN-1
#[test]
fn a_failed_change_leaves_no_copy_behind() {
    let world = World::new();
    let path = world.file("{}");
    let mut state = world.state();
    // Nothing can be remembered there.
    std::fs::write(world.dir.path().join("data"), "").unwrap();
    let why = world.propose(&path).connect("gemini", &mut state).unwrap_err();
    assert!(why.contains("cannot remember it"), "{why}");
    assert_eq!((read(&path).as_str(), state.of(&path)), ("{}", None));
    let mut names: Vec<_> = std::fs::read_dir(world.dir.path()).unwrap().collect();
    names.retain(|one| one.as_ref().unwrap().file_name().to_string_lossy().contains("before"));
    assert!(names.is_empty(), "{names:?}");
}

/// REQ: IN-1
#[test]
fn a_connection_over_http_stays() {
    let world = World::new();
    let text = r#"{ "mcpServers": { "sayso": { "httpUrl": "http://localhost:7431/mcp", "trust": true } } }"#;
    let path = world.file(text);
    assert!(matches!(world.propose(&path).change, FileChange::Nothing));
}

/// REQ: IN-1
#[test]
fn files_are_where_the_agents_look() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().to_owned();
    let at = |agent: &str, number: usize, platform, variables: &'static [(&str, &str)]| {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let place = AgentHome {
            home: root.clone(),
            platform,
            project: Vec::new(),
            variable: Box::new(variable),
        };
        let path = file_of(agent, number).path(&place);
        path.map(|path| place.short(&path))
    };
    let linux = |agent, variables| at(agent, 0, Platform::Linux, variables).unwrap();
    assert_eq!(linux("claude-code", &[]), "~/.claude.json");
    assert_eq!(linux("claude-code", &[("CLAUDE_CONFIG_DIR", "/c")]), "/c/.claude.json");
    assert_eq!(linux("codex", &[("CODEX_HOME", "/x")]), "/x/config.toml");
    assert_eq!(linux("gemini", &[("GEMINI_CLI_HOME", "/g")]), "/g/.gemini/settings.json");
    assert_eq!(linux("opencode", &[]), "~/.config/opencode/opencode.jsonc");
    assert_eq!(linux("zed", &[("XDG_CONFIG_HOME", "/conf")]), "/conf/zed/settings.json");
    assert_eq!(linux("vscode", &[]), "~/.config/Code/User/mcp.json");
    assert_eq!(
        at("vscode", 0, Platform::Mac, &[]).unwrap(),
        "~/Library/Application Support/Code/User/mcp.json"
    );
    assert_eq!(at("cursor", 1, Platform::Linux, &[]), None, "a list there would replace another");
    std::fs::create_dir_all(root.join(".config/opencode")).unwrap();
    std::fs::write(root.join(".config/opencode/opencode.json"), "{}").unwrap();
    assert_eq!(linux("opencode", &[]), "~/.config/opencode/opencode.json");
}
