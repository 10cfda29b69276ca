//! The question to a person about an action, in the dialect `provide_choice`.

use sayso_core::text::{clean_command, cut, fenced};
use serde_json::{Value, json};

use super::proposal::ToolProposal;
use crate::{Match, RuleKind, Subject, Treatment};

pub(super) const ALLOW: &str = "allow";

/// Enough for any command that a person would read to its end.
const SHOWN: usize = 20_000;

/// `matches` is not empty; the first one decides.
pub fn arguments(proposal: &ToolProposal, matches: &[Match<'_>], timeout: u64) -> Value {
    let first = &matches[0];
    json!({
        "title": title(first),
        "prompt": prompt(proposal, matches),
        "selection_mode": "single",
        "options": [
            { "id": ALLOW, "label": "Run it once" },
            { "id": "deny", "label": "Do not run it", "recommended": true, "safe": true },
        ],
        "irreversible": first.rule.kind.treatment() == Treatment::AskOrDeny,
        "timeout_seconds": timeout,
        "timeout_action": "cancel",
    })
}

fn title(first: &Match<'_>) -> String {
    match (&first.rule.kind, first.subject) {
        (RuleKind::Missing { .. }, _) => "Run this although something is missing?".to_owned(),
        (
            RuleKind::Destructive | RuleKind::Ask | RuleKind::Branching { .. } | RuleKind::Allow,
            Subject::Command,
        ) => "Run this command?".to_owned(),
        (
            RuleKind::Destructive | RuleKind::Ask | RuleKind::Branching { .. } | RuleKind::Allow,
            Subject::Statement,
        ) => "Run this SQL?".to_owned(),
        (
            RuleKind::Destructive | RuleKind::Ask | RuleKind::Branching { .. } | RuleKind::Allow,
            Subject::Tool,
        ) => {
            format!("Let it use {}?", cut(&clean_command(&first.found), 60))
        }
    }
}

fn prompt(proposal: &ToolProposal, matches: &[Match<'_>]) -> String {
    let tool_use = &proposal.tool_use;
    let place = tool_use.directory.as_ref().map(|path| format!(" in {}", clean_command(path)));
    let place = place.unwrap_or_default();
    let tool = clean_command(&tool_use.tool);
    let mut text = format!("{} wants to use {tool}{place}:\n\n", proposal.agent);
    text.push_str(&block(&clean_command(&tool_use.shown())));
    if let Some(purpose) = &proposal.purpose {
        text.push_str(&format!("\nIt says: {}\n", cut(purpose, 2_000)));
    }
    for Match { rule, found, missing, .. } in matches {
        text.push_str(&format!("\nRule `{}`: {}.", rule.name, rule.about));
        if !missing.is_empty() {
            text.push_str(&format!(" Missing: {}.", clean_command(&missing.join(", "))));
        }
        // In a long script it is hard to find.
        if *found != tool_use.tool && *found != tool_use.shown() {
            text.push_str(&format!(" It is about: {}", cut(&clean_command(found), 1_000)));
        }
    }
    text
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

    #[test]
    fn nothing_gets_out_of_its_fence() {
        assert_eq!(block("ls"), "```\nls\n```\n");
        assert_eq!(block("a ```` b"), "`````\na ```` b\n`````\n");
        assert!(block(&"x".repeat(SHOWN + 7)).ends_with("(and 7 more characters)\n"));
    }
}
