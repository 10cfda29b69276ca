//! The card of a permission that an agent asks for by itself: what would be done, what the guard says
//! about it, and what an edit changes.

use std::path::Path;
use std::sync::Arc;

use sayso_guard::hook::Details;
use sayso_guard::{Rule, ToolUse, judge, shipped};
use sayso_relay::{Card, ToolCall};
use sayso_setup::diff;
use serde_json::Value;

use crate::commands::policy::Here;
use crate::config::Settings;

/// Those in force; all built-in ones, if that is not known.
pub(crate) fn rules(settings: &Settings) -> Vec<Rule> {
    settings.policy().map_or_else(|_| shipped(), |policy| policy.in_force())
}

/// In the dialect `permission`.
pub(crate) fn arguments(rules: &[Rule], tool_use: &ToolUse, details: &Details<'_>) -> Value {
    let facts = Here::new(tool_use.directory.as_deref());
    let matches = judge(rules, tool_use, &facts);
    let diff = changes(&tool_use.tool, &tool_use.input);
    let details = Details { diff: diff.as_deref().or(details.diff), ..*details };
    sayso_guard::hook::arguments(tool_use, &matches, &details)
}

/// For the agent that a relay leads.
pub(crate) fn of_relay(settings: &Settings, agent: String) -> Arc<Card> {
    let rules = rules(settings);
    Arc::new(move |ToolCall { tool, input, purpose, diff }: &ToolCall, directory: &Path| {
        let directory = Some(directory.display().to_string());
        let (purpose, diff) = (purpose.as_deref(), diff.as_deref());
        let details = Details { agent: &agent, purpose, diff, ..Details::default() };
        let (tool, input) = (tool.clone(), input.clone());
        arguments(&rules, &ToolUse { tool, input, directory }, &details)
    })
}

/// What an edit changes in the file as it is now.
pub(crate) fn changes(tool: &str, input: &Value) -> Option<String> {
    let text = |value: &Value, name: &str| value[name].as_str().map(str::to_owned);
    let before = std::fs::read_to_string(input["file_path"].as_str()?).unwrap_or_default();
    let edited = |before: &str, edit: &Value| {
        let (old, new) = (text(edit, "old_string")?, text(edit, "new_string")?);
        Some(match edit["replace_all"].as_bool() {
            Some(true) => before.replace(&old, &new),
            _ => before.replacen(&old, &new, 1),
        })
    };
    let after = match tool {
        "Write" => text(input, "content")?,
        "Edit" => edited(&before, input)?,
        "MultiEdit" => {
            let mut edits = input["edits"].as_array()?.iter();
            edits.try_fold(before.clone(), |before, edit| edited(&before, edit))?
        }
        _ => return None,
    };
    let lines: Vec<String> = diff(&before, &after).iter().map(ToString::to_string).collect();
    Some(lines.join("\n")).filter(|diff| !diff.is_empty())
}
