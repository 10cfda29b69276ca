//! Messages of Codex's daemon (JSON-RPC), and ours to it.

use sayso_core::dialect::bridged::{AgentReply, Consent, QuestionReply, codex};
use serde_json::{Value, json};

use crate::dialog::{DialogAsks, OwnDialog, ProposedAction};

/// What the daemon says, as far as it is about a dialog.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum CodexMessage {
    Response {
        id: u64,
        result: Option<Value>,
    },
    Asks {
        request: CodexRequest,
    },
    /// Somebody has answered this request.
    Resolved {
        id: Value,
    },
    /// An item has begun: what a file change is about is said only here.
    Began {
        thread: String,
        item: Value,
    },
    /// It has printed something, so it was allowed.
    Prints {
        thread: String,
        item: String,
    },
    Done {
        thread: String,
        item: String,
        was_declined: bool,
    },
    Status {
        thread: String,
        waits: bool,
    },
    TurnOver {
        thread: String,
        was_interrupted: bool,
    },
}

/// A request to everybody who is connected.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CodexRequest {
    /// The same when it is sent again; another daemon may give it to another request.
    pub(crate) id: Value,
    pub(crate) kind: RequestKind,
    pub(crate) thread: String,
    pub(crate) turn: String,
    pub(crate) item: String,
    params: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestKind {
    Command,
    Files,
    Questions,
    /// Of a kind that is answered in the terminal only.
    Other,
}

impl CodexMessage {
    /// `None`: about something else.
    pub(crate) fn read(text: &str) -> Option<CodexMessage> {
        let message: Value = serde_json::from_str(text).ok()?;
        let params = &message["params"];
        let named = |name: &str| params[name].as_str().map(str::to_owned);
        let Some(method) = message["method"].as_str() else {
            let (id, result) = (message["id"].as_u64()?, message.get("result").cloned());
            return Some(CodexMessage::Response { id, result });
        };
        if let Some(id) = message.get("id") {
            let request = CodexRequest::read(id, method, params)?;
            return Some(CodexMessage::Asks { request });
        }
        match method {
            "serverRequest/resolved" => {
                Some(CodexMessage::Resolved { id: params["requestId"].clone() })
            }
            "item/started" => {
                let item = params["item"].clone();
                Some(CodexMessage::Began { thread: named("threadId")?, item })
            }
            "item/commandExecution/outputDelta" => {
                let item = named("itemId")?;
                Some(CodexMessage::Prints { thread: named("threadId")?, item })
            }
            "item/completed" => {
                let item = &params["item"];
                let was_declined = item["status"] == "declined";
                let item = item["id"].as_str()?.to_owned();
                Some(CodexMessage::Done { thread: named("threadId")?, item, was_declined })
            }
            "thread/status/changed" => {
                let status = &params["status"];
                let flags = status["activeFlags"].as_array();
                Some(CodexMessage::Status {
                    thread: named("threadId")?,
                    waits: flags.is_some_and(|flags| !flags.is_empty()),
                })
            }
            "turn/completed" => Some(CodexMessage::TurnOver {
                thread: named("threadId")?,
                was_interrupted: params["turn"]["status"] == "interrupted",
            }),
            _ => None,
        }
    }
}

impl CodexRequest {
    fn read(id: &Value, method: &str, params: &Value) -> Option<CodexRequest> {
        let named = |name: &str| params[name].as_str().map(str::to_owned);
        let kind = match method {
            "item/commandExecution/requestApproval" if codex::command(params).is_some() => {
                RequestKind::Command
            }
            "item/fileChange/requestApproval" => RequestKind::Files,
            "item/tool/requestUserInput" if codex::questions(params).is_some() => {
                RequestKind::Questions
            }
            "item/commandExecution/requestApproval"
            | "item/tool/requestUserInput"
            | "item/permissions/requestApproval"
            | "mcpServer/elicitation/request" => RequestKind::Other,
            _ => return None,
        };
        Some(CodexRequest {
            id: id.clone(),
            kind,
            thread: named("threadId")?,
            turn: named("turnId").unwrap_or_default(),
            item: named("itemId").or_else(|| named("serverName"))?,
            params: params.clone(),
        })
    }

