//! What all files of an agent say about us, taken together: whether it is connected, and what is in
//! the way.

use std::path::PathBuf;

use serde_json::{Map, Value};

use crate::agent::{Agent, ConfigFile};
use crate::change::at;
use crate::entry::{Connection, Entry, Reading};
use crate::layers::{Layer, layers, merged};
use crate::place::Place;
use crate::plugin;
use crate::rules::denied_by;
use crate::server::Server;

#[derive(Debug, Default)]
pub struct Look {
    /// The entry that counts.
    pub found: Option<Found>,
    pub lacks_permission: bool,
    /// Variables that the agent sets for itself and for what it starts.
    pub variables: Vec<(String, String)>,
    pub obstacles: Vec<Obstacle>,
}

/// An entry, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub entry: Entry,
    pub path: PathBuf,
    /// Its place in the file, such as `mcpServers.sayso`.
    pub key: String,
    pub whose: Whose,
}

/// Who an entry is from. Setup only changes those of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    Person,
    /// The current project's: it overrides the person's.
    Project,
    /// Our plugin's, if there is no other.
    Plugin,
}

impl Found {
    /// Not the entries of projects, nor those over HTTP.
    pub fn is_changed_by_setup(&self) -> bool {
        self.whose == Whose::Person && matches!(self.entry.connection, Connection::Starts(_))
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
    /// Our hook is there, but not in a way that this agent understands.
    OddHook,
}

impl Agent {
    /// What its files say, with those of the current project.
    pub fn look(&self, place: &Place, server: &Server) -> Look {
        let mut look = Look::default();
        for file in self.files {
            look.add(self, file, place, server);
        }
        if look.found.is_none() {
            look.found = plugin::entry(self, place, server);
            // It brings its own permission, or can't have one in a file.
            look.lacks_permission &= look.found.is_none();
        }
        look
    }
}

impl Look {
    /// Whether a file of the person, which setup would change, can't be read.
    pub fn is_unreadable(&self) -> bool {
        let is = |one: &Obstacle| matches!(one, Obstacle::Unreadable { is_project: false, .. });
        self.obstacles.iter().any(is)
    }

    fn add(&mut self, agent: &Agent, file: &ConfigFile, place: &Place, server: &Server) {
        let mut all = Value::Object(Map::new());
        let mut is_anything = false;
        let mut last: Option<(Layer, String)> = None;
        let entry_path = file.entry_path(server);
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
            let key = |path: &[String]| -> String {
                layer.within.iter().chain(path).cloned().collect::<Vec<_>>().join(".")
            };
            let own = entry_path.as_ref().and_then(|path| Some((at(&layer.value, path)?, path)));
            let entry = own.map(|(entry, path)| (entry, path.join(".")));
            if let Some(denied) = denied_by(&layer.value, entry) {
                let key = key(&[denied]);
                self.obstacles.push(Obstacle::Denied { path: layer.path.clone(), key });
            }
            all = merged(&all, &layer.value, agent.merge);
            if let Some((_, path)) = own {
                let key = key(path);
                last = Some((layer, key));
            }
        }
        if !is_anything {
            return;
        }
        if entry_path.is_none() {
            let variables = all["env"].as_object().into_iter().flatten();
            let texts = variables.filter_map(|(name, value)| Some((name, value.as_str()?)));
            self.variables.extend(texts.map(|(name, value)| (name.clone(), value.to_owned())));
        }
        let reading = agent.read(file, &all, server, &place.variable);
        let Reading { entry, lacks_permission, has_odd_hook } = reading;
        if has_odd_hook {
            self.obstacles.push(Obstacle::OddHook);
        }
        let Some((entry, (layer, key))) = entry.zip(last) else {
            self.lacks_permission |= lacks_permission;
            return;
        };
        let Layer { path, is_project, .. } = layer;
        if entry.is_enabled {
            self.lacks_permission |= lacks_permission;
        } else {
            let (path, key) = (path.clone(), key.clone());
            self.obstacles.push(Obstacle::SwitchedOff { path, key, is_project });
        }
        if self.found.is_none() {
            let whose = if is_project { Whose::Project } else { Whose::Person };
            self.found = Some(Found { entry, path, key, whose });
        }
    }
}

#[cfg(test)]
#[path = "look_tests.rs"]
mod tests;
