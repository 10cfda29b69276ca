//! Decides which of an agent's proposed actions need a person's decision (PO-3).
//!
//! The rules work on values only. Whether a file exists or a variable is set comes in as [`Facts`];
//! the caller asks the person. It is a guard rail against mistakes, not a sandbox: it doesn't look
//! into scripts or binaries. If a command cannot be read, the person is asked.
//!
//! # The policy, enforced
//! `sayso hook` stands before an agent's tools. `crates/guard` judges a proposed use, pure: a
//! reader of shell (`crates/guard/src/shell.rs`) that puts in the variables of the same text and
//! looks through wrappers (`crates/guard/src/expand.rs`), rules as data (`crates/guard/rules`, one
//! file a domain, with their examples), the person's own. What it cannot read it asks about. The
//! command (`crates/cli/src/commands/hook.rs`) asks through the desk, decides before the agent's
//! own limit, answers in that agent's format (`crates/guard/src/hook/format.rs`) and fails closed.

mod call;
mod checks;
mod code;
mod expand;
mod explain;
pub mod hook;
mod paths;
mod pattern;
mod possible_calls;
mod quick;
mod shell;
mod shipped;
mod sql;
mod tool_use;
mod word_lists;
mod words;
mod wrapper;

pub use explain::{Read, explain};
pub use pattern::Pattern;
pub use shipped::{shipped, shipped_for};
pub use tool_use::ToolUse;

/// The work it took to read a command; bounded per character.
pub fn steps(text: &str) -> usize {
    let reading = expand::of_text(text);
    reading.steps + possible_calls::of(&reading.calls).steps
}

use call::Call;
use shipped::{Judged, Written};
use sql::Statement;

/// When a person has to decide, and why.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Short and unique; `disable` refers to it.
    pub name: String,
    /// One line for the person who is asked.
    pub about: String,
    pub kind: RuleKind,
    matcher: Matcher,
}

/// What a rule guards against; determines what happens without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleKind {
    /// Cannot be undone: a person decides, and no answer means no.
    Destructive,
    /// Something it needs is missing: a person decides whether to run it anyway.
    Missing { files: Vec<String>, variables: Vec<String> },
    /// A person decides.
    Ask,
    /// The agent asks the user with its own tool; it is asked to use ours.
    Branching { more_than: usize },
    /// No other rule applies to exactly this command.
    Allow,
}

impl RuleKind {
    pub const fn as_str(&self) -> &'static str {
        match self {
            RuleKind::Destructive => "destructive",
            RuleKind::Missing { .. } => "missing",
            RuleKind::Ask => "ask",
            RuleKind::Branching { .. } => "branching",
            RuleKind::Allow => "allow",
        }
    }

    pub const fn treatment(&self) -> Treatment {
        match self {
            RuleKind::Destructive => Treatment::AskOrDeny,
            RuleKind::Branching { .. } => Treatment::Deny,
            RuleKind::Missing { .. } | RuleKind::Ask | RuleKind::Allow => Treatment::AskOrPass,
        }
    }
}

/// What happens to an action that a rule applies to, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// Ask a person; deny without an answer.
    AskOrDeny,
    /// Deny at once, with the reason.
    Deny,
    /// Ask a person; no answer means no. If nobody can be asked, the agent's own permissions
    /// decide.
    AskOrPass,
}

/// What a rule matches on.
#[derive(Debug, Clone)]
enum Matcher {
    /// As written in the files in `rules/`.
    Written(&'static Written),
    /// Commands that cannot be read.
    Unread,
    DeletingTool,
    /// A tool that edits a file which decides who is asked.
    GuardedFile,
    QuestionTool,
    /// All given patterns must match.
    Patterns {
        commands: Vec<Pattern>,
        tool: Option<Pattern>,
    },
}

impl Rule {
    fn shipped(name: &str, about: &str, kind: RuleKind, matcher: Matcher) -> Rule {
        Rule { name: name.to_owned(), about: about.to_owned(), kind, matcher }
    }

    /// A rule from the user's settings: any of the commands, run by that tool.
    pub fn own(
        name: String,
        about: String,
        kind: RuleKind,
        commands: Vec<Pattern>,
        tool: Option<Pattern>,
    ) -> Rule {
        Rule { name, about, kind, matcher: Matcher::Patterns { commands, tool } }
    }
}

/// Facts about the environment of the action.
pub trait Facts {
    /// `path` is as the rule has it, possibly relative to the directory of the action.
    fn file_exists(&self, path: &str) -> bool;
    fn variable_is_set(&self, name: &str) -> bool;
}

/// An environment without files and variables.
pub struct NoFacts;

impl Facts for NoFacts {
    fn file_exists(&self, _: &str) -> bool {
        false
    }

    fn variable_is_set(&self, _: &str) -> bool {
        false
    }
}

/// A rule that applies.
#[derive(Debug, Clone)]
pub struct Match<'a> {
    pub rule: &'a Rule,
    /// The part of the action it applies to.
    pub found: String,
    /// The words of that part that the rule names; empty: all of it.
    pub words: Vec<String>,
    pub subject: Subject,
    /// Files and variables that the rule requires and that don't exist.
    pub missing: Vec<String>,
}

/// What kind of content the rule matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Command,
    Statement,
    Tool,
}

