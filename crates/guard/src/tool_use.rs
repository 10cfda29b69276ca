//! A proposed tool use, and the parts of it that are judged: commands, statements, options.

use serde_json::Value;

use crate::call::{Call, Unread};
use crate::checks::is_guarded;
use crate::sql::{self, Statement};
use crate::word_lists::{Set, is};
use crate::words::parts;
use crate::{code, expand};

/// What an agent is about to do.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolUse {
    /// The tool's name in the agent's spelling.
    pub tool: String,
    pub input: Value,
    /// The directory it would run in.
    pub directory: Option<String>,
}

/// Fields that contain a shell command.
const COMMANDS: [&str; 4] = ["command", "cmd", "script", "commands"];
/// Fields that contain SQL.
const STATEMENTS: [&str; 4] = ["sql", "query", "statement", "queries"];

/// Tools whose whole input is a command.
const SHELLS: [&str; 7] =
    ["bash", "shell", "sh", "terminal", "runterminalcmd", "executecommand", "runshellcommand"];

impl ToolUse {
    /// What a person is shown: the command, or the input as it is.
    pub fn shown(&self) -> String {
        let named = COMMANDS.iter().chain(&STATEMENTS).find_map(|name| self.input.get(*name));
        match named.unwrap_or(&self.input) {
            Value::String(text) => text.clone(),
            Value::Array(words) if words.iter().all(Value::is_string) => {
                let words = words.iter().filter_map(Value::as_str);
                words.collect::<Vec<_>>().join(" ")
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_) => serde_json::to_string_pretty(&self.input).unwrap_or_default(),
        }
    }

    /// Whether [`ToolUse::shown`] is a command or a statement, not the whole input.
    pub(crate) fn has_text(&self) -> bool {
        self.input.is_string()
            || COMMANDS.iter().chain(&STATEMENTS).any(|name| self.input.get(*name).is_some())
    }

    /// It runs a command, and nobody can tell which: an agent that sends another shape may still run
    /// it.
    pub(crate) fn hides_command(&self) -> bool {
        let is_text = |value: &Value| match value {
            Value::String(_) => true,
            Value::Array(words) => words.iter().all(Value::is_string),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
        };
        let mut given = COMMANDS.iter().filter_map(|name| self.input.get(*name)).peekable();
        let is_read = self.input.is_string() || (given.peek().is_some() && given.all(is_text));
        self.is_shell() && !is_read
    }

    fn is_shell(&self) -> bool {
        SHELLS.contains(&bare(&self.tool).as_str())
    }

    pub(crate) fn calls(&self) -> Vec<Call> {
        let whole = self.input.as_str().filter(|_| self.is_shell());
        let mut calls = whole.map(of_text).unwrap_or_default();
        if self.hides_command() {
            calls.push(Call::unread(&self.tool, Unread::Missing));
        }
        for name in COMMANDS {
            match self.input.get(name) {
                Some(Value::String(text)) => {
                    calls.extend(of_text(text));
                    let more = self.input.get("args").map(words).unwrap_or_default();
                    if !more.is_empty() {
                        let all = std::iter::once(text.clone()).chain(more).collect();
                        calls.extend(expand::of_words(all).calls);
                    }
                }
                // `["bash", "-lc", "…"]` is one command, `commands` are several.
                Some(Value::Array(items)) if name == "commands" => {
                    calls.extend(items.iter().filter_map(Value::as_str).flat_map(of_text));
                }
                Some(list @ Value::Array(_)) => calls.extend(expand::of_words(words(list)).calls),
                Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
                }
            }
        }
        calls
    }

    /// The statements in fields of SQL tools, and in what clients are given to run.
    pub(crate) fn statements(&self, calls: &[Call]) -> Vec<Statement> {
        let mut statements: Vec<Statement> = calls.iter().flat_map(sql::of_call).collect();
        for code in calls.iter().filter_map(code::of) {
            statements.extend(code::literals(&code).iter().flat_map(|text| sql::read(text)));
        }
        for name in STATEMENTS {
            // Search words are not a statement.
            if name.starts_with("quer")
                && self.name_words().iter().any(|word| SEARCHES.contains(&word.as_str()))
            {
                continue;
            }
            match self.input.get(name) {
                Some(Value::String(text)) => statements.extend(sql::read(text)),
                Some(list @ Value::Array(_)) => {
                    statements.extend(words(list).iter().flat_map(|text| sql::read(text)));
                }
                Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
                }
            }
        }
        statements
    }

    /// The tool's name means deletion.
    pub(crate) fn deletes(&self) -> bool {
        const VERBS: [&str; 8] =
            ["delete", "remove", "destroy", "purge", "unlink", "erase", "wipe", "rm"];
        self.name_words().iter().any(|word| VERBS.contains(&word.as_str()))
    }

    /// The first file that decides who is asked, if this tool may change it.
    pub(crate) fn edited_guard(&self) -> Option<String> {
        let words = self.name_words();
        if words.iter().any(|word| READS.contains(&word.as_str())) {
            return None;
        }
        let fields = self.input.as_object()?.iter();
        let paths = fields.clone().filter(|(name, _)| PATHS.contains(&bare(name).as_str()));
        let named = paths.filter_map(|(_, path)| path.as_str());
        // Codex sends one text that names its files: `*** Update File: a.rs`.
        let patches = fields.filter_map(|(_, text)| text.as_str()).flat_map(str::lines);
        let patched = patches.filter_map(|line| {
            let (mark, path) = line.strip_prefix("*** ")?.split_once(": ")?;
            ["Add File", "Update File", "Delete File", "Move to"].contains(&mark).then_some(path)
        });
        named.chain(patched).find(|path| is_guarded(path)).map(str::to_owned)
    }

    /// The largest number of options of any question, if this is a question.
    pub(crate) fn most_options(&self) -> Option<usize> {
        if !self.asks_user() {
            return None;
        }
        let several = self.input.get("questions").and_then(Value::as_array);
        let questions = several.into_iter().flatten().chain(std::iter::once(&self.input));
        let lists = questions.flat_map(|question| {
            ["options", "choices", "follow_up"].iter().filter_map(|name| question.get(*name))
        });
        lists.map(count).max()
    }

    /// A question tool, but not ours.
    pub(crate) fn asks_user(&self) -> bool {
        let name = self.tool.rsplit("__").next().unwrap_or_default();
        is(Set::QuestionTools, &bare(name)) && !bare(&self.tool).contains("sayso")
    }

    /// `mcp__files__deleteFile` is `mcp`, `files`, `delete`, `file`.
    fn name_words(&self) -> Vec<String> {
        let words = self.tool.split(|letter: char| !letter.is_alphanumeric());
        words.flat_map(parts).collect()
    }
}

/// Fields that name the file a tool works on, and tools that only read it.
const PATHS: [&str; 5] = ["filepath", "path", "file", "filename", "notebookpath"];
const READS: [&str; 9] = ["read", "view", "list", "ls", "glob", "grep", "search", "find", "get"];

const SEARCHES: [&str; 6] = ["search", "web", "grep", "find", "fetch", "lookup"];

fn of_text(text: &str) -> Vec<Call> {
    expand::of_text(text).calls
}

/// Letters and digits only, in lower case.
fn bare(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn words(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Some agents send their options as JSON in a string.
fn count(options: &Value) -> usize {
    match options {
        Value::Array(items) => items.len(),
        Value::String(text) => match serde_json::from_str(text) {
            Ok(Value::Array(items)) => items.len(),
            Ok(_) | Err(_) => 0,
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => 0,
    }
}
