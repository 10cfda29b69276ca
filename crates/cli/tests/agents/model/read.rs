//! Requests of agents to models, in four protocols: the available tools, and the tool results.

use serde_json::{Value, json};

use super::Reply;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// OpenAI's newer one.
    Responses,
    /// OpenAI's older one, which everybody speaks.
    Chat,
    /// Anthropic's.
    Messages,
    /// Google's.
    Generate,
}

impl Protocol {
    pub fn of(path: &str) -> Option<Protocol> {
        if path.ends_with("/responses") {
            Some(Protocol::Responses)
        } else if path.ends_with("/chat/completions") {
            Some(Protocol::Chat)
        } else if path.ends_with("/messages") {
            Some(Protocol::Messages)
        } else if path.ends_with("enerateContent") {
            Some(Protocol::Generate)
        } else {
            None
        }
    }

    /// Whether a streamed reply is requested.
    pub fn streams(self, path: &str, body: &Value) -> bool {
        match self {
            Protocol::Responses | Protocol::Chat | Protocol::Messages => body["stream"] == true,
            Protocol::Generate => path.ends_with(":streamGenerateContent"),
        }
    }
}

/// The parts of a request that the script depends on.
pub struct Request {
    /// With their namespace, if the protocol has one.
    tools: Vec<(Option<String>, String)>,
    /// In the order of the conversation.
    pub results: Vec<ModelRequest>,
}

impl Request {
    pub fn read(protocol: Protocol, body: &Value) -> Request {
        let mut tools = Vec::new();
        for tool in list(&body["tools"]) {
            let namespace = (tool["type"] == "namespace").then(|| text(&tool["name"]));
            let inner = [&tool["tools"], &tool["functionDeclarations"]].map(list).concat();
            for named in inner.iter().chain([&tool["function"], &tool]) {
                if let Some(name) = named["name"].as_str() {
                    tools.push((namespace.clone(), name.to_owned()));
                }
            }
        }
        let results: Vec<Value> = match protocol {
            Protocol::Responses => list(&body["input"])
                .into_iter()
                .filter(|item| item["type"].as_str().is_some_and(|kind| kind.ends_with("_output")))
                .map(|item| item["output"].clone())
                .collect(),
            Protocol::Chat => list(&body["messages"])
                .into_iter()
                .filter(|message| message["role"] == "tool")
                .map(|message| message["content"].clone())
                .collect(),
            Protocol::Messages => list(&body["messages"])
                .iter()
                .flat_map(|message| list(&message["content"]))
                .filter(|part| part["type"] == "tool_result")
                .map(|part| part["content"].clone())
                .collect(),
            Protocol::Generate => list(&body["contents"])
                .iter()
                .flat_map(|content| list(&content["parts"]))
                .filter(|part| part["functionResponse"].is_object())
                .map(|part| part["functionResponse"]["response"].clone())
                .collect(),
        };
        Request { tools, results: results.into_iter().map(ModelRequest).collect() }
    }

    pub fn offers(&self, tool: &str) -> bool {
        self.tools.iter().any(|(_, name)| name.ends_with(tool))
    }

    /// Uses the agent's own name for the tool.
    pub fn call(&self, tool: &str, arguments: Value) -> Reply {
        match self.tools.iter().find(|(_, name)| name.ends_with(tool)) {
            Some((namespace, name)) => {
                Reply::Call { namespace: namespace.clone(), name: name.clone(), arguments }
            }
            None => Reply::Text(format!("there is no tool {tool}")),
        }
    }
}

/// The agents' names for their shells.
const SHELLS: [&str; 5] = ["Bash", "run_shell_command", "shell_command", "exec_command", "shell"];

impl Request {
    pub fn has_shell(&self) -> bool {
        self.its_shell().is_some()
    }

    fn its_shell(&self) -> Option<&'static str> {
        SHELLS.into_iter().find(|tool| self.tools.iter().any(|(_, name)| name == tool))
    }

    /// Uses the agent's own name for its shell.
    pub fn shell(&self, line: &str) -> Reply {
        match self.its_shell() {
            Some("exec_command") => self.call("exec_command", json!({ "cmd": line })),
            Some("shell") => self.call("shell", json!({ "command": ["sh", "-c", line] })),
            Some(tool) => self.call(tool, json!({ "command": line, "description": "Tidy up" })),
            None => {
                let names = self.tools.iter().map(|(_, name)| name.as_str());
                Reply::Text(format!("no shell among {}", names.collect::<Vec<_>>().join(", ")))
            }
        }
    }
}

/// The result of one tool call, as in the request to the model.
#[derive(Debug, Clone)]
pub struct ModelRequest(Value);

impl ModelRequest {
    /// All text in it.
    pub fn text(&self) -> String {
        fn collect(value: &Value, into: &mut Vec<String>) {
            match value {
                Value::String(text) => into.push(text.clone()),
                Value::Array(items) => items.iter().for_each(|item| collect(item, into)),
                Value::Object(fields) => {
                    let said = fields.iter().filter(|(name, _)| *name != "type");
                    said.for_each(|(_, field)| collect(field, into));
                }
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
        let mut texts = Vec::new();
        collect(&self.0, &mut texts);
        texts.join("\n")
    }

    /// The first object in it with this field: models read JSON in the middle of a text, too.
    pub fn object_with(&self, field: &str) -> Option<Value> {
        let text = self.text();
        text.match_indices('{').find_map(|(at, _)| {
            let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
            let value = values.next()?.ok()?;
            value.get(field).is_some().then_some(value)
        })
    }

    pub fn says(&self, words: &str) -> bool {
        self.text().to_lowercase().contains(&words.to_lowercase())
    }

    /// Whether the model should come back later.
    pub fn is_pending(&self) -> bool {
        let status = |field: &str| self.object_with(field).map(|object| text(&object[field]));
        match status("action_status").or_else(|| status("status")) {
            Some(status) => status == "pending",
            // As text.
            None => self.says("get_answered_questions"),
        }
    }

    /// The id to follow up with: in its field, otherwise after `Session:`, where eight characters
    /// are enough.
    pub fn session_id(&self) -> String {
        let field = self.object_with("session_id").map(|object| text(&object["session_id"]));
        field.unwrap_or_else(|| {
            let text = self.text();
            let behind = text.split("Session: ").nth(1).unwrap_or_default();
            behind.chars().take_while(|c| *c == '-' || c.is_ascii_hexdigit()).collect()
        })
    }
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
