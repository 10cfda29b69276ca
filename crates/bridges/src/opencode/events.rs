//! Reads what OpenCode's server says about its dialogs: an event stream, and lists of what is pending.

use serde_json::{Value, json};

use crate::dialog::{DialogAsks, OwnDialog, ProposedAction};

/// An event that is about a dialog.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum OpenCodeEvent {
    /// The stream works.
    Connected,
    Asked(OwnDialog),
    /// A dialog is over, with what was decided in words.
    Replied {
        key: String,
        what: String,
    },
    /// A session has ended its turn: nothing of it is open any more.
    Idle {
        session: String,
    },
}

impl OpenCodeEvent {
    /// `None`: about something else.
    pub(crate) fn read(data: &str, directory: Option<&str>) -> Option<OpenCodeEvent> {
        let event: Value = serde_json::from_str(data).ok()?;
        let about = &event["properties"];
        let request = || text(about, "requestID");
        match event["type"].as_str()? {
            "server.connected" => Some(OpenCodeEvent::Connected),
            "permission.asked" => permission(about, directory).map(OpenCodeEvent::Asked),
            "question.asked" => question(about, directory).map(OpenCodeEvent::Asked),
            "permission.replied" | "question.replied" | "question.rejected" => {
                Some(OpenCodeEvent::Replied { key: request()?, what: decided(about) })
            }
            "session.idle" => Some(OpenCodeEvent::Idle { session: text(about, "sessionID")? }),
            _ => None,
        }
    }
}

/// What was decided, in words, by the body of a reply: events repeat it.
pub(crate) fn decided(body: &Value) -> String {
    match (body["reply"].as_str(), body.get("answers")) {
        (Some("once"), _) => "allowed".to_owned(),
        (Some("always"), _) => "allowed for this session".to_owned(),
        (None, Some(answers)) => format!("answered “{}”", said(answers)),
        (Some(_), _) | (None, None) => "declined".to_owned(),
    }
}

/// The answers of a call of `GET /permission` and of `GET /question`, of sessions that are at work: the
/// lists keep what a session has left behind.
pub(crate) fn pending(
    permissions: &Value,
    questions: &Value,
    busy: &Value,
    directory: Option<&str>,
) -> Vec<OwnDialog> {
    let all = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let permissions = all(permissions).into_iter().filter_map(|one| permission(&one, directory));
    let questions = all(questions).into_iter().filter_map(|one| question(&one, directory));
    let is_at_work = |dialog: &OwnDialog| busy.get(&dialog.session).is_some();
    permissions.chain(questions).filter(is_at_work).collect()
}

fn permission(about: &Value, directory: Option<&str>) -> Option<OwnDialog> {
    let (kind, metadata) = (about["permission"].as_str()?, &about["metadata"]);
    let patterns = || {
        let patterns = about["patterns"].as_array().into_iter().flatten();
        patterns.filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
    };
    let (tool, input) = match kind {
        "bash" => {
            let command = text(metadata, "command").unwrap_or_else(patterns);
            ("Bash".to_owned(), json!({ "command": command }))
        }
        "edit" => {
            let path = text(metadata, "filepath").unwrap_or_else(patterns);
            ("Edit".to_owned(), json!({ "file_path": path }))
        }
        "read" => ("Read".to_owned(), json!({ "file_path": patterns() })),
        "webfetch" => {
            let url = text(metadata, "url").unwrap_or_else(patterns);
            ("WebFetch".to_owned(), json!({ "url": url }))
        }
        "websearch" => {
            let query = text(metadata, "query").unwrap_or_else(patterns);
            ("WebSearch".to_owned(), json!({ "query": query }))
        }
        other => {
            let patterns = about["patterns"].clone();
            (other.to_owned(), json!({ "patterns": patterns, "metadata": metadata }))
        }
    };
    let action = ProposedAction {
        tool,
        input,
        directory: directory.map(str::to_owned),
        purpose: text(metadata, "description"),
        diff: text(metadata, "diff").map(|diff| without_index(&diff)),
    };
    dialog(about, directory, DialogAsks::Permission(Box::new(action)))
}

fn question(about: &Value, directory: Option<&str>) -> Option<OwnDialog> {
    let mut questions = about["questions"].clone();
    for question in questions.as_array_mut()? {
        let many = question["multiple"].as_bool().unwrap_or(false);
        question["multiSelect"] = many.into();
    }
    dialog(about, directory, DialogAsks::Questions(json!({ "questions": questions })))
}

fn dialog(about: &Value, directory: Option<&str>, asks: DialogAsks) -> Option<OwnDialog> {
    Some(OwnDialog {
        key: text(about, "id")?,
        session: text(about, "sessionID")?,
        directory: directory.map(str::to_owned),
        asks,
    })
}

/// The part of a diff that says what changes.
fn without_index(diff: &str) -> String {
    let is_head = |line: &&str| line.starts_with("Index: ") || line.starts_with("=====");
    diff.lines().filter(|line| !is_head(line)).collect::<Vec<_>>().join("\n")
}

/// Lists of labels, in one line.
fn said(answers: &Value) -> String {
    let labels = |answer: &Value| {
        let labels = answer.as_array().into_iter().flatten().filter_map(Value::as_str);
        labels.collect::<Vec<_>>().join(", ")
    };
    let answers = answers.as_array().into_iter().flatten();
    answers.map(labels).collect::<Vec<_>>().join("; ")
}

fn text(value: &Value, name: &str) -> Option<String> {
    value[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Splits a stream into the data of its events.
#[derive(Debug, Default)]
pub(crate) struct EventLines {
    rest: Vec<u8>,
}

/// No event that is about a dialog is longer.
const LONGEST: usize = 8 * 1024 * 1024;

impl EventLines {
    /// The events that are complete with this chunk. Each has its data on one line.
    pub(crate) fn add(&mut self, chunk: &[u8]) -> Vec<String> {
        self.rest.extend_from_slice(chunk);
        let mut events = Vec::new();
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            events.extend(line.trim_end().strip_prefix("data:").map(|data| data.trim().to_owned()));
        }
        if self.rest.len() > LONGEST {
            self.rest.clear();
        }
        events
    }
}

#[cfg(test)]
#[path = "events_tests.rs"]
mod tests;
