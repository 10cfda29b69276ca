//! Texts of configuration files without the values of others: what a person is shown, or a log
//! keeps, has our own values only. What isn't understood is hidden.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::change::Op;
use crate::format::Format;

/// In the place of a value.
const HIDDEN: &str = "…";

/// The values that may be seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shown(BTreeSet<String>);

impl Shown {
    /// What these changes write.
    pub(crate) fn of<'a>(ops: impl IntoIterator<Item = &'a Op>) -> Shown {
        let mut shown = Shown::default();
        for op in ops {
            match op {
                Op::Set { value, .. } | Op::Add { value, .. } | Op::Take { value, .. } => {
                    shown.add(value);
                }
                Op::Replace { value, with, .. } => {
                    shown.add_hooks(value);
                    shown.add_hooks(with);
                }
                Op::Remove { .. } | Op::Prune { .. } => {}
            }
        }
        shown
    }

    pub(crate) fn add(&mut self, value: &Value) {
        match value {
            Value::String(text) => drop(self.0.insert(text.clone())),
            Value::Number(number) => drop(self.0.insert(number.to_string())),
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.add(field)),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Our hook of a group in which others may have theirs.
    fn add_hooks(&mut self, group: &Value) {
        let ours = crate::hook::our_hooks(group);
        ours.for_each(|hook| self.add(hook));
    }

    fn has(&self, value: &str) -> bool {
        ["true", "false", "null", ""].contains(&value) || self.0.contains(value)
    }
}

/// The text with all other values hidden; its lines stay.
pub(crate) fn masked(format: Format, text: &str, shown: &Shown) -> String {
    match format {
        Format::Json | Format::Toml => tokens(format, text, shown),
        Format::Yaml => text.split_inclusive('\n').map(|line| yaml_line(line, shown)).collect(),
    }
}

