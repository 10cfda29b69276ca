//! The decision for the agent, in its own format.

use sayso_guard::{Match, Treatment};
use serde_json::{Value, json};

use super::client::Client;

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

    pub fn allowed(of: &Match<'_>, notes: &[String]) -> Verdict {
        let reason = format!("The user allowed this once.{}", said(notes));
        Verdict { decision: Decision::Allow, reason, rule: Some(of.rule.name.clone()) }
    }

    pub fn refused(of: &Match<'_>, notes: &[String]) -> Verdict {
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
        let reason = format!(
            "Ask this with the tool `ask_user_questions` or `provide_choice` of sayso instead of \
             `{}`, so that the user sees it wherever they are ({}).",
            of.found,
            because(of)
        );
        Verdict::deny(reason, Some(of.rule.name.clone()))
    }

    /// `None`: no output, which this agent treats as 'continue'.
    pub fn reply(&self, client: Client, event: &str) -> Option<Value> {
        let decision = self.decision.as_str();
        let specific = || {
            json!({
                "hookEventName": event,
                "permissionDecision": decision,
                "permissionDecisionReason": self.reason,
            })
        };
        let plain = || json!({ "decision": decision, "reason": self.reason });
        match (client, self.decision) {
            (Client::Plain, _) => {
                let mut reply = plain();
                if let Some(rule) = &self.rule {
                    reply["rule"] = json!(rule);
                }
                Some(reply)
            }
            // Codex treats any output on consent as a failed hook.
            (Client::Codex, Decision::Allow) => None,
            (_, Decision::Pass) => None,
            (Client::ClaudeCode | Client::Codex, Decision::Allow | Decision::Deny) => {
                Some(json!({ "hookSpecificOutput": specific() }))
            }
            (Client::Gemini, Decision::Allow | Decision::Deny) => Some(plain()),
            // Its versions differ in which of the two they read.
            (Client::Qwen, Decision::Allow | Decision::Deny) => {
                let mut reply = plain();
                reply["hookSpecificOutput"] = specific();
                Some(reply)
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
    use super::*;

    fn verdict(decision: Decision) -> Verdict {
        Verdict { decision, reason: "Because.".to_owned(), rule: Some("rm".to_owned()) }
    }

    /// REQ: PO-3
    #[test]
    fn each_agent_gets_the_shape_that_it_understands() {
        let reply = |decision, client, event: &str| verdict(decision).reply(client, event);
        let specific = |decision: &str, event: &str| {
            json!({ "hookEventName": event, "permissionDecision": decision,
                "permissionDecisionReason": "Because." })
        };
        let pre = "PreToolUse";
        let denied = json!({ "hookSpecificOutput": specific("deny", pre) });
        assert_eq!(reply(Decision::Deny, Client::ClaudeCode, pre), Some(denied.clone()));
        assert_eq!(reply(Decision::Deny, Client::Codex, pre), Some(denied));
        let allowed = json!({ "hookSpecificOutput": specific("allow", pre) });
        assert_eq!(reply(Decision::Allow, Client::ClaudeCode, pre), Some(allowed));
        assert_eq!(reply(Decision::Allow, Client::Codex, pre), None, "silence is consent there");

        let before = "BeforeTool";
        let plain = json!({ "decision": "deny", "reason": "Because." });
        assert_eq!(reply(Decision::Deny, Client::Gemini, before), Some(plain));
        let both = json!({ "decision": "deny", "reason": "Because.",
            "hookSpecificOutput": specific("deny", before) });
        assert_eq!(reply(Decision::Deny, Client::Qwen, before), Some(both));

        for client in [Client::ClaudeCode, Client::Codex, Client::Gemini, Client::Qwen] {
            assert_eq!(reply(Decision::Pass, client, pre), None, "{client:?}");
        }
        let ruled = json!({ "decision": "pass", "reason": "Because.", "rule": "rm" });
        assert_eq!(reply(Decision::Pass, Client::Plain, ""), Some(ruled));
    }
}
