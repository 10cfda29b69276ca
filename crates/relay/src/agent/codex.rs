//! Codex's app server: JSON-RPC by lines. Threads are its sessions, turns are its messages.
//!
//! Its text comes in pieces and complete with each item; what came in pieces isn't shown again. It waits
//! for its approvals and its questions, which a person answers.

mod requests;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::{Value, json};

use super::wire::{Outbox, Wire, Words};
use super::{Happening, Permission, Permitted, Recall, Resumable};
use requests::CodexRequest;

const NOT_KNOWN: i64 = -32601;

pub(super) struct Codex {
    /// It precedes the first message of a thread.
    prompt: Option<&'static str>,
    resume: Option<String>,
    directory: String,
    thread: Option<String>,
    /// The turn that runs, for what is said in it.
    turn: String,
    /// Messages before there is a thread.
    queue: Vec<Words>,
    /// The thread has no history yet.
    is_new: bool,
    next: u64,
    waiting: HashMap<u64, Awaited>,
    /// Something was said in this turn: what follows is another paragraph.
    has_spoken: bool,
    /// The messages whose pieces were shown.
    streamed: HashSet<String>,
    /// What items change in files, by item.
    changes: HashMap<String, Value>,
    requests: HashMap<u64, CodexRequest>,
}

/// Our pending requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Initialized,
    Started,
    Resumed,
    TurnBegun,
    /// Its result says nothing.
    Steered,
}

impl Codex {
    pub(super) fn new(
        prompt: Option<&'static str>,
        resume: Option<&str>,
        directory: &Path,
    ) -> Codex {
        Codex {
            prompt,
            resume: resume.map(str::to_owned),
            directory: directory.display().to_string(),
            thread: None,
            turn: String::new(),
            queue: Vec::new(),
            is_new: true,
            next: 0,
            waiting: HashMap::new(),
            has_spoken: false,
            streamed: HashSet::new(),
            changes: HashMap::new(),
            requests: HashMap::new(),
        }
    }

    fn request(&mut self, awaited: Awaited, method: &str, params: &Value, out: &mut Outbox) {
        let id = self.next;
        self.next += 1;
        self.waiting.insert(id, awaited);
        out.line(&json!({ "id": id, "method": method, "params": params }));
    }

    fn answered(&mut self, awaited: Awaited, message: &Value, out: &mut Outbox) {
        let error = message.get("error").map(|error| match error["message"].as_str() {
            Some(text) => text.to_owned(),
            None => error.to_string(),
        });
        let thread = message["result"]["thread"]["id"].as_str();
        match (awaited, error) {
            (Awaited::Initialized, None) => {
                out.line(&json!({ "method": "initialized" }));
                match self.resume.clone() {
                    Some(id) => {
                        let params = json!({ "threadId": id, "excludeTurns": true });
                        self.request(Awaited::Resumed, "thread/resume", &params, out);
                    }
                    None => self.start(out),
                }
            }
            (Awaited::Resumed, Some(error)) => {
                tracing::info!(error, "the agent does not know its thread any more");
                self.start(out);
            }
            (Awaited::Started, None) => self.ready(thread, Recall::Nothing, out),
            (Awaited::Resumed, None) => {
                self.prompt = None;
                self.ready(thread, Recall::Everything, out);
            }
            (Awaited::Initialized | Awaited::Started, Some(error)) => out.broken = Some(error),
            (Awaited::TurnBegun, Some(error)) => {
                out.happened.push(Happening::TurnEnded { error: Some(error) });
            }
            (Awaited::TurnBegun | Awaited::Steered, _) => {}
        }
    }

    fn start(&mut self, out: &mut Outbox) {
        let params = json!({ "cwd": self.directory });
        self.request(Awaited::Started, "thread/start", &params, out);
    }

    fn ready(&mut self, thread: Option<&str>, recall: Recall, out: &mut Outbox) {
        let Some(id) = thread.map(str::to_owned) else {
            out.broken = Some("the agent gave its thread no id".to_owned());
            return;
        };
        self.thread = Some(id.clone());
        self.is_new = recall == Recall::Nothing;
        out.happened.push(Happening::Session { id, recall, resumable: Resumable::Yes });
        for words in std::mem::take(&mut self.queue) {
            self.say(words, out);
        }
    }

    fn tell(&mut self, text: &str, is_new_paragraph: bool, out: &mut Outbox) {
        if is_new_paragraph && self.has_spoken && !text.is_empty() {
            out.text("\n\n");
        }
        self.has_spoken |= !text.is_empty();
        out.text(text);
    }

