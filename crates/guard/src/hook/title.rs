//! The title of a question about an action: the command, `edit src/main.rs`.

use std::path::Path;

use sayso_core::text::{clean_command, cut};
use serde_json::Value;

use crate::ToolUse;

/// A line of a list on a wide screen.
const LONGEST: usize = 120;

impl ToolUse {
    /// On one line. Every character that could pass for another one is marked.
    pub fn title(&self) -> String {
        let text = |name: &str| self.input.get(name).and_then(Value::as_str);
        let path = || ["file_path", "notebook_path", "path"].into_iter().find_map(text);
        let said = match (self.tool.as_str(), path()) {
            ("Edit" | "MultiEdit" | "NotebookEdit", Some(path)) => self.about("edit", path),
            ("Write", Some(path)) => self.about("write", path),
            ("Read", Some(path)) => self.about("read", path),
            ("WebFetch", _) => format!("fetch {}", text("url").unwrap_or_default()),
            ("WebSearch", _) => format!("search the web for {}", text("query").unwrap_or_default()),
            _ if self.has_text() => self.shown(),
            _ => match self.tool.strip_prefix("mcp__").and_then(|name| name.split_once("__")) {
                Some((server, tool)) => format!("use {tool} of {server}"),
                None => format!("use {}", self.tool),
            },
        };
        one_line(&clean_command(&said))
    }

    /// The file as seen from the directory of the action.
    fn about(&self, verb: &str, path: &str) -> String {
        let directory = self.directory.as_deref().filter(|directory| !directory.is_empty());
        let inside = directory.and_then(|from| Path::new(path).strip_prefix(from).ok());
        let path = inside.and_then(Path::to_str).filter(|path| !path.is_empty()).unwrap_or(path);
        format!("{verb} {path}")
    }
}

/// Cut to a line of a list.
pub(super) fn one_line(text: &str) -> String {
    cut(&text.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// REQ: AD-2
    #[test]
    fn what_would_be_done_is_the_title() {
        let title = |tool: &str, input: Value| {
            let directory = Some("/home/ann/api".to_owned());
            ToolUse { tool: tool.to_owned(), input, directory }.title()
        };
        assert_eq!(title("Bash", json!({ "command": "git push\n  --force" })), "git push --force");
        assert_eq!(
            title("Edit", json!({ "file_path": "/home/ann/api/src/x.rs" })),
            "edit src/x.rs"
        );
        assert_eq!(title("Write", json!({ "file_path": "/etc/hosts" })), "write /etc/hosts");
        assert_eq!(title("mcp__db__drop", json!({ "id": 1 })), "use drop of db");
        assert_eq!(title("Bash", json!({ "command": "rm \u{202e}x" })), "rm ‹U+202E›x");
        let long = title("Bash", json!({ "command": "x".repeat(500) }));
        assert_eq!(long.chars().count(), LONGEST);
    }
}
