//! Words by what they mean, and words by program: the files in `rules/` define them and say what
//! each is for.

use std::collections::{HashMap, HashSet};

use crate::shipped::SHIPPED;

/// An enum whose variants have a name in the files.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum $name { $($variant,)* }

        impl $name {
            fn named(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

named! {
    /// `<set> <word>…`
    Set {
        // What programs are.
        Known = "known", Quiet = "quiet", Family = "family", Sql = "sql", Checked = "checked",
        Shells = "shells", Placed = "placed", Consoles = "consoles", ReadsDisks = "reads-disks",
        PrintsSettings = "prints-settings", NamesOnly = "names-only", Readers = "readers",
        // What words of a command line mean.
        Verbs = "verbs", WholeWords = "whole-words", FamilyWords = "family-words", Harmless = "harmless", Stores = "stores",
        Fates = "fates", Tests = "tests", Extensions = "extensions", Dry = "dry", Prose = "prose",
        RequestParts = "request-parts", RequestEnds = "request-ends", GitRuns = "git-runs",
        DockerFlags = "docker-flags", PackageCommands = "package-commands",
        QuestionTools = "question-tools", RunVariables = "run-variables",
        ProgramVariables = "program-variables",
        // What words of code and SQL mean.
        Functions = "functions", Receivers = "receivers", Evaluates = "evaluates",
        Decodes = "decodes", Lost = "lost", Administers = "administers", SqlFiles = "sql-files",
        // What paths are.
        Folders = "folders", Files = "files", Endings = "endings", System = "system",
        Caches = "caches", Data = "data", Secrets = "secrets", Guarded = "guarded",
    }
}

named! {
    /// `<list> <program>|<program>… <word>…`
    List {
        Valued = "valued", Nouns = "nouns", Wraps = "wraps", Runs = "runs", Modules = "modules",
        Reads = "reads", Language = "language", Means = "means", ByName = "by-name",
    }
}

/// All of them.
#[derive(Default)]
pub(crate) struct Sets {
    words: HashMap<Set, HashSet<&'static str>>,
    lists: HashMap<List, HashMap<&'static str, Vec<&'static str>>>,
}

impl Sets {
    /// Whether a line that begins with this word defines some, which are then added.
    pub(crate) fn read(&mut self, word: &str, rest: &'static str) -> bool {
        if let Some(set) = Set::named(word) {
            self.words.entry(set).or_default().extend(rest.split(' '));
            return true;
        }
        let Some(list) = List::named(word) else { return false };
        let (programs, words) = rest.split_once(' ').unwrap_or((rest, ""));
        for program in programs.split('|') {
            let of = self.lists.entry(list).or_default().entry(program).or_default();
            of.extend(words.split_whitespace());
        }
        true
    }
}

/// Whether a word is in the set.
pub(crate) fn is(set: Set, word: &str) -> bool {
    SHIPPED.sets.words.get(&set).is_some_and(|words| words.contains(word))
}

pub(crate) fn words(set: Set) -> impl Iterator<Item = &'static str> {
    SHIPPED.sets.words.get(&set).into_iter().flatten().copied()
}

/// The words of this program, if it is in the list.
pub(crate) fn listed(list: List, program: &str) -> Option<&'static [&'static str]> {
    SHIPPED.sets.lists.get(&list)?.get(program).map(Vec::as_slice)
}

/// Switches of this program that take the next word.
pub(crate) fn valued(program: &str) -> &'static [&'static str] {
    listed(List::Valued, program).unwrap_or_default()
}
