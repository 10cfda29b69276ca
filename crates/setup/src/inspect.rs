//! Inspection of all files of an agent, taken together: whether it is connected, and what is in the
//! way.

use std::path::PathBuf;

use sayso_agents::{Agent, HookTrust};
use serde_json::{Map, Value};

use crate::agent_home::AgentHome;
use crate::change::at;
use crate::entry::{EntryTransport, Reading, ServerEntry};
use crate::file::{AgentFile, files_of};
use crate::files::{self, Original};
use crate::format::Format;
use crate::hook::{self, HookFault};
use crate::layers::{ConfigLayer, layers, merged};
use crate::plugin;
use crate::rules::denied_by;
use crate::server::ServerCommand;

#[derive(Debug, Default)]
pub struct Inspection {
    /// The entry that counts.
    pub found: Option<FoundEntry>,
    pub lacks_permission: bool,
    /// Variables that the person lets the agent set for itself and for what it starts; not those of
    /// a project, which could make any program do anything.
    pub variables: Vec<(String, String)>,
    pub obstacles: Vec<Obstacle>,
    /// Our hook is in the person's files, or in a plugin.
    has_hook: bool,
    /// How many of the hooks that bring its dialogs here are in the person's files, and how many there
    /// should be.
    pub bridged: (usize, usize),
    /// Settings by which the agent runs no hooks, also those of the project.
    hooks_off: Vec<HookFault>,
    /// What a project sets for a server or hook of ours, if there is one.
    led: Vec<Obstacle>,
}

/// An entry, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundEntry {
    pub entry: ServerEntry,
    pub path: PathBuf,
    /// Its place in the file, such as `mcpServers.sayso`.
    pub key: String,
    pub whose: EntryOwner,
}

/// Who an entry is from. Setup only changes those of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryOwner {
    Person,
    /// The person's for the current project only: it overrides the other one.
    Local,
    /// In a file of the current project, which may be anybody's: it overrides the person's.
    Project,
    /// Our plugin's, if there is no other.
    Plugin,
}

impl FoundEntry {
    /// Not the entries of projects, nor those over HTTP.
    pub fn is_changed_by_setup(&self) -> bool {
        self.whose == EntryOwner::Person
            && matches!(self.entry.connection, EntryTransport::Starts(_))
    }
}

/// What keeps an agent from asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    Unreadable {
        path: PathBuf,
        why: String,
        is_project: bool,
    },
    /// Its entry is switched off.
    SwitchedOff {
        path: PathBuf,
        key: String,
        is_project: bool,
    },
    /// This setting forbids the tools.
    Denied {
        path: PathBuf,
        key: String,
    },
    /// A project sets these variables for all that the agent starts: they can lead our program
    /// elsewhere.
    Led {
        path: PathBuf,
        names: Vec<String>,
    },
    /// Our hook is there, but it doesn't guard, or blocks everything.
    Hook(HookFault),
}

impl Inspection {
    /// What the agent's files say, with those of the current project.
    pub fn of(agent: &'static Agent, place: &AgentHome, server: &ServerCommand) -> Inspection {
        let mut look = Inspection::default();
        for file in files_of(agent) {
            look.add(file, place, server);
        }
        if look.found.is_none() {
            look.found = plugin::entry(agent, place, server);
            // It brings its own permission, or can't have one in a file.
            look.lacks_permission &= look.found.is_none();
            look.has_hook |= look.found.is_some();
        }
        if look.has_hook || look.bridged.0 > 0 {
            look.obstacles.extend(look.hooks_off.drain(..).map(Obstacle::Hook));
        }
        if look.has_hook || look.found.is_some() {
            look.obstacles.append(&mut look.led);
        }
        look
    }

    /// Whether a file of the person, which setup would change, can't be read.
    pub fn is_unreadable(&self) -> bool {
        let is = |one: &Obstacle| matches!(one, Obstacle::Unreadable { is_project: false, .. });
        self.obstacles.iter().any(is)
    }

