//! The agents whose hooks are supported: how to recognise them, their names, how long they wait.

use clap::ValueEnum;
use serde_json::{Map, Value};

/// Whose shape the tool use has, and the decision is to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Client {
    /// Claude Code, and agents that took its hooks over
    ClaudeCode,
    /// Codex
    Codex,
    /// Gemini CLI
    Gemini,
    /// Qwen Code
    Qwen,
    /// {"tool", "input", "cwd", "agent"} in, {"decision", "reason", "rule"} out
    Plain,
}

impl Client {
    /// By what only one of them sends, or sets for its hooks.
    pub fn of(fields: &Map<String, Value>, is_set: impl Fn(&str) -> bool) -> Option<Client> {
        let event = fields.get("hook_event_name").and_then(Value::as_str);
        let has = |name| fields.contains_key(name);
        match event {
            None if has("tool") => Some(Client::Plain),
            // Codex counts turns, Qwen Code sends a timestamp.
            Some("PreToolUse") if has("turn_id") => Some(Client::Codex),
            Some("PreToolUse") if has("timestamp") || is_set(QWEN) => Some(Client::Qwen),
            Some("PreToolUse") => Some(Client::ClaudeCode),
            Some("BeforeTool") if is_set(QWEN) => Some(Client::Qwen),
            Some("BeforeTool") => Some(Client::Gemini),
            Some(_) | None => None,
        }
    }

    /// Its usual name.
    pub const fn title(self) -> &'static str {
        match self {
            Client::ClaudeCode => "Claude Code",
            Client::Codex => "Codex",
            Client::Gemini => "Gemini CLI",
            Client::Qwen => "Qwen Code",
            Client::Plain => "an agent",
        }
    }

    /// Seconds after which it cuts off a hook without a configured timeout: the smallest default of
    /// any version. After that it runs the tool.
    pub const fn limit(self) -> u64 {
        match self {
            Client::ClaudeCode | Client::Gemini | Client::Qwen | Client::Plain => 60,
            Client::Codex => 600,
        }
    }
}

/// In the environment of its hooks, in addition to the variables of the others.
const QWEN: &str = "QWEN_PROJECT_DIR";

/// Events of these agents that need no decision.
const OTHER_EVENTS: &str = "\
    AfterAgent AfterModel AfterTool BeforeAgent BeforeModel BeforeToolSelection ConfigChange \
    CwdChanged Elicitation ElicitationResult FileChanged InstructionsLoaded Interrupt \
    Notification PermissionDenied PermissionRequest PostCompact PostToolBatch PostToolUse \
    PostToolUseFailure PreCompact PreCompress PreModelRequest SessionEnd SessionStart Setup \
    Stop StopFailure SubagentStart SubagentStop TaskCompleted TeammateIdle \
    UserPromptExpansion UserPromptSubmit";

/// Whether the agent only reports something.
pub fn needs_no_decision(event: &str) -> bool {
    OTHER_EVENTS.split(' ').any(|other| other == event)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// REQ: PO-3
    #[test]
    fn who_calls_is_told_by_what_only_they_send() {
        let nothing = |_: &str| false;
        let of = |value: Value| Client::of(value.as_object().unwrap(), nothing);
        let claude = json!({ "session_id": "1", "transcript_path": "t", "cwd": "/", "permission_mode":
            "default", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {},
            "tool_use_id": "toolu_1" });
        assert_eq!(of(claude.clone()), Some(Client::ClaudeCode));
        let mut codex = claude.clone();
        codex["turn_id"] = json!("2");
        codex["model"] = json!("gpt-5");
        assert_eq!(of(codex), Some(Client::Codex));
        let mut qwen = claude.clone();
        qwen["timestamp"] = json!("2026-11-15T14:00:00Z");
        assert_eq!(of(qwen), Some(Client::Qwen));
        assert_eq!(
            Client::of(claude.as_object().unwrap(), |name| name == "QWEN_PROJECT_DIR"),
            Some(Client::Qwen)
        );
        let before = json!({ "hook_event_name": "BeforeTool", "tool_name": "run_shell_command" });
        assert_eq!(of(before), Some(Client::Gemini));
        assert_eq!(of(json!({ "tool": "shell" })), Some(Client::Plain));
        for unknown in [
            json!({}),
            json!({ "tool_name": "Bash", "tool_input": {} }),
            json!({ "hook_event_name": "preToolUse", "toolName": "bash" }),
            json!({ "hook_event_name": "beforeShellExecution", "command": "ls" }),
        ] {
            assert_eq!(of(unknown.clone()), None, "{unknown}");
        }
    }
}
