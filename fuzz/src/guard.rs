//! Any command of an agent is judged without a panic, and in bounded work.

use sayso_guard::{NoFacts, ToolUse, explain, judge, shipped, steps};
use serde_json::json;

/// Panics if a property doesn't hold for this text.
pub fn guard(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let tool_use =
        ToolUse { tool: "Bash".to_owned(), input: json!({ "command": text }), directory: None };
    judge(&shipped(), &tool_use, &NoFacts);
    explain(&tool_use);
    let most = 50 * text.chars().count().max(100);
    assert!(steps(text) <= most, "{} steps for {} characters", steps(text), text.chars().count());
}
