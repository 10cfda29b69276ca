//! Claude Code's own dialogs: what its hooks say about them, and the replies to its hooks.
//!
//! Nothing here blocks the agent: what is not understood is left to its own dialog.

use std::hash::{DefaultHasher, Hash, Hasher};

use sayso_agents::{Agent, by_hook};
use sayso_core::Dialect;
use sayso_core::dialect::bridged::{AgentReply, PlanReply, QuestionReply};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::proposal::filled;
use crate::ToolUse;

/// What Claude Code reports by a hook.
#[derive(Debug, Clone, PartialEq)]
pub enum BridgeEvent {
    /// It asks, in its own dialog or before that.
    Asks(Box<BridgedCall>),
    /// It is about to use a tool, and may ask first.
    Begins {
        session: String,
        note: BridgedNote,
    },
    /// It says that one of its dialogs waits.
    Waits {
        session: String,
        directory: Option<String>,
        says: String,
    },
    /// It has used a tool.
    Ran {
        session: String,
        note: BridgedNote,
        answers: Option<Vec<(String, String)>>,
        /// Its permission mode after that.
        mode: Option<String>,
    },
    /// It went on: whatever it has not used by now was refused. Only of this subagent, if one is
    /// named.
    WentOn {
        session: String,
        subagent: Option<String>,
        /// What its model was told about the tools of this turn, if it says so.
        heard: Vec<(BridgedNote, String)>,
    },
    Started {
        session: String,
    },
    Ended {
        session: String,
    },
}

/// A dialog.
#[derive(Debug, Clone, PartialEq)]
pub struct BridgedCall {
    pub session: String,
    /// The kind of the subagent that asks: its dialog waits for the hook.
    pub subagent: Option<String>,
    pub tool_use: ToolUse,
    /// The purpose, according to the agent.
    pub purpose: Option<String>,
    pub note: BridgedNote,
    pub by: AnsweredBy,
}

/// By which of its hooks a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredBy {
    /// That of its dialog.
    Dialog,
    /// That before the tool.
    ToolUse,
}

/// What is asked by a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BridgedKind {
    Permission,
    Question,
    Plan,
}

/// By what a tool use is found again in what is reported later. Claude Code gives the dialog no id: it is
/// that of the same use that began before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BridgedNote {
    pub tool: String,
    pub input: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub use_id: Option<String>,
}

const QUESTION: &str = "AskUserQuestion";
const PLAN: &str = "ExitPlanMode";
/// That of Qwen Code.
const QWEN_PLAN: &str = "exit_plan_mode";

impl BridgeEvent {
    /// `None` for anything that is none of our business, or can't be read.
    pub fn read(text: &[u8]) -> Option<BridgeEvent> {
        let Ok(Value::Object(fields)) = serde_json::from_slice(text) else { return None };
        let session = filled(&fields, "session_id")?;
        let subagent = filled(&fields, "agent_id");
        match fields.get("hook_event_name")?.as_str()? {
            "PermissionRequest" => BridgedCall::read(&fields, session, AnsweredBy::Dialog),
            // In this mode no dialog comes, and without an answer the question is denied.
            "PreToolUse"
                if filled(&fields, "tool_name")? == QUESTION
                    && filled(&fields, "permission_mode").as_deref() == Some("dontAsk") =>
            {
                BridgedCall::read(&fields, session, AnsweredBy::ToolUse)
            }
            "PreToolUse" => {
                Some(BridgeEvent::Begins { session, note: BridgedNote::read(&fields)? })
            }
            "Notification" => Some(BridgeEvent::Waits {
                session,
                directory: filled(&fields, "cwd"),
                says: filled(&fields, "message")?,
            }),
            "SessionStart" => Some(BridgeEvent::Started { session }),
            "PostToolUse" | "PostToolUseFailure" => {
                let answers = fields.get("tool_input").and_then(|input| input.get("answers"));
                let answers = answers.and_then(Value::as_object).map(|answers| {
                    let text = |value: &Value| match value.as_str() {
                        Some(text) => text.to_owned(),
                        None => value.to_string(),
                    };
                    answers.iter().map(|(asked, said)| (asked.clone(), text(said))).collect()
                });
                let (note, mode) =
                    (BridgedNote::read(&fields)?, filled(&fields, "permission_mode"));
                Some(BridgeEvent::Ran { session, note, answers, mode })
            }
            // Not a prompt: one that was queued is submitted while a tool runs.
            "PostToolBatch" | "Stop" | "StopFailure" | "SubagentStop" => {
                let calls = fields.get("tool_calls").and_then(Value::as_array);
                let heard = calls.into_iter().flatten().filter_map(|call| {
                    let mut note = BridgedNote::read(call.as_object()?)?;
                    note.agent.clone_from(&subagent);
                    Some((note, told(call.get("tool_response")?)?))
                });
                let heard = heard.collect();
                Some(BridgeEvent::WentOn { session, subagent, heard })
            }
            "SessionEnd" => Some(BridgeEvent::Ended { session }),
            _ => None,
        }
    }

