//! The reading of a command, explained for `sayso policy check --explain`.

use crate::ToolUse;
use crate::call::{Call, Unread};
use crate::possible_calls;

/// One program that would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub command: String,
    /// Why it cannot be judged, if it cannot.
    pub unread: Option<&'static str>,
    /// Its standard input, if known from the text.
    pub input: Option<String>,
    /// It was found in the arguments of a program that may or may not run it.
    pub perhaps: bool,
}

/// Every program that this tool use would run, in the order of the text, then those that it may
/// run.
pub fn explain(tool_use: &ToolUse) -> Vec<Read> {
    let calls = tool_use.calls();
    let possible = possible_calls::of(&calls).calls;
    let calls = calls.into_iter().map(|call| (call, false));
    let calls = calls.chain(possible.into_iter().map(|call| (call, true)));
    let shown = |(call, _): &(Call, bool)| !call.program.is_empty() || !call.outputs.is_empty();
    calls
        .filter(shown)
        .map(|(call, perhaps)| Read {
            command: call.text(),
            unread: call.unread.map(Unread::why),
            input: call.input,
            perhaps,
        })
        .collect()
}
