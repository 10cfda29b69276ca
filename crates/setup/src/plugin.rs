//! Our plugin for Claude Code and our extension for Gemini CLI: each brings an entry of its own.

use std::path::PathBuf;

use serde_json::Value;

use crate::agent::Agent;
use crate::files;
use crate::format::Format;
use crate::look::{Found, Whose};
use crate::place::Place;
use crate::server::Server;

/// Where an agent keeps an installed plugin.
pub struct Plugin {
    /// Its directory, if it is installed and switched on.
    pub find: fn(&Agent, &Place) -> Option<PathBuf>,
    /// The file with its entry.
    pub file: &'static str,
    /// The variable with the directory.
    pub root: &'static str,
}

pub static CLAUDE_CODE: Plugin =
    Plugin { find: claude_code, file: ".mcp.json", root: "CLAUDE_PLUGIN_ROOT" };

pub static GEMINI: Plugin =
    Plugin { find: gemini, file: "gemini-extension.json", root: "extensionPath" };

/// The entry of the installed plugin.
pub fn entry(agent: &Agent, place: &Place, server: &Server) -> Option<Found> {
    let plugin = agent.plugin?;
    let dir = (plugin.find)(agent, place)?;
    let path = dir.join(plugin.file);
    let variable = |name: &str| match name {
        "/" => Some("/".to_owned()),
        name if name == plugin.root => Some(dir.to_string_lossy().into_owned()),
        name => (place.variable)(name),
    };
    let file = agent.files.first()?;
    let entry = agent.read(file, &values(path.clone())?, server, &variable).entry?;
    let key = file.entry_path(server)?.join(".");
    Some(Found { entry, path, key, whose: Whose::Plugin })
}

fn values(path: PathBuf) -> Option<Value> {
    Format::Json.read(files::read(&path).ok()?.text()).ok()
}

fn claude_code(agent: &Agent, place: &Place) -> Option<PathBuf> {
    let settings = agent.files.get(1)?.path(place)?;
    let installed = settings.parent()?.join("plugins/installed_plugins.json");
    let settings = values(settings)?;
    let mut enabled = settings["enabledPlugins"].as_object()?.iter();
    let (name, _) = enabled.find(|(name, on)| name.starts_with("sayso@") && **on == true)?;
    let installed = values(installed)?;
    Some(PathBuf::from(installed["plugins"][name.as_str()][0]["installPath"].as_str()?))
}

fn gemini(agent: &Agent, place: &Place) -> Option<PathBuf> {
    let settings = agent.files.first()?.path(place)?;
    let dir = settings.parent()?.join("extensions/sayso");
    dir.is_dir().then_some(dir)
}
