//! Setup where it is not alone: beside entries of others with their secrets, beside other setups, and
//! beside a copy of another build.

use std::process::Child;

use serde_json::Value;

use super::{put, read, world};
use crate::harness::Ran;
use crate::pty::Terminal;

/// What is shown, and what a log of CI keeps, has none of the neighbours' secrets.
/// REQ: IN-1
#[test]
fn the_secrets_of_neighbours_are_not_shown() {
    let world = world();
    let codex =
        "model = \"m\" # hunter2\n\n[mcp_servers.db] # hunter2\nenv = { TOKEN = \"hunter2\" }\n";
    let codex = put(&world, ".codex/config.toml", codex);
    let gemini =
        "{ \"mcpServers\": { \"db\": { \"env\": { \"TOKEN\": \"hunter2\" } } } } // hunter2\n";
    let gemini = put(&world, ".gemini/settings.json", gemini);
    let goose = "extensions:\n  db:\n    envs:\n      TOKEN: hunter2 # hunter2\n";
    let goose = put(&world, ".config/goose/config.yaml", goose);
    for args in [
        &["setup", "--dry-run"][..],
        &["setup", "--dry-run", "--json"],
        &["setup", "--yes"],
        &["setup", "--undo", "--yes"],
        &["setup", "--yes", "--json"],
        &["setup", "--undo", "--yes", "--json"],
    ] {
        let ran = world.run(args).ok();
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!said.contains("hunter2"), "{args:?}: {said}");
        for name in [&codex, &gemini, &goose].map(|path| path.file_name().unwrap()) {
            assert!(said.contains(name.to_str().unwrap()), "{args:?}: {said}");
        }
    }
    for path in [codex, gemini, goose] {
        assert!(read(&path).contains("hunter2"), "{}", path.display());
    }
}

/// REQ: IN-1
#[test]
fn four_setups_at_once_are_taken_back_to_the_byte() {
    let world = world();
    let there = [
        (".codex/config.toml", "# mine\nmodel   = \"gpt-5\"\n"),
        (".gemini/settings.json", "{\n   // mine\n      \"a\" :1 }"),
        (".claude.json", "{\"numStartups\":3}"),
        (".claude/settings.json", "{}\n"),
        (".config/goose/config.yaml", "a:   1 # mine\n"),
    ];
    let paths = there.map(|(name, text)| (put(&world, name, text), text));
    let start = || world.command(["setup", "--yes", "--hooks"]).spawn().unwrap();
    let running: Vec<Child> = (0..4).map(|_| start()).collect();
    for one in running {
        Ran::of(one.wait_with_output().unwrap()).ok();
    }
    for (path, _) in &paths {
        assert!(read(path).contains("sayso"), "{}", read(path));
    }
    world.run(&["setup", "--undo", "--yes"]).ok();
    for (path, text) in &paths {
        assert_eq!(read(path), *text);
    }
    assert!(!world.path("home/.codex/hooks.json").exists());
}

/// `npx` starts slowly and not without its registry. The next build of the same version is another
/// program, which doctor sees too.
/// REQ: IN-1, IN-2
#[test]
fn a_program_of_npx_offers_a_copy_and_doctor_knows_it_from_another_build() {
    let world = world();
    let gemini = put(&world, ".gemini/settings.json", "{}\n");
    let program = world.through_npx();
    let mut setup = world.program(&program);
    let mut terminal = Terminal::run(setup.args(["setup", "gemini"]), 80);
    terminal.shows("sayso hook");
    terminal.types("n");
    terminal.shows("This program was started by npx.");
    terminal.shows("Put a copy of it at ~/.local/bin/sayso");
    terminal.types("y");
    terminal.shows("Make these changes?");
    terminal.types("y");
    terminal.shows("Connected: Gemini CLI.");
    assert_eq!(terminal.ends(), 0);
    let copy = world.path("home/.local/bin/sayso");
    let written: Value = serde_json::from_str(&read(&gemini)).unwrap();
    let entry = &written["mcpServers"]["sayso"];
    assert_eq!(entry["command"], copy.to_str().unwrap(), "{entry}");
    assert!(!entry["args"].to_string().contains("npx"), "{entry}");

    let doctor = || {
        let mut doctor = world.program(&program);
        let output = doctor.args(["doctor", "gemini", "--json"]).output().unwrap();
        Ran::of(output).json()["agents"][0].clone()
    };
    let checked = doctor();
    assert_eq!((&checked["answers"], &checked["faults"]), (&true.into(), &Value::Array(vec![])));
    let mut other = std::fs::read(&copy).unwrap();
    other.push(0);
    let new = copy.with_extension("new");
    std::fs::copy(&copy, &new).unwrap();
    std::fs::write(&new, other).unwrap();
    std::fs::rename(new, &copy).unwrap();
    let checked = doctor();
    assert_eq!(checked["answers"], true, "{checked}");
    assert!(checked["faults"].to_string().contains("another build than this program"), "{checked}");
}
