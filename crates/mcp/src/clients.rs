//! The patience of each MCP client, and the signs that prolong it: what is known about its agent,
//! and what the user and its environment override.

use std::collections::BTreeMap;
use std::time::Duration;

use sayso_agents::{AGENTS, Agent, Soft, by_client};
use sayso_core::text::duration;

/// When a call stops waiting and says so, before the client gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallPatience {
    /// This client waits forever.
    Endless,
    /// This long from the start of the call.
    For(Duration),
}

/// Whether the client accepts progress notifications, which some take as a sign of life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressNotices {
    Wanted,
    Unwanted,
}

/// When the client itself gives up on a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HardLimit {
    pub after: Duration,
    /// Whether progress restarts its timer.
    pub progress_resets: bool,
}

/// What is known about clients, and what the user overrides.
#[derive(Debug, Clone)]
pub struct ClientRules {
    agents: &'static [&'static Agent],
    /// What the user says, by agent or [`UNKNOWN`].
    own: BTreeMap<&'static str, CallPatience>,
    /// What an agent's environment says.
    set: BTreeMap<&'static str, CallPatience>,
}

/// Name in the settings for clients of no known agent.
const UNKNOWN: &str = "unknown";
/// Shorter than any known limit.
const UNKNOWN_PATIENCE: Duration = Duration::from_secs(50);
/// Following up by id waits this long for an unknown client.
const FOLLOW_UP: Duration = Duration::from_secs(30);
/// And this long if the client waits forever: each wait has an end (PC-15).
const LONGEST_FOLLOW_UP: Duration = Duration::from_secs(240);
/// Time left for the reply, of what an agent's environment says.
const MARGIN: Duration = Duration::from_secs(20);
const LEAST: Duration = Duration::from_secs(5);
/// A week, as long as any question can wait; `never` is longer.
const LONGEST_PATIENCE: u64 = 604_800;

impl Default for ClientRules {
    fn default() -> ClientRules {
        ClientRules::of(AGENTS)
    }
}

impl ClientRules {
    /// Of these agents.
    pub fn of(agents: &'static [&'static Agent]) -> ClientRules {
        ClientRules { agents, own: BTreeMap::new(), set: BTreeMap::new() }
    }

    /// Of the known agents, with what the user says.
    pub fn parse(text: &str) -> Result<ClientRules, String> {
        ClientRules::default().with_patience(text)
    }

    /// From `family=TIME` pairs (90, 90s, 5m), comma-separated; `family=never` waits forever.
    pub fn with_patience(mut self, text: &str) -> Result<ClientRules, String> {
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let wrong =
                || format!("`{pair}` is not family=TIME, such as codex=90s, or family=never");
            let (name, value) = pair.rsplit_once('=').ok_or_else(wrong)?;
            let patience = match value.trim() {
                "never" => CallPatience::Endless,
                time => match duration(time) {
                    Some(seconds @ 1..=LONGEST_PATIENCE) => {
                        CallPatience::For(Duration::from_secs(seconds))
                    }
                    Some(1..) => {
                        return Err(format!(
                            "`{pair}` is more than {LONGEST_PATIENCE} seconds; use family=never"
                        ));
                    }
                    Some(0) | None => return Err(wrong()),
                },
            };
            let name = self.named(name.trim())?;
            self.own.insert(name, patience);
        }
        Ok(self)
    }

    /// With what the environment of the agent says, in milliseconds; 0 means never (RA-4).
    #[must_use]
    pub fn with_environment(mut self, variable: impl Fn(&str) -> Option<String>) -> ClientRules {
        for agent in self.agents {
            let Soft::Variable { name, .. } = agent.client.soft else { continue };
            let set = variable(name).and_then(|text| text.trim().parse().ok());
            let patience = set.map(|milliseconds| match Duration::from_millis(milliseconds) {
                Duration::ZERO => CallPatience::Endless,
                after => CallPatience::For(after.saturating_sub(MARGIN).max(LEAST)),
            });
            self.set.extend(patience.map(|patience| (agent.id, patience)));
        }
        self
    }

    /// How long a call of this client may wait.
    pub fn patience(&self, client: Option<&str>, progress: ProgressNotices) -> CallPatience {
        self.soft(client, progress, UNKNOWN_PATIENCE)
    }

    /// How long a call by session id may wait (PC-15).
    pub fn follow_up(&self, client: Option<&str>, progress: ProgressNotices) -> Duration {
        match self.soft(client, progress, FOLLOW_UP) {
            CallPatience::For(window) => window,
            CallPatience::Endless => LONGEST_FOLLOW_UP,
        }
    }

    fn soft(
        &self,
        client: Option<&str>,
        progress: ProgressNotices,
        unknown: Duration,
    ) -> CallPatience {
        let agent = client.and_then(|client| by_client(self.agents, client));
        if let Some(own) = self.own.get(agent.map_or(UNKNOWN, |agent| agent.id)) {
            return *own;
        }
        let Some(agent) = agent else { return CallPatience::For(unknown) };
        let seconds = match (agent.client.soft, progress) {
            (Soft::Variable { seconds, .. }, _) => match self.set.get(agent.id) {
                Some(set) => return *set,
                None => seconds,
            },
            (Soft::Seconds(seconds), _) => seconds,
            (Soft::WithProgress { with, .. }, ProgressNotices::Wanted) => with,
            (Soft::WithProgress { without, .. }, ProgressNotices::Unwanted) => without,
        };
        CallPatience::For(Duration::from_secs(seconds))
    }

    /// When this client gives up by itself, if known. A user who sets the patience has changed the
    /// client's limit too, to a value that we don't know.
    pub(crate) fn hard_limit(&self, client: Option<&str>) -> Option<HardLimit> {
        let agent = by_client(self.agents, client?)?;
        let known = agent.client.hard.filter(|_| !self.own.contains_key(agent.id))?;
        let after = Duration::from_secs(known);
        Some(HardLimit { after, progress_resets: agent.client.progress_resets })
    }

    /// An agent, or [`UNKNOWN`], by its name in the settings.
    fn named(&self, name: &str) -> Result<&'static str, String> {
        let known = || self.agents.iter().map(|agent| agent.id).chain([UNKNOWN]);
        known().find(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let known: Vec<&str> = known().collect();
            format!("`{name}` is not a known client family; use one of {}", known.join(", "))
        })
    }
}

#[cfg(test)]
#[path = "clients_tests.rs"]
mod tests;
