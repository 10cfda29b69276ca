//! The possible results of a call, and what the model must be told in each case.

use sayso_core::Command;
use serde_json::{Value, json};

const UNANSWERED: &str = "Question 2 has no answer: do not answer it yourself";

/// What happens while the question is open.
pub enum Event {
    /// A person answers with these entries.
    Answer(Value),
    Act(Command),
    /// The deadline passes.
    Expire,
    /// The client's patience ends.
    Patience,
    Forget,
    /// The hub is gone when the answer comes.
    Lost,
}

pub struct Case {
    pub name: &'static str,
    pub event: Event,
    /// `action_status` or `status`.
    pub status: &'static str,
    pub is_error: bool,
    /// Both in the structure and in the text.
    pub facts: &'static [&'static str],
}

fn case(
    name: &'static str,
    event: Event,
    status: &'static str,
    facts: &'static [&'static str],
) -> Case {
    let is_error = ["timed_out", "forgotten", "unavailable"].contains(&status);
    Case { name, event, status, is_error, facts }
}

fn answer(q1: Value) -> Event {
    Event::Answer(json!({ "questions": { "q1": q1 }, "note": "thanks a lot" }))
}

fn cancel() -> Event {
    Event::Act(Command::Cancel { note: Some("not today".to_owned()) })
}

fn reject() -> Event {
    Event::Act(Command::Reject { reason: Some("wrong question".to_owned()) })
}

fn withdraw() -> Event {
    Event::Act(Command::Withdraw { why: Some("no longer needed".to_owned()) })
}

pub fn choices() -> Vec<Case> {
    let noted = answer(json!({ "options": ["pg"], "notes": { "lite": "never again" } }));
    let own = answer(json!({ "options": [], "text": "CockroachDB" }));
    let both = answer(json!({ "options": ["pg"], "text": "with replicas" }));
    let asks = answer(json!({ "elaborate": "what does it cost?" }));
    let open = &[
        "provide_choice with session_id",
        "Do not choose yourself",
        "remaining_seconds",
        "deadline",
        "shown",
    ];
    vec![
        case("answered", noted, "selected", &["pg", "PostgreSQL", "never again", "thanks a lot"]),
        case("own text", own, "custom_input", &["CockroachDB", "thanks a lot"]),
        case("both", both, "selected", &["pg", "with replicas"]),
        case(
            "elaborate",
            asks,
            "cancelled",
            &["wants more context", "what does it cost?", "Ask again"],
        ),
        case(
            "cancelled",
            cancel(),
            "cancelled",
            &["user cancelled", "not today", "Stop this subtask"],
        ),
        case(
            "rejected",
            reject(),
            "cancelled",
            &["user rejected", "wrong question", "Stop this subtask"],
        ),
        case(
            "withdrawn",
            withdraw(),
            "cancelled",
            &["withdrawn", "no longer needed", "Stop this subtask"],
        ),
        case("pending", Event::Patience, "pending", open),
        case(
            "forgotten",
            Event::Forget,
            "forgotten",
            &["was deleted", "Ask again if you still need"],
        ),
        case(
            "lost",
            Event::Lost,
            "unavailable",
            &["cannot be reached", "was asked and stays open", "provide_choice with session_id"],
        ),
    ]
}

pub fn question_sets() -> Vec<Case> {
    let entries = |q1: Value, q2: Value| {
        Event::Answer(json!({ "questions": { "q1": q1, "q2": q2 }, "note": "thanks a lot" }))
    };
    let whole = entries(
        json!({ "options": ["1"], "notes": { "2": "never again" } }),
        json!({ "options": ["1"], "text": "and audit" }),
    );
    let skipped = entries(json!({ "options": ["1"] }), json!({ "skip": "too early" }));
    let asks = entries(json!({ "options": ["1"] }), json!({ "elaborate": "what is it?" }));
    let own = entries(json!({ "text": "Solid" }), json!({ "options": [] }));
    let open = &["get_answered_questions (session_id:", "Do not answer the questions yourself"];
    vec![
        case(
            "answered",
            whole,
            "answered",
            &["React", "never again", "Login", "and audit", "thanks a lot"],
        ),
        case("partially", answer(json!({ "options": ["2"] })), "answered", &["Svelte", UNANSWERED]),
        case("skipped", skipped, "answered", &["React", "too early", UNANSWERED]),
        case(
            "elaborate",
            asks,
            "answered",
            &["React", "what is it?", "in question 2, then ask that question again"],
        ),
        case("own text", own, "answered", &["Solid"]),
        case("cancelled", cancel(), "cancelled", &["not today", "Stop the work"]),
        case(
            "rejected",
            reject(),
            "rejected",
            &["wrong question", "Do not ask the same questions again"],
        ),
        case(
            "withdrawn",
            withdraw(),
            "withdrawn",
            &["no longer needed", "Ask again if you still need"],
        ),
        case("timed out", Event::Expire, "timed_out", &["Do not answer the questions yourself"]),
        case("pending", Event::Patience, "pending", open),
        case(
            "forgotten",
            Event::Forget,
            "forgotten",
            &["was deleted", "Ask again if you still need"],
        ),
        case(
            "lost",
            Event::Lost,
            "unavailable",
            &[
                "cannot be reached",
                "was asked and stays open",
                "get_answered_questions (session_id:",
            ],
        ),
    ]
}

/// Produces a warning, so that it can be checked.
pub fn choice() -> Value {
    json!({
        "title": "Pick a database",
        "prompt": "The storage layer is being rewritten, which decides how data is migrated. Which database should the service use?",
        "selection_mode": "hybrid",
        "options": [
            { "id": "pg", "label": "PostgreSQL", "recommended": true },
            { "id": "lite", "label": "SQLite" },
        ],
        "timeout_seconds": 3600,
        "allow_cancel": false,
    })
}

pub fn questions() -> Value {
    json!({ "questions": [
        { "title": "Framework", "prompt": "Which framework?", "options": [{ "label": "React" }, { "label": "Svelte" }] },
        { "title": "Features", "prompt": "Which features?", "multiSelect": true,
          "options": [{ "label": "Login", "description": "with OIDC" }, { "label": "Search" }] },
    ] })
}
