//! Where a person answers, and who it was.

mod chat;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use chat::{Chat, ChatId, Chats};

/// Where a person answers. Chats are open: each brings its own id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Surface {
    Web,
    Terminal,
    Cli,
    Api,
    Chat(ChatId),
}

impl Surface {
    pub fn as_str(&self) -> &str {
        match self {
            Surface::Web => "web",
            Surface::Terminal => "terminal",
            Surface::Cli => "cli",
            Surface::Api => "api",
            Surface::Chat(id) => id.as_str(),
        }
    }

    /// In sentences for people, which have no other texts.
    pub fn shown(&self) -> &str {
        match self {
            Surface::Web | Surface::Terminal | Surface::Chat(_) => self.as_str(),
            Surface::Cli => "command line",
            Surface::Api => "program",
        }
    }
}

impl FromStr for Surface {
    type Err = NotASurface;

    fn from_str(name: &str) -> Result<Surface, NotASurface> {
        match name {
            "web" => Ok(Surface::Web),
            "terminal" => Ok(Surface::Terminal),
            "cli" => Ok(Surface::Cli),
            "api" => Ok(Surface::Api),
            chat => ChatId::from_name(chat).map(Surface::Chat).ok_or(NotASurface),
        }
    }
}

/// Where a question should be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Preferred {
    /// The terminal if one is open, otherwise the web, otherwise a terminal hand-off.
    #[default]
    Auto,
    Terminal,
    Web,
    Chat(ChatId),
}

impl Preferred {
    pub fn as_str(&self) -> &str {
        match self {
            Preferred::Auto => "auto",
            Preferred::Terminal => "terminal",
            Preferred::Web => "web",
            Preferred::Chat(id) => id.as_str(),
        }
    }
}

impl FromStr for Preferred {
    type Err = NotASurface;

    fn from_str(name: &str) -> Result<Preferred, NotASurface> {
        match name {
            "auto" => Ok(Preferred::Auto),
            "terminal" => Ok(Preferred::Terminal),
            "web" => Ok(Preferred::Web),
            chat => ChatId::from_name(chat).map(Preferred::Chat).ok_or(NotASurface),
        }
    }
}

/// Not the name of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not the name of a surface: web, terminal, cli, api or the id of a chat")]
pub struct NotASurface;

/// Both are serialized as their names.
macro_rules! named {
    ($surface:ident) => {
        impl fmt::Display for $surface {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl TryFrom<String> for $surface {
            type Error = NotASurface;

            fn try_from(name: String) -> Result<$surface, NotASurface> {
                name.parse()
            }
        }

        impl From<$surface> for String {
            fn from(surface: $surface) -> String {
                surface.as_str().to_owned()
            }
        }
    };
}

named!(Surface);
named!(Preferred);

/// Who acted. Set by the side that received the call, never by its body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// The person's name on that surface, if known.
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

/// Whether a person was present, as far as known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// A terminal, a page or a chat with a person.
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

    /// Whether it was a person, as far as known.
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
            Some(by) => write!(f, "{by} via {}", self.via.shown())?,
            None => write!(f, "somebody via {}", self.via.shown())?,
        }
        match self.presence {
            Presence::Interactive | Presence::Paired => Ok(()),
            Presence::AgentTerminal => f.write_str(" (in the agent's terminal)"),
            Presence::Unattended => f.write_str(" (no person seen)"),
        }
    }
}
