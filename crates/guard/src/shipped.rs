//! The rules that come with sayso, read once from the files in `rules/`, one file per domain.
//!
//! ```text
//! rule <name>: <why a person is asked>
//!   when <pattern>      matches any of these, or
//!   check <name>        a check in `checks`, or
//!   code <text>         in code given to an interpreter
//!   but <pattern>       never for these, or
//!   unless <name>       never if this check holds
//!   always              no rule of the user allows it
//!   asks <command>      an example that the rule applies to
//!   passes <command>    one that no rule applies to
//! <set> <word>…       see `word_lists`
//! <list> <program>|<program>… <word>…
//! ```

use std::sync::LazyLock;

use crate::call::Call;
use crate::checks::{self, Check};
use crate::code;
use crate::pattern::Patterns;
use crate::quick::{Words, parted, pieces};
use crate::sql::Statement;
use crate::tool_use::ToolUse;
use crate::word_lists::{Set, WordLists, is};
use crate::{Matcher, Rule, RuleKind};

/// If the agent's own question tool has more options than this, it should ask through sayso.
const OPTIONS: usize = 2;

const FILES: [&str; 21] = [
    include_str!("../rules/files.rules"),
    include_str!("../rules/disks.rules"),
    include_str!("../rules/git.rules"),
    include_str!("../rules/hosting.rules"),
    include_str!("../rules/databases.rules"),
    include_str!("../rules/brokers.rules"),
    include_str!("../rules/frameworks.rules"),
    include_str!("../rules/clouds.rules"),
    include_str!("../rules/platforms.rules"),
    include_str!("../rules/infrastructure.rules"),
    include_str!("../rules/containers.rules"),
    include_str!("../rules/packages.rules"),
    include_str!("../rules/system.rules"),
    include_str!("../rules/windows.rules"),
    include_str!("../rules/backups.rules"),
    include_str!("../rules/interpreters.rules"),
    include_str!("../rules/sayso.rules"),
    include_str!("../rules/known.rules"),
    include_str!("../rules/words.rules"),
    include_str!("../rules/programs.rules"),
    include_str!("../rules/paths.rules"),
];

/// The parsed content of the files.
#[derive(Default)]
pub(crate) struct Shipped {
    pub(crate) rules: Vec<Written>,
    pub(crate) word_lists: WordLists,
}

/// A rule as written in a file.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) name: &'static str,
    about: &'static str,
    patterns: Patterns,
    but: Patterns,
    checks: Vec<Check>,
    unless: Vec<Check>,
    pub(crate) always: bool,
    code: Vec<&'static str>,
    #[cfg(test)]
    pub(crate) asks: Vec<&'static str>,
    #[cfg(test)]
    pub(crate) passes: Vec<&'static str>,
}

pub(crate) static SHIPPED: LazyLock<Shipped> = LazyLock::new(|| {
    let mut shipped = Shipped::default();
    FILES.iter().for_each(|file| shipped.read(file));
    shipped
});

/// The programs that some rule is about.
static NAMED: LazyLock<Words> =
    LazyLock::new(|| SHIPPED.rules.iter().flat_map(|rule| rule.patterns.programs()).collect());

/// Whether some rule is about this program.
pub(crate) fn names(program: &str) -> bool {
    NAMED.contains(program) || is(Set::Checked, program) || is(Set::Family, program)
}

impl Shipped {
    /// Panics on a mistake: the files are part of the source, and a test reads each of them.
    fn read(&mut self, file: &'static str) {
        for line in pieces(file, b'\n').map(str::trim_ascii) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, rest) = parted(line, b' ');
            let rest = rest.unwrap_or_default();
            match word {
                "rule" => {
                    let (name, about) = rest.split_once(": ").expect("a rule says why");
                    self.rules.push(Written::new(name, about));
                }
                _ if self.rules.last_mut().is_some_and(|rule| rule.add(word, rest)) => {}
                _ => assert!(self.word_lists.add(word, rest), "rules: `{word}` is not known"),
            }
        }
    }
}

