//! What is known about an agent: how to find it, its files, and what it gives our process.

use std::path::PathBuf;

use crate::edit::Edit;
use crate::format::Format;
use crate::place::{Location, Place};
use crate::plugin::Plugin;
use crate::server::Server;

/// One agent: one value in one table.
pub struct Agent {
    /// Its name on our command line.
    pub id: &'static str,
    pub name: &'static str,
    /// Programs on the search path that only it has.
    pub programs: &'static [&'static str],
    /// Directories that exist if it has been used.
    pub(crate) folders: &'static [Location],
    pub files: &'static [ConfigFile],
    pub gives: Gives,
    pub(crate) merge: Merge,
    pub(crate) plugin: Option<&'static Plugin>,
    /// How long it waits for a call, if that can be set.
    pub limit: Option<Limit>,
    /// What a file can't do.
    pub remark: Option<&'static str>,
}

/// Where an agent says how long it waits for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub field: &'static str,
    /// The unit of the field.
    pub per_second: u64,
    /// If it isn't set.
    pub seconds: u64,
}

/// Which variables its MCP servers get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// All that it has itself.
    Everything,
    /// Only these, and those that its configuration names.
    Only(&'static [&'static str]),
}

/// What an agent makes of an entry that both the person and the project have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Merge {
    /// The project's entry is the one.
    Entries,
    /// The project's fields replace those of the person.
    Fields,
}

/// A file, and what has to be in it.
pub struct ConfigFile {
    pub(crate) at: &'static [Location],
    /// Where a project has its own, which the agent reads in addition.
    pub(crate) in_project: &'static [&'static str],
    pub format: Format,
    pub(crate) when: When,
    pub edits: fn(&Server) -> Vec<Edit>,
    /// A file beside it, in TOML, in which the agent notes the hooks that the person has confirmed:
    /// it runs no other, and none whose text has changed since.
    pub(crate) confirmed_in: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Always,
    /// Only if its directory exists.
    InUse,
    /// Only if it exists: a new one would change what the agent does.
    Exists,
}

impl Agent {
    pub fn by_id(id: &str) -> Option<&'static Agent> {
        crate::AGENTS.iter().find(|agent| agent.id == id)
    }

    /// Whether it is installed here: a program of that name, or its files.
    pub fn is_found(&self, place: &Place) -> bool {
        let program = self.programs.iter().any(|name| place.program(name).is_some());
        let folders = || self.folders.iter().filter_map(|folder| place.find(*folder));
        program || folders().any(|folder| folder.is_dir())
    }
}

impl ConfigFile {
    pub(crate) const fn in_project(mut self, names: &'static [&'static str]) -> ConfigFile {
        self.in_project = names;
        self
    }

    /// Where it is, or would be; `None` if it doesn't concern this machine.
    pub fn path(&self, place: &Place) -> Option<PathBuf> {
        let path = place.file(self.at)?;
        let concerns = match self.when {
            When::Always => true,
            When::InUse => path.parent().is_some_and(std::path::Path::is_dir),
            When::Exists => path.is_file(),
        };
        concerns.then_some(path)
    }
}
