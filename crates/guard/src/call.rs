//! One program that would run, and what it is given.

/// A program's call, as far as the text tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Call {
    /// Its name without its path; empty where only a redirection or an assignment stands.
    pub(crate) program: String,
    pub(crate) args: Vec<String>,
    /// Files that it writes over by redirection.
    pub(crate) outputs: Vec<String>,
    /// Files that it adds to by redirection.
    pub(crate) appends: Vec<String>,
    /// Files that it reads by redirection, or that are read into the pipe before it.
    pub(crate) inputs: Vec<String>,
    /// What it reads, where that is known.
    pub(crate) input: Option<String>,
    /// Something is piped into it that the text does not tell.
    pub(crate) fed: bool,
    /// What is piped into it, or put in place of `{}`, are names of files that can be made again.
    pub(crate) fed_made_again: bool,
    /// Variables that are set for it.
    pub(crate) assigned: Vec<String>,
    pub(crate) unread: Option<Unread>,
}

/// Why a call cannot be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unread {
    /// Which program it is depends on a variable or on what another command prints.
    Name,
    /// A shell or an interpreter runs text that is piped or substituted into it.
    Text,
    /// Nested too deep, or too long.
    Nested,
}

impl Unread {
    pub(crate) const fn why(self) -> &'static str {
        match self {
            Unread::Name => "which program this runs is only known when it runs",
            Unread::Text => "it runs text that is only known when it runs",
            Unread::Nested => "it is nested too deep to be read",
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

    /// A switch by its letter, perhaps among others as in `-rf`, or by its long name, perhaps with a
    /// value or shortened.
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

    /// What is neither a switch nor the value of one of these.
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

    /// The same where nobody knows which switches take a value: whatever follows one is left out.
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

    /// It only tells about itself, or about what it would do.
    pub(crate) fn only_tells(&self) -> bool {
        const DRY: [&str; 13] = [
            "--help",
            "--dry-run",
            "--dryrun",
            "--dry_run",
            "--simulate",
            "--what-if",
            "--whatif",
            "--noop",
            "--pretend",
            "--just-print",
            "--check-only",
            "-WhatIf",
            "--syntax-check",
        ];
        let dry = |option: &str| match option.split_once('=') {
            None => DRY.contains(&option),
            Some(("--dry-run" | "--dryrun", value)) => !["none", "false"].contains(&value),
            Some(_) => false,
        };
        let help = |arg: Option<&String>| arg.is_some_and(|arg| arg == "help");
        self.options().any(dry)
            || help(self.args.first())
            || (help(self.args.last()) && self.is(&["aws", "awslocal"]))
            || matches!(&self.args[..], [only] if ["--version", "-h", "/?"].contains(&&**only))
    }

    /// As one would type it.
    pub(crate) fn text(&self) -> String {
        let mut words: Vec<String> = vec![self.program.clone()];
        words.extend(self.args.iter().map(|arg| typed(arg)));
        words.extend(self.outputs.iter().map(|file| format!("> {}", typed(file))));
        words.extend(self.appends.iter().map(|file| format!(">> {}", typed(file))));
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }
}

/// `--force` is also meant by `--forc`; by anything shorter than five letters nothing is.
pub(crate) fn is_long(option: &str, long: &str) -> bool {
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
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+=:,@%~$*?{}!^()…".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
