//! Claude Code's JSON lines.
//!
//! Its text comes twice: in pieces as it is written, and complete with each message. The pieces are
//! shown; for a version that sends none, its messages are. It asks for permissions by requests that it
//! waits for. Unknown lines are ignored.

use sayso_extract::extract;
use serde::Deserialize;
use serde_json::{Value, json};

use super::wire::{Outbox, Wire, Words};
use super::{Happening, Permission, PermissionOption, Permitted, Recall, Resumable, ToolCall};

pub(super) struct Claude {
    prompt: Option<&'static str>,
    resume: Option<String>,
    session: Option<String>,
    /// Pieces have arrived, so complete messages are known already.
    streams: bool,
    spoken: ClaudeLine,
    /// The text of the current turn.
    said: String,
    /// The last message, and how much of its text was shown.
    message: Option<(String, String)>,
    /// The session has no history yet.
    is_new: bool,
    /// Its open requests for permission.
    requests: Vec<PermissionRequest>,
    next: u64,
}

struct PermissionRequest {
    number: u64,
    /// Its own name for it.
    id: String,
    /// It repeats what it allows.
    input: Value,
}

/// What was shown of the current turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClaudeLine {
    Nothing,
    Something,
    /// Another block begins, separated from the previous one.
    Break,
}

impl Claude {
    pub(super) fn new(prompt: Option<&'static str>, resume: Option<&str>) -> Claude {
        Claude {
            prompt,
            resume: resume.map(str::to_owned),
            session: None,
            streams: false,
            spoken: ClaudeLine::Nothing,
            said: String::new(),
            message: None,
            is_new: resume.is_none(),
            requests: Vec::new(),
            next: 0,
        }
    }

    fn tell(&mut self, text: &str, out: &mut Outbox) {
        if text.is_empty() {
            return;
        }
        if self.spoken == ClaudeLine::Break {
            self.said.push_str("\n\n");
            out.text("\n\n");
        }
        self.spoken = ClaudeLine::Something;
        self.said.push_str(text);
        out.text(text);
    }

    fn block_begins(&mut self) {
        if self.spoken == ClaudeLine::Something {
            self.spoken = ClaudeLine::Break;
        }
    }

    fn streamed(&mut self, event: &Value, out: &mut Outbox) {
        self.streams = true;
        match event["type"].as_str() {
            Some("content_block_start") if event["content_block"]["type"] == "text" => {
                self.block_begins();
                self.tell(event["content_block"]["text"].as_str().unwrap_or_default(), out);
            }
            Some("content_block_delta") if event["delta"]["type"] == "text_delta" => {
                self.tell(event["delta"]["text"].as_str().unwrap_or_default(), out);
            }
            Some(_) | None => {}
        }
    }

    /// A message may come again with more in it.
    fn whole(&mut self, message: &Value, out: &mut Outbox) {
        if self.streams {
            return;
        }
        let id = message["id"].as_str().unwrap_or_default();
        let blocks = message["content"].as_array().into_iter().flatten();
        let texts: Vec<&str> = blocks
            .filter(|block| block["type"] == "text")
            .filter_map(|block| block["text"].as_str())
            .collect();
        let text = texts.join("\n\n");
        let shown = match &self.message {
            Some((same, shown)) if same == id => text.strip_prefix(shown.as_str()),
            Some(_) | None => None,
        };
        let new = match shown {
            Some(more) => more,
            None => {
                self.block_begins();
                &text
            }
        };
        self.tell(new, out);
        if !text.is_empty() {
            self.message = Some((id.to_owned(), text));
        }
    }

    fn result(&mut self, line: Line, out: &mut Outbox) {
        let result = line.result.filter(|result| !result.trim().is_empty());
        let failed = line.is_error || line.subtype.as_deref().is_some_and(|it| it != "success");
        let error = failed.then(|| {
            let errors =
                line.errors.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ");
            let told = Some(errors).filter(|errors| !errors.is_empty());
            result.clone().or(told).or(line.subtype).unwrap_or_else(|| "unknown".to_owned())
        });
        match (&error, self.spoken, &result) {
            // The output of its own commands comes only this way.
            (None, ClaudeLine::Nothing, Some(result)) => out.text(result.as_str()),
            (None, ClaudeLine::Something | ClaudeLine::Break, Some(result)) => {
                self.ask_rest(result, out)
            }
            (Some(_), _, _) | (_, _, None) => {}
        }
        self.said.clear();
        self.spoken = ClaudeLine::Nothing;
        self.message = None;
        out.happened.push(Happening::TurnEnded { error });
    }

    /// The result repeats what was said; a choice that stands only there is asked too, and one that is
    /// malformed is shown.
    fn ask_rest(&mut self, result: &str, out: &mut Outbox) {
        if self.said.contains(result) {
            return;
        }
        let (said, rest) = (extract(&self.said), extract(result));
        // It is reported where it is read.
        if rest.malformed.iter().any(|why| !said.malformed.contains(why)) {
            self.block_begins();
            self.tell(&rest.text, out);
        }
        for choice in rest.choices {
            if !said.choices.contains(&choice) {
                let choice = serde_json::to_string(&choice).expect("texts make valid JSON");
                self.block_begins();
                self.tell(&format!("```json\n{choice}\n```\n"), out);
            }
        }
    }

