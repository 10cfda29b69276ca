//! The Agent Client Protocol, as far as needed by a client without files and terminals.
//!
//! Implemented here instead of using its crate: see `docs/decisions`.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::wire::{Outbox, Wire, Words};
use super::{Happening, Permission, PermissionOption, Permitted, Recall, Resumable};

/// The version that all agents use today.
const VERSION: u64 = 1;
const NOT_KNOWN: i64 = -32601;
/// An agent that was quiet for this long has replayed its history, which it does without pauses.
const QUIET: Duration = Duration::from_millis(300);

pub(super) struct Acp {
    /// There is no system prompt, so it precedes the first message of a session.
    prompt: Option<&'static str>,
    resume: Option<String>,
    directory: String,
    session: Option<String>,
    /// Messages before there is a session.
    queue: Vec<Words>,
    /// The session has no history yet.
    is_new: bool,
    next: u64,
    waiting: HashMap<u64, Awaited>,
    /// Only what arrives in a turn is new.
    turn: Turn,
    /// A loaded session, while it replays its history. Some agents do that before their reply, some
    /// after it: nothing is sent to it before it is quiet.
    replaying: Option<String>,
    resumable: Resumable,
    permissions: HashMap<u64, Value>,
}

/// Our pending requests to the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Initialized,
    NewSession,
    /// It is resumed without a replay.
    ResumedSession,
    /// It is resumed, and replays its history.
    LoadedSession,
    TurnEnd,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    None,
    Silent,
    Text,
    /// It did something in between: its text continues in another paragraph.
    Break,
}

/// A JSON-RPC message of any of the three kinds.
#[derive(Deserialize)]
struct Message {
    id: Option<Value>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Value>,
}

impl Acp {
    pub(super) fn new(prompt: Option<&'static str>, resume: Option<&str>, directory: &Path) -> Acp {
        Acp {
            prompt,
            resume: resume.map(str::to_owned),
            directory: directory.display().to_string(),
            session: None,
            queue: Vec::new(),
            is_new: true,
            next: 0,
            waiting: HashMap::new(),
            turn: Turn::None,
            replaying: None,
            resumable: Resumable::No,
            permissions: HashMap::new(),
        }
    }

