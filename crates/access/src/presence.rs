//! Whether a person can be at the terminal of a process: it has one, and it isn't an agent's own,
//! below the shell that an agent runs its commands in (RA-7).
//!
//! This is a hint against accidents, not a boundary: a program that wants to hide can, for example
//! with `script`. `irreversible.surfaces` protects against that (SA-7).

use std::fmt;

use sayso_agents::{AGENTS, by_programs, by_variables};
use sayso_core::surface::Presence;

use crate::process::{Look, Peer};

/// The terminal of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeerPresence {
    pub terminal: bool,
    pub agent: Option<AgentTerminal>,
}

impl PeerPresence {
    /// If anything is unknown, nobody is there.
    pub fn of(peer: Option<Peer>) -> PeerPresence {
        let nobody = || PeerPresence { terminal: false, agent: None };
        if cfg!(feature = "test-support") && peer.is_some_and(is_test) {
            return PeerPresence { terminal: true, agent: None };
        }
        peer.and_then(Peer::look).map_or_else(nobody, |look| PeerPresence::seen(&look))
    }

    /// Who is there. Most programs have no terminal, which is known at once; all else is in files that
    /// can block.
    pub(crate) async fn presence_at(peer: Option<Peer>) -> Presence {
        let can_have_one = |peer: Peer| {
            (cfg!(feature = "test-support") && is_test(peer)) || peer.can_have_terminal()
        };
        if !peer.is_some_and(can_have_one) {
            return Presence::Unattended;
        }
        let peer = tokio::task::spawn_blocking(move || PeerPresence::of(peer)).await;
        peer.map_or(Presence::Unattended, |peer| peer.presence())
    }

    /// For this process.
    pub fn own() -> PeerPresence {
        PeerPresence::of(Peer::now(std::process::id()))
    }

    pub fn presence(&self) -> Presence {
        match (self.terminal, &self.agent) {
            (false, _) => Presence::Unattended,
            (true, Some(_)) => Presence::AgentTerminal,
            (true, None) => Presence::Interactive,
        }
    }

    fn seen(look: &Look) -> PeerPresence {
        PeerPresence { terminal: look.has_terminal, agent: AgentTerminal::seen(look) }
    }
}

/// A test that acts as a person at a terminal, without one.
#[expect(clippy::disallowed_methods, reason = "set by tests only")]
fn is_test(peer: Peer) -> bool {
    std::env::var("SAYSO_TEST_PERSON").is_ok_and(|person| person == peer.id().to_string())
}

/// An agent's terminal, and how it was recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentTerminal {
    agent: &'static str,
    sign: Sign,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Sign {
    Variable(&'static str),
    Ancestor(&'static str),
}

impl fmt::Display for AgentTerminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sign {
            Sign::Variable(name) => write!(f, "{} set {name}", self.agent),
            Sign::Ancestor(name) => {
                write!(f, "{} runs it: `{name}` is a parent process", self.agent)
            }
        }
    }
}

impl AgentTerminal {
    /// By its own variables, then by its ancestors: a shell that has cleared its environment is
    /// still below the one that the agent started.
    fn seen(look: &Look) -> Option<AgentTerminal> {
        let of_variables = |variables: &[String]| {
            let (agent, name) = by_variables(AGENTS, variables)?;
            Some(AgentTerminal { agent: agent.name, sign: Sign::Variable(name) })
        };
        let of_names = |names: &[String]| {
            let (agent, name) = by_programs(AGENTS, names)?;
            Some(AgentTerminal { agent: agent.name, sign: Sign::Ancestor(name) })
        };
        of_variables(&look.variables)
            .or_else(|| look.above.iter().find_map(|above| of_names(&above.names)))
            .or_else(|| look.above.iter().find_map(|above| of_variables(&above.variables)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Ancestor;

    fn strings(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    fn look(variables: &[&str], above: &[(&[&str], &[&str])]) -> Look {
        let above = above.iter().map(|(names, variables)| Ancestor {
            names: strings(names),
            variables: strings(variables),
        });
        Look { has_terminal: true, variables: strings(variables), above: above.collect() }
    }

    fn found(look: &Look) -> Option<String> {
        PeerPresence::seen(look).agent.map(|agent| agent.to_string())
    }

    /// REQ: RA-7
    #[test]
    fn an_agents_terminal_is_known_by_its_variables_and_its_program() {
        let people: &[(&[&str], &[&str])] = &[(&["bash", "tmux: server"], &["TERM"])];
        assert_eq!(found(&look(&["TERM", "CLAUDE_PROJECT_DIR"], people)), None);
        assert_eq!(found(&look(&["CODEX_THREAD_ID"], &[])).unwrap(), "Codex set CODEX_THREAD_ID");
        assert_eq!(found(&look(&["CLAUDECODE"], people)).unwrap(), "Claude Code set CLAUDECODE");
        for variable in ["CODEX_SESSION_ID", "CODEX_SANDBOX", "GEMINI_CLI", "QWEN_CODE", "OPENCODE"]
        {
            assert!(found(&look(&[variable], &[])).unwrap().ends_with(variable));
        }
        assert_eq!(
            found(&look(&[], &[(&["bash"], &[]), (&["node", "opencode"], &[])])).unwrap(),
            "OpenCode runs it: `opencode` is a parent process"
        );
    }

    /// REQ: SA-7
    #[test]
    fn clearing_the_environment_does_not_hide_the_shell_above() {
        let cleared = look(&["HOME"], &[(&["env"], &[]), (&["bash"], &["CLAUDECODE"])]);
        assert_eq!(found(&cleared).unwrap(), "Claude Code set CLAUDECODE");
    }

    /// REQ: SA-7
    #[test]
    fn nobody_sits_where_there_is_no_terminal_or_nothing_can_be_told() {
        let person = look(&[], &[]);
        assert_eq!(PeerPresence::seen(&person).presence(), Presence::Interactive);
        let agents = look(&["CLAUDECODE"], &[]);
        assert_eq!(PeerPresence::seen(&agents).presence(), Presence::AgentTerminal);
        let piped = Look { has_terminal: false, ..look(&["CLAUDECODE"], &[]) };
        assert_eq!(PeerPresence::seen(&piped).presence(), Presence::Unattended);
        assert_eq!(PeerPresence::of(None).presence(), Presence::Unattended);
    }
}
