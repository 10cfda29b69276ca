//! The rules that come with sayso, read once from the files in `rules/`, one a domain.
//!
//! ```text
//! rule <name>: <why a person is asked>
//!   when <pattern>      any of these, or
//!   check <name>        a test in `checks`, or
//!   code <text>         in code that an interpreter is given
//!   asks <command>      an example that the rule applies to
//!   passes <command>    one that no rule applies to
//! valued <program> <switch>…   switches that take the next word
//! known <program>…             programs that run none of their words
//! ```

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::checks::{self, Check};
use crate::pattern::Pattern;
use crate::{Kind, Matcher, Rule};

/// More options than this in a question of the agent's own: the user is to see it at the desk.
const OPTIONS: usize = 2;

const FILES: [&str; 12] = [
    include_str!("../rules/files.rules"),
    include_str!("../rules/git.rules"),
    include_str!("../rules/databases.rules"),
    include_str!("../rules/frameworks.rules"),
    include_str!("../rules/clouds.rules"),
    include_str!("../rules/containers.rules"),
    include_str!("../rules/packages.rules"),
    include_str!("../rules/system.rules"),
    include_str!("../rules/backups.rules"),
    include_str!("../rules/interpreters.rules"),
    include_str!("../rules/sayso.rules"),
    include_str!("../rules/known.rules"),
];

/// What the files say.
#[derive(Default)]
pub(crate) struct Shipped {
    pub(crate) rules: Vec<Written>,
    valued: HashMap<&'static str, Vec<&'static str>>,
    pub(crate) known: HashSet<&'static str>,
    named: HashSet<String>,
}

/// A rule as it is written.
pub(crate) struct Written {
    pub(crate) name: &'static str,
    about: &'static str,
    patterns: Vec<Pattern>,
    checks: Vec<Check>,
    code: Vec<&'static str>,
    #[cfg(test)]
    pub(crate) asks: Vec<&'static str>,
    #[cfg(test)]
    pub(crate) passes: Vec<&'static str>,
}

static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| {
    let mut shipped = Shipped::default();
    FILES.iter().for_each(|file| shipped.read(file));
    let patterns = shipped.rules.iter().flat_map(|rule| &rule.patterns);
    let named = patterns.flat_map(Pattern::programs).chain(checks::PROGRAMS);
    shipped.named = named.map(str::to_owned).collect();
    shipped
});

pub(crate) fn all() -> &'static Shipped {
    &SHIPPED
}

/// Switches of this program that take the next word.
pub(crate) fn valued(program: &str) -> &'static [&'static str] {
    SHIPPED.valued.get(program).map(Vec::as_slice).unwrap_or_default()
}

impl Shipped {
    /// The files are ours and a test reads each of them: what is wrong in one ends the test.
    fn read(&mut self, file: &'static str) {
        for line in file.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if line.starts_with('#') {
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "rule" => {
                    let (name, about) = rest.split_once(": ").expect("a rule says why");
                    self.rules.push(Written::new(name, about));
                }
                "valued" => {
                    let mut words = rest.split(' ');
                    let programs = words.next().unwrap_or_default();
                    let switches: Vec<&str> = words.collect();
                    for program in programs.split('|') {
                        self.valued.entry(program).or_default().extend(&switches);
                    }
                }
                "known" => self.known.extend(rest.split(' ')),
                _ => {
                    let rule = self.rules.last_mut().expect("a line belongs to a rule");
                    rule.line(word, rest);
                }
            }
        }
    }

    /// Programs that some rule is about.
    pub(crate) fn names(&self, program: &str) -> bool {
        self.named.contains(program)
    }
}

impl Written {
    fn new(name: &'static str, about: &'static str) -> Written {
        Written {
            name,
            about,
            patterns: Vec::new(),
            checks: Vec::new(),
            code: Vec::new(),
            #[cfg(test)]
            asks: Vec::new(),
            #[cfg(test)]
            passes: Vec::new(),
        }
    }

    fn line(&mut self, word: &str, rest: &'static str) {
        match word {
            "when" => self.patterns.push(Pattern::parse(rest).expect("a pattern")),
            "check" => self.checks.push(checks::find(rest).expect("a check of that name")),
            "code" => self.code.push(rest),
            #[cfg(test)]
            "asks" => self.asks.push(rest),
            #[cfg(test)]
            "passes" => self.passes.push(rest),
            #[cfg(not(test))]
            "asks" | "passes" => {}
            other => panic!("rules: `{other}` is no word of a rule"),
        }
    }

    fn rule(&self) -> Rule {
        let (patterns, checks, code) =
            (self.patterns.clone(), self.checks.clone(), self.code.clone());
        let matcher = Matcher::Written { patterns, checks, code };
        Rule::shipped(self.name, self.about, Kind::Destructive, matcher)
    }
}

/// All of them, in the order in which they are listed.
pub fn shipped() -> Vec<Rule> {
    let mut rules: Vec<Rule> = SHIPPED.rules.iter().map(Written::rule).collect();
    rules.push(Rule::shipped(
        "unreadable",
        "what this would run cannot be told from its text",
        Kind::Destructive,
        Matcher::Unread,
    ));
    rules.push(Rule::shipped(
        "delete-tool",
        "a tool that deletes, by its name",
        Kind::Destructive,
        Matcher::DeletingTool,
    ));
    rules.push(Rule::shipped(
        "many-options",
        "a question with more than two options belongs where the user can see and answer it later",
        Kind::Branching { more_than: OPTIONS },
        Matcher::QuestionTool,
    ));
    rules
}
