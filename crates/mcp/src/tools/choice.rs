//! `provide_choice` as a model reads it.

use sayso_core::limits;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_wire::arguments::TIMEOUT_ACTIONS;
use sayso_wire::arguments::pieces::{choice, flag, text, texts};
use serde_json::{Value, json};

use super::schema::{FAILURES, map, numbers, reply, string, strings};

pub(super) fn description() -> String {
    format!(
        "Ask the user to decide, and wait for the answer; never guess. Use it when more than two paths \
         are viable, an action is destructive or hard to undo, or configuration is missing. A new \
         question needs title, prompt, selection_mode and, except for text_input and number, options. \
         Returns action_status selected, custom_input (the user wrote a text), cancelled, timeout or \
         pending. A terminal hand-off is single-use: its command opens one terminal. If your client times out, \
         repeat the same call: it finds the question.\n\
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
        "action_status": choice(&["selected", "custom_input", "cancelled", "timeout", "pending", "pending_terminal_launch"], "Absent if the call failed."),
        "status": choice(&FAILURES, "Only if the call failed."),
        "session_id": string(),
        "timeout_action": choice(&TIMEOUT_ACTIONS, "What the timeout did."),
        "auto_submitted": flag("Nobody confirmed the answer."),
        "terminal_command": text("To run in a terminal that the user sees."),
        "selection": {
            "type": "object",
            "properties": {
                "selected_ids": strings(),
                "selected_indices": numbers(),
                "ranking": texts("In the user's order."),
                "number": { "type": "number" },
                "custom_input": string(),
                "option_annotations": map(),
                "global_annotation": string(),
                "interface": string(),
                "summary": string(),
                "url": string(),
            },
            "required": ["selected_ids", "selected_indices", "option_annotations", "interface", "summary"],
        },
    }))
}
