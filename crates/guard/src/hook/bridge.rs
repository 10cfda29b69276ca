//! Claude Code's own dialogs: what its hooks say about them, and what they are told.
//!
//! Nothing here blocks the agent: what is not understood is left to its own dialog.

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
    /// It has used a tool.
    Ran {
        session: String,
        note: BridgedNote,
        answers: Option<Vec<(String, String)>>,
    },
    /// It went on: whatever it has not used by now was refused. Only of this subagent, if one is
    /// named.
    WentOn {
        session: String,
        subagent: Option<String>,
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
}

/// What is asked by a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BridgedKind {
    Permission,
    Question,
    Plan,
}

/// By what a tool use is found again in what is reported later: Claude Code gives the dialog no id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BridgedNote {
    pub tool: String,
    pub input: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

const QUESTION: &str = "AskUserQuestion";
const PLAN: &str = "ExitPlanMode";

impl BridgeEvent {
    /// `None` for anything that is none of our business, or can't be read.
    pub fn read(text: &[u8]) -> Option<BridgeEvent> {
        let Ok(Value::Object(fields)) = serde_json::from_slice(text) else { return None };
        let session = filled(&fields, "session_id")?;
        let subagent = filled(&fields, "agent_id");
        match fields.get("hook_event_name")?.as_str()? {
            "PermissionRequest" => {
                let note = BridgedNote::read(&fields)?;
                let input = fields.get("tool_input").cloned().unwrap_or(Value::Null);
                let purpose = input.get("description").and_then(Value::as_str).map(str::to_owned);
                let kind = filled(&fields, "agent_type");
                Some(BridgeEvent::Asks(Box::new(BridgedCall {
                    session,
                    subagent: subagent.map(|id| kind.unwrap_or(id)),
                    tool_use: ToolUse {
                        tool: note.tool.clone(),
                        input,
                        directory: filled(&fields, "cwd"),
                    },
                    purpose,
                    note,
                })))
            }
            "PostToolUse" | "PostToolUseFailure" => {
                let answers = fields.get("tool_input").and_then(|input| input.get("answers"));
                let answers = answers.and_then(Value::as_object).map(|answers| {
                    let text = |value: &Value| match value.as_str() {
                        Some(text) => text.to_owned(),
                        None => value.to_string(),
                    };
                    answers.iter().map(|(asked, said)| (asked.clone(), text(said))).collect()
                });
                Some(BridgeEvent::Ran { session, note: BridgedNote::read(&fields)?, answers })
            }
            "PostToolBatch" | "Stop" | "StopFailure" | "UserPromptSubmit" | "SubagentStop" => {
                Some(BridgeEvent::WentOn { session, subagent })
            }
            "SessionEnd" => Some(BridgeEvent::Ended { session }),
            _ => None,
        }
    }

    pub fn session(&self) -> &str {
        match self {
            BridgeEvent::Asks(call) => &call.session,
            BridgeEvent::Ran { session, .. }
            | BridgeEvent::WentOn { session, .. }
            | BridgeEvent::Ended { session } => session,
        }
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
        Some(BridgedNote { tool, input, agent: filled(fields, "agent_id") })
    }
}

impl BridgedCall {
    pub fn kind(&self) -> BridgedKind {
        match self.tool_use.tool.as_str() {
            QUESTION => BridgedKind::Question,
            PLAN => BridgedKind::Plan,
            _ => BridgedKind::Permission,
        }
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
pub fn reply(reply: &AgentReply, input: &Value) -> Value {
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
        AgentReply::Plan(PlanReply::Approve { accepts_edits }) => {
            let mode = if *accepts_edits { "acceptEdits" } else { "default" };
            let mode = json!({ "type": "setMode", "mode": mode, "destination": "session" });
            json!({ "behavior": "allow", "updatedInput": input, "updatedPermissions": [mode] })
        }
        AgentReply::Permission(_)
        | AgentReply::Question(QuestionReply::Decline { .. })
        | AgentReply::Plan(PlanReply::KeepPlanning { .. }) => deny(),
    };
    let specific = json!({ "hookEventName": "PermissionRequest", "decision": decision });
    json!({ "hookSpecificOutput": specific })
}

#[cfg(test)]
#[path = "bridge_tests.rs"]
mod tests;