    fn requested(&mut self, id: String, request: &Value, out: &mut Outbox) {
        let (Some("can_use_tool"), Some(tool)) =
            (request["subtype"].as_str(), request["tool_name"].as_str())
        else {
            let error = "this client does not offer that";
            out.line(&respond(json!({ "subtype": "error", "request_id": id, "error": error })));
            return;
        };
        if DIALOGS.contains(&tool) {
            let denied = json!({ "behavior": "deny", "message": NO_DIALOGS });
            out.line(&respond(success(&id, denied)));
            return;
        }
        let number = self.next;
        self.next += 1;
        let input = request["input"].clone();
        let option = |id: &str, label: &str, declines| {
            let (id, label) = (id.to_owned(), label.to_owned());
            PermissionOption { id, label, declines }
        };
        out.happened.push(Happening::Permission(Permission {
            number,
            title: tool.to_owned(),
            detail: None,
            options: vec![option(ALLOW, "Allow once", false), option(DENY, "Deny", true)],
            call: Some(ToolCall {
                tool: tool.to_owned(),
                input: input.clone(),
                purpose: input["description"].as_str().map(str::to_owned),
                diff: None,
            }),
            questions: None,
        }));
        self.requests.push(PermissionRequest { number, id, input });
    }

    fn request_gone(&mut self, id: &str, out: &mut Outbox) {
        for gone in self.requests.extract_if(.., |request| request.id == id) {
            out.happened.push(Happening::Withdrawn(gone.number));
        }
    }

    fn named(&mut self, id: String, out: &mut Outbox) {
        if self.session.as_ref() == Some(&id) {
            return;
        }
        let recall = if self.resume.is_some() { Recall::Everything } else { Recall::Nothing };
        self.session = Some(id.clone());
        out.happened.push(Happening::Session { id, recall, resumable: Resumable::Yes });
    }
}

/// The fields that are read from a line.
#[derive(Deserialize)]
struct Line {
    #[serde(rename = "type")]
    kind: String,
    subtype: Option<String>,
    session_id: Option<String>,
    /// Set for a subagent, whose text isn't for the user.
    parent_tool_use_id: Option<String>,
    #[serde(default)]
    event: Value,
    #[serde(default)]
    message: Value,
    #[serde(default)]
    is_error: bool,
    result: Option<String>,
    #[serde(default)]
    errors: Vec<Value>,
    request_id: Option<String>,
    #[serde(default)]
    request: Value,
}

/// The options of its permissions, in the order of the dialect's.
const ALLOW: &str = "allow";
const DENY: &str = "deny";
/// What a permission cannot answer: allowed, they would get no answer, and take that for one.
const DIALOGS: [&str; 2] = ["AskUserQuestion", "ExitPlanMode"];
const NO_DIALOGS: &str = "The user does not see this dialog. Ask in your text instead.";
const UNDECIDED: &str = "Nobody has decided, so it was not run.";

fn success(id: &str, decision: Value) -> Value {
    json!({ "subtype": "success", "request_id": id, "response": decision })
}

fn respond(response: Value) -> Value {
    json!({ "type": "control_response", "response": response })
}

impl Wire for Claude {
    fn arguments(&self) -> Vec<String> {
        let mut arguments: Vec<&str> = vec![
            "-p",
            "--input-format",
            "stream-json",
            "--output-format",
            "stream-json",
            "--verbose",
            "--include-partial-messages",
            "--permission-prompt-tool",
            "stdio",
            // It takes all words up to the next flag.
            "--disallowedTools",
            "AskUserQuestion",
        ];
        if let Some(prompt) = self.prompt {
            arguments.extend(["--append-system-prompt", prompt]);
        }
        if let Some(id) = &self.resume {
            arguments.extend(["--resume", id]);
        }
        arguments.into_iter().map(str::to_owned).collect()
    }

    fn say(&mut self, words: Words, out: &mut Outbox) {
        let text = words.said(&mut self.is_new);
        let content = json!([{ "type": "text", "text": text }]);
        out.line(&json!({ "type": "user", "message": { "role": "user", "content": content } }));
    }

    fn permit(&mut self, number: u64, permitted: &Permitted, out: &mut Outbox) {
        let Some(at) = self.requests.iter().position(|request| request.number == number) else {
            return;
        };
        let PermissionRequest { id, input, .. } = self.requests.remove(at);
        let decision = match permitted.option.as_deref() {
            Some(ALLOW) => json!({ "behavior": "allow", "updatedInput": input }),
            Some(_) | None => {
                let message = permitted.refusal.as_deref().unwrap_or(UNDECIDED);
                json!({ "behavior": "deny", "message": message })
            }
        };
        out.line(&respond(success(&id, decision)));
    }

    fn read(&mut self, bytes: &[u8], out: &mut Outbox) {
        let Ok(line) = serde_json::from_slice::<Line>(bytes) else {
            tracing::debug!("a line of the agent is not known");
            return;
        };
        match line.kind.as_str() {
            "system" if line.subtype.as_deref() == Some("init") => {
                if let Some(id) = line.session_id {
                    self.named(id, out);
                }
            }
            "stream_event" if line.parent_tool_use_id.is_none() => self.streamed(&line.event, out),
            "assistant" if line.parent_tool_use_id.is_none() => self.whole(&line.message, out),
            "result" => self.result(line, out),
            "control_request" => {
                if let Some(id) = line.request_id {
                    self.requested(id, &line.request, out);
                }
            }
            "control_cancel_request" => {
                self.request_gone(&line.request_id.unwrap_or_default(), out);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
#[path = "claude_tests.rs"]
mod tests;