impl Written {
    fn new(name: &'static str, about: &'static str) -> Written {
        Written {
            name,
            about,
            patterns: Patterns::default(),
            but: Patterns::default(),
            checks: Vec::new(),
            unless: Vec::new(),
            always: false,
            code: Vec::new(),
            #[cfg(test)]
            asks: Vec::new(),
            #[cfg(test)]
            passes: Vec::new(),
        }
    }

    /// Whether a line that begins with this word belongs to a rule, to which it is then added.
    fn add(&mut self, word: &str, rest: &'static str) -> bool {
        match word {
            "when" => self.patterns.add(rest),
            "but" => self.but.add(rest),
            "check" => self.checks.push(checks::find(rest).expect("a check of that name")),
            "unless" => self.unless.push(checks::find(rest).expect("a check of that name")),
            "always" => self.always = true,
            "code" => self.code.push(rest),
            #[cfg(test)]
            "asks" => self.asks.push(rest),
            #[cfg(test)]
            "passes" => self.passes.push(rest),
            #[cfg(not(test))]
            "asks" | "passes" => {}
            _ => return false,
        }
        true
    }

    fn rule(&'static self) -> Rule {
        Rule::shipped(self.name, self.about, RuleKind::Destructive, Matcher::Written(self))
    }

    /// The words of a call that one of its patterns names; none if a check finds it.
    pub(crate) fn words(&self, call: &Call) -> Vec<String> {
        self.patterns.find(call).map(|pattern| pattern.words(call)).unwrap_or_default()
    }

    pub(crate) fn applies(&self, judged: &Judged) -> bool {
        let call = judged.call;
        let checked = |check: &Check| match check {
            Check::Call(test) => test(call),
            Check::Statement(_) => false,
        };
        let coded = || {
            let code = judged.code.as_deref();
            code.is_some_and(|given| self.code.iter().any(|part| given.contains(part)))
        };
        (self.patterns.fit(call) || self.checks.iter().any(checked) || coded())
            && !self.but.fit(call)
            && !self.unless.iter().any(checked)
    }

    pub(crate) fn is_about(&self, statement: &Statement) -> bool {
        self.checks.iter().any(|check| match check {
            Check::Statement(test) => test(statement),
            Check::Call(_) => false,
        })
    }
}

/// A call that has an effect, with the data that every rule needs.
pub(crate) struct Judged<'a> {
    pub(crate) call: &'a Call,
    code: Option<String>,
}

impl<'a> Judged<'a> {
    /// `None` if it only prints information.
    pub(crate) fn of(call: &'a Call) -> Option<Judged<'a>> {
        (!call.is_informational()).then(|| Judged { call, code: code::of(call) })
    }
}

/// All shipped rules, in the order in which they are listed.
pub fn shipped() -> Vec<Rule> {
    let mut rules: Vec<Rule> = SHIPPED.rules.iter().map(Written::rule).collect();
    rules.push(Rule::shipped(
        "unreadable",
        "what this would run cannot be told from its text",
        RuleKind::Destructive,
        Matcher::Unread,
    ));
    rules.extend(about_tools());
    rules
}

/// Those that can apply to this tool use. Most uses have no command, and the files are not read for them.
pub fn shipped_for(tool_use: &ToolUse) -> Vec<Rule> {
    match tool_use.has_text() || tool_use.hides_command() {
        true => shipped(),
        false => about_tools().to_vec(),
    }
}

fn about_tools() -> [Rule; 3] {
    [
        Rule::shipped(
            "delete-tool",
            "a tool that deletes, by its name",
            RuleKind::Destructive,
            Matcher::DeletingTool,
        ),
        Rule::shipped(
            "guarded-file",
            "edits what decides who is asked: sayso's own files, or an agent's hooks",
            RuleKind::Destructive,
            Matcher::GuardedFile,
        ),
        Rule::shipped(
            "many-options",
            "a question with more than two options belongs where the user can see and answer it later",
            RuleKind::Branching { more_than: OPTIONS },
            Matcher::QuestionTool,
        ),
    ]
}
