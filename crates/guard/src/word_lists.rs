//! Words by what they mean, and words by program: the files in `rules/` define them and say what
//! each is for.

use std::sync::OnceLock;

use crate::quick::{ByWord, Words, parted, pieces};
use crate::shipped::SHIPPED;

/// An enum whose variants have a name in the files.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum $name { $($variant,)* }

        impl $name {
            const COUNT: usize = [$($name::$variant,)*].len();

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

/// All of them. They are read when they are needed: a hook runs before every tool use, and needs few
/// of them.
pub(crate) struct WordLists {
    words: [Lines<Words>; Set::COUNT],
    lists: [Lines<ByWord<Vec<&'static str>>>; List::COUNT],
}

/// Of a word with the blank behind it, about.
const LETTERS: usize = 7;

/// What the lines of a set or list say, without its name.
#[derive(Default)]
struct Lines<T> {
    lines: Vec<&'static str>,
    read: OnceLock<T>,
}

impl Default for WordLists {
    fn default() -> WordLists {
        WordLists {
            words: std::array::from_fn(|_| Lines::default()),
            lists: std::array::from_fn(|_| Lines::default()),
        }
    }
}

impl WordLists {
    /// Whether a line that begins with this word defines some, which are then added.
    pub(crate) fn add(&mut self, word: &str, rest: &'static str) -> bool {
        let lines = match (Set::named(word), List::named(word)) {
            (Some(set), _) => &mut self.words[set as usize].lines,
            (None, Some(list)) => &mut self.lists[list as usize].lines,
            (None, None) => return false,
        };
        lines.push(rest);
        true
    }

    fn set(&self, set: Set) -> &Words {
        let Lines { lines, read } = &self.words[set as usize];
        read.get_or_init(|| {
            let mut words = Words::default();
            words.reserve(lines.iter().map(|line| line.len() / LETTERS).sum());
            words.extend(lines.iter().flat_map(|line| pieces(line, b' ')));
            words
        })
    }

    fn list(&self, list: List) -> &ByWord<Vec<&'static str>> {
        let Lines { lines, read } = &self.lists[list as usize];
        read.get_or_init(|| {
            let mut by_program = ByWord::<Vec<_>>::default();
            for line in lines {
                let (programs, words) = parted(line, b' ');
                for program in pieces(programs, b'|') {
                    let words = words.into_iter().flat_map(str::split_ascii_whitespace);
                    by_program.entry(program).or_default().extend(words);
                }
            }
            by_program
        })
    }
}

/// Whether a word is in the set.
pub(crate) fn is(set: Set, word: &str) -> bool {
    SHIPPED.word_lists.set(set).contains(word)
}

pub(crate) fn words(set: Set) -> impl Iterator<Item = &'static str> {
    SHIPPED.word_lists.set(set).iter().copied()
}

/// The words of this program, if it is in the list.
pub(crate) fn listed(list: List, program: &str) -> Option<&'static [&'static str]> {
    SHIPPED.word_lists.list(list).get(program).map(Vec::as_slice)
}

/// Switches of this program that take the next word.
pub(crate) fn valued(program: &str) -> &'static [&'static str] {
    listed(List::Valued, program).unwrap_or_default()
}
