//! What agents send to their hooks and what they take for a decision. Known only here.

use clap::ValueEnum;
use sayso_core::guard::{Match, ToolUse, Treatment};
use serde_json::{Map, Value, json};

/// Whose shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// Whichever it is
    #[default]
    Auto,
    /// PreToolUse of Claude Code, and of agents that took it over
    ClaudeCode,
    /// {"tool", "input", "cwd", "agent"} in, {"decision", "reason", "rule"} out
    Neutral,
}

impl Format {
    /// Nobody can tell whose text it was; the shape that is most widely understood is refused in.
    pub fn for_unread(self) -> Format {
        match self {
            Format::Auto | Format::ClaudeCode => Format::ClaudeCode,
            Format::Neutral => Format::Neutral,
        }
    }
}

/// A tool use as an agent proposes it.
#[derive(Debug)]
pub struct Proposal {
    pub format: Format,
    pub agent: String,
    pub tool_use: ToolUse,
    /// What the agent says that it is for.
    pub purpose: Option<String>,
}

impl Proposal {
    /// `None` for another event of the agent, about which there is nothing to decide.
    pub fn read(text: &[u8], format: Format) -> Result<Option<Proposal>, String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| format!("not valid JSON: {error}"))?;
        let Value::Object(fields) = value else { return Err("not a JSON object".to_owned()) };
        let format = match format {
            Format::Auto if fields.contains_key("tool") => Format::Neutral,
            Format::Auto | Format::ClaudeCode => Format::ClaudeCode,
            Format::Neutral => Format::Neutral,
        };
        let (tool, input, agent) = match format {
            Format::Neutral => ("tool", "input", "agent"),
            Format::ClaudeCode | Format::Auto => ("tool_name", "tool_input", "claude-code"),
        };
        let event = fields.get("hook_event_name").and_then(Value::as_str).unwrap_or("PreToolUse");
        if event.starts_with("Post") || (event != "PreToolUse" && !fields.contains_key(tool)) {
            return Ok(None);
        }
        let tool = filled(&fields, tool).ok_or_else(|| format!("`{tool}` is missing"))?;
        let input = fields.get(input).cloned().unwrap_or(Value::Null);
        let agent = match format {
            Format::Neutral => filled(&fields, agent).unwrap_or_else(|| "agent".to_owned()),
            Format::ClaudeCode | Format::Auto => agent.to_owned(),
        };
        let purpose = input.get("description").and_then(Value::as_str).map(str::to_owned);
        let directory = filled(&fields, "cwd");
        let tool_use = ToolUse { tool, input, directory };
        Ok(Some(Proposal { format, agent, tool_use, purpose }))
    }
}

fn filled(fields: &Map<String, Value>, name: &str) -> Option<String> {
    let text = fields.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Allow,
    Deny,
    /// The agent's own permissions decide.
    Pass,
}

/// What the agent is told.
#[derive(Debug, PartialEq, Eq)]
pub struct Verdict {
    pub decision: Decision,
    pub reason: String,
    pub rule: Option<String>,
}

impl Verdict {
    pub fn deny(reason: String, rule: Option<String>) -> Verdict {
        Verdict { decision: Decision::Deny, reason, rule }
    }

    pub fn pass(reason: String, rule: Option<String>) -> Verdict {
        Verdict { decision: Decision::Pass, reason, rule }
    }

    pub fn allowed(of: &Match<'_>, notes: &[String]) -> Verdict {
        let reason = format!("The user allowed this once.{}", said(notes));
        Verdict { decision: Decision::Allow, reason, rule: Some(of.rule.name.clone()) }
    }

    pub fn refused(of: &Match<'_>, notes: &[String]) -> Verdict {
        let reason = format!(
            "The user does not want this to be run ({}).{} Do not reach for the same by other means; \
             ask the user how to go on.",
            because(of),
            said(notes)
        );
        Verdict::deny(reason, Some(of.rule.name.clone()))
    }

    /// Without an answer: denied if the rule is strict, else not decided here.
    pub fn unanswered(of: &Match<'_>, why: &str) -> Verdict {
        let rule = Some(of.rule.name.clone());
        match of.rule.kind.treatment() {
            Treatment::AskOrDeny => {
                let reason =
                    format!("{why}. This was not run ({}): no answer is no consent.", because(of));
                Verdict::deny(reason, rule)
            }
            Treatment::AskOrPass | Treatment::Deny => Verdict::pass(why.to_owned(), rule),
        }
    }

    /// The agent asks the user in a way of its own.
    pub fn redirect(of: &Match<'_>) -> Verdict {
        let reason = format!(
            "Ask this with the tool `ask_user_questions` or `provide_choice` of sayso instead of \
             `{}`, so that the user sees it wherever they are ({}).",
            of.found,
            because(of)
        );
        Verdict::deny(reason, Some(of.rule.name.clone()))
    }

    /// `None`: this agent takes silence for 'not decided here'.
    pub fn reply(&self, format: Format) -> Option<Value> {
        let decision = match self.decision {
            Decision::Allow => "allow",
            Decision::Deny => "deny",
            Decision::Pass => "pass",
        };
        match format {
            Format::Neutral => {
                let mut reply = json!({ "decision": decision, "reason": self.reason });
                if let Some(rule) = &self.rule {
                    reply["rule"] = json!(rule);
                }
                Some(reply)
            }
            Format::Auto | Format::ClaudeCode if self.decision == Decision::Pass => None,
            Format::Auto | Format::ClaudeCode => Some(json!({
                "hookSpecificOutput": {
                    "hookEventName": "PreToolUse",
                    "permissionDecision": decision,
                    "permissionDecisionReason": self.reason,
                }
            })),
        }
    }
}

fn because(of: &Match<'_>) -> String {
    format!("rule `{}`: {}", of.rule.name, of.rule.about)
}

fn said(notes: &[String]) -> String {
    if notes.is_empty() { String::new() } else { format!(" They say: {}", notes.join("; ")) }
}
