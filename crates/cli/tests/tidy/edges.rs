//! Dependencies between crates.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::tree::{files, root};

/// As drawn in ARCHITECTURE.md; `cli` wires everything together and may use all.
const ALLOWED: [(&str, &[&str]); 22] = [
    ("sayso-agents", &[]),
    ("sayso-core", &[]),
    ("sayso-guard", &["sayso-agents", "sayso-core"]),
    ("sayso-http", &[]),
    ("sayso-setup", &["sayso-agents", "sayso-core"]),
    ("sayso-extract", &["sayso-core"]),
    ("sayso-locale", &["sayso-core"]),
    ("sayso-desk", &["sayso-core"]),
    ("sayso-engine", &["sayso-desk", "sayso-core"]),
    ("sayso-store", &["sayso-desk", "sayso-core"]),
    ("sayso-wire", &["sayso-desk", "sayso-extract", "sayso-core"]),
    ("sayso-access", &["sayso-wire", "sayso-desk", "sayso-agents", "sayso-core"]),
    (
        "sayso-api",
        &["sayso-access", "sayso-wire", "sayso-desk", "sayso-extract", "sayso-http", "sayso-core"],
    ),
    ("sayso-bridges", &["sayso-desk", "sayso-http", "sayso-core"]),
    ("sayso-mcp", &["sayso-wire", "sayso-desk", "sayso-agents", "sayso-core"]),
    ("sayso-chat", &["sayso-relay", "sayso-desk", "sayso-core", "sayso-locale"]),
    (
        "sayso-slack",
        &["sayso-chat", "sayso-http", "sayso-relay", "sayso-desk", "sayso-core", "sayso-locale"],
    ),
    ("sayso-telegram", &["sayso-chat", "sayso-http", "sayso-desk", "sayso-core", "sayso-locale"]),
    ("sayso-tui", &["sayso-desk", "sayso-core", "sayso-locale"]),
    ("sayso-web", &["sayso-access", "sayso-wire", "sayso-desk", "sayso-core", "sayso-locale"]),
    ("sayso-relay", &["sayso-desk", "sayso-extract", "sayso-core", "sayso-locale"]),
    (
        "sayso-hub",
        &["sayso-access", "sayso-api", "sayso-engine", "sayso-wire", "sayso-desk", "sayso-core"],
    ),
];

/// Banned on purpose, with the reason.
const BANNED: [(&str, &str); 4] = [
    ("openssl-sys", "TLS is rustls with ring: nothing to install"),
    ("aws-lc-sys", "a slow build in C; ring does"),
    ("sqlx", "half the commit rate of one writer thread"),
    ("reqwest", "the client needs a unix socket and one connection; hyper is here already"),
];

/// Only for this platform: other platforms' crates may not have been fetched.
fn metadata() -> Value {
    let version = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", host])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn crates_know_only_what_they_may() {
    let metadata = metadata();
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        if !name.starts_with("sayso") {
            continue;
        }
        let known = package["dependencies"].as_array().unwrap().iter();
        // `kind` is null for normal dependencies; tests may use more.
        let known = known.filter(|dependency| dependency["kind"].is_null());
        let known = known.map(|dependency| dependency["name"].as_str().unwrap().to_owned());
        edges.insert(name.to_owned(), known.filter(|name| name.starts_with("sayso")).collect());
    }
    assert_eq!(edges.len(), ALLOWED.len() + 1, "a crate is missing in the list: {edges:?}");
    for (name, allowed) in ALLOWED {
        for known in &edges[name] {
            assert!(allowed.contains(&known.as_str()), "{name} must not know {known}");
        }
    }
}