/// Every rule that applies, strictest first; if empty, nobody needs to be asked.
pub fn judge<'a>(rules: &'a [Rule], tool_use: &ToolUse, facts: &dyn Facts) -> Vec<Match<'a>> {
    let mut calls = tool_use.calls();
    calls.retain(|call| is_always_asked(rules, call) || !is_allowed(rules, tool_use, call));
    let possible = possible_calls::of(&calls);
    calls.extend(possible.calls);
    let statements = tool_use.statements(&calls);
    let judged: Vec<Judged> = calls.iter().filter_map(Judged::of).collect();
    let mut matches: Vec<Match<'a>> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.kind != RuleKind::Allow) {
        let Some(Found { subject, found, words }) =
            find(rule, tool_use, &calls, &judged, &statements)
        else {
            continue;
        };
        let missing = match &rule.kind {
            RuleKind::Missing { files, variables } => missing(files, variables, &calls, facts),
            RuleKind::Destructive
            | RuleKind::Ask
            | RuleKind::Branching { .. }
            | RuleKind::Allow => Vec::new(),
        };
        if matches!(rule.kind, RuleKind::Missing { .. }) && missing.is_empty() {
            continue;
        }
        matches.push(Match { rule, found, words, subject, missing });
    }
    matches.sort_by_key(|found| found.rule.kind.treatment());
    matches
}

/// No rule of the user allows an agent to change who is asked.
fn is_always_asked(rules: &[Rule], call: &Call) -> bool {
    let Some(judged) = Judged::of(call) else { return false };
    rules.iter().any(|rule| match &rule.matcher {
        Matcher::Written(written) => written.always && written.applies(&judged),
        Matcher::Unread
        | Matcher::DeletingTool
        | Matcher::GuardedFile
        | Matcher::QuestionTool
        | Matcher::Patterns { .. } => false,
    })
}

fn is_allowed(rules: &[Rule], tool_use: &ToolUse, call: &Call) -> bool {
    rules.iter().filter(|rule| rule.kind == RuleKind::Allow).any(|rule| match &rule.matcher {
        Matcher::Patterns { commands, tool } => {
            tool.as_ref().is_none_or(|tool| tool.fits_tool(&tool_use.tool))
                && call.unread.is_none()
                && commands.iter().any(|pattern| pattern.is_all_of(call))
        }
        Matcher::Written(_)
        | Matcher::Unread
        | Matcher::DeletingTool
        | Matcher::GuardedFile
        | Matcher::QuestionTool => false,
    })
}

/// The part of an action that a rule applies to.
struct Found {
    subject: Subject,
    found: String,
    words: Vec<String>,
}

impl Found {
    fn whole(subject: Subject, found: String) -> Found {
        Found { subject, found, words: Vec::new() }
    }
}

fn find(
    rule: &Rule,
    tool_use: &ToolUse,
    calls: &[Call],
    judged: &[Judged],
    statements: &[Statement],
) -> Option<Found> {
    let tool = || Some(Found::whole(Subject::Tool, tool_use.tool.clone()));
    match &rule.matcher {
        Matcher::Written(written) => {
            let call = judged.iter().find(|judged| written.applies(judged));
            let call = call.map(|Judged { call, .. }| Found {
                words: written.words(call),
                ..Found::whole(Subject::Command, call.text())
            });
            call.or_else(|| {
                let statement = statements.iter().find(|statement| written.is_about(statement))?;
                Some(Found::whole(Subject::Statement, statement.text.clone()))
            })
        }
        Matcher::Unread => {
            let (call, why) = calls.iter().find_map(|call| Some((call, call.unread?)))?;
            let found = format!("{} ({})", call.text(), why.why());
            Some(Found::whole(Subject::Command, found))
        }
        Matcher::DeletingTool => tool_use.deletes().then(tool).flatten(),
        Matcher::GuardedFile => Some(Found::whole(Subject::Tool, tool_use.edited_guard()?)),
        Matcher::QuestionTool => {
            let options = tool_use.most_options()?;
            let fits = match rule.kind {
                RuleKind::Branching { more_than } => options > more_than,
                RuleKind::Destructive
                | RuleKind::Missing { .. }
                | RuleKind::Ask
                | RuleKind::Allow => true,
            };
            fits.then(tool).flatten()
        }
        Matcher::Patterns { commands, tool: named } => {
            if named.as_ref().is_some_and(|named| !named.fits_tool(&tool_use.tool)) {
                return None;
            }
            if commands.is_empty() {
                return tool();
            }
            let fits = |call: &Call| commands.iter().find(|pattern| pattern.fits_call(call));
            let (call, pattern) = calls.iter().find_map(|call| Some((call, fits(call)?)))?;
            let words = pattern.words(call);
            Some(Found { words, ..Found::whole(Subject::Command, call.text()) })
        }
    }
}

/// A variable that the command sets itself is not missing.
fn missing(
    files: &[String],
    variables: &[String],
    calls: &[Call],
    facts: &dyn Facts,
) -> Vec<String> {
    let is_set = |name: &String| {
        facts.variable_is_set(name) || calls.iter().any(|call| call.assigned.contains(name))
    };
    let files = files.iter().filter(|path| !facts.file_exists(path));
    files.chain(variables.iter().filter(|name| !is_set(name))).cloned().collect()
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
