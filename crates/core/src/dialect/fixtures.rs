//! Interactions with fixed ids and times for the tests of this crate.

use serde_json::{Value, json};

use super::{Dialect, DialectLimits, ReplyContext, parse};
use crate::answer::Submission;
use crate::id::OptionId;
use crate::interaction::{Interaction, Origin};
use crate::settings::Preferences;
use crate::surface::{Actor, Chat, ChatId, Chats, Presence, Surface};
use crate::transition::{Command, decide};
use jiff::Timestamp;

pub(crate) const LONG: &str = "We move the billing tables to a new database this week, and the \
    reports must go on working. Which one shall it be?";

pub(crate) fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

/// The request as the desk would store it: parsed, resolved with default settings, pending.
pub(crate) fn asked(dialect: Dialect, arguments: &Value) -> Interaction {
    let asking = parse(dialect, arguments, &DialectLimits::default()).unwrap();
    let origin = Origin {
        agent: Some("claude-code".to_owned()),
        directory: Some("/home/ada/shop".to_owned()),
        ..Origin::new(dialect, "0b8fdc0e-7777-4888-9999-aaaabbbbcccc")
    };
    let id = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
    Interaction::begin(id, origin, asking, &Preferences::default(), now())
}

/// For a question that a page shows, 300 s before its deadline.
pub(crate) fn standing() -> ReplyContext<'static> {
    ReplyContext { remaining_ms: Some(300_000), shown: true, ..ReplyContext::default() }
}

pub(crate) const IRC: ChatId = ChatId::new("irc");
pub(crate) const CHATS: Chats = Chats(&[Chat { id: IRC, presence: Presence::Interactive }]);

pub(crate) fn person(via: Surface) -> Actor {
    Actor::new(Some("ada".to_owned()), via, Presence::Interactive)
}

pub(crate) fn done(interaction: &Interaction, command: Command) -> Interaction {
    decide(interaction, command, &person(Surface::Web), now()).unwrap()
}

pub(crate) fn answered(interaction: &Interaction, submission: Submission) -> Interaction {
    done(interaction, Command::Answer { submission })
}

/// `{"q1": {"options": ["a"]}}`, as surfaces send it.
pub(crate) fn submission(questions: Value) -> Submission {
    serde_json::from_value(json!({ "questions": questions })).unwrap()
}

pub(crate) fn ids(names: &[&str]) -> Vec<OptionId> {
    names.iter().map(|name| OptionId::from(*name)).collect()
}

/// A valid request: three databases, the first recommended.
pub(crate) fn choice(mode: &str) -> Value {
    match mode {
        "text_input" | "number" => json!({"title": "Name", "prompt": LONG, "selection_mode": mode}),
        _ => json!({
            "title": "Database", "prompt": LONG, "selection_mode": mode,
            "options": [
                {"id": "pg", "label": "PostgreSQL", "description": "Boring and good", "recommended": true},
                {"id": "lite", "label": "SQLite"},
                {"id": "my", "label": "MySQL"},
            ],
        }),
    }
}

/// The request with these fields set, or removed if null.
pub(crate) fn with(mut request: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        request[name] = value.clone();
    }
    request
}