/// JSON and TOML: keys and punctuation stay; strings, numbers and comments are looked at.
fn tokens(format: Format, text: &str, shown: &Shown) -> String {
    let mut done = String::new();
    let mut rest = text;
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let in_header = format == Format::Toml
            && depth == 0
            && first == '['
            && done.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
        let length = match first {
            // A table's name, with all its parts.
            '[' if in_header => header(rest),
            '"' | '\'' => string(rest, format),
            '#' if format == Format::Toml => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            letter if is_mark(letter) => letter.len_utf8(),
            _ => rest.find(|letter| is_mark(letter) || letter == '"').unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(length);
        match first {
            '[' | '{' if !in_header => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_comment = token.starts_with("//") || token.starts_with("/*") || first == '#';
        if in_header || is_mark(first) && !is_comment {
            done.push_str(token);
        } else if is_comment {
            let lines = token.split('\n').map(|_| HIDDEN).collect::<Vec<_>>();
            done.push_str(if format == Format::Toml { "# " } else { "// " });
            done.push_str(&lines.join("\n"));
        } else {
            done.push_str(&shown_or_hidden(token, is_key(format, behind), shown));
        }
        rest = behind;
    }
    done
}

/// The length of a table's name in its brackets: `[[a."b]c"]]`. What stands behind it is a comment.
fn header(text: &str) -> usize {
    let line = text.lines().next().unwrap_or_default();
    let mut at = 0;
    while let Some(letter) = line[at..].chars().next() {
        at += match letter {
            '"' | '\'' => string(&line[at..], Format::Json),
            ']' if !line[at + 1..].starts_with(']') => return at + 1,
            letter => letter.len_utf8(),
        };
    }
    at
}

fn is_mark(letter: char) -> bool {
    letter.is_whitespace() || "{}[],:=".contains(letter)
}

/// The length of the string at the start; of the rest if it has no end.
fn string(text: &str, format: Format) -> usize {
    let quote = &text[..1];
    let triple = quote.repeat(3);
    if format == Format::Toml && text.starts_with(&triple) {
        return text[3..].find(&triple).map_or(text.len(), |end| end + 6);
    }
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quote == "\"" => escaped = true,
            letter if quote.starts_with(letter) => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_key(format: Format, behind: &str) -> bool {
    let next = behind.trim_start_matches([' ', '\t']);
    match format {
        Format::Json => behind.trim_start().starts_with(':'),
        Format::Toml | Format::Yaml => next.starts_with('='),
    }
}

fn shown_or_hidden(token: &str, is_key: bool, shown: &Shown) -> String {
    let quote = token.chars().next().filter(|first| ['"', '\''].contains(first));
    let value = match quote {
        Some('"') => serde_json::from_str(token).unwrap_or_else(|_| HIDDEN.to_owned()),
        Some(quote) => token.trim_matches(quote).to_owned(),
        None => token.to_owned(),
    };
    if is_key || shown.has(&value) {
        return token.to_owned();
    }
    let lines = token.split('\n').map(|_| HIDDEN).collect::<Vec<_>>().join("\n");
    match quote {
        Some(quote) => format!("{quote}{lines}{quote}"),
        None => lines,
    }
}

/// `- key: value`: the key stays. A line without one is part of a longer text.
fn yaml_line(line: &str, shown: &Shown) -> String {
    let (body, end) = match line.strip_suffix('\n') {
        Some(body) => (body, "\n"),
        None => (line, ""),
    };
    let start = body.len() - body.trim_start_matches([' ', '-']).len();
    let (start, rest) = body.split_at(start);
    let (key, value) = match rest.split_once(':') {
        Some((key, value)) if value.is_empty() || value.starts_with(' ') => {
            (format!("{key}: "), value.trim())
        }
        Some(_) | None => (String::new(), rest.trim()),
    };
    let plain = value.trim_matches(['"', '\'']);
    let value = if shown.has(plain) { value } else { HIDDEN };
    format!("{}{end}", format!("{start}{key}{value}").trim_end())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ours() -> Shown {
        let mut shown = Shown::default();
        shown.add(
            &json!({ "command": "/opt/sayso", "args": ["mcp"], "timeout": 3600, "q": "a\"b" }),
        );
        shown
    }

    #[track_caller]
    fn check(format: Format, text: &str, expected: &str) {
        assert_eq!(masked(format, text, &ours()), expected);
    }

    /// REQ: IN-1
    #[test]
    fn only_our_values_are_seen() {
        check(
            Format::Json,
            "{\"docs\":{\"command\":\"docs\",\"env\":{\"API_KEY\":\"sk-1\",\"PIN\":1234}},\n \"sayso\": {\"command\": \"/opt/sayso\", \"args\": [\"mcp\"], \"timeout\":3600, \"q\": \"a\\\"b\"}, // old: sk-2\n /* sk-3\n sk-4 */ \"on\": true}",
            "{\"docs\":{\"command\":\"…\",\"env\":{\"API_KEY\":\"…\",\"PIN\":…}},\n \"sayso\": {\"command\": \"/opt/sayso\", \"args\": [\"mcp\"], \"timeout\":3600, \"q\": \"a\\\"b\"}, // …\n // …\n… \"on\": true}",
        );
        check(
            Format::Toml,
            "# sk-1\n[projects.\"/home/ann\"] # sk-8\n[[a.\"b\\\"] # c\".'d] # e']]# sk-9 \"]\nkey = \"sk-2\" # sk-3\nlong = '''\nsk-4\n'''\nlist = [\n  [\"sk-5\"],\n  'sk-6',\n]\nn = 42\nenv = { TOKEN = \"sk-7\" }\n[mcp_servers.sayso]\ncommand = \"/opt/sayso\"\ntimeout = 3600\n",
            "# …\n[projects.\"/home/ann\"] # …\n[[a.\"b\\\"] # c\".'d] # e']]# …\nkey = \"…\" # …\nlong = '…\n…\n…'\nlist = [\n  [\"…\"],\n  '…',\n]\nn = …\nenv = { TOKEN = \"…\" }\n[mcp_servers.sayso]\ncommand = \"/opt/sayso\"\ntimeout = 3600\n",
        );
        check(
            Format::Yaml,
            "docs:\n  key: sk-1\n  env:\n    - sk-2\n    - TOKEN: 'sk-3'\n  text: |\n    sk-4 and\n  # sk-5\nsayso:\n  cmd: /opt/sayso\n  timeout: 3600\n  args:\n    - mcp\n",
            "docs:\n  key: …\n  env:\n    - …\n    - TOKEN: …\n  text: …\n    …\n  …\nsayso:\n  cmd: /opt/sayso\n  timeout: 3600\n  args:\n    - mcp\n",
        );
    }

    /// REQ: IN-1
    #[test]
    fn what_is_cut_off_or_odd_is_hidden() {
        check(Format::Json, "{\"a\": \"sk-1", "{\"a\": \"…\"");
        check(Format::Json, "{\"a\": sk-1 }", "{\"a\": … }");
        check(Format::Toml, "a = \"\"\"sk-1", "a = \"…\"");
        check(Format::Toml, "[a] sk-1\n[\"b\nc = \"sk-2\"", "[a] …\n[\"b\nc = \"…\"");
        check(Format::Yaml, "a: {b: sk-1}", "a: …");
    }
}
