//! Files that other programs read about us: plugin, extension, and the entry in the MCP registry.
//! The agents themselves check theirs in `crates/cli/tests/agents/plugins.rs`.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::tree::{clients, read, root};

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn json(name: &str) -> Value {
    serde_json::from_str(&read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// REQ: IN-4
#[test]
fn all_have_the_version_of_the_program() {
    for name in [
        "plugins/claude-code/.claude-plugin/plugin.json",
        "plugins/gemini-cli/gemini-extension.json",
        "server.json",
    ] {
        assert_eq!(json(name)["version"], VERSION, "{name}");
    }
    for package in json("server.json")["packages"].as_array().unwrap() {
        assert_eq!(package["version"], VERSION, "{package}");
    }
    for name in LAUNCHERS {
        assert!(read(name).contains(&format!("\nversion={VERSION}\n")), "{name}");
    }
}

/// REQ: IN-4
#[test]
fn the_registry_entry_fits_its_official_schema() {
    let text = read("server.json");
    let accepted = registry_accepts(&text);
    assert!(accepted.status.success(), "{accepted:?}");
    let refused = registry_accepts(&text.replace("\"stdio\"", "\"pipe\""));
    assert!(!refused.status.success(), "an unknown transport was accepted: {refused:?}");
}

/// The registry looks for its name in the description of the PyPI package; in the npm package it is a
/// field, see `crates/cli/tests/blackbox/packages/npm.rs`.
/// REQ: IN-4
#[test]
fn the_packages_name_the_registry_entry_they_belong_to() {
    let name = json("server.json")["name"].as_str().unwrap().to_owned();
    let mark = format!("\n<!-- mcp-name: {name} -->\n");
    assert!(read("packaging/README.md").ends_with(&mark), "{mark}");
}

/// The linter has the schema, and the registry's further rules.
fn registry_accepts(server: &str) -> Output {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("server.json"), server).unwrap();
    let mut linter = Command::new(clients().join("venv/bin/skillsaw"));
    linter.args(["lint", "--strict", "--quiet", "--type", "mcp-registry"]);
    linter.arg(dir.path()).env("HOME", dir.path()).output().unwrap()
}

/// Whatever starts us from a registry names the package that is ours, and the version.
/// REQ: IN-3
#[test]
fn the_package_is_named_with_its_version() {
    const STARTS: [&str; 6] = [
        "npx -y ",
        "npx --yes ",
        "npm install -g ",
        "uvx sayso",
        "uv tool install ",
        "pipx install ",
    ];
    let documents =
        [read("README.md"), read("packaging/README.md"), read("docs/guide/src/install.md")];
    let launchers = LAUNCHERS.map(|launcher| read(launcher).replace("$version", VERSION));
    let mut found = 0;
    for text in documents.iter().chain(&launchers) {
        for start in STARTS {
            for rest in text.split(start).skip(1) {
                let rest = format!("{}{rest}", if start.ends_with("sayso") { "sayso" } else { "" });
                let word = rest.trim_start_matches('"').split([' ', '`', '"', '\n', ',']).next();
                let named = [format!("sayso-mcp@{VERSION}"), format!("sayso-mcp=={VERSION}")];
                assert!(named.iter().any(|named| Some(named.as_str()) == word), "{start}{rest}");
                found += 1;
            }
        }
    }
    assert!(found >= 10, "{found}");
    let entry: serde_json::Value = serde_json::from_str(&read("server.json")).unwrap();
    for package in entry["packages"].as_array().unwrap() {
        assert_eq!(
            (&package["identifier"], &package["version"]),
            (&"sayso-mcp".into(), &VERSION.into())
        );
    }
    assert!(read("pyproject.toml").contains("name = \"sayso-mcp\""));
}

/// They are copied into the agents' own folders, so they can't share one.
const LAUNCHERS: [&str; 2] =
    ["plugins/claude-code/scripts/sayso", "plugins/gemini-cli/scripts/sayso"];

/// REQ: IN-4
#[test]
fn the_launcher_starts_what_is_there_and_never_lets_a_tool_through() {
    assert_eq!(read(LAUNCHERS[0]), read(LAUNCHERS[1]));
    let mode = |name: &str| std::fs::metadata(root().join(name)).unwrap().permissions().mode();
    assert!(LAUNCHERS.iter().all(|name| mode(name) & 0o111 != 0), "executable");

    let dir = tempfile::tempdir().unwrap();
    let missing = launch(dir.path());
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&missing.stderr)
            .contains(&format!("npm install -g sayso-mcp@{VERSION}"))
    );

    // What is added first is used last. An installed program decides on its own exit code.
    for (name, exit, said) in [
        ("uvx", 2, format!("uvx sayso-mcp@{VERSION} hook --limit 330\n")),
        ("npx", 2, format!("npx --yes sayso-mcp@{VERSION} hook --limit 330\n")),
        ("sayso", 1, "sayso hook --limit 330\n".to_owned()),
    ] {
        let program = dir.path().join(name);
        std::fs::write(&program, format!("#!/bin/sh\necho {name} \"$@\"\nexit 1\n")).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let output = launch(dir.path());
        assert_eq!(String::from_utf8_lossy(&output.stdout), said);
        assert_eq!(output.status.code(), Some(exit), "{name}");
    }
}

fn launch(path: &Path) -> Output {
    let mut launcher = Command::new("/bin/sh");
    launcher.arg(root().join(LAUNCHERS[0])).args(["hook", "--limit", "330"]);
    launcher.env_clear().env("PATH", path).output().unwrap()
}
