//! Where a person answers, and who it was.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a person answers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    Web,
    Terminal,
    Slack,
    Cli,
    Api,
}

impl Surface {
    pub const ALL: [Surface; 5] =
        [Surface::Web, Surface::Terminal, Surface::Slack, Surface::Cli, Surface::Api];

    pub const fn as_str(self) -> &'static str {
        match self {
            Surface::Web => "web",
            Surface::Terminal => "terminal",
            Surface::Slack => "slack",
            Surface::Cli => "cli",
            Surface::Api => "api",
        }
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where a question should be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "lowercase")]
pub enum Preferred {
    /// Terminal where one is open, else web, else a terminal hand-off.
    #[default]
    Auto,
    Terminal,
    Web,
    Slack,
}

impl Preferred {
    pub const ALL: [Preferred; 4] =
        [Preferred::Auto, Preferred::Terminal, Preferred::Web, Preferred::Slack];

    pub const fn as_str(self) -> &'static str {
        match self {
            Preferred::Auto => "auto",
            Preferred::Terminal => "terminal",
            Preferred::Web => "web",
            Preferred::Slack => "slack",
        }
    }
}

/// Who acted. Set by the side that received the call, never by its body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Actor {
    /// The person's name on that surface, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    pub via: Surface,
    pub presence: Presence,
}

impl Actor {
    pub fn new(by: Option<String>, via: Surface, presence: Presence) -> Actor {
        Actor { by, via, presence }
    }
}

/// Whether a person can be told to have been there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// A terminal, a page or a chat: somebody sat in front of it.
    Interactive,
    /// A page that was paired from another device, by a code typed there by hand.
    Paired,
    /// A terminal below an agent's own shell: the agent can type into it.
    AgentTerminal,
    /// A program without a terminal: it may have been the agent itself.
    Unattended,
}

impl Presence {
    pub const ALL: [Presence; 4] =
        [Presence::Interactive, Presence::Paired, Presence::AgentTerminal, Presence::Unattended];

    pub const fn as_str(self) -> &'static str {
        match self {
            Presence::Interactive => "interactive",
            Presence::Paired => "paired",
            Presence::AgentTerminal => "agent_terminal",
            Presence::Unattended => "unattended",
        }
    }

    pub fn from_name(name: &str) -> Option<Presence> {
        Presence::ALL.into_iter().find(|presence| presence.as_str() == name)
    }

    /// Whether it was a person, as far as anybody can tell.
    pub const fn is_person(self) -> bool {
        match self {
            Presence::Interactive | Presence::Paired => true,
            Presence::AgentTerminal | Presence::Unattended => false,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.by {
            Some(by) => write!(f, "{by} via {}", self.via)?,
            None => write!(f, "somebody via {}", self.via)?,
        }
        match self.presence {
            Presence::Interactive | Presence::Paired => Ok(()),
            Presence::AgentTerminal => f.write_str(" (in the agent's terminal)"),
            Presence::Unattended => f.write_str(" (no terminal)"),
        }
    }
}
