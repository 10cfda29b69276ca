//! The cost of a change, counted in existing product files; texts and tests apart.
//!
//! Each count looks for what the last one of its kind left in the tree, by every way to name it: not
//! only the lists that are known, but words, letters and identifiers anywhere.

use crate::tree::files;

/// Sources without their tests.
fn product() -> Vec<(String, String)> {
    let mut all = [files("crates", "rs"), files("crates/web/portal", "js")].concat();
    all.retain(|(name, _)| !name.contains("/tests") && !name.contains("_tests.rs"));
    for (_, text) in &mut all {
        if let Some(at) = text.find("mod tests {") {
            text.truncate(at);
        }
    }
    let test_support =
        ["/benches/", "fixtures", "/samples.rs", "/test_postgres.rs", "/test_proxy.rs"];
    all.retain(|(name, _)| !test_support.iter().any(|part| name.contains(part)));
    all
}

/// The lines of code: a comment may name anything.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let is_comment = |line: &&str| ["//", "*", "/*"].iter().any(|mark| line.starts_with(mark));
    text.lines().map(str::trim).filter(move |line| !is_comment(line))
}

/// The names of the product's files with such a line, without those in the folders of the thing
/// itself.
fn with(own: &[&str], says: impl Fn(&str) -> bool) -> Vec<String> {
    let is_own = |name: &str| own.iter().any(|part| name.contains(part));
    let found = product()
        .into_iter()
        .filter(|(name, text)| !is_own(name) && code(text).any(&says))
        .map(|(name, _)| name);
    let mut names: Vec<String> = found.collect();
    names.sort();
    names.dedup();
    names
}

/// Whether the line has one of these, as a whole word.
fn has_word(line: &str, words: &[&str]) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    words.iter().any(|word| {
        line.match_indices(word).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + word.len()..].chars().next();
            ![before, after].into_iter().flatten().any(is_part)
        })
    })
}

/// An agent is described in its own file: no other code has its id or its name. `relay` and `bridges` speak
/// the protocols of some.
#[test]
fn an_agent_is_one_file() {
    let mut looked_for = 0;
    for agent in sayso_agents::AGENTS {
        let quoted = [format!("\"{}\"", agent.id), format!("\"{}\"", agent.name)];
        // A page of a list in Slack begins at a cursor.
        let own = [
            "crates/agents/src/known",
            "crates/bridges/src/",
            "crates/relay/src/agent",
            "crates/slack/src/port.rs",
        ];
        let found = with(&own, |line| quoted.iter().any(|name| line.contains(name)));
        assert!(found.is_empty(), "{}: {found:?}", agent.id);
        let own = format!("crates/agents/src/known/{}.rs", agent.id.replace('-', "_"));
        let named = with(&[], |line| line.contains(&quoted[0]));
        assert!(named.contains(&own), "the search has gone blind: {named:?}");
        looked_for += 1;
    }
    assert!(looked_for > 10);
}

/// Nothing but its line says something in a language: neither its name nor its letters.
#[test]
fn a_language_is_its_texts_and_one_line() {
    let of_language = |letter: char| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
    let found = with(&[], |line| {
        line.chars().any(of_language)
            || ["\"zh\"", "\"ko\"", "Language::Zh", "Language::Ko"]
                .iter()
                .any(|it| line.contains(it))
    });
    assert_eq!(found, ["crates/core/src/settings/language.rs"]);
}

#[test]
fn a_dialect_is_its_folder_and_one_line() {
    let matched = |line: &str| match line.split_once("=>") {
        Some((pattern, _)) => ["$dialect", "ProvideChoice", "AskUserQuestions", "UserChoice"]
            .iter()
            .any(|name| pattern.contains(&format!("Dialect::{name}"))),
        None => false,
    };
    assert_eq!(with(&[], matched), ["crates/core/src/dialect.rs"]);
}

/// As a tool it has its own file in core, in the wire and in mcp, and one line in each.
#[test]
fn a_dialect_as_a_tool_is_its_files_and_three_lines() {
    let own = ["/ask_user_questions.rs", "/ask_user_questions/"];
    let named = |line: &str| {
        has_word(line, &["ask_user_questions", "AskUserQuestions", "get_answered_questions"])
    };
    let mut found = with(&own, named);
    // Texts: the policy for agents, and its settings.
    found.retain(|name| {
        !["crates/mcp/src/policy.rs", "crates/cli/src/config/table.rs"].contains(&&**name)
    });
    assert_eq!(
        found,
        ["crates/core/src/dialect.rs", "crates/mcp/src/tools.rs", "crates/wire/src/arguments.rs"]
    );
}

