//! Programs that a text would run: wrappers such as `sudo` and `bash -c '…'` are looked through.

use super::shell::{self, Simple};
use super::wrapper::{self, Inner};

/// Wrappers in wrappers; deeper ones are not looked through.
const DEEPEST: usize = 8;

/// One program that would run, and what it is given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Call {
    /// Its name without its path; empty where only a redirection or an assignment stands.
    pub(super) program: String,
    pub(super) args: Vec<String>,
    /// Files that it writes to by redirection.
    pub(super) outputs: Vec<String>,
    /// What it reads, where that is known.
    pub(super) input: Option<String>,
    /// Variables that are set for it.
    pub(super) assigned: Vec<String>,
}

/// Every call in a text, wrappers first and then what they run.
pub(super) fn of_text(text: &str) -> Vec<Call> {
    let mut found = Vec::new();
    for simple in shell::read(text) {
        expand(simple, 0, &mut found);
    }
    found
}

/// The same for words that need no shell.
pub(super) fn of_words(words: Vec<String>) -> Vec<Call> {
    let mut found = Vec::new();
    expand(Simple::new(words, None), 0, &mut found);
    found
}

fn expand(simple: Simple, depth: usize, found: &mut Vec<Call>) {
    let call = Call::new(simple);
    let inner = if depth < DEEPEST { wrapper::inner(&call) } else { Vec::new() };
    let input = call.input.clone();
    found.push(call);
    for inner in inner {
        match inner {
            Inner::Words(words) => {
                expand(Simple::new(words, input.clone()), depth + 1, found);
            }
            Inner::Text(text) => {
                for simple in shell::read(&text) {
                    expand(simple, depth + 1, found);
                }
            }
        }
    }
}

/// What may stand before a command without being one.
const KEYWORDS: [&str; 10] = ["{", "}", "!", "if", "then", "elif", "else", "do", "while", "until"];

impl Call {
    fn new(simple: Simple) -> Call {
        let mut words = simple.words.into_iter().peekable();
        while words.next_if(|word| KEYWORDS.contains(&word.as_str())).is_some() {}
        let mut assigned = Vec::new();
        while let Some(word) = words.next_if(|word| assigned_name(word).is_some()) {
            assigned.extend(assigned_name(&word).map(str::to_owned));
        }
        let program = words.next().unwrap_or_default();
        let program = program.rsplit('/').next().unwrap_or_default().to_owned();
        let args: Vec<String> = words.collect();
        if program == "export" {
            assigned.extend(args.iter().filter_map(|arg| assigned_name(arg)).map(str::to_owned));
        }
        Call { program, args, outputs: simple.outputs, input: simple.input, assigned }
    }

    pub(super) fn is(&self, programs: &[&str]) -> bool {
        programs.contains(&self.program.as_str())
    }

    /// A switch by its letter, perhaps among others as in `-rf`, or by its long name, perhaps with a
    /// value or shortened.
    pub(super) fn has(&self, letter: char, long: &str) -> bool {
        self.options().any(|option| match option.strip_prefix("--") {
            Some(_) => is_long(option, long),
            None => option.contains(letter),
        })
    }

    pub(super) fn has_long(&self, long: &str) -> bool {
        self.options().any(|option| option.starts_with("--") && is_long(option, long))
    }

    fn options(&self) -> impl Iterator<Item = &str> {
        let before = self.args.iter().take_while(|arg| *arg != "--").map(String::as_str);
        before.filter(|arg| arg.len() > 1 && arg.starts_with('-'))
    }

    /// What is neither a switch nor the value of one of these.
    pub(super) fn operands(&self, valued: &[&str]) -> Vec<&str> {
        let mut operands = Vec::new();
        let mut args = self.args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            if arg == "--" {
                operands.extend(args);
                break;
            } else if valued.contains(&arg) {
                args.next();
            } else if !arg.starts_with('-') || arg == "-" {
                operands.push(arg);
            }
        }
        operands
    }

    /// As one would type it.
    pub(super) fn text(&self) -> String {
        let mut words: Vec<String> = vec![self.program.clone()];
        words.extend(self.args.iter().map(|arg| typed(arg)));
        words.extend(self.outputs.iter().map(|file| format!("> {}", typed(file))));
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }
}

/// `--force` is also meant by `--forc`; by anything shorter than five letters nothing is.
fn is_long(option: &str, long: &str) -> bool {
    let name = option.split('=').next().unwrap_or_default();
    name == long || (name.len() >= 5 && long.starts_with(name))
}

/// The name in `NAME=value`.
fn assigned_name(word: &str) -> Option<&str> {
    let (name, _) = word.split_once('=')?;
    let starts = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    let fits = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (starts && fits).then_some(name)
}

fn typed(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+=:,@%~$*?{}!^()".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
#[path = "call_tests.rs"]
mod tests;