    fn add(&mut self, file: AgentFile, place: &AgentHome, server: &ServerCommand) {
        let mut all = Value::Object(Map::new());
        let mut own = Value::Null;
        let mut is_anything = false;
        let mut last: Option<(ConfigLayer, String)> = None;
        let entry_path = file.entry_path();
        for layer in layers(file, place) {
            let layer = match layer {
                Ok(layer) => layer,
                Err((path, why)) => {
                    let own = file.path(place).map(|own| crate::real(&own));
                    let is_project = own.as_ref() != Some(&path);
                    self.obstacles.push(Obstacle::Unreadable { path, why, is_project });
                    continue;
                }
            };
            is_anything = true;
            if layer.whose == EntryOwner::Person {
                own = layer.value.clone();
            }
            if layer.whose == EntryOwner::Project && entry_path.is_none() {
                let set = variables(&layer.value).map(|(name, _)| name);
                let mut names: Vec<String> = set.filter(|name| leads(name)).cloned().collect();
                names.sort();
                let led =
                    (!names.is_empty()).then(|| Obstacle::Led { path: layer.path.clone(), names });
                self.led.extend(led);
            }
            let off = hook::switched_off(&layer.value);
            self.hooks_off
                .extend(off.map(|key| HookFault::SwitchedOff { path: layer.path.clone(), key }));
            let key = |path: &[String]| -> String {
                layer.within.iter().chain(path).cloned().collect::<Vec<_>>().join(".")
            };
            let entry = entry_path.as_ref().and_then(|path| Some((at(&layer.value, path)?, path)));
            let named = entry.map(|(entry, path)| (entry, path.join(".")));
            if let Some(denied) = denied_by(&layer.value, named) {
                let key = key(&[denied]);
                self.obstacles.push(Obstacle::Denied { path: layer.path.clone(), key });
            }
            all = merged(&all, &layer.value, file.agent.merge);
            if let Some((_, path)) = entry {
                let key = key(path);
                last = Some((layer, key));
            }
        }
        if !is_anything {
            return;
        }
        if entry_path.is_none() {
            let texts = variables(&own).filter_map(|(name, value)| Some((name, value.as_str()?)));
            self.variables.extend(texts.map(|(name, value)| (name.clone(), value.to_owned())));
        }
        let edits = file.edits(server);
        self.has_hook |= hook::is_there(&own, &edits);
        let (there, wanted) = hook::bridged(&own, &edits);
        self.bridged.0 += there;
        self.bridged.1 += wanted;
        self.obstacles.extend(hooks(file, &own, place, server).into_iter().map(Obstacle::Hook));
        // What a project names is never filled in: it could carry the person's secrets away.
        let is_project = matches!(&last, Some((ConfigLayer { whose: EntryOwner::Project, .. }, _)));
        let nothing = |_: &str| None;
        let variable: &dyn Fn(&str) -> Option<String> =
            if is_project { &nothing } else { &place.variable };
        let Reading { entry, lacks_permission } = file.read(&all, server, variable);
        let Some((entry, (layer, key))) = entry.zip(last) else {
            self.lacks_permission |= lacks_permission;
            return;
        };
        let ConfigLayer { path, whose, .. } = layer;
        if entry.is_enabled {
            self.lacks_permission |= lacks_permission;
        } else {
            let (path, key) = (path.clone(), key.clone());
            let is_project = whose != EntryOwner::Person;
            self.obstacles.push(Obstacle::SwitchedOff { path, key, is_project });
        }
        if self.found.is_none() {
            self.found = Some(FoundEntry { entry, path, key, whose });
        }
    }
}

/// The variables that an agent sets for itself and for what it starts.
fn variables(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value["env"].as_object().into_iter().flatten()
}

/// Whether a variable decides which hub, settings or code a program of ours uses.
fn leads(name: &str) -> bool {
    ["SAYSO_", "CHOICE_", "LD_", "DYLD_", "XDG_"].iter().any(|start| name.starts_with(start))
        || ["HOME", "PATH"].contains(&name)
}

/// What is wrong with our hook in the person's own file.
fn hooks(
    file: AgentFile,
    own: &Value,
    place: &AgentHome,
    server: &ServerCommand,
) -> Vec<HookFault> {
    let Some(path) = file.path(place) else { return Vec::new() };
    let real = files::real(&path);
    let confirmed = file.trust().map(|HookTrust::HashIn(name)| {
        let text = files::read(&path.with_file_name(name)).unwrap_or(Original::Missing);
        Format::Toml.read(text.text()).unwrap_or_default()
    });
    let paths = [path.as_path(), real.as_path()];
    let trust = confirmed.as_ref().map(|config| (config, paths.as_slice()));
    hook::faults(own, &file.edits(server), place, trust)
}

#[cfg(test)]
#[path = "inspect_tests.rs"]
mod tests;
