//! A dialog that an agent has open, whatever the agent, as a question to the desk.

use sayso_core::dialect::bridged::REMARK;
use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asker, Repeat};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use crate::BridgeSetup;

/// A dialog that is open at the agent.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnDialog {
    /// The agent's name for it, which no other dialog has.
    pub key: String,
    pub session: String,
    pub directory: Option<String>,
    pub asks: DialogAsks,
}

#[derive(Debug, Clone, PartialEq)]
pub enum DialogAsks {
    Permission(Box<ProposedAction>),
    /// In the format of `claude_question`.
    Questions(Value),
    /// It can only be answered there.
    Elsewhere {
        says: String,
    },
}

/// What the agent wants to do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProposedAction {
    /// In the names of Claude Code, where it has such a tool.
    pub tool: String,
    pub input: Value,
    pub directory: Option<String>,
    /// The purpose, according to the agent.
    pub purpose: Option<String>,
    /// What it changes in files.
    pub diff: Option<String>,
}

/// Which agent it is, on the card and in lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AgentName {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
}

impl OwnDialog {
    /// `attempt`: how often it was asked before, by a hub that lost it.
    pub(crate) fn ask(&self, agent: AgentName, attempt: u32, setup: &BridgeSetup) -> Ask {
        let AgentName { id, title } = agent;
        let (dialect, arguments) = match &self.asks {
            DialogAsks::Permission(action) => (Dialect::Permission, (setup.card)(action, title)),
            DialogAsks::Questions(questions) => (Dialect::ClaudeQuestion, questions.clone()),
            DialogAsks::Elsewhere { says } => {
                let prompt = format!(
                    "{says}\n\nThis dialog can only be answered in {title}'s own terminal, not here."
                );
                let card = json!({
                    "title": format!("{title} waits in its terminal"), "prompt": prompt,
                    "elsewhere": true,
                });
                (Dialect::Permission, card)
            }
        };
        debug_assert!(arguments.get(REMARK).is_none(), "the dialog stays open, so nothing waits");
        Ask {
            dialect,
            purpose: Purpose::Decision,
            arguments,
            asker: Asker {
                agent: Some(id.to_owned()),
                agent_title: Some(title.to_owned()),
                directory: self.directory.clone(),
                session: Some(self.session.clone()),
                ..Asker::default()
            },
            call_id: Some(self.call(id, attempt)),
            repeat: Repeat::Race,
        }
    }

    /// The same for the same dialog, so that the hub after a crash finds the question again.
    fn call(&self, agent: &str, attempt: u32) -> Uuid {
        let name = json!([agent, self.session, self.key, attempt]).to_string();
        let digest = Sha256::digest(name);
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Builder::from_custom_bytes(bytes).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: AD-3
    #[test]
    fn a_dialog_is_found_again_by_the_next_hub_and_no_other_is() {
        let dialog = |key: &str| OwnDialog {
            key: key.to_owned(),
            session: "s".to_owned(),
            directory: None,
            asks: DialogAsks::Elsewhere { says: String::new() },
        };
        assert_eq!(dialog("a").call("codex", 0), dialog("a").call("codex", 0));
        for other in [dialog("b").call("codex", 0), dialog("a").call("opencode", 0)] {
            assert_ne!(dialog("a").call("codex", 0), other);
        }
        assert_ne!(dialog("a").call("codex", 0), dialog("a").call("codex", 1));
    }
}
