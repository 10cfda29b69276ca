//! Connecting an agent by hand: the snippets of its page in the guide, exactly as written.

use std::path::Path;

use crate::agent::Agent;
use crate::blocks::blocks;

/// A file below the home directory, or a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Snippet {
    File { path: String, text: String },
    Command(String),
}

/// Everything that this section of the agent's page says to write or run, in order.
pub fn snippets(agent: Agent, section: &str) -> Vec<Snippet> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/agents");
    let page = pages.join(agent.family()).with_extension("md");
    let text = std::fs::read_to_string(&page).unwrap();
    let blocks = blocks(&text).into_iter().filter(|block| block.section == section);
    let found: Vec<Snippet> = blocks
        .map(|block| match (block.path, block.info.as_str()) {
            (Some(path), _) => Snippet::File { path, text: block.text },
            (None, "sh") => Snippet::Command(block.text),
            (None, info) => panic!("{}: what is this block of `{info}` for?", page.display()),
        })
        .collect();
    assert!(!found.is_empty(), "{} shows nothing in `{section}`", page.display());
    found
}