/// What a crate must not be built with, itself or by what it depends on: surfaces know the desk by its
/// types, so that a change of the engine rebuilds none of them.
const WITHOUT: [(&str, &[&str]); 9] = [
    ("sayso-wire", &["ring", "prometheus-client", "sayso-engine", "sayso-access"]),
    ("sayso-tui", &["ring", "prometheus-client", "sayso-engine", "sayso-access"]),
    ("sayso-mcp", &["ring", "prometheus-client", "sayso-engine", "sayso-access"]),
    ("sayso-relay", &["ring", "prometheus-client", "sayso-engine", "sayso-access"]),
    ("sayso-chat", &["ring", "prometheus-client", "sayso-engine", "sayso-access"]),
    ("sayso-slack", &["prometheus-client", "sayso-engine", "sayso-access"]),
    ("sayso-web", &["prometheus-client", "sayso-engine", "sayso-api"]),
    ("sayso-api", &["prometheus-client", "sayso-engine"]),
    ("sayso-store", &["sayso-engine", "sayso-access"]),
];

#[test]
fn surfaces_are_built_without_the_engine() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let names: BTreeMap<&str, &str> = packages
        .map(|package| (package["id"].as_str().unwrap(), package["name"].as_str().unwrap()))
        .collect();
    let is_normal = |dep: &&Value| {
        dep["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null())
    };
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap().iter();
    let known: BTreeMap<&str, Vec<&str>> = nodes
        .map(|node| {
            let deps = node["deps"].as_array().unwrap().iter().filter(is_normal);
            let deps = deps.map(|dep| dep["pkg"].as_str().unwrap());
            (node["id"].as_str().unwrap(), deps.collect())
        })
        .collect();
    for (surface, banned) in WITHOUT {
        let id = names.iter().find(|(_, name)| **name == surface).unwrap().0;
        let (mut seen, mut next) = (BTreeSet::new(), vec![*id]);
        while let Some(id) = next.pop() {
            if seen.insert(id) {
                next.extend(&known[id]);
            }
        }
        let reached: BTreeSet<&str> = seen.iter().map(|id| names[id]).collect();
        assert!(reached.contains("sayso-core"), "{surface}: the search has gone blind");
        for banned in banned {
            assert!(!reached.contains(banned), "{surface} is built with {banned}");
        }
    }
}

#[test]
fn nothing_is_pulled_in_that_was_left_out_on_purpose() {
    let metadata = metadata();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        if let Some((_, why)) = BANNED.iter().find(|(banned, _)| *banned == name) {
            panic!("{name}: {why}");
        }
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_permissive(licence), "{name} is under {licence}");
    }
}

/// At least one of the alternatives requires only its notice.
fn is_permissive(licence: &str) -> bool {
    const FREE: [&str; 10] = [
        "MIT",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "Zlib",
        "Unlicense",
        "CC0-1.0",
        "Unicode-3.0",
        "0BSD",
    ];
    licence.split([' ', '/', '(', ')']).any(|word| FREE.contains(&word))
}

/// The terminal's state and its one update are drawn, and never look at how.
#[test]
fn what_is_drawn_does_not_know_the_view() {
    let pure = ["state", "update", "control", "words.rs"].map(|it| format!("crates/tui/src/{it}"));
    let sources = files("crates/tui/src", "rs").into_iter();
    let mut read = 0;
    for (name, text) in
        sources.filter(|(name, _)| pure.iter().any(|part| name.starts_with(part.as_str())))
    {
        assert!(!text.contains("crate::view"), "{name} uses the view");
        read += 1;
    }
    assert!(read > 15, "only {read}: the search has gone blind");
}

/// What the API takes and gives is described by its schema, so a type without one cannot travel.
#[test]
fn no_type_of_the_domain_has_a_schema() {
    for domain in ["core", "desk", "engine", "extract", "store"] {
        let manifest = format!("crates/{domain}/Cargo.toml");
        let text = std::fs::read_to_string(root().join(&manifest)).unwrap();
        assert!(!text.contains("schemars"), "{manifest}: the types that travel are in crates/wire");
    }
    let described = std::fs::read_to_string(root().join("crates/api/src/routes/table.rs")).unwrap();
    assert!(described.contains("JsonSchema"), "handlers are no longer described by schemas");
}
