//! Real configuration files of agents, before and after.

use std::path::Path;

use super::*;
use crate::ServerCommand;
use crate::edit::{self, Extras, Hooks};
use crate::file::{file_of, files_of};

fn server() -> ServerCommand {
    ServerCommand::new(Path::new("/opt/sayso"), None)
}

/// The file of an agent with this text before: the text after, and the text after taking it back.
#[track_caller]
fn there_and_back(agent: &str, number: usize, before: &str, extras: Extras) -> (String, String) {
    let file = file_of(agent, number);
    let mut edits = file.edits(&server());
    edits.retain(|edit| extras.include(edit.part));
    let plan = edit::plan(&file.format.read(before).unwrap(), &edits);
    let after = rewrite(file.format, before, &plan.ops).unwrap();
    let again = edit::plan(&file.format.read(&after).unwrap(), &edits);
    assert_eq!(again.ops, [], "not the same a second time: {after}");
    let back = rewrite(file.format, &after, &plan.undo).unwrap();
    (after, back)
}

const NOTHING_MORE: Extras = Extras { hooks: Hooks::Leave, questions: false, foreground: false };
const ALL: Extras = Extras { hooks: Hooks::Add, questions: false, foreground: true };

/// Every agent, from nothing: the whole text, and nothing of ours after taking it back.
/// REQ: IN-1
#[test]
fn a_new_file_of_every_agent() {
    let mut all = String::new();
    for agent in sayso_agents::AGENTS {
        for (number, file) in files_of(agent).enumerate() {
            let (after, back) = there_and_back(agent.id, number, "", ALL);
            all.push_str(&format!("== {} {number}\n{}\n", agent.id, after.trim_end()));
            let left = file.format.read(&back).unwrap();
            assert_eq!(left, serde_json::json!({}), "{}: {back}", agent.id);
        }
    }
    insta::assert_snapshot!(all);
}

/// REQ: IN-1
#[test]
fn comments_order_tabs_and_other_servers_stay() {
    let before = r#"// Zed settings
{
	"theme": "One Dark", // at night
	"context_servers": {
		/* a database */
		"pg": { "command": "pg-mcp", "args": [], "env": {} },
	},
	"agent": { "default_profile": "write" },
	"vim_mode": true,
}
"#;
    let (after, back) = there_and_back("zed", 0, before, NOTHING_MORE);
    for line in before.lines().filter(|line| line.contains("//") || line.contains("/*")) {
        assert!(after.contains(line), "{line} is lost: {after}");
    }
    assert!(after.contains("\n\t\t\"sayso\": {\n\t\t\t\"command\": \"/opt/sayso\""), "{after}");
    assert!(after.contains("\"vim_mode\": true,\n}"), "{after}");
    let read = |text| Format::Json.read(text).unwrap();
    assert_eq!(read(&back), read(before), "{back}");
    assert_eq!(back.matches("a database").count(), 1);
}

/// REQ: IN-1
#[test]
fn lists_of_permissions_and_hooks_keep_what_others_put_there() {
    let before = r#"{"permissions": {"allow": ["Bash(ls:*)"], "deny": []},
 "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint"}]}]}}"#;
    let (after, back) = there_and_back("claude-code", 1, before, ALL);
    let after = Format::Json.read(&after).unwrap();
    assert_eq!(after["permissions"]["allow"], serde_json::json!(["Bash(ls:*)", "mcp__sayso"]));
    assert_eq!(after["hooks"]["PreToolUse"].as_array().unwrap().len(), 2);
    assert_eq!(after["hooks"]["PreToolUse"][1]["hooks"][0]["timeout"], 330);
    assert_eq!(after["env"]["CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS"], "0");
    let read = |text| Format::Json.read(text).unwrap();
    assert_eq!(read(&back), read(before));
}

/// REQ: IN-1
#[test]
fn an_older_entry_is_replaced_and_restored() {
    let before = r#"{ "mcpServers": { "sayso": { "command": "sayso", "args": ["server"], "description": "mine" } } }"#;
    let (after, back) = there_and_back("gemini", 0, before, NOTHING_MORE);
    let entry = &Format::Json.read(&after).unwrap()["mcpServers"]["sayso"];
    assert_eq!((&entry["command"], &entry["trust"]), (&"/opt/sayso".into(), &true.into()));
    assert_eq!((&entry["timeout"], &entry["description"]), (&3_600_000.into(), &"mine".into()));
    let read = |text| Format::Json.read(text).unwrap();
    assert_eq!(read(&back), read(before));
}

