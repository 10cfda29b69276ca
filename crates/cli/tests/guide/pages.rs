//! README and guide as a whole: one page a task and one an agent, each in the table of contents.

use std::collections::BTreeSet;
use std::process::Command;

use crate::blocks::blocks;
use crate::tree::{files, read, root};

pub const SOURCE: &str = "docs/guide/src";

/// The pages whose commands are run: path from the root and text.
pub fn guide() -> Vec<(String, String)> {
    let mut pages = files(SOURCE, "md");
    // What is shown from elsewhere reports what was measured; it has no commands.
    pages.retain(|(name, _)| !root().join(name).is_symlink());
    pages.push(("README.md".to_owned(), read("README.md")));
    pages
}

/// REQ: IN-5
#[test]
fn every_page_is_in_the_table_of_contents() {
    let contents = read("docs/guide/src/SUMMARY.md");
    let listed: BTreeSet<String> = contents
        .split("](")
        .skip(1)
        .map(|rest| format!("{SOURCE}/{}", rest.split(')').next().unwrap()))
        .collect();
    let mut there: BTreeSet<String> =
        files(SOURCE, "md").into_iter().map(|(name, _)| name).collect();
    there.remove("docs/guide/src/SUMMARY.md");
    assert_eq!(listed, there);
}

/// A page for each agent that `sayso setup` knows: how it is connected by hand, and what was tested.
/// REQ: IN-5, IN-1
#[test]
fn every_agent_has_a_page() {
    let help =
        Command::new(env!("CARGO_BIN_EXE_sayso")).args(["setup", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, ids) = help.split_once("[possible values: ").unwrap();
    let ids: BTreeSet<String> = ids
        .split(']')
        .next()
        .unwrap()
        .split(',')
        .map(|id| format!("{SOURCE}/agents/{}.md", id.trim()))
        .collect();
    let pages = files("docs/guide/src/agents", "md");
    let names: BTreeSet<String> = pages.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, ids);
    for (name, text) in pages {
        for section in ["\n## By hand", "\n## Good to know", "\n## Tested"] {
            assert!(text.contains(section), "{name} has no section{section}");
        }
        if let Some(version) = tested(&name) {
            assert!(text.contains(&format!("version {version},")), "{name}: {version} was tested");
        }
        let by_hand = blocks(&text).into_iter().any(|block| block.section == "By hand");
        assert!(by_hand, "{name} doesn't show how to connect by hand");
    }
}

/// The version of the real program that the tests run, if they do.
fn tested(page: &str) -> Option<String> {
    let id = page.rsplit('/').next().unwrap().trim_end_matches(".md");
    let pin = match id {
        "gemini" => "gemini-cli",
        "qwen" => "qwen-code",
        id => id,
    };
    let pins = root().join("crates/cli/tests/agents/pins").join(pin).join("package.json");
    let package: serde_json::Value = serde_json::from_slice(&std::fs::read(pins).ok()?).unwrap();
    let version = package["dependencies"].as_object().unwrap().values().next().unwrap();
    Some(version.as_str().unwrap().to_owned())
}

/// Every setting and its variable is explained.
/// REQ: IN-5
#[test]
fn the_settings_are_all_in_the_guide() {
    let page = read("docs/guide/src/settings.md");
    let mut table = "";
    let mut about = "";
    let mut count = 0;
    let example = read("docs/config.example.toml");
    for line in example.lines() {
        if let Some(name) = line.trim_start_matches("# ").strip_prefix('[') {
            table = name.trim_end_matches(']');
        } else if let Some((key, _)) =
            line.strip_prefix("# ").and_then(|line| line.split_once(" = "))
        {
            let key = match table {
                "personal" => key.to_owned(),
                // A rule of one's own, not a setting.
                rules if rules.starts_with('[') => continue,
                table => format!("{table}.{key}"),
            };
            assert!(page.contains(&format!("`{key}`")), "settings.md doesn't name `{key}`");
            let variables = about.split(['(', ')', ',', ' ']);
            for variable in variables.filter(|word| word.starts_with("SAYSO_")) {
                assert!(page.contains(variable), "settings.md doesn't name {variable}");
            }
            count += 1;
        }
        about = line;
    }
    assert!(count > 30, "only {count} settings found");
}

/// One screen: what it is, a picture, two commands, how to connect, where to read on.
/// REQ: IN-5
#[test]
fn the_readme_is_one_screen() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 60, "{} lines", readme.lines().count());
    let commands: Vec<String> = blocks(&readme).into_iter().map(|block| block.text).collect();
    let commands = commands.concat();
    for command in ["cargo run -- demo", "scripts/test", "sayso setup", "sayso doctor"] {
        assert!(commands.lines().any(|line| line.starts_with(command)), "README lacks {command}");
    }
    assert!(readme.contains("!["), "README has no picture");
}
