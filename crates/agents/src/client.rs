//! An agent as an MCP client: the names it introduces itself with, and how long it waits for a call.

use crate::agent::Agent;

#[derive(Debug, Clone, Copy)]
pub struct ClientClock {
    /// Parts of the names that it sends, whose suffixes may differ; whole words, in lower case.
    pub words: &'static [&'static str],
    /// When a call ends as pending: a little before the client would lose it.
    pub soft: Soft,
    /// Seconds after which the client gives up on a call, if known for certain.
    pub hard: Option<u64>,
    /// Whether progress restarts the hard limit.
    pub progress_resets: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum Soft {
    Seconds(u64),
    /// For a client whose limit is restarted by progress.
    WithProgress {
        with: u64,
        without: u64,
    },
    /// This variable of its environment has the milliseconds after which it no longer waits; 0 is
    /// never. `seconds` if it isn't set.
    Variable {
        name: &'static str,
        seconds: u64,
    },
}

impl ClientClock {
    pub const fn waits(words: &'static [&'static str], soft: Soft) -> ClientClock {
        ClientClock { words, soft, hard: None, progress_resets: false }
    }

    /// It gives up after this many seconds.
    #[must_use]
    pub const fn at_most(mut self, seconds: u64) -> ClientClock {
        self.hard = Some(seconds);
        self
    }
}

/// The agent whose word is first in the client's name: what follows may be the name of a server.
pub fn by_client(agents: &[&'static Agent], client: &str) -> Option<&'static Agent> {
    let spaced = |letter: char| if letter.is_whitespace() { '-' } else { letter };
    let name: String = client.to_lowercase().chars().map(spaced).collect();
    let named = agents.iter().filter_map(|agent| {
        let first = agent.client.words.iter().filter_map(|word| position(&name, word)).min()?;
        Some((first, *agent))
    });
    named.min_by_key(|(first, _)| *first).map(|(_, agent)| agent)
}

/// Position of the word in the name: `zed` is not in `organized`.
fn position(name: &str, word: &str) -> Option<usize> {
    let bounded = |at: usize| {
        let before = name[..at].chars().next_back();
        let after = name[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    };
    name.match_indices(word).map(|(at, _)| at).find(|at| bounded(*at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AGENTS;

    #[test]
    fn an_agent_is_a_word_of_the_name_and_the_first_one_counts() {
        for (client, id) in [
            ("organized-client", None),
            ("codexplorer", None),
            ("my-codex-wrapper", Some("codex")),
            ("qwen-cli-mcp-client-claude-code", Some("qwen")),
            ("cursor-vscode", Some("cursor")),
            ("", None),
        ] {
            assert_eq!(by_client(AGENTS, client).map(|agent| agent.id), id, "{client}");
        }
    }
}
