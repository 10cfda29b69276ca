//! `provide_choice` as a model reads it.

use sayso_core::limits;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_wire::arguments::TIMEOUT_ACTIONS;
use sayso_wire::arguments::pieces::{choice, decimal, flag, map, number, text, texts};
use serde_json::{Value, json};

use super::schema::{FAILURES, reply};

pub(super) fn description() -> String {
    format!(
        "Ask the user to decide, and wait for the answer. Use it whenever more than two paths are \
         viable, an action is destructive or hard to undo, or configuration you need is missing; never \
         guess instead. Put the context of the task and the reason why you ask into `prompt`. Modes: \
         single, multi, text_input, hybrid (options and a text), rank (options in the user's order: \
         `selection.ranking`), number (`selection.number`).\n\
         Returns action_status: selected; custom_input (the user wrote a text); cancelled (stop the \
         subtask); timeout (nobody answered: not consent); pending with a session_id (call again with \
         that session_id alone, and the answer is the result of that call). A terminal hand-off \
         (pending_terminal_launch) is single-use: its command opens one terminal. If your client times \
         out, make the same call again: it finds the question, and the user is not asked twice.\n\
         Limits: {} options; title and labels {} characters, prompt {}, descriptions {}, option ids {}; \
         timeout_seconds {} to {}.",
        limits::OPTIONS,
        limits::TITLE,
        limits::PROMPT,
        limits::DESCRIPTION,
        limits::ID,
        TIMEOUT_RANGE.start(),
        TIMEOUT_RANGE.end()
    )
}

pub(super) fn output() -> Value {
    reply(json!({
        "action_status": choice(&["selected", "custom_input", "cancelled", "timeout", "pending", "pending_terminal_launch"], "What happened. Absent if the call failed."),
        "status": choice(&FAILURES, "Only if the call failed: how."),
        "session_id": text("Names this question; use it to follow up."),
        "timeout_action": choice(&TIMEOUT_ACTIONS, "After a timeout: what was done."),
        "auto_submitted": flag("The clock submitted the defaults; no person confirmed them."),
        "terminal_command": text("For a hand-off: the command to run in a terminal that the user sees."),
        "selection": {
            "type": "object",
            "description": "What was chosen.",
            "properties": {
                "selected_ids": texts("In the order of the options."),
                "selected_indices": { "type": "array", "items": number("From 0."), "description": "The same as positions from 0." },
                "ranking": texts("For rank: the ids in the user's order."),
                "number": decimal("For number: what the user gave."),
                "custom_input": text("What the user wrote."),
                "option_annotations": map("The user's notes, by option id."),
                "global_annotation": text("The user's note on the whole."),
                "interface": text("Where it was answered, or is to be."),
                "summary": text("All of it in a sentence or two."),
                "url": text("Where a person finds it."),
            },
            "required": ["selected_ids", "selected_indices", "option_annotations", "interface", "summary"],
        },
    }))
}
