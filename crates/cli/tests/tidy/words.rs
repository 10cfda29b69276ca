//! Words that are gone from everything people read: one thing has one word.

use std::process::Command;

use crate::tree::{files, read};

/// Odd, or another word for something that has one: `docs/guide` and the screens use the second.
const GONE: [(&str, &str); 26] = [
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
    ("whereupon", "then"),
    ("mend", "fix"),
    ("be it", "say which"),
    ("nobody's", "say whose"),
    ("is told", "hears, is asked"),
    ("what gave", "what was overridden"),
    ("ends first", "the next deadline"),
    ("choice is irreversible", "question is irreversible"),
    ("number of your choice", "number of an option"),
    ("question=choice", "question=option"),
];

/// Texts of all surfaces in English, help topics, guide and examples.
fn texts() -> Vec<(String, String)> {
    let mut all = [
        files("crates/locale/texts/en", "ftl"),
        files("crates/cli/src/commands/help", "txt"),
        files("docs/guide/src", "md"),
    ]
    .concat();
    let documents = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "docs/benchmarks.md",
        "docs/config.example.toml",
        "packaging/README.md",
    ];
    all.extend(documents.map(|name| (name.to_owned(), read(name))));
    all
}

/// What commands print as their help, and what models read. There `elaborate` is the name of a flag and of
/// a state.
fn of_commands_and_tools() -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let mut sayso = Command::new(env!("CARGO_BIN_EXE_sayso"));
    sayso.args(["man", "--out"]).arg(folder.path()).env("HOME", folder.path());
    assert!(sayso.status().unwrap().success());
    let mut all = [
        files("crates/mcp/src/tools", "rs"),
        files("crates/wire/src/arguments", "rs"),
        files("plugins", "md"),
    ]
    .concat();
    all.push(("crates/mcp/src/policy.rs".to_owned(), read("crates/mcp/src/policy.rs")));
    let pages = std::fs::read_dir(folder.path().join("man1")).unwrap();
    all.extend(pages.map(|page| {
        let page = page.unwrap();
        let text = std::fs::read_to_string(page.path()).unwrap();
        (page.file_name().into_string().unwrap(), text)
    }));
    all
}

/// The same in the other languages, by their folders.
const GONE_ELSEWHERE: [(&str, &[(&str, &str)]); 2] = [
    (
        "zh",
        &[
            ("代理", "智能体"),
            ("门户", "页面"),
            ("注释", "备注"),
            ("批注", "备注"),
            ("已完成", "已结束"),
            ("答案", "回答"),
            ("解释", "说明"),
            ("反问", "请求说明"),
        ],
    ),
    (
        "ko",
        &[
            ("대리인", "에이전트"),
            ("포털", "페이지"),
            ("주석", "메모"),
            ("노트", "메모"),
            ("옵션", "선택지"),
            ("되묻", "설명 요청"),
            ("허락", "권한"),
        ],
    ),
];

#[test]
fn no_text_uses_a_word_that_is_gone() {
    let texts = texts();
    assert!(texts.len() > 30, "only {} texts", texts.len());
    assert_gone(&texts, &GONE);
    let texts = of_commands_and_tools();
    assert!(texts.len() > 60, "only {} texts", texts.len());
    assert_gone(
        &texts,
        &GONE.map(|gone| if gone.0 == "elaborate" { ("annotate", "note") } else { gone }),
    );
    for (language, gone) in GONE_ELSEWHERE {
        let texts = files(&format!("crates/locale/texts/{language}"), "ftl");
        assert!(texts.len() >= 5, "only {} texts in {language}", texts.len());
        assert_gone(&texts, gone);
    }
}

fn assert_gone(texts: &[(String, String)], words: &[(&str, &str)]) {
    for (name, text) in texts {
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            for (gone, instead) in words {
                let found = says(&line, gone);
                assert!(!found, "{name}:{}: '{gone}': say '{instead}'", number + 1);
            }
        }
    }
}

/// As words: `for every` doesn't say `for ever`, nor `recommend` `mend`.
fn says(line: &str, words: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphabetic();
    line.match_indices(words).any(|(at, _)| {
        !line[..at].ends_with(is_letter) && !line[at + words.len()..].starts_with(is_letter)
    })
}

/// Comments are read too.
#[test]
fn no_comment_uses_a_word_that_is_gone() {
    let gone = ["whoever", "so many", "for ever", "thereby", "whereupon", "second act", "nobody's"];
    let sources = [files("crates", "rs"), files("crates", "js"), files("fuzz", "rs")].concat();
    for (name, text) in sources.iter().filter(|(name, _)| !name.ends_with("tidy/words.rs")) {
        let comments = text.lines().map(|line| line.trim().to_lowercase());
        for line in comments.filter(|line| ["//", "/*", "* "].iter().any(|it| line.starts_with(it)))
        {
            let found = gone.iter().find(|gone| says(&line, gone));
            assert_eq!(found, None, "{name}: {line}");
        }
    }
}

/// What was renamed in the code: file names that nobody brings back, tests' files included.
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
        "ear",
        "spot",
        "talk",
        "talks",
        "seat",
        "attentive",
        "second_act",
        "faults",
        "custody",
        "looking",
        "fold",
        "suspects",
        "sets",
        "sole",
        "told",
        "calm",
        "places",
        "spoken",
        "first_contract",
        "errands",
    ];
    let sources = [files("crates", "rs"), files("crates", "js")].concat();
    assert!(sources.len() > 900, "only {} files", sources.len());
    for (name, _) in sources {
        let stem = name.rsplit('/').next().unwrap_or_default().split('.').next();
        assert!(!stem.is_some_and(|stem| gone.contains(&stem)), "{name}");
    }
}

/// Types and functions that were renamed with them. A table of the database is still called
/// `shelf`: a step of its migrations only adds.
#[test]
fn no_name_that_is_gone_is_left_in_the_code() {
    let gone = [
        "Shelf",
        "SHELF",
        "Ear",
        "Spot",
        "spot(",
        "spots(",
        "Talks",
        "Spoken",
        "Sole",
        "Calm",
        "CALM",
        "is_calm",
        "fold_log",
        "Unseated",
        "seat(",
        "seated(",
        "second_act",
        "secondAct",
        "SecondAct",
        "on_silence",
        "tell_silence",
        "HubNeighbour",
        "neighbours(",
        "suspects",
        "custody",
        "vacancy",
        "attentive",
        "keeper",
        "errands",
        "first_contract",
    ];
    let is_word = |letter: Option<char>| letter.is_some_and(|it| it.is_alphanumeric());
    let sources = [files("crates", "rs"), files("crates", "js")].concat();
    for (name, text) in sources.iter().filter(|(name, _)| !name.ends_with("tidy/words.rs")) {
        for old in gone {
            let found = text.match_indices(old).find(|(at, _)| {
                let (before, after) = (&text[..*at], &text[at + old.len()..]);
                !is_word(before.chars().next_back())
                    && (old.ends_with('(') || !is_word(after.chars().next()))
            });
            assert_eq!(found, None, "{name}");
        }
    }
}
