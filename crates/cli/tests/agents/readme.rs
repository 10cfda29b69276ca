//! The snippets of `README.md`.

use std::path::Path;

/// A file below the home directory, or a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Snippet {
    File { path: String, text: String },
    Command(String),
}

/// Everything that this section says about this agent, in order.
pub fn snippets(section: &str, agent: &str) -> Vec<Snippet> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(path).unwrap();
    let found = text.split("\n## ").find(|part| part.starts_with(section)).unwrap();
    let found = read(found, agent);
    assert!(!found.is_empty(), "README.md says nothing about {agent} in `{section}`");
    found
}

/// A line with names in bold begins a group. A path in backticks after a name is where the next
/// block goes; a path in a line without names is where a further block of the same group goes.
fn read(section: &str, agent: &str) -> Vec<Snippet> {
    let mut found = Vec::new();
    let mut ended = false;
    // The group: names, and where the next block goes.
    let mut about: Vec<(String, Option<String>)> = Vec::new();
    let mut block: Option<String> = None;
    for line in section.lines() {
        match (&mut block, line.starts_with("```")) {
            (None, true) => block = Some(String::new()),
            (None, false) if line.contains("**") => {
                // A group may continue on the next line.
                if std::mem::take(&mut ended) {
                    about.clear();
                }
                about.extend(names(line));
            }
            (None, false) => {
                if let Some(path) = between_backticks(line) {
                    about.iter_mut().for_each(|(_, place)| *place = Some(path.clone()));
                }
            }
            (Some(text), true) => {
                if let Some((_, path)) = about.iter().find(|(name, _)| name == agent) {
                    let text = std::mem::take(text);
                    found.push(match path {
                        Some(path) => Snippet::File { path: path.clone(), text },
                        None => Snippet::Command(text),
                    });
                }
                ended = true;
                block = None;
            }
            (Some(text), false) => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    found
}

fn names(line: &str) -> Vec<(String, Option<String>)> {
    let parts: Vec<&str> = line.split("**").collect();
    let pairs = parts[1..].chunks(2);
    pairs
        .map(|pair| (pair[0].to_owned(), pair.get(1).and_then(|rest| between_backticks(rest))))
        .collect()
}

fn between_backticks(text: &str) -> Option<String> {
    text.split('`').nth(1).map(str::to_owned)
}
