//! The files of an agent on this machine.

use std::path::{Path, PathBuf};

use sayso_agents::{Agent, ConfigFile, ConfigLine, HookTrust, When};

use crate::agent_home::AgentHome;
use crate::edit::NAME;
use crate::format::Format;

/// One of an agent's files.
#[derive(Debug, Clone, Copy)]
pub struct AgentFile {
    pub agent: &'static Agent,
    pub(crate) config: &'static ConfigFile,
    pub format: Format,
}

/// All files of an agent.
pub fn files_of(agent: &'static Agent) -> impl DoubleEndedIterator<Item = AgentFile> {
    agent.files.iter().map(move |config| {
        let name = config.at.last().map_or("", |location| location.name());
        AgentFile { agent, config, format: Format::of(Path::new(name)) }
    })
}

impl AgentFile {
    /// Where it is, or would be; `None` if it doesn't concern this machine.
    pub fn path(self, place: &AgentHome) -> Option<PathBuf> {
        let path = place.file(self.config.at)?;
        let concerns = match self.config.when {
            When::Always => true,
            When::InUse => path.parent().is_some_and(Path::is_dir),
            When::Exists => path.is_file(),
        };
        concerns.then_some(path)
    }

    /// Where our entry is in it.
    pub(crate) fn entry_path(self) -> Option<Vec<String>> {
        Some(vec![self.config.servers?.to_owned(), NAME.to_owned()])
    }

    /// The agent runs the hooks in this file only if the person has confirmed them.
    pub(crate) fn trust(self) -> Option<HookTrust> {
        let has_hook = self.config.lines.iter().any(|line| matches!(line, ConfigLine::Hook));
        self.agent.hook.filter(|_| has_hook)?.trust
    }
}

impl AgentHome {
    /// Whether the agent is installed here: a program of that name, or its files.
    pub fn has(&self, agent: &Agent) -> bool {
        let program = agent.programs.iter().any(|name| self.program(name).is_some());
        let folders = || agent.folders.iter().filter_map(|folder| self.find(*folder));
        program || folders().any(|folder| folder.is_dir())
    }
}

/// A file of an agent by its id, for tests.
#[cfg(test)]
pub(crate) fn file_of(id: &str, number: usize) -> AgentFile {
    files_of(agent(id)).nth(number).unwrap()
}

#[cfg(test)]
pub(crate) fn agent(id: &str) -> &'static Agent {
    sayso_agents::by_id(sayso_agents::AGENTS, id).unwrap()
}