#[test]
fn a_setting_is_one_row_and_its_texts() {
    let found = with(&[], |line| {
        line.contains("\"single_submit\" ValueKind") || line.contains("| Key::SingleSubmit")
    });
    assert_eq!(found, ["crates/core/src/settings.rs"]);
}

/// Its modules, types and functions are named where it is listed and where it is opened.
#[test]
fn a_store_is_its_folder_and_two_files() {
    let own = ["crates/store/src/sqlite", "crates/store/src/postgres"];
    let named = |line: &str| {
        let words = ["PostgresAddress", "PostgresStore", "SqliteStore", "open_postgres"];
        has_word(line, &words)
            || ["postgres::", "sqlite::", "mod postgres", "mod sqlite", "StorePlace::Server"]
                .iter()
                .any(|part| line.contains(part))
                && !line.contains("tokio_postgres::")
                && !line.contains("rusqlite::")
    };
    assert_eq!(with(&own, named), ["crates/store/src/lib.rs", "crates/store/src/place.rs"]);
}

/// Its crate, its line in the wiring, its command; `names.rs` looks for every other mention.
#[test]
fn a_chat_is_its_crate_and_two_files() {
    for chat in ["slack", "telegram"] {
        let own = [format!("crates/{chat}/"), format!("crates/cli/src/commands/{chat}")];
        let own = [own[0].as_str(), &own[1]];
        let found = with(&own, |line| line.to_lowercase().contains(chat));
        assert_eq!(found, ["crates/cli/src/commands.rs", "crates/cli/src/wiring.rs"], "{chat}");
    }
}

/// The existing files that name a control, in any way: as a variant, by what only it has, by its
/// faults, in the agent's arguments and replies, or by its file. Those of the control itself are in
/// `crates/core/src/control`, `crates/tui/src/control` and `crates/web/portal/control`.
const NAME_A_CONTROL: [&str; 12] = [
    "crates/cli/src/commands/ask/flags.rs",
    "crates/core/src/control.rs",
    "crates/core/src/dialect/provide_choice/mode.rs",
    "crates/core/src/worksheet/fault.rs",
    "crates/locale/src/words.rs",
    "crates/mcp/src/tools/provide_choice.rs",
    "crates/slack/src/render/question.rs",
    "crates/tui/src/control.rs",
    "crates/web/portal/answering/control.js",
    "crates/web/portal/answering/words.js",
    "crates/wire/src/arguments/provide_choice.rs",
    "crates/wire/src/form.rs",
];

/// REQ: AD-8
#[test]
fn a_control_is_its_files_and_twelve_others() {
    let rust = ["Control::Rank", "Control::Number", ".ranking()", ".range()", "NotANumber"];
    let script = ["rankKind", "kind === \"rank", "control/rank.js"];
    let agents = ["\"rank\"", "\"ranking\"", "RankMore"];
    let found = with(&["/control/"], |line| {
        [&rust[..], &script, &agents].concat().iter().any(|name| line.contains(name))
    });
    assert_eq!(found, NAME_A_CONTROL);
}

/// What is wrong with an answer is said by core, carried by the wire and put into words by locale.
#[test]
fn a_fault_of_a_control_is_a_line_in_three_files() {
    let mut found = with(&["/control/"], |line| line.contains("NotANumber"));
    found.retain(|name| name != "crates/core/src/control.rs");
    let fault = "crates/core/src/worksheet/fault.rs";
    assert_eq!(found, [fault, "crates/locale/src/words.rs", "crates/wire/src/form.rs"]);
}

/// `stats` stands for all calls of the desk. What core counts, what a store gives for it, and where it is
/// shown are changes of their own.
#[test]
fn a_desk_call_is_its_files_and_four_lines() {
    let own = ["crates/core/", "crates/cli/", "crates/web/portal/", "/stats.rs"];
    let found = with(&own, |line| {
        has_word(line, &["stats", "Stats", "StatsView"]) && !line.contains("stats::Brief")
    });
    let [api, desk] = ["crates/api/src/routes.rs", "crates/desk/src/answering.rs"];
    assert_eq!(found, [api, desk, "crates/engine/src/lib.rs", "crates/wire/src/lib.rs"]);
}
