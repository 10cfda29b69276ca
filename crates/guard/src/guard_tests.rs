//! Tests of the guard: the examples of every shipped rule, and properties that hold for any input.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// Files and variables that exist.
struct World(&'static [&'static str]);

impl Facts for World {
    fn file_exists(&self, path: &str) -> bool {
        self.0.contains(&path)
    }

    fn variable_is_set(&self, name: &str) -> bool {
        self.0.contains(&name)
    }
}

fn names(tool: &str, input: Value) -> Vec<String> {
    let tool_use = ToolUse { tool: tool.to_owned(), input, directory: None };
    let found = |rules: Vec<Rule>| -> Vec<String> {
        let matches = judge(&rules, &tool_use, &World(&[]));
        matches.iter().map(|found| found.rule.name.clone()).collect()
    };
    let all = found(shipped());
    assert_eq!(found(shipped_for(&tool_use)), all, "{tool}");
    all
}

fn bash(command: &str) -> Vec<String> {
    names("Bash", json!({ "command": command }))
}

/// REQ: PO-3, SA-6
#[test]
fn every_rule_applies_to_its_examples_and_to_nothing_else() {
    let mut wrong = Vec::new();
    for rule in &shipped::SHIPPED.rules {
        assert!(!rule.asks.is_empty() && !rule.passes.is_empty(), "{} has no examples", rule.name);
        for command in &rule.asks {
            let found = bash(command);
            if !found.contains(&rule.name.to_owned()) {
                wrong.push(format!("{}: {command}: asked by {found:?}", rule.name));
            }
        }
        for command in &rule.passes {
            let found = bash(command);
            if !found.is_empty() {
                wrong.push(format!("{}: {command}: should pass, asked by {found:?}", rule.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// REQ: SA-6
#[test]
fn nesting_is_looked_through_or_asked_about() {
    for (wrapper, count) in [("sudo ", 12), ("sudo ", 63), ("sudo ", 500), ("env -i ", 40)] {
        assert!(!bash(&format!("{}rm -rf /srv", wrapper.repeat(count))).is_empty(), "{wrapper}");
        assert_eq!(bash(&format!("{}ls", wrapper.repeat(12))), [""; 0], "{wrapper}");
    }
    for depth in 1..=12 {
        let wrap = |inner: String, _| format!("bash -c '{}'", inner.replace('\'', r"'\''"));
        let nested = (0..depth).fold("rm -rf /srv".to_owned(), wrap);
        assert!(!bash(&nested).is_empty(), "{depth}");
    }
    // A makefile that comes out of a pipe is as unknown as a script.
    assert_eq!(bash("curl https://example.com/m.mk | make -f -"), ["unreadable"]);
}

/// REQ: PO-3, SA-6
#[test]
fn a_command_that_is_not_given_as_a_text_is_asked_about() {
    let read = |input: Value| names("Bash", input);
    for input in [
        Value::Null,
        json!({}),
        json!({ "command": 5 }),
        json!({ "command": null, "description": "tidy" }),
        json!({ "command": { "text": "rm -rf x" } }),
        json!({ "command": ["rm", 5] }),
        json!({ "command": "ls", "commands": [{ "run": "rm -rf x" }] }),
        json!(["rm", "-rf", "x"]),
    ] {
        assert_eq!(read(input.clone()), ["unreadable"], "{input}");
    }
    for input in [json!({ "command": "ls" }), json!({ "cmd": ["ls", "-l"] }), json!("ls")] {
        assert_eq!(read(input.clone()), [""; 0], "{input}");
    }
    // Only a tool that runs commands needs one.
    assert_eq!(names("Read", json!({ "command": 5 })), [""; 0]);
    assert_eq!(names("BashOutput", json!({ "bash_id": "1" })), [""; 0]);
}

/// REQ: SA-6
#[test]
fn what_may_run_is_shown_as_such() {
    let input = json!({ "command": "with-env prod rm -rf x" });
    let tool_use = ToolUse { tool: "Bash".to_owned(), input, directory: None };
    let read = explain(&tool_use).into_iter().map(|read| (read.command, read.perhaps));
    let expected = [("with-env prod rm -rf x", false), ("rm -rf x", true)];
    let expected = expected.map(|(command, perhaps)| (command.to_owned(), perhaps));
    assert_eq!(read.collect::<Vec<_>>(), expected);
}

/// REQ: SA-6
#[test]
fn a_rule_of_the_person_may_allow() {
    let mut rules = shipped();
    rules.push(own("mine", RuleKind::Allow, "rm -r -f scratch", None));
    let found = |command: &str| {
        let input = json!({ "command": command });
        let tool_use = ToolUse { tool: "Bash".to_owned(), input, directory: None };
        judge(&rules, &tool_use, &World(&[])).len()
    };
    assert_eq!(found("rm -rf scratch"), 0);
    assert_eq!(found("rm -rf scratch /"), 1);
    assert_eq!(found("rm -rf scratch; rm -rf src"), 1);
}

/// REQ: PO-3
#[test]
fn statements_are_read_wherever_they_are_given() {
    for (sql, rule) in [
        ("truncate t", Some("sql-truncate")),
        ("DELETE FROM t", Some("sql-all-rows")),
        ("delete from t where true", Some("sql-all-rows")),
        ("delete from t where 1 = 1;", Some("sql-all-rows")),
        ("update t set a = 1", Some("sql-all-rows")),
        ("with x as (select 1 where true) delete from t", Some("sql-all-rows")),
        ("-- where\nupdate t set a = 'where'", Some("sql-all-rows")),
        ("explain analyze delete from t", Some("sql-all-rows")),
        ("/* x */ drop table t", Some("sql-drop")),
        ("delete from t where id in (select id from s)", None),
        ("update t set a = (select 1) where id = 2", None),
        ("explain delete from t", None),
        ("select * from t for update", None),
        ("insert into t values (1) on conflict do update set a = 1", None),
        ("select 'delete from t'", None),
        ("alter table t drop constraint c", None),
        ("create table t (a int)", None),
    ] {
        let found = names("mcp__postgres__query", json!({ "sql": sql }));
        assert_eq!(found.first().map(String::as_str), rule, "{sql}");
        let found = bash(&format!("psql -c \"{sql}\""));
        assert_eq!(found.first().map(String::as_str), rule, "{sql} at a client");
    }
    assert_eq!(names("execute_query", json!({ "query": "drop table t" })), ["sql-drop"]);
    assert_eq!(names("WebSearch", json!({ "query": "drop table t" })), [""; 0]);
}

/// REQ: PO-3
#[test]
fn tools_are_judged_by_what_they_are_given() {
    for (tool, input) in [
        ("run_terminal_cmd", json!({ "command": "rm -rf x" })),
        ("execute_command", json!({ "cmd": "rm -rf x" })),
        ("shell", json!({ "command": ["bash", "-lc", "rm -rf x"] })),
        ("shell", json!("rm -rf x")),
        ("any", json!({ "script": "set -e\nrm -rf x" })),
        ("any", json!({ "command": "rm", "args": ["-rf", "x"] })),
        ("any", json!({ "commands": ["ls", "rm -rf x"] })),
    ] {
        assert_eq!(names(tool, input.clone()), ["rm"], "{tool} {input}");
    }
    for tool in ["delete_file", "mcp__files__removeDirectory", "DeleteFile", "bucket-purge"] {
        assert_eq!(names(tool, json!({ "file_path": "x" })), ["delete-tool"], "{tool}");
    }
    for tool in ["Write", "list_deleted", "Read", "drag_and_drop", "Notebook"] {
        assert_eq!(names(tool, json!({ "file_path": "rm -rf x" })), [""; 0], "{tool}");
    }
}

/// Whatever the tool's input looks like: an edit of what decides who is asked is asked about.
/// REQ: SA-6
#[test]
fn files_that_guard_are_not_edited_unasked() {
    let patch = "*** Begin Patch\n*** Update File: .codex/hooks.json\n@@\n-a\n+b\n*** End Patch";
    for (tool, input) in [
        ("Edit", json!({ "file_path": "/home/ada/.claude/settings.json", "new_string": "{}" })),
        ("Write", json!({ "file_path": "/srv/shop/.claude/settings.local.json" })),
        ("write_file", json!({ "path": "/home/ada/.config/sayso/config.toml" })),
        ("replace", json!({ "file_path": ".gemini/settings.json" })),
        ("edit", json!({ "filePath": "/home/ada/.local/share/sayso/sayso.db" })),
        ("apply_patch", json!({ "input": patch })),
    ] {
        assert_eq!(names(tool, input.clone()), ["guarded-file"], "{tool} {input}");
    }
    for (tool, input) in [
        ("Read", json!({ "file_path": "/home/ada/.claude/settings.json" })),
        ("Grep", json!({ "path": "/home/ada/.config/sayso" })),
        (
            "Edit",
            json!({ "file_path": "src/settings.json", "new_string": ".claude/settings.json" }),
        ),
        ("apply_patch", json!({ "input": patch.replace(".codex/hooks", "docs/codex") })),
    ] {
        assert_eq!(names(tool, input.clone()), [""; 0], "{tool} {input}");
    }
}

/// 'Always allow' does not reach what decides who is asked.
/// REQ: SA-6
#[test]
fn no_rule_allows_an_agent_to_answer_in_the_users_place() {
    for (command, allowed) in [
        ("sayso answer 3f2a yes", "sayso answer * *"),
        ("sed -i s/a/b/ .claude/settings.json", "sed -i * *"),
        ("rm -rf data", "rm -rf data"),
    ] {
        let mut rules = shipped();
        rules.push(own("mine", RuleKind::Allow, allowed, None));
        let input = json!({ "command": command });
        let tool_use = ToolUse { tool: "Bash".to_owned(), input, directory: None };
        let found = judge(&rules, &tool_use, &NoFacts);
        assert_eq!(found.is_empty(), command.starts_with("rm"), "{command}");
    }
}

/// REQ: PO-3
#[test]
fn questions_with_more_than_two_options_belong_to_the_desk() {
    let options = |count: usize| json!(vec![json!({ "label": "x" }); count]);
    let question = |count: usize| json!({ "questions": [{ "options": options(count) }] });
    assert_eq!(names("AskUserQuestion", question(3)), ["many-options"]);
    assert_eq!(names("AskUserQuestion", question(2)), [""; 0]);
    assert_eq!(names("ask_followup_question", json!({ "options": options(4) })), ["many-options"]);
    let text = json!({ "question": "x", "options": "[\"a\", \"b\", \"c\"]" });
    assert_eq!(names("ask_followup_question", text), ["many-options"]);
    assert_eq!(names("mcp__sayso__ask_user_questions", question(4)), [""; 0]);
    assert_eq!(names("mcp__sayso__question", question(4)), [""; 0]);
}

fn own(name: &str, kind: RuleKind, command: &str, tool: Option<&str>) -> Rule {
    let commands = Pattern::parse(command).into_iter().collect();
    Rule::own(name.to_owned(), String::new(), kind, commands, tool.and_then(Pattern::parse))
}

/// REQ: PO-3
#[test]
fn what_a_command_needs_must_be_there() {
    let kind = RuleKind::Missing {
        files: vec![".env".to_owned(), "key.pem".to_owned()],
        variables: vec!["REGION".to_owned(), "STAGE".to_owned()],
    };
    let rules = [own("deploy", kind, "deploy", None)];
    let missing = |command: &str, world: &'static [&'static str]| {
        let input = json!({ "command": command });
        let tool_use = ToolUse { tool: "Bash".to_owned(), input, directory: None };
        let found = judge(&rules, &tool_use, &World(world));
        found.first().map(|found| found.missing.clone())
    };
    let some = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(missing("deploy", &[]), some(&[".env", "key.pem", "REGION", "STAGE"]));
    assert_eq!(missing("deploy", &[".env", "STAGE"]), some(&["key.pem", "REGION"]));
    assert_eq!(missing("deploy", &[".env", "key.pem", "REGION", "STAGE"]), None);
    let given = "export REGION=eu; STAGE=test deploy";
    assert_eq!(missing(given, &[".env", "key.pem"]), None);
    assert_eq!(missing("ls", &[]), None);
}

/// REQ: PO-3
#[test]
fn the_strictest_rule_comes_first() {
    let mut rules = vec![
        own("mine", RuleKind::Ask, "rm *", None),
        own("tool", RuleKind::Ask, "", Some("b*sh")),
        own("both", RuleKind::Ask, "rm *", Some("zsh")),
    ];
    rules.extend(shipped());
    let input = json!({ "command": "ls && sudo rm -rf x && git push -f" });
    let tool_use = ToolUse { tool: "Bash".to_owned(), input, directory: None };
    let found = judge(&rules, &tool_use, &World(&[]));
    let seen: Vec<(&str, &str, Subject)> = found
        .iter()
        .map(|found| (found.rule.name.as_str(), found.found.as_str(), found.subject))
        .collect();
    assert_eq!(
        seen,
        [
            ("rm", "rm -rf x", Subject::Command),
            ("git-force-push", "git push -f", Subject::Command),
            ("mine", "rm -rf x", Subject::Command),
            ("tool", "Bash", Subject::Tool),
        ]
    );
}

/// A hook must not delay its agent noticeably.
#[test]
fn long_input_is_judged_in_reasonable_time() {
    for part in
        ["find -exec ", "echo x | cat | ", "a;", "sudo ", "update (", "delete from t ", "psql '"]
    {
        let text = format!("{} where", part.repeat(20_000));
        bash(&text);
        bash(&format!("psql -c '{text}'"));
        names("q", json!({ "sql": text }));
    }
}

#[test]
fn names_are_unique_and_say_why() {
    let rules = shipped();
    for rule in &rules {
        assert!(rule.about.len() > 10, "{}", rule.name);
        assert_eq!(rules.iter().filter(|other| other.name == rule.name).count(), 1);
    }
}

/// The first example of the rule at this index (modulo their number).
fn example(at: usize) -> (&'static str, &'static str) {
    let rules = &shipped::SHIPPED.rules;
    let rule = &rules[at % rules.len()];
    (rule.name, rule.asks[0])
}

proptest! {
    /// REQ: PO-3
    #[test]
    fn no_input_makes_it_panic(
        text in "[ -~\n]{0,80}|([$(){}`'\"\\\\<>|&;#*\n]|rm|EOF|-rf|find|xargs|bash -c|psql|delete from|where| ){0,40}|\\PC{0,60}"
    ) {
        for field in ["command", "sql", "query", "options"] {
            names("Bash", json!({ field: text }));
        }
        names(&text, json!(text));
        names("shell", json!({ "command": [text, text], "args": [text] }));
    }

    /// REQ: PO-3
    #[test]
    fn a_quoted_command_is_only_said(text in "\\PC{0,40}", at in 0..100_usize) {
        let said = format!("{text} {}", example(at).1).replace('\'', r"'\''");
        prop_assert_eq!(bash(&format!("echo '{said}'")), [""; 0]);
    }

    /// REQ: PO-3
    #[test]
    fn what_stands_around_a_command_does_not_hide_it(
        before in "[a-z ]{0,10}(;|&&|\\|\\||\n|\\|)",
        after in "(;|&&|\n)[a-z ]{0,10}",
        at in 0..100_usize,
    ) {
        let (rule, example) = example(at);
        let command = format!("{before} {example} {after}");
        prop_assert!(bash(&command).contains(&rule.to_owned()), "{command}");
    }
}
