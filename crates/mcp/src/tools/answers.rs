//! `ask_user_questions` and `get_answered_questions` as a model reads them.

use sayso_core::dialect::DialectLimits;
use sayso_core::limits;
use sayso_wire::arguments::pieces::{choice, flag, map, text};
use serde_json::{Value, json};

use super::schema::{FAILURES, reply};

pub(super) fn description(limits: &DialectLimits) -> String {
    let timeout = match limits.questions_timeout {
        Some(seconds) => format!("the user has {seconds} seconds"),
        None => "no timeout".to_owned(),
    };
    format!(
        "Ask the user 1 to {} questions at once, each with 2 to {} options, and wait for the answers. \
         Use it to clarify requirements, gather preferences or settle trade-offs before you go on. The \
         user can always type their own answer, skip a question, ask you to elaborate, or reject the \
         set: do not add an option 'Other'. Mark what you would choose as recommended.\n\
         With nonBlocking the session_id is returned at once; fetch the answers with \
         get_answered_questions. A pending reply says which call brings the answers. If your client \
         times out, make the same call again: it finds the questions, and the user is not asked twice.\n\
         Limits: prompt and context {} characters, titles and labels {}, descriptions {}; {timeout}.",
        limits.most_questions(),
        limits.most_options(),
        limits::PROMPT,
        limits::TITLE,
        limits::DESCRIPTION,
    )
}

pub(super) const FETCH: &str = "\
Fetch the answers to questions that were asked with ask_user_questions, by session_id (whole, or its \
first 8 characters). With blocking: true it waits for the answers for as long as your client allows; \
without, it returns immediately and says whether they are there. Fetching changes nothing and works any number of times.";

pub(super) fn fetch_input() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "session_id": text("Whole, or its first 8 characters."),
            "blocking": flag("Wait for the answers. Default: false."),
        },
        "required": ["session_id"],
    })
}

pub(super) fn output() -> Value {
    let outcomes = ["answered", "pending", "rejected", "cancelled", "timed_out", "withdrawn"];
    reply(json!({
        "session_id": text("Names this set of questions; use it to fetch the answers."),
        "call_id": text("Names the call that asked them."),
        "status": choice(&[&outcomes[..], &FAILURES].concat(), "What happened."),
        "reason": text("Why it was rejected, cancelled or withdrawn."),
        "note": text("The user's note on the whole."),
        "questions": {
            "type": "array",
            "description": "Each question with its answer.",
            "items": {
                "type": "object",
                "properties": {
                    "title": text("Its label."),
                    "prompt": text("The question."),
                    "state": choice(&["answered", "elaborate", "skipped", "not_answered"], "What happened to it. elaborate: the user needs more context first."),
                    "selected": {
                        "type": "array",
                        "description": "The chosen options.",
                        "items": {
                            "type": "object",
                            "properties": { "label": text("As you gave it."), "description": text("As you gave it.") },
                            "required": ["label"],
                        },
                    },
                    "other": text("The user's own answer."),
                    "note": text("Why it was skipped, or what to explain."),
                    "notes": map("The user's notes on options, by label."),
                },
                "required": ["prompt", "state", "selected"],
            },
        },
    }))
}
