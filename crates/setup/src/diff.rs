//! The difference of two texts, as lines for people.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// `@@ -1,3 +1,9 @@`
    Place(String),
    Same(String),
    Removed(String),
    Added(String),
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Line::Place(text) => f.write_str(text),
            Line::Same(text) => write!(f, " {text}"),
            Line::Removed(text) => write!(f, "-{text}"),
            Line::Added(text) => write!(f, "+{text}"),
        }
    }
}

/// A unified diff, without the names of the files.
pub fn diff(before: &str, after: &str) -> Vec<Line> {
    // Texts that differ everywhere get a coarser diff in time, rather than the smallest one.
    let diff = TextDiff::configure().timeout(Duration::from_secs(1)).diff_lines(before, after);
    let mut unified = diff.unified_diff();
    let mut lines = Vec::new();
    for hunk in unified.context_radius(2).iter_hunks() {
        lines.push(Line::Place(hunk.header().to_string()));
        for change in hunk.iter_changes() {
            let text = change.value().trim_end_matches(['\n', '\r']).to_owned();
            lines.push(match change.tag() {
                ChangeTag::Equal => Line::Same(text),
                ChangeTag::Delete => Line::Removed(text),
                ChangeTag::Insert => Line::Added(text),
            });
        }
    }
    lines
}
