//! The part of a title that a rule matched, marked for the person who decides (AD-2).

use sayso_core::text::clean_command;

use super::title::one_line;
use crate::{Match, Subject};

/// The title in parts, of which every second one is what a rule matched. Empty if nothing of it can be
/// seen there: a command may be cut, or written in another way than it was read.
pub(super) fn marked(title: &str, matches: &[Match<'_>]) -> Vec<String> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for Match { found, words, .. } in matches.iter().filter(|one| one.subject != Subject::Tool) {
        let found = one_line(&clean_command(found));
        let Some(from) = title.find(&found) else { continue };
        if words.is_empty() {
            spans.push((from, from + found.len()));
            continue;
        }
        let mut at = from;
        for word in found.split(' ') {
            if words.iter().any(|named| named == word) {
                spans.push((at, at + word.len()));
            }
            at += word.len() + 1;
        }
    }
    spans.sort_unstable();
    let mut parts: Vec<String> = Vec::new();
    let mut end = 0;
    for (from, to) in spans {
        let from = from.max(end);
        if from >= to {
            continue;
        }
        match parts.last_mut() {
            // What only a blank parts is marked as one.
            Some(last) if title[end..from].trim().is_empty() => last.push_str(&title[end..to]),
            _ => parts.extend([title[end..from].to_owned(), title[from..to].to_owned()]),
        }
        end = to;
    }
    if end > 0 && end < title.len() {
        parts.push(title[end..].to_owned());
    }
    parts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{NoFacts, ToolUse, judge, shipped};

    /// REQ: AD-2
    #[test]
    fn the_dangerous_part_of_a_command_is_marked() {
        let rules = shipped();
        let marked = |command: &str| {
            let input = json!({ "command": command });
            let tool_use = ToolUse { tool: "Bash".to_owned(), input, directory: None };
            let parts = marked(&tool_use.title(), &judge(&rules, &tool_use, &NoFacts));
            assert!(parts.is_empty() || parts.concat() == tool_use.title(), "{parts:?}");
            parts.into_iter().skip(1).step_by(2).collect::<Vec<_>>()
        };
        assert_eq!(
            marked("cargo test && git push --force origin main"),
            ["git push --force"],
            "not where it goes, nor what is harmless"
        );
        assert_eq!(marked("echo git push; git push origin --force"), ["git push", "--force"]);
        assert_eq!(marked("cd infra && terraform destroy"), ["terraform destroy"]);
        assert_eq!(marked("ls && rm -rf /srv/data | cat"), ["rm -rf /srv/data"]);
        assert_eq!(marked("psql -c 'DROP TABLE users'"), ["DROP TABLE users"]);
        assert!(marked("cargo test").is_empty());
        let long = format!("{} && git push --force", "x".repeat(300));
        assert!(marked(&long).is_empty(), "what is cut is not marked");
    }
}
