//! The documents match the tree.

use std::process::Command;

use crate::tree::{files, read, root};

#[test]
fn what_the_architecture_names_exists() {
    let text = read("ARCHITECTURE.md");
    let quoted = text.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = quoted
        .filter(|word| word.contains('/') && !word.contains([' ', '<', '{', '*', ':']))
        .filter(|word| !word.starts_with('/'))
        .collect();
    assert!(paths.len() > 10, "too few paths to be a map: {paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "ARCHITECTURE.md names {path}");
    }
    // Names alone: of a file at the root, or beside one that the line names whole.
    let sources = ["rs", "ftl", "md", "toml", "txt"];
    let known: Vec<String> =
        sources.iter().flat_map(|ending| files("crates", ending)).map(|(name, _)| name).collect();
    for name in text.split('`').skip(1).step_by(2).filter(|word| !word.contains(['/', ' '])) {
        let is_file = name.rsplit_once('.').is_some_and(|(_, ending)| sources.contains(&ending));
        let is_there = root().join(name).exists()
            || known.iter().any(|path| path.rsplit('/').next() == Some(name));
        assert!(!is_file || is_there, "ARCHITECTURE.md names {name}");
    }
    assert!(text.lines().count() <= 130, "a map fits on a page");
    assert!(text.len() <= 16_000, "nor does it become one by longer lines");
}

#[test]
fn the_example_configuration_is_what_the_settings_print() {
    let printed = Command::new(env!("CARGO_BIN_EXE_sayso"))
        .args(["config", "show", "--example"])
        .env("HOME", root())
        .output()
        .unwrap();
    assert!(printed.status.success());
    let printed = String::from_utf8(printed.stdout).unwrap();
    assert_eq!(
        read("docs/config.example.toml"),
        printed,
        "write it anew with `sayso config show --example`"
    );
}

#[test]
fn the_readme_names_the_test_command_and_ci_runs_just_that() {
    assert!(read("README.md").contains("scripts/test"));
    let ci = read(".ci/run");
    let commands: Vec<&str> = ci
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("set "))
        .collect();
    assert_eq!(commands, ["cd \"$(dirname \"$0\")/..\"", "exec scripts/test"]);
}

#[test]
fn every_decision_is_half_a_page() {
    for (name, text) in crate::tree::files("docs/decisions", "md") {
        assert!(text.starts_with("# "), "{name} has no title");
        assert!(text.lines().count() <= 40, "{name} is longer than half a page");
    }
}
