//! sayso's own variables: most of them decide where its settings and its questions are, and so who answers.

use crate::call::Call;

/// They change how something looks, or who is said to ask.
const HARMLESS: [&str; 7] = [
    "SAYSO_AGENT",
    "SAYSO_KEY",
    "SAYSO_LANGUAGE",
    "SAYSO_LOG_LEVEL",
    "SAYSO_PLAIN",
    "SAYSO_PROMPT",
    "SAYSO_WAITING",
];

/// For one call, or with `export` for those that follow.
pub(super) fn sets(call: &Call) -> bool {
    let is_own = |name: &str| name.starts_with("SAYSO_") || name.starts_with("CHOICE_MCP_");
    call.assigned.iter().any(|name| is_own(name) && !HARMLESS.contains(&name.as_str()))
}
