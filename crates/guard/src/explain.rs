//! How a command was read: for `sayso policy check --explain`.

use crate::ToolUse;

/// One program that would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub command: String,
    /// Why it cannot be judged, if it cannot.
    pub unread: Option<&'static str>,
    /// What it reads, where the text tells.
    pub input: Option<String>,
}

/// Every program that this would run, in the order of the text.
pub fn explain(tool_use: &ToolUse) -> Vec<Read> {
    let calls = tool_use.calls().into_iter();
    let calls = calls.filter(|call| !call.program.is_empty() || !call.outputs.is_empty());
    calls
        .map(|call| Read {
            command: call.text(),
            unread: call.unread.map(crate::call::Unread::why),
            input: call.input,
        })
        .collect()
}