    pub fn session(&self) -> &str {
        match self {
            BridgeEvent::Asks(call) => &call.session,
            BridgeEvent::Begins { session, .. }
            | BridgeEvent::Waits { session, .. }
            | BridgeEvent::Ran { session, .. }
            | BridgeEvent::WentOn { session, .. }
            | BridgeEvent::Started { session }
            | BridgeEvent::Ended { session } => session,
        }
    }
}

/// As the model reads it: a text, or blocks with texts.
fn told(response: &Value) -> Option<String> {
    match response {
        Value::String(text) => Some(text.clone()),
        Value::Array(blocks) => {
            let texts = blocks.iter().filter_map(|block| block["text"].as_str());
            Some(texts.collect::<Vec<_>>().join("\n"))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

impl BridgedNote {
    fn read(fields: &Map<String, Value>) -> Option<BridgedNote> {
        let tool = filled(fields, "tool_name")?;
        let input = fields.get("tool_input").cloned().unwrap_or(Value::Null);
        // What its dialog adds to the input is not part of what was asked.
        let asked = match tool.as_str() {
            QUESTION => input.get("questions").cloned(),
            PLAN => input.get("plan").cloned(),
            _ => None,
        };
        let input = asked.unwrap_or(input);
        let (agent, use_id) = (filled(fields, "agent_id"), filled(fields, "tool_use_id"));
        Some(BridgedNote { tool, input, agent, use_id })
    }

    /// Neither a question nor a plan, whose dialogs add to their input.
    pub fn is_permission(&self) -> bool {
        kind(&self.tool) == BridgedKind::Permission
    }

    /// The same tool with the same input, by the same agent.
    pub fn is_like(&self, other: &BridgedNote) -> bool {
        (&self.tool, &self.input, &self.agent) == (&other.tool, &other.input, &other.agent)
    }

    /// The same for all that are like it.
    pub fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.tool, self.input.to_string(), &self.agent).hash(&mut hasher);
        hasher.finish()
    }
}

impl BridgedCall {
    fn read(fields: &Map<String, Value>, session: String, by: AnsweredBy) -> Option<BridgeEvent> {
        let note = BridgedNote::read(fields)?;
        let input = fields.get("tool_input").cloned().unwrap_or(Value::Null);
        let purpose = input.get("description").and_then(Value::as_str).map(str::to_owned);
        let kind = filled(fields, "agent_type");
        let subagent = filled(fields, "agent_id").map(|id| kind.unwrap_or(id));
        let (tool, directory) = (note.tool.clone(), filled(fields, "cwd"));
        let tool_use = ToolUse { tool, input, directory };
        let call = BridgedCall { session, subagent, tool_use, purpose, note, by };
        Some(BridgeEvent::Asks(Box::new(call)))
    }

    pub fn kind(&self) -> BridgedKind {
        kind(&self.tool_use.tool)
    }

    /// With Claude Code's names for the tools of others: of Qwen Code, which have the same input, and for
    /// Codex's patches, which it calls a command.
    pub fn in_known_names(mut self) -> BridgedCall {
        let ToolUse { tool, input, .. } = &mut self.tool_use;
        match tool.as_str() {
            "run_shell_command" => *tool = "Bash".to_owned(),
            "write_file" => *tool = "Write".to_owned(),
            "edit" => *tool = "Edit".to_owned(),
            "apply_patch" => {
                let patch = input["command"].as_str().unwrap_or_default();
                let paths: Vec<&str> = patch.lines().filter_map(patched).collect();
                if !paths.is_empty() {
                    let edit = json!({ "file_path": paths.join(", "), "patch": patch });
                    (*tool, *input) = ("Edit".to_owned(), edit);
                }
            }
            _ => {}
        }
        self
    }
}

/// The file that this line of a patch is about.
fn patched(line: &str) -> Option<&str> {
    let starts = ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    starts.into_iter().find_map(|start| line.strip_prefix(start))
}

/// The agent whose hook gets this input: told by the fields that only one of them sends.
pub fn sender(agents: &[&'static Agent], text: &[u8]) -> Option<&'static Agent> {
    let Ok(Value::Object(fields)) = serde_json::from_slice(text) else { return None };
    // The marks are the same for all events. No variable counts: agents pass on those of others.
    by_hook(agents, "PreToolUse", &|name| fields.contains_key(name), &|_| false)
}

fn kind(tool: &str) -> BridgedKind {
    match tool {
        QUESTION => BridgedKind::Question,
        PLAN => BridgedKind::Plan,
        _ => BridgedKind::Permission,
    }
}

impl ToolUse {
    /// An agent's own question or plan: consent without answers is none.
    pub fn is_dialog(&self) -> bool {
        self.tool == PLAN || self.tool == QWEN_PLAN || self.asks_user()
    }
}

impl BridgedKind {
    pub const fn dialect(self) -> Dialect {
        match self {
            BridgedKind::Permission => Dialect::Permission,
            BridgedKind::Question => Dialect::ClaudeQuestion,
            BridgedKind::Plan => Dialect::ClaudePlan,
        }
    }
}

/// The hook's output. A permission is allowed without its input: with it, Claude Code checks its rules
/// again. A question and a plan need it.
pub fn reply(reply: &AgentReply, call: &BridgedCall) -> Value {
    let input = &call.tool_use.input;
    let deny = || json!({ "behavior": "deny", "message": reply.refusal().unwrap_or_default() });
    let decision = match reply {
        AgentReply::Permission(_) if reply.is_consent() => json!({ "behavior": "allow" }),
        AgentReply::Question(QuestionReply::Answers(answers)) => {
            let each = answers.each().iter().map(|(asked, said)| (asked.clone(), json!(said)));
            let answers = Value::Object(each.collect());
            let mut input = input.clone();
            input["answers"] = answers;
            json!({ "behavior": "allow", "updatedInput": input })
        }
        AgentReply::Plan(plan @ PlanReply::Approve { .. }) => {
            let mode = plan.mode();
            let mode = json!({ "type": "setMode", "mode": mode, "destination": "session" });
            json!({ "behavior": "allow", "updatedInput": input, "updatedPermissions": [mode] })
        }
        AgentReply::Permission(_)
        | AgentReply::Question(QuestionReply::Decline { .. })
        | AgentReply::Plan(PlanReply::KeepPlanning { .. }) => deny(),
    };
    let specific = match call.by {
        AnsweredBy::Dialog => json!({ "hookEventName": "PermissionRequest", "decision": decision }),
        AnsweredBy::ToolUse => {
            let mut specific = json!({
                "hookEventName": "PreToolUse", "permissionDecision": decision["behavior"],
            });
            let fields =
                [("updatedInput", "updatedInput"), ("message", "permissionDecisionReason")];
            for (from, to) in fields {
                if let Some(value) = decision.get(from) {
                    specific[to] = value.clone();
                }
            }
            specific
        }
    };
    json!({ "hookSpecificOutput": specific })
}

#[cfg(test)]
#[path = "bridge_tests.rs"]
mod tests;
