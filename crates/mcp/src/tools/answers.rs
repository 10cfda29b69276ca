//! `ask_user_questions` and `get_answered_questions` as a model reads them.

use sayso_core::dialect::DialectLimits;
use sayso_core::limits;
use sayso_wire::arguments::pieces::{choice, flag, text};
use serde_json::{Value, json};

use super::schema::{FAILURES, map, reply, string};

pub(super) fn description(limits: &DialectLimits) -> String {
    let timeout = match limits.questions_timeout {
        Some(seconds) => format!("the user has {seconds} seconds"),
        None => "no timeout".to_owned(),
    };
    format!(
        "Ask the user several questions at once to clarify requirements, preferences or trade-offs, and \
         wait for the answers. The user can skip a question, ask you to elaborate, or reject the set. \
         After a client's timeout, repeat the same call.\n\
         Limits: 1 to {} questions, each with 2 to {} options; prompt and context {} characters, titles \
         and labels {}, descriptions {}; {timeout}.",
        limits.most_questions(),
        limits.most_options(),
        limits::PROMPT,
        limits::TITLE,
        limits::DESCRIPTION,
    )
}

pub(super) const FETCH: &str = "\
Fetch the answers to ask_user_questions, any number of times. Without blocking it returns at once and \
says whether they are there.";

pub(super) fn fetch_input() -> Value {
    json!({
        "type": "object",
        "properties": {
            "session_id": text("Whole, or its first 8 characters."),
            "blocking": flag("Wait for the answers. Default: false."),
        },
        "required": ["session_id"],
    })
}

pub(super) fn output() -> Value {
    let outcomes = ["answered", "pending", "rejected", "cancelled", "timed_out", "withdrawn"];
    let statuses = [&outcomes[..], &FAILURES].concat();
    let states = ["answered", "elaborate", "skipped", "not_answered"];
    reply(json!({
        "session_id": string(),
        "call_id": string(),
        "status": { "type": "string", "enum": statuses },
        "reason": string(),
        "note": string(),
        "questions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "title": string(),
                    "prompt": string(),
                    "state": choice(&states, "elaborate: explain first."),
                    "selected": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": { "label": string(), "description": string() },
                            "required": ["label"],
                        },
                    },
                    "other": text("The user's own answer."),
                    "note": text("Why it was skipped, or what to explain."),
                    "notes": map(),
                },
                "required": ["prompt", "state", "selected"],
            },
        },
    }))
}
