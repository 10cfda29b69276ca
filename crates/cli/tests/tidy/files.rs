//! Files: one concern each, stated at its top.

use crate::tree::{files, root};

/// Our sources, excluding build output.
fn sources() -> Vec<(String, String)> {
    [files("crates", "rs"), files("fuzz", "rs")].concat()
}

/// A file should have 80 to 300 lines; above this limit it has to be split.
const LONGEST: usize = 360;

/// REQ: CO-1
#[test]
fn no_file_is_longer_than_a_concern() {
    let long: Vec<_> = sources()
        .into_iter()
        .map(|(name, text)| (text.lines().count(), name))
        .filter(|(lines, _)| *lines > LONGEST)
        .collect();
    assert!(long.is_empty(), "split these: {long:?}");
}

#[test]
fn every_file_opens_with_what_it_is() {
    let silent: Vec<_> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(name, _)| name)
        .collect();
    assert!(silent.is_empty(), "no `//!` line: {silent:?}");
}

/// It states what the file is: `The one timer`, not `What settles what is due`.
#[test]
fn no_file_opens_with_a_question() {
    let kinds = ["rs", "js", "ts", "css", "ftl", "rules", "py", "txt"];
    let all: Vec<_> = kinds.iter().flat_map(|kind| files("crates", kind)).collect();
    assert!(all.len() > 1100, "only {} files", all.len());
    let asks = |text: &str| {
        let words = text.trim_start_matches(|letter: char| !letter.is_alphabetic());
        let first = words.split(|letter: char| !letter.is_alphabetic()).next();
        ["What", "Who", "Which", "How"].contains(&first.unwrap_or_default())
    };
    let asking: Vec<_> =
        all.into_iter().filter(|(_, text)| asks(text)).map(|(name, _)| name).collect();
    assert!(asking.is_empty(), "say what these are: {asking:?}");
}

/// One concern, one file: validation rules, model, results and persistence are separate, and none
/// of them depends on a server or a prompt.
/// REQ: CO-1
#[test]
fn concerns_stand_in_files_of_their_own() {
    for file in [
        "crates/core/src/worksheet/check.rs",
        "crates/core/src/interaction.rs",
        "crates/core/src/dialect/provide_choice/parse.rs",
        "crates/core/src/dialect/provide_choice/reply.rs",
        "crates/store/src/sqlite/interactions.rs",
        "crates/tui/src/view/card.rs",
    ] {
        assert!(root().join(file).is_file(), "{file}");
    }
    for (name, text) in files("crates/core/src", "rs") {
        for foreign in ["tokio", "axum", "rusqlite", "std::fs", "std::env", "std::io", "std::net"] {
            assert!(!text.contains(foreign), "{name} knows {foreign}");
        }
    }
}

/// All databases have the same migrations, once there are two.
#[test]
fn migrations_are_numbered_and_paired() {
    let mut by_database = Vec::new();
    for database in std::fs::read_dir(root().join("crates/store/migrations")).unwrap() {
        let mut names: Vec<String> = std::fs::read_dir(database.unwrap().path())
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        for (number, name) in names.iter().enumerate() {
            assert!(name.starts_with(&format!("{:04}_", number + 1)), "{name}");
        }
        by_database.push(names);
    }
    assert!(by_database.windows(2).all(|pair| pair[0] == pair[1]), "{by_database:?}");
    assert!(!by_database.is_empty());
}

/// What differs between operating systems is in one place per crate, with a module for each.
/// REQ: IN-3
#[test]
fn one_file_of_a_crate_knows_the_operating_system() {
    let mut knows = std::collections::BTreeMap::<String, Vec<String>>::new();
    for (name, text) in sources() {
        let is_source = name.starts_with("crates/") && name.contains("/src/");
        if is_source && text.contains("target_os") {
            let folder = name.split("/src/").next().unwrap_or_default().to_owned();
            knows.entry(folder).or_default().push(name);
        }
    }
    assert!(knows.contains_key("crates/hub"), "{knows:?}");
    assert!(knows.values().all(|files| files.len() == 1), "{knows:?}");
}

/// The environment is read in one file; elsewhere only by what tests set, which a shipped binary does not read.
#[test]
fn one_file_reads_the_environment() {
    let reads = |line: &str| {
        ["env::var(", "env::var_os(", "env::vars(", "env::vars_os("]
            .iter()
            .any(|it| line.contains(it))
    };
    let of_tests = ["\"SAYSO_TEST_", "\"SAYSO_FAIL_AT\"", "\"SAYSO_PANIC_AT\""];
    let mut found = Vec::new();
    for (name, text) in files("crates", "rs") {
        let is_test =
            name.contains("/tests") || name.contains("_tests.rs") || name.contains("/benches/");
        if is_test || !name.contains("/src/") {
            continue;
        }
        let read =
            text.lines().any(|line| reads(line) && !of_tests.iter().any(|it| line.contains(it)));
        found.extend(read.then_some(name));
    }
    assert_eq!(found, ["crates/cli/src/config/environment.rs"]);
}
