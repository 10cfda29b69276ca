//! Our plugin for Claude Code and our extension for Gemini CLI: each brings its own entry.

use std::path::PathBuf;

use sayso_agents::{Agent, Installed};
use serde_json::Value;

use crate::agent_home::AgentHome;
use crate::file::files_of;
use crate::files;
use crate::format::Format;
use crate::inspect::{EntryOwner, FoundEntry};
use crate::server::ServerCommand;

/// The entry of the installed plugin.
pub(crate) fn entry(
    agent: &'static Agent,
    place: &AgentHome,
    server: &ServerCommand,
) -> Option<FoundEntry> {
    let plugin = agent.plugin?;
    let dir = dir(agent, plugin.installed, place)?;
    let path = dir.join(plugin.file);
    let variable = |name: &str| match name {
        "/" => Some("/".to_owned()),
        name if name == plugin.root => Some(dir.to_string_lossy().into_owned()),
        name => (place.variable)(name),
    };
    let file = files_of(agent).next()?;
    let entry = file.read(&values(path.clone())?, server, &variable).entry?;
    let key = file.entry_path()?.join(".");
    Some(FoundEntry { entry, path, key, whose: EntryOwner::Plugin })
}

fn values(path: PathBuf) -> Option<Value> {
    Format::Json.read(files::read(&path).ok()?.text()).ok()
}

/// Its directory, if it is installed and switched on.
fn dir(agent: &'static Agent, installed: Installed, place: &AgentHome) -> Option<PathBuf> {
    let settings = files_of(agent).next_back()?.path(place)?;
    let beside = settings.parent()?;
    match installed {
        Installed::In(name) => Some(beside.join(name)).filter(|dir| dir.is_dir()),
        Installed::Listed(name) => {
            let list = values(beside.join(name));
            let settings = values(settings)?;
            let mut enabled = settings["enabledPlugins"].as_object()?.iter();
            let (name, _) =
                enabled.find(|(name, on)| name.starts_with("sayso@") && **on == true)?;
            Some(PathBuf::from(list?["plugins"][name.as_str()][0]["installPath"].as_str()?))
        }
    }
}
