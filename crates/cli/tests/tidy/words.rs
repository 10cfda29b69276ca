//! Words that are gone from everything people read: one thing has one word.

use crate::tree::{files, read};

/// Odd, or another word for something that has one: `docs/guide` and the screens use the second.
const GONE: [(&str, &str); 18] = [
    ("soonest", "the next deadline first"),
    ("separated by blanks", "separated by spaces"),
    ("bin to take it back from", "cannot be restored"),
    ("that do not count", "switched off"),
    ("talked to", "protocol"),
    ("another one than", "another name than"),
    ("completed questions", "settled questions"),
    ("the portal", "the page"),
    ("elaborate", "ask to explain"),
    ("annotate", "note"),
    ("whoever", "the user, the agent"),
    ("so many", "at most N"),
    ("for ever", "forever"),
    ("of its own", "its own"),
    ("thereby", "so"),
    ("your leave", "permission"),
    ("number of your choice", "number of an option"),
    ("question=choice", "question=option"),
];

/// Texts of all surfaces in English, help, guide and examples.
fn texts() -> Vec<(String, String)> {
    let mut all = [
        files("crates/locale/texts/en", "ftl"),
        files("crates/cli/src/commands/help", "txt"),
        files("docs/guide/src", "md"),
    ]
    .concat();
    all.extend(["README.md", "docs/config.example.toml"].map(|name| (name.to_owned(), read(name))));
    all
}

#[test]
fn no_text_uses_a_word_that_is_gone() {
    let texts = texts();
    assert!(texts.len() > 30, "only {} texts", texts.len());
    for (name, text) in texts {
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            for (gone, instead) in GONE {
                let found = line.contains(gone);
                assert!(!found, "{name}:{}: '{gone}': say '{instead}'", number + 1);
            }
        }
    }
}

/// What was renamed in the code, as file and type names that nobody brings back.
#[test]
fn no_module_has_a_name_that_is_gone() {
    let gone = [
        "kept",
        "shelf",
        "silence",
        "others",
        "hear",
        "elsewhere",
        "neighbours",
        "turns",
        "vacancy",
        "leash",
        "keeper",
        "alone",
        "between",
        "spot",
        "talk",
        "seat",
        "attentive",
        "second_act",
        "faults",
        "custody",
        "looking",
        "suspects",
        "sets",
        "first_contract",
    ];
    let is_product = |name: &str| name.contains("/src/") && !name.contains("/tests/");
    for (name, _) in files("crates", "rs").into_iter().filter(|(name, _)| is_product(name)) {
        let stem = name.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        assert!(!gone.contains(&stem), "{name}");
    }
}
