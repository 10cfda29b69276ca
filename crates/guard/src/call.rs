//! A call of one program, with its arguments and redirections.

use crate::word_lists::{Set, is};

/// A program call, as far as it is known from the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Call {
    /// Name without the path; empty if the command is only a redirection or an assignment.
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
    /// Files that it overwrites by redirection.
    pub(crate) outputs: Vec<String>,
    /// Files that it appends to by redirection.
    pub(crate) appends: Vec<String>,
    /// Files that it reads by redirection, or that are read into the pipe before it.
    pub(crate) inputs: Vec<String>,
    /// Its standard input, if known.
    pub(crate) input: Option<String>,
    /// Standard input is piped, with unknown content.
    pub(crate) fed: bool,
    /// The piped input, or what replaces `{}`, consists of names of files that can be rebuilt.
    pub(crate) fed_rebuildable: bool,
    /// Variables set for this call.
    pub(crate) assigned: Vec<String>,
    pub(crate) unread: Option<Unread>,
}

/// Why a call cannot be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unread {
    /// The program's name depends on a variable or on the output of another command.
    Name,
    /// A shell or an interpreter runs text that is piped or substituted into it.
    Text,
    /// Too deeply nested, or too long.
    Nested,
    /// A tool that runs commands is given something else than a text.
    Missing,
}

impl Unread {
    pub(crate) const fn why(self) -> &'static str {
        match self {
            Unread::Name => "which program this runs is only known when it runs",
            Unread::Text => "it runs text that is only known when it runs",
            Unread::Nested => "it is nested too deep to be read",
            Unread::Missing => "no command can be read in its input",
        }
    }
}

impl Call {
    pub(crate) fn of_words(words: Vec<String>) -> Call {
        let mut words = words.into_iter().peekable();
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
        Call { program, args, assigned, ..Call::default() }
    }

    pub(crate) fn unread(text: &str, why: Unread) -> Call {
        let program: String = text.chars().take(80).collect();
        Call { program, unread: Some(why), ..Call::default() }
    }

    pub(crate) fn is(&self, programs: &[&str]) -> bool {
        programs.contains(&self.program.as_str())
    }

    /// Whether a switch is given: by its letter, also in a cluster such as `-rf`, or by its long
    /// name, also abbreviated or with a value.
    pub(crate) fn has(&self, letter: char, long: &str) -> bool {
        self.options().any(|option| match option.strip_prefix("--") {
            Some(_) => is_long(option, long),
            None => option.contains(letter),
        })
    }

    pub(crate) fn has_long(&self, long: &str) -> bool {
        self.options().any(|option| option.starts_with("--") && is_long(option, long))
    }

    pub(crate) fn options(&self) -> impl Iterator<Item = &str> {
        let before = self.args.iter().take_while(|arg| *arg != "--").map(String::as_str);
        before.filter(|arg| arg.len() > 1 && arg.starts_with('-'))
    }

    /// Arguments that are neither a switch nor the value of one of the `valued` switches.
    pub(crate) fn operands(&self, valued: &[&str]) -> Vec<&str> {
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

    /// The same if it is not known which switches take a value: the word after any switch is
    /// skipped.
    pub(crate) fn operands_without_values(&self) -> Vec<&str> {
        let mut operands = Vec::new();
        let mut behind_switch = false;
        for arg in self.args.iter().map(String::as_str) {
            let is_switch = arg.len() > 1 && arg.starts_with('-');
            if !is_switch && !behind_switch {
                operands.push(arg);
            }
            behind_switch = is_switch && !arg.contains('=');
        }
        operands
    }

    /// It only prints information about itself, or is a dry run.
    pub(crate) fn is_informational(&self) -> bool {
        let dry = |option: &str| match option.split_once('=') {
            None => is(Set::Dry, option),
            Some(("--dry-run" | "--dryrun", value)) => !["none", "false"].contains(&value),
            Some(_) => false,
        };
        let help = |arg: Option<&String>| arg.is_some_and(|arg| arg == "help");
        self.options().any(dry)
            || help(self.args.first())
            || (help(self.args.last()) && self.is(&["aws", "awslocal"]))
            || matches!(&self.args[..], [only] if ["--version", "-h", "/?"].contains(&&**only))
    }

    /// The call as a user would type it.
    pub(crate) fn text(&self) -> String {
        let mut words: Vec<String> = vec![self.program.clone()];
        words.extend(self.args.iter().map(|arg| typed(arg)));
        words.extend(self.outputs.iter().map(|file| format!("> {}", typed(file))));
        words.extend(self.appends.iter().map(|file| format!(">> {}", typed(file))));
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }
}

/// `--forc` also means `--force`; abbreviations shorter than five letters are not accepted.
pub(crate) fn is_long(option: &str, long: &str) -> bool {
    let name = option.split('=').next().unwrap_or_default();
    name == long || (name.len() >= 5 && long.starts_with(name))
}

/// The name in `NAME=value`.
fn assigned_name(word: &str) -> Option<&str> {
    let (name, _) = word.split_once('=')?;
    is_variable(name).then_some(name)
}

pub(crate) fn is_variable(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

fn typed(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+=:,@%~$*?{}!^()…".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
