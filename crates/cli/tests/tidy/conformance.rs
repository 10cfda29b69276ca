//! `docs/conformance.md`: what it lists as done has a test that names it, and vice versa.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{files, read};

/// Every id that a test names in a `REQ:` line, with the files that do.
fn named() -> BTreeMap<String, BTreeSet<String>> {
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in files("crates", "rs") {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("/// REQ:"));
        for id in lines.flat_map(|list| list.split(',')) {
            named.entry(id.trim().to_owned()).or_default().insert(file.clone());
        }
    }
    named
}

/// Rows `| id | what | state | tests |`.
fn rows() -> Vec<[String; 4]> {
    let text = read("docs/conformance.md");
    let cells = |line: &str| -> Option<[String; 4]> {
        let cells: Vec<String> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        cells.try_into().ok()
    };
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains('-'));
    rows.filter_map(cells).filter(|[id, ..]| id != "id" && !id.starts_with("--")).collect()
}

#[test]
fn what_is_called_done_has_a_test_that_names_it() {
    let named = named();
    let rows = rows();
    assert!(rows.len() > 80, "only {} rows", rows.len());
    for [id, _, state, tests] in &rows {
        let has_test = named.contains_key(id);
        match state.as_str() {
            "done" | "partly" => {
                assert!(has_test, "{id} is called {state}, but no test names it");
                for test in tests.split(' ').filter(|test| !test.is_empty()) {
                    let file = test.trim_matches(['`', ',']);
                    assert!(
                        named[id].iter().any(|name| name == file),
                        "{id}: {file} does not name it"
                    );
                }
            }
            "open" => assert!(!has_test, "{id} is called open, but {:?} name it", named[id]),
            other => panic!("{id}: {other} is no state"),
        }
    }
}

#[test]
fn every_id_that_a_test_names_is_in_the_list() {
    let listed: BTreeSet<String> = rows().into_iter().map(|[id, ..]| id).collect();
    for (id, files) in named() {
        assert!(listed.contains(&id), "{id}, named in {files:?}, is not in docs/conformance.md");
    }
}

/// A row that is lost in an edit is noticed: the page says how many there are.
#[test]
fn every_requirement_is_listed_once() {
    let rows = rows();
    let ids: BTreeSet<&String> = rows.iter().map(|[id, ..]| id).collect();
    assert_eq!(ids.len(), rows.len(), "an id is listed twice");
    let said = format!("\n{} requirements.\n", rows.len());
    assert!(read("docs/conformance.md").contains(&said), "it should say:{said}");
}
