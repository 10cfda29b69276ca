//! The formats of a hook: those of agents, and a plain one for everybody else.

use sayso_agents::{Agent, Hook, HookReply, by_hook, by_id};
use serde_json::{Map, Value};

/// Whose shape the tool use has, and the decision is to have.
#[derive(Debug, Clone, Copy)]
pub enum HookFormat {
    Agent(&'static Agent, &'static Hook),
    /// `{"tool", "input", "cwd", "agent"}` in, `{"decision", "reason", "rule"}` out.
    Plain,
}

const PLAIN: &str = "plain";

impl HookFormat {
    /// Those of these agents, and the plain one.
    pub fn all(agents: &[&'static Agent]) -> Vec<HookFormat> {
        let known = agents.iter().filter_map(|agent| HookFormat::of_agent(agent));
        known.chain([HookFormat::Plain]).collect()
    }

    pub fn by_id(agents: &[&'static Agent], id: &str) -> Option<HookFormat> {
        match id {
            PLAIN => Some(HookFormat::Plain),
            id => HookFormat::of_agent(by_id(agents, id)?),
        }
    }

    fn of_agent(agent: &'static Agent) -> Option<HookFormat> {
        Some(HookFormat::Agent(agent, agent.hook.as_ref()?))
    }

    /// By what only one of them sends, or sets for its hooks.
    pub(super) fn of(
        agents: &[&'static Agent],
        fields: &Map<String, Value>,
        is_set: &dyn Fn(&str) -> bool,
    ) -> Option<HookFormat> {
        let has = |name: &str| fields.contains_key(name);
        match fields.get("hook_event_name").and_then(Value::as_str) {
            None => has("tool").then_some(HookFormat::Plain),
            Some(event) => HookFormat::of_agent(by_hook(agents, event, &has, is_set)?),
        }
    }

    /// Its name on our command line.
    pub const fn id(self) -> &'static str {
        match self {
            HookFormat::Agent(agent, _) => agent.id,
            HookFormat::Plain => PLAIN,
        }
    }

    /// Who uses it, or what it is.
    pub const fn about(self) -> &'static str {
        match self {
            HookFormat::Agent(_, hook) => hook.about,
            HookFormat::Plain => {
                r#"{"tool", "input", "cwd", "agent"} in, {"decision", "reason", "rule"} out"#
            }
        }
    }

    /// The agent's usual name.
    pub const fn title(self) -> &'static str {
        match self {
            HookFormat::Agent(agent, _) => agent.name,
            HookFormat::Plain => "an agent",
        }
    }

    /// Seconds after which the agent stops a hook without a configured timeout.
    pub const fn limit(self) -> u64 {
        match self {
            HookFormat::Agent(_, hook) => hook.limit,
            HookFormat::Plain => 60,
        }
    }

    /// The fields with the tool's name and its input.
    pub(super) const fn fields(self) -> (&'static str, &'static str) {
        match self {
            HookFormat::Agent(..) => ("tool_name", "tool_input"),
            HookFormat::Plain => ("tool", "input"),
        }
    }

    pub(super) const fn reply(self) -> Option<HookReply> {
        match self {
            HookFormat::Agent(_, hook) => Some(hook.reply),
            HookFormat::Plain => None,
        }
    }
}

/// Whether an agent only reports something by this event.
pub(super) fn needs_no_decision(agents: &[&'static Agent], event: &str) -> bool {
    let hooks = agents.iter().filter_map(|agent| agent.hook);
    hooks.flat_map(|hook| hook.reports.split_whitespace()).any(|report| report == event)
}

#[cfg(test)]
mod tests {
    use sayso_agents::AGENTS;
    use serde_json::json;

    use super::*;

    /// REQ: PO-3
    #[test]
    fn who_calls_is_told_by_what_only_they_send() {
        let with = |value: Value, variable: &str| {
            let is_set = |name: &str| name == variable;
            let format = HookFormat::of(AGENTS, value.as_object().unwrap(), &is_set);
            format.map(HookFormat::id)
        };
        let of = |value: Value| with(value, "");
        let claude = json!({ "session_id": "1", "transcript_path": "t", "cwd": "/", "permission_mode":
            "default", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {},
            "tool_use_id": "toolu_1" });
        assert_eq!(of(claude.clone()), Some("claude-code"));
        let mut codex = claude.clone();
        codex["turn_id"] = json!("2");
        codex["model"] = json!("gpt-5");
        assert_eq!(of(codex), Some("codex"));
        let mut qwen = claude.clone();
        qwen["timestamp"] = json!("2026-11-15T14:00:00Z");
        assert_eq!(of(qwen), Some("qwen"));
        assert_eq!(with(claude, "QWEN_PROJECT_DIR"), Some("qwen"));
        let before = json!({ "hook_event_name": "BeforeTool", "tool_name": "run_shell_command",
            "timestamp": "2026-11-15T14:00:00Z" });
        assert_eq!(of(before.clone()), Some("gemini"));
        assert_eq!(with(before, "QWEN_PROJECT_DIR"), Some("qwen"));
        assert_eq!(of(json!({ "tool": "shell" })), Some("plain"));
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
