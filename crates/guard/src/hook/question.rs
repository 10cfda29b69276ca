//! The question to a person about an action, in the dialect `permission`.

use sayso_core::text::{clean_command, cut, fenced};
use serde_json::{Value, json};

use super::marks::marked;
use crate::{Match, ToolUse, Treatment};

/// Enough for any command that a person would read to its end.
const SHOWN: usize = 20_000;

/// What a person should know about an action besides the action itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Details<'a> {
    pub agent: &'a str,
    /// The purpose, according to the agent.
    pub purpose: Option<&'a str>,
    /// What an edit changes in the file as it is now.
    pub diff: Option<&'a str>,
    /// What holds for this question alone.
    pub remark: Option<&'a str>,
    pub timeout: Option<u64>,
}

/// The action is the title, with what a rule matched marked. The first match decides how it is asked.
pub fn arguments(tool_use: &ToolUse, matches: &[Match<'_>], details: &Details<'_>) -> Value {
    let strict = |first: &Match<'_>| first.rule.kind.treatment() == Treatment::AskOrDeny;
    let title = tool_use.title();
    let mut arguments = json!({
        "marked": marked(&title, matches),
        "prompt": prompt(&title, tool_use, matches, details),
        "title": title,
        "irreversible": matches.first().is_some_and(strict),
        "says_all": details.diff.is_none() && clean_command(&tool_use.shown()) == title,
    });
    if let Some(timeout) = details.timeout {
        arguments["timeout_seconds"] = timeout.into();
    }
    arguments
}

fn prompt(title: &str, tool_use: &ToolUse, matches: &[Match<'_>], details: &Details<'_>) -> String {
    let place = tool_use.directory.as_ref().map(|path| format!(" in {}", clean_command(path)));
    let place = place.unwrap_or_default();
    let tool = clean_command(&tool_use.tool);
    let mut text = format!("{} wants to use {tool}{place}", details.agent);
    let shown = clean_command(&tool_use.shown());
    match details.diff {
        Some(diff) => {
            let diff = block(&clean_command(diff)).replacen('\n', "diff\n", 1);
            text.push_str(&format!(":\n\n{diff}"));
        }
        // The title says all of it.
        None if shown == title => text.push_str(".\n"),
        None => text.push_str(&format!(":\n\n{}", block(&shown))),
    }
    for Match { rule, found, missing, .. } in matches {
        // In a long script it is hard to find.
        if *found != tool_use.tool && !title.contains(found.as_str()) {
            text.push_str(&format!("\n**{}**", code(&cut(&clean_command(found), 1_000))));
        }
        text.push_str(&format!("\nRule `{}`: {}.", rule.name, rule.about));
        if !missing.is_empty() {
            text.push_str(&format!(" Missing: {}.", clean_command(&missing.join(", "))));
        }
        text.push('\n');
    }
    if let Some(purpose) = details.purpose {
        text.push_str(&format!("\nIt says: {}\n", cut(purpose, 2_000)));
    }
    if let Some(remark) = details.remark {
        text.push_str(&format!("\n{remark}\n"));
    }
    text
}

/// In a line, between marks that are longer than any within.
fn code(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(longest + 1);
    format!("{marks} {text} {marks}")
}

fn block(shown: &str) -> String {
    let cut_off = shown.chars().count().saturating_sub(SHOWN);
    let note =
        if cut_off > 0 { format!("(and {cut_off} more characters)\n") } else { String::new() };
    format!("{}\n{note}", fenced(shown, SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: AD-2
    #[test]
    fn an_edit_and_a_title_that_was_cut_do_not_say_all() {
        let says_all = |tool: &str, input: Value, diff| {
            let tool_use = ToolUse { tool: tool.to_owned(), input, directory: None };
            let details = Details { agent: "Claude Code", diff, ..Details::default() };
            arguments(&tool_use, &[], &details)["says_all"] == true
        };
        let bash = |command: &str| says_all("Bash", json!({ "command": command }), None);
        assert!(bash("cargo publish --dry-run"));
        assert!(!bash(&"x".repeat(500)), "it was cut");
        assert!(!bash("cd a\nmake"), "several lines");
        assert!(!says_all("Edit", json!({ "file_path": "/a" }), Some("+x")));
        assert!(!says_all("mcp__db__drop", json!({ "id": 1 }), None));
    }

    #[test]
    fn nothing_gets_out_of_its_fence() {
        assert_eq!(block("ls"), "```\nls\n```\n");
        assert_eq!(block("a ```` b"), "`````\na ```` b\n`````\n");
        assert!(block(&"x".repeat(SHOWN + 7)).ends_with("(and 7 more characters)\n"));
    }
}
