//! Names: a chat is named only where it is made, wired in and put into words, and a public type has
//! its name to itself.

use crate::tree::{files, read};

/// Where a chat's crate and its command are wired in, by the beginning of the path.
const WIRING: [&str; 5] = [
    "crates/cli/src/wiring.rs",
    // `sayso slack`, `sayso telegram`.
    "crates/cli/src/commands.rs",
    "crates/cli/src/commands/slack",
    "crates/cli/src/commands/telegram",
    // What the texts say.
    "crates/locale/src/tests.rs",
];

const CHATS: [&str; 2] = ["slack", "telegram"];

#[test]
fn nothing_but_its_crate_wiring_and_texts_names_a_chat() {
    let sources = ["rs", "js", "ts"].map(|ending| files("crates", ending)).concat();
    let mut looked_at = 0;
    for (name, text) in sources {
        let is_test = name.contains("/tests/") || name.contains("/benches/");
        let is_wiring = WIRING.iter().any(|place| name.starts_with(place));
        let is_own = CHATS.iter().any(|chat| name.starts_with(&format!("crates/{chat}/")));
        if is_test || is_wiring || is_own {
            continue;
        }
        looked_at += 1;
        let names = |line: &str| CHATS.iter().any(|chat| line.to_lowercase().contains(chat));
        let line = text.lines().position(names);
        assert_eq!(line.map(|at| at + 1), None, "{name} names a chat in this line");
    }
    assert!(looked_at > 200, "only {looked_at} files");
}

#[test]
fn a_chat_is_one_line_of_wiring() {
    let wiring = read("crates/cli/src/wiring.rs");
    for chat in CHATS {
        assert_eq!(wiring.matches(chat).count(), 1, "{chat}: its crate is named once");
    }
}

/// A name means one thing, in every crate: a reader who searches for it finds its one definition. Only
/// what may go wrong is called `Result` everywhere.
#[test]
fn a_public_type_has_a_name_to_itself() {
    let mut places = std::collections::BTreeMap::<String, Vec<String>>::new();
    // A module per operating system has the same names as its twin.
    let counts = |name: &str| name.contains("/src/") && !name.ends_with("/platform/other.rs");
    for (file, text) in files("crates", "rs").into_iter().filter(|(name, _)| counts(name)) {
        let defined = text.lines().filter_map(|line| {
            let rest = line.strip_prefix("pub ")?;
            let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
            let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
            Some(name.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default())
        });
        // So do the macros of the wire: `NumberRangeView = NumberRange {`.
        let declared = text.lines().filter_map(|line| {
            let (name, domain) = line.trim().split_once(" = ")?;
            let is_type = name.starts_with(char::is_uppercase)
                && name.chars().all(char::is_alphanumeric)
                && domain.ends_with('{');
            is_type.then_some(name)
        });
        for name in defined.chain(declared).filter(|name| *name != "Result") {
            places.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(places.len() > 300, "only {} types", places.len());
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}