    /// Which no other request has: an item may ask more than once, and a turn has one daemon.
    pub(crate) fn key(&self) -> String {
        format!("{} {} {}", self.turn, self.item, self.id)
    }

    /// `changes`: of the item, if it changes files and that is known.
    pub(crate) fn dialog(&self, changes: Option<&Value>, directory: Option<&str>) -> OwnDialog {
        let text = |name: &str| self.params[name].as_str().map(str::to_owned);
        let directory = text("cwd").or_else(|| directory.map(str::to_owned));
        let elsewhere = |says: &str| {
            let says = text("reason").unwrap_or_else(|| says.to_owned());
            DialogAsks::Elsewhere { says }
        };
        let asks = match self.kind {
            RequestKind::Command => DialogAsks::Permission(Box::new(ProposedAction {
                tool: "Bash".to_owned(),
                input: json!({ "command": codex::command(&self.params) }),
                directory: directory.clone(),
                purpose: text("reason"),
                diff: None,
            })),
            RequestKind::Files => match changes.and_then(codex::edit) {
                Some(edit) => DialogAsks::Permission(Box::new(ProposedAction {
                    tool: edit.tool.to_owned(),
                    input: edit.input,
                    directory: directory.clone(),
                    purpose: text("reason"),
                    diff: Some(edit.diff),
                })),
                None => elsewhere("It wants to change files."),
            },
            RequestKind::Questions => {
                DialogAsks::Questions(codex::questions(&self.params).unwrap_or_default())
            }
            RequestKind::Other => elsewhere("It needs an answer."),
        };
        OwnDialog { key: self.key(), session: self.thread.clone(), directory, asks }
    }

    /// The result of the request; `None`: it is answered in the terminal.
    pub(crate) fn reply(&self, reply: &AgentReply) -> Option<Value> {
        match (self.kind, reply) {
            (RequestKind::Command | RequestKind::Files, AgentReply::Permission(consent)) => {
                let decision = match consent {
                    Consent::Allow { .. } => "accept",
                    Consent::Deny { .. } => "decline",
                };
                Some(json!({ "decision": decision }))
            }
            (RequestKind::Questions, AgentReply::Question(given)) => {
                let parts = match given {
                    QuestionReply::Answers(answers) => answers.parts(),
                    QuestionReply::Decline { .. } => &[],
                };
                Some(codex::answers(&self.params, parts))
            }
            _ => None,
        }
    }

    /// What the tool call returned: what was answered, by the text of the question, or that nothing was.
    pub(crate) fn returned(&self, output: &str) -> Option<Vec<(String, String)>> {
        codex::returned(&self.params, output)
    }
}

pub(crate) fn initialize(id: u64) -> Value {
    let client = json!({ "name": "sayso", "title": "sayso", "version": env!("CARGO_PKG_VERSION") });
    let capabilities = json!({ "experimentalApi": true });
    let params = json!({ "clientInfo": client, "capabilities": capabilities });
    json!({ "id": id, "method": "initialize", "params": params })
}

pub(crate) fn initialized() -> Value {
    json!({ "method": "initialized" })
}

pub(crate) fn loaded(id: u64) -> Value {
    json!({ "id": id, "method": "thread/loaded/list", "params": {} })
}

/// What is pending in it is sent again, to us; its last turn says what its items are.
pub(crate) fn resume(id: u64, thread: &str) -> Value {
    let page = json!({ "limit": 1, "itemsView": "full" });
    let params = json!({ "threadId": thread, "excludeTurns": true, "initialTurnsPage": page });
    json!({ "id": id, "method": "thread/resume", "params": params })
}

/// A session that somebody listens to is never unloaded.
pub(crate) fn unsubscribe(id: u64, thread: &str) -> Value {
    json!({ "id": id, "method": "thread/unsubscribe", "params": { "threadId": thread } })
}

/// Says this to the model while it works: a decision has no place for words.
pub(crate) fn steer(id: u64, request: &CodexRequest, text: &str) -> Value {
    let input = json!([{ "type": "text", "text": text, "text_elements": [] }]);
    let CodexRequest { thread, turn, .. } = request;
    let params = json!({ "threadId": thread, "expectedTurnId": turn, "input": input });
    json!({ "id": id, "method": "turn/steer", "params": params })
}

#[cfg(test)]
#[path = "wire_tests.rs"]
mod tests;