    fn notified(&mut self, method: &str, params: &Value, out: &mut Outbox) {
        let item = &params["item"];
        let id = item["id"].as_str().unwrap_or_default();
        match (method, item["type"].as_str()) {
            ("turn/started", _) => {
                self.turn = params["turn"]["id"].as_str().unwrap_or_default().to_owned();
                self.has_spoken = false;
                self.streamed.clear();
            }
            ("item/agentMessage/delta", _) => {
                let item = params["itemId"].as_str().unwrap_or_default();
                let is_first = self.streamed.insert(item.to_owned());
                self.tell(params["delta"].as_str().unwrap_or_default(), is_first, out);
            }
            ("item/completed", Some("agentMessage")) if !self.streamed.contains(id) => {
                self.tell(item["text"].as_str().unwrap_or_default(), true, out);
            }
            ("item/started", Some("fileChange")) => {
                self.changes.insert(id.to_owned(), item["changes"].clone());
            }
            ("serverRequest/resolved", _) => {
                let gone = |(_, open): &(&u64, &mut CodexRequest)| open.is(&params["requestId"]);
                let number = self.requests.iter_mut().find(gone).map(|(number, _)| *number);
                if let Some(number) = number {
                    self.requests.remove(&number);
                    out.happened.push(Happening::Withdrawn(number));
                }
            }
            ("turn/completed", _) => {
                let turn = &params["turn"];
                let error = (turn["status"] == "failed").then(|| {
                    turn["error"]["message"].as_str().unwrap_or("the turn failed").to_owned()
                });
                self.changes.clear();
                out.happened.push(Happening::TurnEnded { error });
            }
            _ => {}
        }
    }

    fn asked(&mut self, id: &Value, method: &str, params: &Value, out: &mut Outbox) {
        let changes = self.changes.get(params["itemId"].as_str().unwrap_or_default());
        let Some(request) = CodexRequest::read(id, method, params, changes) else {
            let error = json!({ "code": NOT_KNOWN, "message": "this client does not offer that" });
            out.line(&json!({ "id": id, "error": error }));
            return;
        };
        let number = self.next;
        self.next += 1;
        out.happened.push(Happening::Permission(Permission { number, ..request.permission() }));
        self.requests.insert(number, request);
    }
}

impl Wire for Codex {
    fn arguments(&self) -> Vec<String> {
        vec!["app-server".to_owned()]
    }

    fn begin(&mut self, out: &mut Outbox) {
        let us = json!({ "name": "sayso", "title": "sayso", "version": env!("CARGO_PKG_VERSION") });
        let capabilities = json!({ "experimentalApi": true });
        let params = json!({ "clientInfo": us, "capabilities": capabilities });
        self.request(Awaited::Initialized, "initialize", &params, out);
    }

    fn say(&mut self, words: Words, out: &mut Outbox) {
        let Some(thread) = self.thread.clone() else {
            self.queue.push(words);
            return;
        };
        let text = words.said(&mut self.is_new);
        let parts = self.prompt.take().into_iter().chain([text.as_str()]);
        let input: Vec<Value> = parts.map(said).collect();
        let params = json!({ "threadId": thread, "input": input });
        self.request(Awaited::TurnBegun, "turn/start", &params, out);
    }

    fn permit(&mut self, number: u64, permitted: &Permitted, out: &mut Outbox) {
        let Some(request) = self.requests.remove(&number) else { return };
        out.line(&request.reply(permitted));
        // A decision has no place for words: they follow as a message in the same turn.
        if let Some(refusal) = permitted.refusal.as_deref() {
            let params = json!({
                "threadId": self.thread, "expectedTurnId": self.turn, "input": [said(refusal)],
            });
            self.request(Awaited::Steered, "turn/steer", &params, out);
        }
    }

    fn read(&mut self, bytes: &[u8], out: &mut Outbox) {
        let Ok(message) = serde_json::from_slice::<Value>(bytes) else {
            tracing::debug!("a line of the agent is not a message");
            return;
        };
        let params = &message["params"];
        let is_its =
            params["threadId"].is_null() || params["threadId"].as_str() == self.thread.as_deref();
        match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(id)) => self.asked(id, method, params, out),
            (Some(method), None) if is_its => self.notified(method, params, out),
            (None, Some(id)) => {
                if let Some(awaited) = id.as_u64().and_then(|id| self.waiting.remove(&id)) {
                    self.answered(awaited, &message, out);
                }
            }
            (Some(_), None) | (None, None) => {}
        }
    }
}

fn said(text: &str) -> Value {
    json!({ "type": "text", "text": text, "text_elements": [] })
}

#[cfg(test)]
#[path = "codex_tests.rs"]
mod tests;
