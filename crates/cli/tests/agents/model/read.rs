//! Requests of agents to models, in four protocols: the available tools, and the tool results.

use serde_json::{Value, json};

use super::{Move, Reply};

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
    /// It is of an agent below the one that was started.
    pub is_helper: bool,
    /// Where its plan has to be written.
    plan: Option<String>,
    /// What it has to judge, for Claude Code's mode `auto`.
    judged: Option<String>,
    /// All of it.
    whole: String,
}

/// The words that say where.
const PLAN: &str = "create your plan at ";

/// The words that ask for a judgement.
const JUDGE: &str = "You are a security monitor";

/// The words that make it a helper.
const HELPER: &str = "You are the helper.";

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
        let is_helper = body["messages"][0].to_string().contains(HELPER);
        let all = body.to_string();
        let plan = all.split(PLAN).nth(1).and_then(|rest| rest.split(' ').next());
        let plan = plan.map(str::to_owned);
        let judges = all.contains(JUDGE) && tools.is_empty();
        let judged = judges.then(|| body["messages"].to_string());
        let results = results.into_iter().map(ModelRequest).collect();
        Request { tools, results, is_helper, plan, judged, whole: all }
    }

    pub fn says(&self, text: &str) -> bool {
        self.whole.contains(text)
    }

    /// Whether what it has to judge is to be blocked: only what says so itself.
    pub fn verdict(&self) -> Option<&'static str> {
        let judged = self.judged.as_ref()?;
        Some(if judged.contains("touch refused") {
            "<block>yes</block>"
        } else {
            "<block>no</block>"
        })
    }

    pub fn offers(&self, tool: &str) -> bool {
        self.tools.iter().any(|(_, name)| name.ends_with(tool))
    }

    /// Uses the agent's own name for the tool.
    pub fn call(&self, tool: &str, mut arguments: Value) -> Reply {
        if let Some(plan) = &self.plan {
            let text = arguments.to_string().replace("$PLAN", plan);
            arguments = serde_json::from_str(&text).unwrap();
        }
        match self.tools.iter().find(|(_, name)| name.ends_with(tool)) {
            Some((namespace, name)) => {
                Reply::Call { namespace: namespace.clone(), name: name.clone(), arguments }
            }
            // Its own search has loaded it, in the middle of the conversation.
            None if self.offers("ToolSearch") && !self.results.is_empty() => {
                Reply::Call { namespace: None, name: tool.to_owned(), arguments }
            }
            None => Reply::Text(format!("there is no tool {tool}")),
        }
    }
}

/// The agents' names for their shells.
const SHELLS: [&str; 5] = ["Bash", "run_shell_command", "shell_command", "exec_command", "shell"];

impl Request {
    /// An agent below it.
    pub fn helper(&self) -> Reply {
        let tool =
            if self.tools.iter().any(|(_, name)| name == "Agent") { "Agent" } else { "Task" };
        let arguments = json!({
            "description": "Make files", "prompt": HELPER, "subagent_type": "general-purpose",
        });
        self.call(tool, arguments)
    }

    /// A move beside the script.
    pub fn does(&self, one: Move) -> Reply {
        match one {
            Move::Shell(line) => self.shell(line),
            Move::Call(tool, arguments) => self.call(tool, arguments),
            _ => Reply::Text("Done.".to_owned()),
        }
    }

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

/// The result of the tool use that ran this command, in Anthropic's messages.
pub fn result_of(body: &Value, command: &str) -> Option<ModelRequest> {
    let parts: Vec<Value> =
        list(&body["messages"]).iter().flat_map(|message| list(&message["content"])).collect();
    let used = parts.iter().find(|part| part["input"]["command"] == command)?;
    let result = parts.iter().find(|part| part["tool_use_id"] == used["id"])?;
    Some(ModelRequest(result["content"].clone()))
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
