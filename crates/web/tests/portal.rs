//! The portal's sources: their own tests and type checks, run by Node.js, and the texts they use.

#![expect(clippy::unwrap_used, reason = "an unwrap that fails fails the test")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Where `scripts/test` installs them.
fn clients() -> PathBuf {
    let clients = here("../../target/clients");
    let there = clients.join("node_modules/typescript").is_dir();
    assert!(there, "the clients are not installed: run scripts/test once, which installs them");
    clients
}

fn succeeds(command: &mut Command) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

fn sources() -> Vec<(String, String)> {
    let manifest = std::fs::read_to_string(here("portal/manifest.txt")).unwrap();
    let names = manifest.lines().filter(|line| line.ends_with(".js") || line.ends_with(".css"));
    names
        .map(|name| (name.to_owned(), std::fs::read_to_string(here("portal").join(name)).unwrap()))
        .collect()
}

/// REQ: PC-4, PC-12, WE-3, WE-6, WE-8, SE-2, SE-3, NA-1, NA-2, NA-3, NA-4, NA-7, SA-2
#[test]
fn rendering_and_logic_hold_without_a_browser() {
    succeeds(Command::new(clients().join("node")).arg("--test").current_dir(here("tests/node")));
}

#[test]
fn the_types_fit() {
    let tsc = clients().join("node_modules/typescript/bin/tsc");
    succeeds(
        Command::new(clients().join("node"))
            .arg(tsc)
            .args(["--project", "."])
            .current_dir(here("")),
    );
}

#[test]
fn every_source_is_in_the_manifest_and_is_one_concern() {
    let listed: BTreeSet<String> = sources().into_iter().map(|(name, _)| name).collect();
    for folder in
        ["answering", "app", "config", "control", "history", "list", "live", "palette", "rendering"]
    {
        for file in std::fs::read_dir(here("portal").join(folder)).unwrap() {
            let name = format!("{folder}/{}", file.unwrap().file_name().into_string().unwrap());
            assert!(listed.contains(&name), "the manifest does not name {name}");
        }
    }
    for (name, text) in sources() {
        let opens = if name.ends_with(".js") { "// " } else { "/* " };
        assert!(text.starts_with(opens), "{name} does not say what it is");
        assert!(text.lines().count() <= 300, "{name} is longer than a concern");
    }
}

/// Texts used in `say(…)`, in quotes after `key`, or in a table of texts.
/// REQ: LA-1
#[test]
fn every_text_that_is_used_exists() {
    let texts = sayso_locale::page(Default::default());
    let known = |key: &str| texts.get(key).is_some();
    let mut used = 0;
    for (name, source) in sources().iter().filter(|(name, _)| name.ends_with(".js")) {
        for part in source.split("say(").skip(1) {
            // For a key made of two halves, some text must begin with the first.
            let Some(quote) = part.chars().next().filter(|c| "\"`".contains(*c)) else { continue };
            let key = part[1..].split([quote, '$']).next().unwrap();
            let begins = |text: &String| text.starts_with(key);
            let some = key.is_empty() || texts.as_object().unwrap().keys().any(begins);
            let whole = part[1 + key.len()..].starts_with('$');
            assert!(if whole { some } else { known(key) }, "{name} says `{key}`");
            used += 1;
        }
        for part in source.split("key: \"").skip(1) {
            let key = part.split('"').next().unwrap();
            let message = key.starts_with("problem-") || key.starts_with("choose-");
            assert!(!message || known(key), "{name} says `{key}`");
        }
        for part in source.split("\"key-").skip(1) {
            let key = format!("key-{}", part.split('"').next().unwrap());
            assert!(known(&key), "{name} says `{key}`");
        }
    }
    assert!(used > 80, "only {used}: the search has gone blind");
}

#[test]
fn every_text_of_the_portal_is_used() {
    let all: String = sources().into_iter().map(|(_, text)| text).collect();
    let portal = std::fs::read_to_string(here("../locale/texts/en/portal.ftl")).unwrap();
    let keys = portal.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key);
    for key in keys.filter(|key| !key.starts_with(' ')) {
        let built =
            ["timed-out-", "history-", "group-by-"].iter().any(|half| key.starts_with(half))
                || ["rank-up", "rank-down", "number-up", "number-down"].contains(&key);
        assert!(built || all.contains(&format!("\"{key}\"")), "nobody says `{key}`");
    }
}
