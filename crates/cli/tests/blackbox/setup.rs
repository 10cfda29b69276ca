//! `sayso setup`: agents are connected and disconnected, and nothing else changes.

mod company;

use std::path::PathBuf;

use serde_json::Value;

use crate::harness::{Ran, World};
use crate::pty::Terminal;

/// Agents that are found by their files; programs of this machine are out of sight.
fn world() -> World {
    World::new().with("PATH", "/nonexistent")
}

fn put(world: &World, name: &str, text: &str) -> PathBuf {
    let path = world.path("home").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

fn read(path: &PathBuf) -> String {
    std::fs::read_to_string(path).unwrap()
}

const CODEX: &str = "# mine\nmodel = \"gpt-5\"\n";
const CLAUDE: &str = "{\"numStartups\":3,\"mcpServers\":{\"docs\":{\"command\":\"docs\"}}}";

/// REQ: IN-1
#[test]
fn the_agents_that_are_here_are_connected_and_disconnected() {
    let world = world();
    let codex = put(&world, ".codex/config.toml", CODEX);
    let claude = put(&world, ".claude.json", CLAUDE);
    let settings = put(&world, ".claude/settings.json", "{}\n");
    let ran = world.run(&["setup", "--yes"]).ok();
    assert!(
        ran.stdout.contains("+command = ") && ran.stdout.contains("Connected: Claude Code, Codex."),
        "{ran:?}"
    );
    let binary = env!("CARGO_BIN_EXE_sayso");
    assert!(read(&codex).starts_with(CODEX), "{}", read(&codex));
    assert!(read(&codex).contains(&format!("command = \"{binary}\"")), "{}", read(&codex));
    assert!(read(&claude).contains("\"docs\":{\"command\":\"docs\"}"), "{}", read(&claude));
    assert!(read(&settings).contains("\"mcp__sayso\""), "{}", read(&settings));
    assert_eq!(read(&codex.with_file_name("config.toml.before-sayso")), CODEX);
    assert!(!world.path("home").join(".gemini").exists(), "it isn't here");

    let again = world.run(&["setup", "--yes"]).ok();
    assert!(again.stdout.contains("nothing has to change"), "{again:?}");

    world.run(&["setup", "--undo", "--yes", "codex"]).ok();
    assert_eq!(read(&codex), CODEX);
    assert!(read(&claude).contains("sayso"), "only Codex was named");
    world.run(&["setup", "--undo", "--yes"]).ok();
    assert_eq!((read(&claude).as_str(), read(&settings).as_str()), (CLAUDE, "{}\n"));
    let none = world.run(&["setup", "--undo", "--yes"]).ok();
    assert!(none.stdout.contains("nothing to undo"), "{none:?}");
}

/// REQ: IN-1
#[test]
fn without_a_terminal_nothing_changes_unless_told_to() {
    let world = world();
    let codex = put(&world, ".codex/config.toml", CODEX);
    let ran = world.run(&["setup"]).fails(2, "add --yes");
    assert!(ran.stdout.contains("+[mcp_servers.sayso]"), "{ran:?}");
    world.run(&["setup", "--dry-run"]).ok();
    assert_eq!(read(&codex), CODEX);
    assert!(!codex.with_file_name("config.toml.before-sayso").exists());
}

/// The words of `--json` are for programs.
/// REQ: IN-1
#[test]
fn a_broken_file_is_left_alone_and_the_others_are_connected() {
    let world = world();
    let codex = put(&world, ".codex/config.toml", "model = ");
    let zed = put(&world, ".config/zed/settings.json", "// mine\n{\n}\n");
    let ran = world.run(&["setup", "--yes", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let said = ran.json();
    let status = |id: &str| -> (String, Value) {
        let agents = said["agents"].as_array().unwrap();
        let agent = agents.iter().find(|agent| agent["id"] == id).unwrap();
        let file = agent["files"][0].clone();
        (file["status"].as_str().unwrap().to_owned(), file)
    };
    let (left, file) = status("codex");
    assert_eq!(left, "left_alone");
    assert!(file["reason"].as_str().unwrap().contains("not valid TOML"), "{file}");
    assert!(file["snippet"].as_str().unwrap().contains("[mcp_servers.sayso]"), "{file}");
    assert_eq!(status("zed").0, "changed");
    assert_eq!(read(&codex), "model = ");
    assert!(read(&zed).starts_with("// mine\n{\n"), "{}", read(&zed));
}

/// An agent that isn't found is connected if it is named; hooks only on request.
/// REQ: IN-1
#[test]
fn extras_are_only_done_on_request() {
    let world = world();
    world.run(&["setup", "claude-code", "--yes"]).ok();
    let settings = world.path("home").join(".claude/settings.json");
    assert!(!read(&settings).contains("hook"), "{}", read(&settings));
    world.run(&["setup", "claude-code", "--yes", "--hooks", "--foreground"]).ok();
    let text = read(&settings);
    assert!(text.contains(" hook --limit 330") && text.contains("\"timeout\": 330"), "{text}");
    assert!(text.contains("\"CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS\": \"0\""), "{text}");
    world.run(&["setup", "--undo", "--yes"]).ok();
    assert!(!settings.exists() && !world.path("home").join(".claude.json").exists());
    world.run(&["setup", "nonsense"]).fails(2, "claude-code");
}

/// REQ: IN-1
#[test]
fn a_person_sees_the_agents_and_the_changes_and_confirms() {
    let world = world();
    let codex = put(&world, ".codex/config.toml", CODEX);
    let gemini = put(&world, ".gemini/settings.json", "{}\n");
    let mut terminal = Terminal::open(&world, 80, &["setup"]);
    terminal.shows("Connect all of them?");
    terminal.shows("1 ✓ Codex");
    terminal.types("2");
    terminal.shows("sayso hook");
    terminal.types("");
    terminal.shows("This program is in a build folder");
    terminal.types("");
    terminal.shows("Make these changes?");
    terminal.types("y");
    terminal.shows("Connected: Gemini CLI.");
    assert_eq!(terminal.ends(), 0);
    assert_eq!(read(&codex), CODEX);
    assert!(read(&gemini).contains("\"trust\": true"), "{}", read(&gemini));
    let mut terminal = Terminal::open(&world, 80, &["setup", "--undo"]);
    terminal.shows("Take this back?");
    terminal.types("n");
    assert_eq!(terminal.ends(), 3);
    assert!(read(&gemini).contains("sayso"));
}

/// REQ: IN-1
#[test]
fn a_person_can_say_yes_and_no_and_named_agents_are_the_only_ones() {
    let world = world();
    let mut terminal = Terminal::open(&world, 80, &["setup", "gemini", "zed"]);
    terminal.shows("Agents to connect");
    terminal.shows("Connect all of them?");
    assert!(!terminal.screen().contains("Not found"), "{}", terminal.screen());
    terminal.types("n");
    assert_eq!(terminal.ends(), 3);
    let mut terminal = Terminal::open(&world, 80, &["setup", "gemini", "zed", "--hooks"]);
    terminal.shows("Connect all of them?");
    terminal.types("y");
    terminal.shows("Put a copy of it at ~/.local/bin/sayso");
    terminal.types("n");
    terminal.shows("Make these changes?");
    terminal.types("y");
    terminal.shows("Connected: Gemini CLI, Zed.");
    assert!(!world.path("home/.local/bin/sayso").exists());
    assert_eq!(terminal.ends(), 0);
}

/// A build folder is no place for what agents start. The copy is made only for a person who says so.
/// REQ: IN-1
#[test]
fn a_lasting_copy_is_offered_and_never_made_by_yes() {
    let world = world();
    let gemini = put(&world, ".gemini/settings.json", "{}\n");
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_sayso"));
    let copy = world.path("home/.local/bin/sayso");
    let ran = world.run(&["setup", "--yes"]).ok();
    assert!(ran.stdout.contains("in a build folder"), "{ran:?}");
    assert!(ran.stdout.contains("in a terminal, without --yes"), "{ran:?}");
    assert!(!copy.exists() && read(&gemini).contains(env!("CARGO_BIN_EXE_sayso")));

    let mut terminal = Terminal::open(&world, 80, &["setup", "gemini"]);
    terminal.shows("sayso hook");
    terminal.types("n");
    terminal.shows("Put a copy of it at ~/.local/bin/sayso");
    terminal.types("y");
    terminal.shows("Make these changes?");
    terminal.types("y");
    terminal.shows("Connected: Gemini CLI.");
    // What is shown next can be run: `sayso` is not on the path here.
    let shown = terminal.screen().replace('\n', "");
    let command = format!("To check it: {} ", copy.display());
    assert!(shown.contains(&command) && shown.contains(" doctor · "), "{shown}");
    assert_eq!(terminal.ends(), 0);
    assert!(read(&gemini).contains(copy.to_str().unwrap()), "{}", read(&gemini));
    let mut copied = world.program(&copy);
    let version = Ran::of(copied.arg("--version").output().unwrap()).ok();
    assert_eq!(version.stdout, world.run(&["--version"]).ok().stdout);

    // From then on it is what agents are connected to, without a question.
    let again = world.run(&["setup", "--yes"]).ok();
    assert!(again.stdout.contains("nothing has to change"), "{again:?}");
    assert!(!again.stdout.contains("build folder"), "{again:?}");

    // An older copy stays what agents start until the person replaces it.
    std::fs::write(&copy, "#!/bin/sh\necho sayso 0.0.9\n").unwrap();
    let older = world.run(&["setup", "--yes"]).ok();
    assert!(older.stdout.contains("another version or build than this program"), "{older:?}");
    assert!(read(&gemini).contains(copy.to_str().unwrap()), "{}", read(&gemini));
    let mut terminal = Terminal::open(&world, 80, &["setup", "gemini"]);
    terminal.shows("sayso hook");
    terminal.types("n");
    terminal.shows("Replace ~/.local/bin/sayso by a copy of this program?");
    terminal.types("y");
    terminal.shows("nothing has to change");
    assert_eq!(terminal.ends(), 0);
    assert_eq!(std::fs::metadata(&copy).unwrap().len(), binary.metadata().unwrap().len());
    let left = std::fs::read_dir(copy.parent().unwrap()).unwrap().count();
    assert_eq!(left, 1, "nothing else is left there");
}

/// REQ: IN-1
#[test]
fn agents_that_could_not_be_connected_are_named() {
    let world = world();
    put(&world, ".codex/config.toml", CODEX);
    put(&world, ".gemini/settings.json", "{ oops");
    let ran = world.run(&["setup", "--yes"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("Connected: Codex."), "{ran:?}");
    assert!(ran.stdout.contains("Not connected, or only in part: Gemini CLI."), "{ran:?}");
}

/// REQ: IN-1
#[test]
fn a_relative_home_is_refused() {
    let world = world().with("HOME", "somewhere");
    world.run(&["setup", "--yes", "codex"]).fails(2, "HOME has to be an absolute path");
}

/// As the agents themselves: by the system's list of users.
/// REQ: IN-1
#[test]
fn without_a_home_variable_the_home_directory_is_still_known() {
    let world = world();
    let mut command = world.command(["setup", "codex", "--dry-run", "--json"]);
    let said = Ran::of(command.env_remove("HOME").output().unwrap()).ok().json();
    let user = nix::unistd::User::from_uid(nix::unistd::Uid::current()).unwrap().unwrap();
    let path = user.dir.join(".codex/config.toml");
    assert_eq!(said["agents"][0]["files"][0]["path"], path.to_str().unwrap());
}

/// REQ: IN-1
#[test]
fn a_machine_without_agents_is_said() {
    let world = world();
    let ran = world.run(&["setup", "--yes"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("No agent was found on this machine."), "{ran:?}");
    assert_eq!(world.run(&["setup", "--json"]).code, 1);
    let mut terminal = Terminal::open(&world, 80, &["setup"]);
    terminal.shows("`sayso setup AGENT` with one of claude-code,");
    assert_eq!(terminal.ends(), 1);
}

/// REQ: IN-1
#[test]
fn a_damaged_record_is_named_with_what_to_do() {
    let world = world();
    let codex = put(&world, ".codex/config.toml", CODEX);
    let record = world.path("data").join("setup.json");
    std::fs::write(&record, "{ \"files\": { \"/x\": { \"agent\": \"codex\" } } }").unwrap();
    let ran = world.run(&["setup", "--yes"]).fails(2, "setup.json: missing field");
    assert!(ran.stderr.contains("move it away"), "{ran:?}");
    assert_eq!(read(&codex), CODEX);
    std::fs::rename(&record, world.path("away")).unwrap();
    world.run(&["setup", "--yes"]).ok();
}

/// Without a hub, which would refuse it too.
/// REQ: SA-1, IN-1
#[test]
fn a_record_of_another_user_is_refused_by_name() {
    let world = world();
    let codex = put(&world, ".codex/config.toml", CODEX);
    world.run(&["setup", "--yes"]).ok();
    let (record, written) = (world.path("data").join("setup.json"), read(&codex));
    // Only root can give a file away; anybody else has a directory of root's.
    let (named, doctor, world) = match std::os::unix::fs::chown(&record, Some(65_534), None) {
        Ok(()) => {
            let record = record.to_str().unwrap().to_owned();
            (record.clone(), format!("{record} belongs to another user"), world)
        }
        Err(_) => {
            let doctor = "nothing can be written to /usr".to_owned();
            ("/usr".to_owned(), doctor, world.with("SAYSO_DATA_DIR", "/usr"))
        }
    };
    for args in [&["setup", "--yes"][..], &["setup", "--dry-run"], &["setup", "--undo", "--yes"]] {
        let ran = world.run(args).fails(1, &format!("{named} belongs to another user (uid "));
        assert_eq!(ran.stdout, "", "{args:?}");
    }
    let ran = world.run(&["doctor"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains(&doctor), "{ran:?}");
    assert_eq!(read(&codex), written);
}

/// What a parser says about a line does not contain that line.
/// REQ: IN-1, IN-2
#[test]
fn a_broken_file_keeps_its_secrets() {
    for (name, text) in [
        (".codex/config.toml", "[mcp_servers.db.env]\nTOKEN = \"hunter2\" x\n"),
        (".codex/config.toml", "TOKEN = \"hunter2\n"),
        (".codex/config.toml", "hunter2\n"),
        (".codex/config.toml", "model = hunter2\n"),
        (".gemini/settings.json", "{ \"env\": { \"TOKEN\": \"hunter2\" \"x\" } }"),
        (".gemini/settings.json", "{ \"TOKEN\": hunter2 }"),
        (".config/goose/config.yaml", "TOKEN: \"hunter2\" x: - y\n"),
        (".config/goose/config.yaml", "TOKEN: *hunter2\n"),
    ] {
        let world = world();
        let file = put(&world, name, text);
        let broken = |ran: crate::harness::Ran| {
            let said = format!("{}{}", ran.stdout, ran.stderr);
            assert!(said.contains("not valid"), "{text}: {said}");
            assert!(!said.contains("hunter2"), "{text}: {said}");
        };
        broken(world.run(&["setup", "--yes"]));
        broken(world.run(&["setup", "--dry-run", "--json"]));
        broken(world.run(&["doctor"]));
        assert_eq!(read(&file), text);
    }
}

/// REQ: IN-1
#[test]
fn a_narrow_terminal_breaks_between_words_and_q_ends_it() {
    let world = world();
    let codex = put(&world, ".codex/config.toml", CODEX);
    put(&world, ".gemini/settings.json", "{}\n");
    let mut terminal = Terminal::open(&world, 40, &["setup"]);
    terminal.shows("Connect all of them? [Y/n, or numbers\nsuch as 1 3]");
    terminal.types("9");
    terminal.shows("that is not a number of the\nlist");
    terminal.types("q");
    terminal.shows("Nothing was changed.");
    assert_eq!(terminal.ends(), 3);
    assert!(!terminal.overflows(), "{}", terminal.screen());
    let mut terminal = Terminal::open(&world, 80, &["setup"]);
    terminal.shows("Connect all of them?");
    terminal.presses("\u{4}");
    terminal.shows("such as 1 3] \nerror: nothing was changed: the input has ended");
    assert_eq!(terminal.ends(), 1);
    assert_eq!(read(&codex), CODEX);
}