    fn request(&mut self, awaited: Awaited, method: &str, params: Value, out: &mut Outbox) {
        let id = self.next;
        self.next += 1;
        self.waiting.insert(id, awaited);
        out.line(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    fn answered(&mut self, awaited: Awaited, answer: Result<Value, Value>, out: &mut Outbox) {
        match (awaited, answer) {
            (Awaited::Initialized, Ok(about)) => self.introduced(&about, out),
            (Awaited::NewSession, Ok(about)) => match about["sessionId"].as_str() {
                Some(id) => self.ready(id.to_owned(), Recall::Nothing, out),
                None => out.broken = Some("the agent gave its session no id".to_owned()),
            },
            (Awaited::ResumedSession, Ok(_)) => {
                let id = self.resume.clone().unwrap_or_default();
                self.prompt = None;
                self.ready(id, Recall::Everything, out);
            }
            (Awaited::LoadedSession, Ok(_)) => {
                self.prompt = None;
                self.replaying = Some(self.resume.clone().unwrap_or_default());
            }
            (Awaited::ResumedSession | Awaited::LoadedSession, Err(error)) => {
                tracing::info!(
                    error = words(&error),
                    "the agent does not know its session any more"
                );
                self.new_session(out);
            }
            (Awaited::TurnEnd, Ok(end)) => {
                let error = match end["stopReason"].as_str() {
                    Some("end_turn" | "cancelled") | None => None,
                    Some(reason) => Some(reason.replace('_', " ")),
                };
                self.ended(error, out);
            }
            (Awaited::TurnEnd, Err(error)) => self.ended(Some(words(&error)), out),
            (Awaited::Initialized | Awaited::NewSession, Err(error)) => {
                out.broken = Some(words(&error));
            }
        }
    }

    fn introduced(&mut self, about: &Value, out: &mut Outbox) {
        if about["protocolVersion"].as_u64() != Some(VERSION) {
            let version = &about["protocolVersion"];
            out.broken = Some(format!("the agent speaks version {version} of the protocol"));
            return;
        }
        let can = &about["agentCapabilities"];
        let resumes = can["sessionCapabilities"]["resume"].is_object();
        let loads = can["loadSession"] == true;
        self.resumable = if resumes || loads { Resumable::Yes } else { Resumable::No };
        match (&self.resume, resumes, loads) {
            (Some(id), true, _) => {
                let params = self.place(Some(id));
                self.request(Awaited::ResumedSession, "session/resume", params, out);
            }
            (Some(id), false, true) => {
                let params = self.place(Some(id));
                self.request(Awaited::LoadedSession, "session/load", params, out);
            }
            (Some(_), false, false) | (None, _, _) => self.new_session(out),
        }
    }

    fn new_session(&mut self, out: &mut Outbox) {
        let params = self.place(None);
        self.request(Awaited::NewSession, "session/new", params, out);
    }

    fn place(&self, session: Option<&str>) -> Value {
        let mut params = json!({ "cwd": self.directory, "mcpServers": [] });
        if let Some(id) = session {
            params["sessionId"] = json!(id);
        }
        params
    }

    fn ready(&mut self, id: String, recall: Recall, out: &mut Outbox) {
        self.session = Some(id.clone());
        self.is_new = recall == Recall::Nothing;
        out.happened.push(Happening::Session { id, recall, resumable: self.resumable });
        for words in std::mem::take(&mut self.queue) {
            self.say(words, out);
        }
    }

    fn ended(&mut self, error: Option<String>, out: &mut Outbox) {
        self.turn = Turn::None;
        out.happened.push(Happening::TurnEnded { error });
    }

    fn updated(&mut self, update: &Value, out: &mut Outbox) {
        match (self.turn, update["sessionUpdate"].as_str()) {
            (Turn::None, _) => {}
            (_, Some("agent_message_chunk")) => {
                let text = update["content"]["text"].as_str().unwrap_or_default();
                if self.turn == Turn::Break {
                    out.text("\n\n");
                }
                self.turn = Turn::Text;
                out.text(text);
            }
            (Turn::Text, Some("tool_call")) => self.turn = Turn::Break,
            (Turn::Silent | Turn::Text | Turn::Break, _) => {}
        }
    }

    fn asked(&mut self, id: Value, method: &str, params: &Value, out: &mut Outbox) {
        if method != "session/request_permission" {
            let error = json!({ "code": NOT_KNOWN, "message": "this client does not offer that" });
            out.line(&json!({ "jsonrpc": "2.0", "id": id, "error": error }));
            return;
        }
        let number = self.next;
        self.next += 1;
        let call = &params["toolCall"];
        let options = params["options"].as_array().into_iter().flatten().filter_map(|option| {
            let id = option["optionId"].as_str()?;
            Some(PermissionOption {
                id: id.to_owned(),
                label: option["name"].as_str().unwrap_or(id).to_owned(),
                declines: option["kind"].as_str().is_some_and(|kind| kind.starts_with("reject")),
            })
        });
        let permission = Permission {
            number,
            title: call["title"].as_str().unwrap_or("Permission").to_owned(),
            detail: detail(call),
            options: options.collect(),
            call: None,
            questions: None,
        };
        self.permissions.insert(number, id);
        out.happened.push(Happening::Permission(permission));
    }
}

/// What it would do: its own words, otherwise the input of its tool.
fn detail(call: &Value) -> Option<String> {
    let content = call["content"].as_array().into_iter().flatten();
    let texts: Vec<&str> = content.filter_map(|part| part["content"]["text"].as_str()).collect();
    match (texts.is_empty(), &call["rawInput"]) {
        (false, _) => Some(texts.join("\n\n")),
        (true, Value::Null) => None,
        (true, input) => serde_json::to_string_pretty(input).ok(),
    }
}

/// The message and its details: the message alone is often just "Internal error".
fn words(error: &Value) -> String {
    let Some(message) = error["message"].as_str() else { return error.to_string() };
    let data = &error["data"];
    let details = match ["details", "detail", "message"].map(|name| data[name].as_str()) {
        [Some(details), ..] | [_, Some(details), _] | [_, _, Some(details)] => details.to_owned(),
        [None, None, None] => match data {
            Value::Null => return message.to_owned(),
            Value::String(details) => details.clone(),
            other => other.to_string(),
        },
    };
    match details.trim() {
        "" => message.to_owned(),
        details if details == message => details.to_owned(),
        details => format!("{message}: {}", sayso_core::text::cut(details, 2_000)),
    }
}

impl Wire for Acp {
    fn begin(&mut self, out: &mut Outbox) {
        let nothing =
            json!({ "fs": { "readTextFile": false, "writeTextFile": false }, "terminal": false });
        let us = json!({ "name": "sayso", "version": env!("CARGO_PKG_VERSION") });
        let params =
            json!({ "protocolVersion": VERSION, "clientCapabilities": nothing, "clientInfo": us });
        self.request(Awaited::Initialized, "initialize", params, out);
    }

    fn say(&mut self, words: Words, out: &mut Outbox) {
        let Some(session) = &self.session else {
            self.queue.push(words);
            return;
        };
        let text = words.said(&mut self.is_new);
        let parts = self.prompt.take().into_iter().chain([text.as_str()]);
        let parts: Vec<Value> = parts.map(|text| json!({ "type": "text", "text": text })).collect();
        let params = json!({ "sessionId": session, "prompt": parts });
        self.turn = Turn::Silent;
        self.request(Awaited::TurnEnd, "session/prompt", params, out);
    }

    fn pause(&self) -> Option<Duration> {
        self.replaying.as_ref().map(|_| QUIET)
    }

    /// Its history is complete.
    fn paused(&mut self, out: &mut Outbox) {
        if let Some(id) = self.replaying.take() {
            self.ready(id, Recall::Everything, out);
        }
    }

    fn permit(&mut self, number: u64, permitted: &Permitted, out: &mut Outbox) {
        let Some(id) = self.permissions.remove(&number) else { return };
        let outcome = match &permitted.option {
            Some(option) => json!({ "outcome": "selected", "optionId": option }),
            None => json!({ "outcome": "cancelled" }),
        };
        out.line(&json!({ "jsonrpc": "2.0", "id": id, "result": { "outcome": outcome } }));
    }

    fn read(&mut self, bytes: &[u8], out: &mut Outbox) {
        let Ok(message) = serde_json::from_slice::<Message>(bytes) else {
            tracing::debug!("a line of the agent is not a message");
            return;
        };
        let Message { id, method, params, result, error } = message;
        match (method, id) {
            (Some(method), Some(id)) => self.asked(id, &method, &params, out),
            (Some(method), None) if method == "session/update" => {
                if params["sessionId"].as_str() == self.session.as_deref() {
                    self.updated(&params["update"], out);
                }
            }
            (None, Some(id)) => {
                if let Some(awaited) = id.as_u64().and_then(|id| self.waiting.remove(&id)) {
                    self.answered(awaited, error.map_or(Ok(result), Err), out);
                }
            }
            (Some(_), None) | (None, None) => {}
        }
    }
}