/// REQ: IN-1
#[test]
fn toml_keeps_comments_and_order() {
    let before = r#"# Codex
model = "gpt-5"   # the large one

[mcp_servers.docs] # other server
command = "docs"

[profiles.fast]
model = "mini"
"#;
    let (after, back) = there_and_back("codex", 0, before, NOTHING_MORE);
    let (above, below) = before.split_at(before.find("\n[profiles.fast]").unwrap());
    assert!(after.starts_with(above) && after.ends_with(below), "{after}");
    assert!(
        after.contains("\n[mcp_servers.sayso]\ncommand = \"/opt/sayso\"\nargs = [\"mcp\"]\n"),
        "{after}"
    );
    assert!(after.contains("default_tools_approval_mode = \"approve\""), "{after}");
    assert_eq!(back, before);
    let inline = "mcp_servers = { docs = { command = \"docs\" } }\n";
    let (after, back) = there_and_back("codex", 0, inline, NOTHING_MORE);
    assert!(
        after.starts_with("mcp_servers = { docs = { command = \"docs\" } , sayso = {"),
        "{after}"
    );
    assert_eq!(back, inline);
}

/// REQ: IN-1
#[test]
fn yaml_gets_a_block_and_loses_only_that() {
    let before = "# goose\nGOOSE_PROVIDER: openai\nextensions:\n    developer: # built in\n        enabled: true\n        type: builtin\n\nGOOSE_MODE: auto\n";
    let (after, back) = there_and_back("goose", 0, before, NOTHING_MORE);
    assert!(after.contains("extensions:\n    sayso:\n        args: [\"mcp\"]\n"), "{after}");
    assert!(after.contains("    developer: # built in\n"), "{after}");
    assert_eq!(back, before);
    for odd in
        ["extensions: {}\n", "GOOSE_MODE: auto", "extensions: {developer: {enabled: true}}\n"]
    {
        let file = file_of("goose", 0);
        let plan = edit::plan(&file.format.read(odd).unwrap(), &file.edits(&server()));
        // Either done, with everything else as before, or not done at all.
        if let Ok(after) = rewrite(file.format, odd, &plan.ops) {
            let value = file.format.read(&after).unwrap();
            assert_eq!(value["extensions"]["sayso"]["cmd"], "/opt/sayso", "{after}");
        } else {
            assert!(odd.contains("{developer"), "{odd}");
        }
    }
}

/// REQ: IN-1
#[test]
fn what_cannot_be_read_is_not_changed() {
    for (format, text) in [
        (Format::Json, "{ \"mcpServers\": { "),
        (Format::Json, "{ \"a\": 1 \"b\": 2 }"),
        (Format::Json, "[1, 2]"),
        (Format::Toml, "model = "),
        (Format::Yaml, "a: [1, 2\nb: }"),
    ] {
        assert!(format.read(text).is_err(), "{text}");
    }
    let op = Op::Set { path: vec!["mcpServers".into(), "sayso".into()], value: 1.into() };
    let why = rewrite(Format::Json, "{ \"mcpServers\": [] }", &[op]).unwrap_err();
    assert_eq!(why, "`mcpServers` is not a table");
}

/// REQ: IN-1
#[test]
fn line_ends_and_byte_order_marks_stay() {
    let before = "\u{feff}{\r\n  \"mcpServers\": {}\r\n}\r\n";
    let (after, _) = there_and_back("cursor", 0, before, NOTHING_MORE);
    assert!(
        after.starts_with("\u{feff}{\r\n  \"mcpServers\": {\r\n    \"sayso\": {\r\n"),
        "{after:?}"
    );
    let before = "# mine\r\nmodel = \"gpt-5\"\r\n\r\n[profiles.fast]\r\nmodel = \"mini\"\r\n";
    let (after, back) = there_and_back("codex", 0, before, NOTHING_MORE);
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
    assert!(after.contains("[mcp_servers.sayso]\r\n"), "{after:?}");
    assert_eq!(back, before);
}

/// REQ: IN-1
#[test]
fn comments_above_our_table_stay_when_it_goes() {
    let (after, _) = there_and_back("codex", 0, "", NOTHING_MORE);
    let noted = format!("# my notes\n{after}");
    let ours = Op::Remove { path: vec!["mcp_servers".into(), "sayso".into()] };
    let above = Op::Prune { path: vec!["mcp_servers".into()] };
    assert_eq!(rewrite(Format::Toml, &noted, &[ours, above]).unwrap(), "# my notes\n");
    let only = "// nothing yet\n";
    assert_eq!(Format::Json.read(only).unwrap(), serde_json::json!({}));
}

/// REQ: IN-1
#[test]
fn long_texts_that_differ_everywhere_are_compared() {
    let lines =
        |word: &str| (0..40_000).map(|number| format!("{word} {number}\n")).collect::<String>();
    let shown = crate::diff::diff(&lines("a"), &lines("b"));
    assert_eq!(shown.iter().filter(|line| matches!(line, crate::Line::Added(_))).count(), 40_000);
}
