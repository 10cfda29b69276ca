//! The files that an agent reads one above the other: those of the person, then those of the
//! project.

use std::path::{Path, PathBuf};

use sayso_agents::{Merge, Projects};
use serde_json::Value;

use crate::agent_home::AgentHome;
use crate::edit::NAME;
use crate::file::AgentFile;
use crate::files;
use crate::format::Format;
use crate::inspect::EntryOwner;

/// The values of a file, or of a part of it.
pub(crate) struct ConfigLayer {
    pub path: PathBuf,
    /// Where in the file; empty for all of it.
    pub within: Vec<String>,
    pub value: Value,
    pub whose: EntryOwner,
}

/// Lowest first: the last one counts. A file that can't be read is an error with its path.
pub(crate) fn layers(
    file: AgentFile,
    place: &AgentHome,
) -> Vec<Result<ConfigLayer, (PathBuf, String)>> {
    let mut layers = Vec::new();
    let Some(own) = file.path(place).map(|path| files::real(&path)) else { return layers };
    let user = layer(&own, file.format, EntryOwner::Person);
    let values = user.as_ref().ok().map(|layer| layer.value.clone()).unwrap_or_default();
    layers.push(user);
    for dir in place.project.iter().filter(|_| is_trusted(file, &values, place)) {
        // By its name there: a link may lead anywhere.
        let paths = file.config.in_project.iter().map(|name| dir.join(name));
        // In the home directory both are the same file.
        let paths = paths.filter(|path| files::real(path) != own && path.exists());
        layers.extend(paths.map(|path| layer(&path, file.format, EntryOwner::Project)));
    }
    // Claude Code keeps what is for one directory in the person's own file.
    for dir in &place.project {
        let key = dir.to_string_lossy().into_owned();
        if let Some(value) = values.get("projects").and_then(|projects| projects.get(&key)) {
            let within = vec!["projects".to_owned(), key];
            let path = own.clone();
            layers.push(Ok(ConfigLayer {
                path,
                within,
                value: value.clone(),
                whose: EntryOwner::Local,
            }));
        }
    }
    layers
}

/// Whether the agent reads files of this project.
fn is_trusted(file: AgentFile, values: &Value, place: &AgentHome) -> bool {
    let trusts = |dir: &PathBuf| {
        values["projects"][dir.to_string_lossy().as_ref()]["trust_level"] == "trusted"
    };
    match file.config.projects {
        Projects::All => true,
        Projects::Trusted => place.project.iter().any(trusts),
    }
}

fn layer(path: &Path, format: Format, whose: EntryOwner) -> Result<ConfigLayer, (PathBuf, String)> {
    let value = files::read(path).and_then(|text| format.read(text.text()));
    let value = value.map_err(|why| (path.to_owned(), why))?;
    Ok(ConfigLayer { path: path.to_owned(), within: Vec::new(), value, whose })
}

/// Both, where `above` counts more. Lists are joined, but not those of our own entry.
pub(crate) fn merged(below: &Value, above: &Value, merge: Merge) -> Value {
    both(below, above, merge, false)
}

fn both(below: &Value, above: &Value, merge: Merge, is_entry: bool) -> Value {
    match (below, above) {
        (Value::Object(below), Value::Object(above)) => {
            let mut all = below.clone();
            for (key, value) in above {
                let is_ours = is_entry || key == NAME;
                let value = match below.get(key) {
                    Some(old) if !is_ours || merge == Merge::Fields => {
                        both(old, value, merge, is_ours)
                    }
                    Some(_) | None => value.clone(),
                };
                all.insert(key.clone(), value);
            }
            Value::Object(all)
        }
        (Value::Array(below), Value::Array(above)) if !is_entry => {
            below.iter().chain(above).cloned().collect()
        }
        (_, above) => above.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// REQ: IN-2
    #[test]
    fn what_a_project_says_counts_more() {
        let below =
            json!({ "a": ["x"], "m": { "sayso": { "command": "s", "args": [1], "t": 1 } } });
        let above = json!({ "a": ["y"], "m": { "sayso": { "args": [2] }, "other": {} } });
        let entries = merged(&below, &above, Merge::Entries);
        assert_eq!(entries["m"]["sayso"], json!({ "args": [2] }));
        let fields = merged(&below, &above, Merge::Fields);
        assert_eq!(fields["m"]["sayso"], json!({ "command": "s", "args": [2], "t": 1 }));
        assert_eq!((&fields["a"], &fields["m"]["other"]), (&json!(["x", "y"]), &json!({})));
    }
}
