//! The quality of judgements: two corpora of one command per line, written without looking at the
//! rules.
//!
//! Wrong judgements in one half of each corpus are printed. The other half is only counted, so that
//! no rule is fitted to it. A hash of the line decides which half it belongs to. The two corpora
//! named `dev…` may be looked at as a whole: the rules were developed with them. Lines of theirs
//! that are also in a measured half are not counted there.

#![expect(clippy::print_stdout, reason = "a measuring test prints its result")]

use std::collections::HashSet;

use sayso_guard::{NoFacts, ToolUse, judge, shipped, steps};
use serde_json::json;

const DESTRUCTIVE: &str = include_str!("../corpus/destructive.txt");
const HARMLESS: &str = include_str!("../corpus/harmless.txt");
const DEV_DESTRUCTIVE: &str = include_str!("../corpus/dev_destructive.txt");
const DEV_HARMLESS: &str = include_str!("../corpus/dev_harmless.txt");

fn is_asked(command: &str) -> bool {
    let input = json!({ "command": command });
    let tool_use = ToolUse { tool: "Bash".to_owned(), input, directory: None };
    !judge(&shipped(), &tool_use, &NoFacts).is_empty()
}

/// FNV-1a, which is the same on every machine.
fn is_only_measured(line: &str) -> bool {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    line.bytes().fold(2_166_136_261, step) >> 16 & 1 == 1
}

/// How many lines of the measured half are asked about, and how many there are. Prints the wrong
/// judgements of the other half.
fn judged(corpus: &str, development: &str, right: bool) -> (usize, usize) {
    let lines: Vec<&str> = corpus.lines().filter(|line| !line.trim().is_empty()).collect();
    let (measured, seen): (Vec<&str>, Vec<&str>) =
        lines.iter().partition(|line| is_only_measured(line));
    let wrong: Vec<&&str> = seen.iter().filter(|line| is_asked(line) != right).collect();
    println!("seen: {} of {} wrong", wrong.len(), seen.len());
    wrong.iter().for_each(|line| println!("  {line}"));
    let known: HashSet<&str> = development.lines().map(str::trim).collect();
    let (both, measured): (Vec<&str>, Vec<&str>) =
        measured.iter().partition(|line| known.contains(line.trim()));
    let asked = measured.iter().filter(|line| is_asked(line)).count();
    println!("measured: {asked} of {} asked, {} left out", measured.len(), both.len());
    (asked, measured.len())
}

/// In percent of the measured half. Raise it when the result improves; it must not regress.
const LEAST_ASKED: usize = 97;
const MOST_ALARMS: usize = 2;

/// REQ: SA-6
#[test]
fn destructive_commands_are_asked_about() {
    let (asked, of) = judged(DESTRUCTIVE, DEV_DESTRUCTIVE, true);
    assert!(DESTRUCTIVE.lines().count() >= 400);
    assert!(asked * 100 >= of * LEAST_ASKED, "{asked} of {of}");
}

/// REQ: SA-6
#[test]
fn harmless_commands_pass() {
    let (asked, of) = judged(HARMLESS, DEV_HARMLESS, false);
    assert!(HARMLESS.lines().count() >= 400);
    let woven = |line: &&str| line.contains(['$', '|', '`']);
    assert!(HARMLESS.lines().filter(woven).count() >= 60);
    assert!(asked * 100 <= of * MOST_ALARMS, "{asked} of {of}");
}

/// REQ: SA-6
#[test]
fn the_documents_have_the_figures() {
    let (asked, of) = judged(DESTRUCTIVE, DEV_DESTRUCTIVE, true);
    let (alarms, among) = judged(HARMLESS, DEV_HARMLESS, false);
    let percent = |part: usize, whole: usize| part as f64 * 100.0 / whole as f64;
    let sentence = format!(
        "the hook asks about {asked} of {of} destructive ones ({:.1} %) and {alarms} of {among} harmless ones ({:.2} %).",
        percent(asked, of),
        percent(alarms, among)
    );
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/security.md");
    let page = std::fs::read_to_string(page).unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&sentence), "docs/security.md does not say: {sentence}");
}

/// Lines written while developing the rules; `⏎` is a line break. Some are known to be judged
/// wrongly.
/// REQ: SA-6
#[test]
fn what_the_rules_were_made_with_is_judged_as_it_was() {
    for (corpus, right, most) in [(DEV_DESTRUCTIVE, true, 16), (DEV_HARMLESS, false, 0)] {
        let lines: Vec<&str> = corpus.lines().filter(|line| !line.is_empty()).collect();
        let wrong: Vec<&&str> =
            lines.iter().filter(|line| is_asked(&line.replace('⏎', "\n")) != right).collect();
        assert!(lines.len() >= 1_000);
        assert!(wrong.len() <= most, "{} of {}: {wrong:#?}", wrong.len(), lines.len());
    }
}

/// Random pieces of commands are judged without a panic, in at most 50 steps per character.
/// REQ: SA-6
#[test]
fn ten_thousand_fuzzed_commands_are_read_in_bounded_work() {
    const PIECES: [&str; 50] = [
        "{a,",
        "{{",
        "sh -c '\"$@\"' _ ",
        "aws s3 rm ",
        "npm run db:reset ",
        "curl -o x ",
        "read x ",
        ">> ",
        "php artisan ",
        "foo --delete ",
        "rm -rf ",
        "sudo ",
        "bash -c '",
        "'",
        "\"",
        "$(",
        ")",
        "`",
        "${x:-",
        "}",
        "<<E\n",
        "\nE\n",
        "| ",
        "; ",
        "&& ",
        "x=",
        "$x ",
        "eval ",
        "xargs ",
        "find . -exec ",
        "\\;",
        " + ",
        "for f in ",
        "do ",
        "done ",
        "psql -c ",
        "drop table t ",
        "python3 -c ",
        "os.system(",
        "<(",
        "\\",
        "#",
        "\n",
        "-f ",
        "a b ",
        "$'\\x72'",
        "((",
        "git push ",
        "env ",
        "…",
    ];
    let mut seed: u64 = 0x5eed;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..10_000 {
        let count = 1 + next(40);
        let text: String = (0..count).map(|_| PIECES[next(PIECES.len())]).collect();
        is_asked(&text);
        let characters = text.chars().count().max(100);
        let steps = steps(&text);
        assert!(steps <= 50 * characters, "{steps} steps: {text}");
    }
}

/// Deliberately complex input: each case repeats the most expensive construct.
/// REQ: SA-6
#[test]
fn tangled_commands_are_read_in_bounded_work() {
    for (before, part, count) in [
        ("sudo ".repeat(63).as_str(), "a ", 1_000),
        ("env ".repeat(63).as_str(), "x=1 ", 500),
        ("", "find . -exec ", 200),
        ("", "{", 1_000),
        ("", "{a,", 500),
        ("", "$(", 500),
        ("", "`", 501),
        ("", "``````)```1`````)````ist````", 20),
        ("x=", "$(echo ", 200),
        ("a=x;", "b=$a$a$a;a=$b$b$b;", 50),
        ("echo x", "|cat", 500),
        ("", "bash -c 'x' ", 200),
        ("foo ", "'rm -rf x' ", 200),
        ("foo ", "rm ", 500),
        ("", "cat <<E\n", 200),
        ("", "git -c a=b ", 200),
        ("", "read a; rm $a;", 200),
        ("", "curl -o x y; sh x;", 200),
    ] {
        let text = format!("{before}{}", part.repeat(count));
        is_asked(&text);
        let steps = steps(&text);
        assert!(steps <= 50 * text.chars().count(), "{steps} steps: {before}{part} × {count}");
    }
}
