//! The decision for the agent, in its own format.

use sayso_agents::HookReply;
use sayso_core::Dialect;
use sayso_core::dialect::bridged::Consent;
use sayso_core::interaction::{Interaction, Outcome};
use serde_json::{Value, json};

use super::format::HookFormat;
use crate::{Match, ToolUse, Treatment};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    Allow,
    Deny,
    /// The agent's own permissions decide.
    Pass,
}

impl Decision {
    const fn as_str(self) -> &'static str {
        match self {
            Decision::Allow => "allow",
            Decision::Deny => "deny",
            Decision::Pass => "pass",
        }
    }
}

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

    fn allowed(of: &Match<'_>, notes: &[String]) -> Verdict {
        let reason = format!("The user allowed this once.{}", said(notes));
        Verdict { decision: Decision::Allow, reason, rule: Some(of.rule.name.clone()) }
    }

    fn refused(of: &Match<'_>, notes: &[String]) -> Verdict {
        let reason = format!(
            "The user does not want this to be run ({}).{} Do not try to do the same another way; \
             ask the user how to proceed.",
            because(of),
            said(notes)
        );
        Verdict::deny(reason, Some(of.rule.name.clone()))
    }

    /// A person was asked and has not answered: that means no, for any rule.
    pub fn unanswered(of: &Match<'_>, why: &str) -> Verdict {
        let reason =
            format!("{why}. This was not run ({}): no answer is not consent.", because(of));
        Verdict::deny(reason, Some(of.rule.name.clone()))
    }

    /// Nobody could be asked: denied if the rule is strict, otherwise not decided here.
    pub fn unasked(of: &Match<'_>, why: &str) -> Verdict {
        match of.rule.kind.treatment() {
            Treatment::AskOrDeny => Verdict::unanswered(of, why),
            Treatment::AskOrPass | Treatment::Deny => {
                Verdict::pass(why.to_owned(), Some(of.rule.name.clone()))
            }
        }
    }

    /// The agent asks the user with its own tool.
    pub fn redirect(of: &Match<'_>) -> Verdict {
        let tools: Vec<String> =
            Dialect::of_tools().rev().map(|dialect| format!("`{}`", dialect.tool())).collect();
        let reason = format!(
            "Ask this with the tool {} of sayso instead of `{}`, so that the user sees it wherever \
             they are ({}).",
            tools.join(" or "),
            of.found,
            because(of)
        );
        Verdict::deny(reason, Some(of.rule.name.clone()))
    }

    /// What a person's decision means: only their own choice allows; a timeout is not an answer.
    pub fn of_outcome(of: &Match<'_>, tool_use: &ToolUse, interaction: &Interaction) -> Verdict {
        let decided = interaction.outcome().and_then(Consent::of);
        match (decided, interaction.outcome()) {
            // Allowed here it would be consent without an answer.
            (Some(Consent::Allow { .. }), _) if tool_use.is_dialog() => {
                let why = "The user lets it ask, in its own dialog".to_owned();
                Verdict::pass(why, Some(of.rule.name.clone()))
            }
            (Some(Consent::Allow { remarks }), _) => Verdict::allowed(of, &remarks),
            (Some(Consent::Deny { remarks }), _) => Verdict::refused(of, &remarks),
            (None, Some(Outcome::Withdrawn { why })) => {
                Verdict::unanswered(of, &format!("The question was withdrawn: {why}"))
            }
            (None, Some(_)) => {
                let seconds = interaction.policy.timeout_seconds.unwrap_or_default();
                Verdict::unanswered(of, &format!("Nobody answered within {seconds} s"))
            }
            (None, None) => Verdict::unanswered(of, "There is no answer yet"),
        }
    }

    /// `None`: no output, which this agent treats as 'continue'.
    pub fn reply(&self, format: HookFormat, event: &str) -> Option<Value> {
        let decision = self.decision.as_str();
        let mut plain = json!({ "decision": decision, "reason": self.reason });
        let specific = json!({
            "hookEventName": event,
            "permissionDecision": decision,
            "permissionDecisionReason": self.reason,
        });
        match (format.reply(), self.decision) {
            (None, _) => {
                if let Some(rule) = &self.rule {
                    plain["rule"] = json!(rule);
                }
                Some(plain)
            }
            (Some(_), Decision::Pass) => None,
            (Some(HookReply::SpecificDenial), Decision::Allow) => None,
            (Some(HookReply::Specific | HookReply::SpecificDenial), _) => {
                Some(json!({ "hookSpecificOutput": specific }))
            }
            (Some(HookReply::Plain), _) => Some(plain),
            (Some(HookReply::Both), _) => {
                plain["hookSpecificOutput"] = specific;
                Some(plain)
            }
        }
    }
}

fn because(of: &Match<'_>) -> String {
    format!("rule `{}`: {}", of.rule.name, of.rule.about)
}

fn said(notes: &[String]) -> String {
    if notes.is_empty() { String::new() } else { format!(" They say: “{}”.", notes.join("; ")) }
}

#[cfg(test)]
mod tests {
    use sayso_agents::AGENTS;

    use super::*;

    fn verdict(decision: Decision) -> Verdict {
        Verdict { decision, reason: "Because.".to_owned(), rule: Some("rm".to_owned()) }
    }

    /// REQ: PO-3
    #[test]
    fn each_agent_gets_the_shape_that_it_understands() {
        let reply = |decision, id: &str, event: &str| {
            verdict(decision).reply(HookFormat::by_id(AGENTS, id).unwrap(), event)
        };
        let specific = |decision: &str, event: &str| {
            json!({ "hookEventName": event, "permissionDecision": decision,
                "permissionDecisionReason": "Because." })
        };
        let pre = "PreToolUse";
        let denied = json!({ "hookSpecificOutput": specific("deny", pre) });
        assert_eq!(reply(Decision::Deny, "claude-code", pre), Some(denied.clone()));
        assert_eq!(reply(Decision::Deny, "codex", pre), Some(denied));
        let allowed = json!({ "hookSpecificOutput": specific("allow", pre) });
        assert_eq!(reply(Decision::Allow, "claude-code", pre), Some(allowed));
        assert_eq!(reply(Decision::Allow, "codex", pre), None, "silence is consent there");

        let before = "BeforeTool";
        let plain = json!({ "decision": "deny", "reason": "Because." });
        assert_eq!(reply(Decision::Deny, "gemini", before), Some(plain));
        let both = json!({ "decision": "deny", "reason": "Because.",
            "hookSpecificOutput": specific("deny", before) });
        assert_eq!(reply(Decision::Deny, "qwen", before), Some(both));

        for id in ["claude-code", "codex", "gemini", "qwen"] {
            assert_eq!(reply(Decision::Pass, id, pre), None, "{id}");
        }
        let ruled = json!({ "decision": "pass", "reason": "Because.", "rule": "rm" });
        assert_eq!(reply(Decision::Pass, "plain", ""), Some(ruled));
    }
}
