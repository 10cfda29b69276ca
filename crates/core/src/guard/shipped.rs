//! The rules that come with sayso. Each has a name, by which it can be switched off, and says why.

mod cloud;
#[cfg(test)]
pub(super) mod examples;
mod files;
mod git;
mod system;

use super::call::Call;
use super::sql::Statement;
use super::{Kind, Matcher, Rule};

/// More options than this in a question of the agent's own: the user is to see it at the desk.
const OPTIONS: usize = 2;

/// All of them, in the order in which they are listed.
pub fn shipped() -> Vec<Rule> {
    let calls = [&files::RULES[..], &git::RULES, &cloud::RULES, &system::RULES];
    let calls = calls.into_iter().flatten();
    let mut rules: Vec<Rule> = calls
        .map(|rule| {
            Rule::shipped(rule.name, rule.about, Kind::Destructive, Matcher::Call(rule.test))
        })
        .collect();
    rules.extend(STATEMENTS.iter().map(|rule| {
        Rule::shipped(rule.name, rule.about, Kind::Destructive, Matcher::Statement(rule.test))
    }));
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

/// A rule about one call of a program.
struct CallRule {
    name: &'static str,
    about: &'static str,
    test: fn(&Call) -> bool,
}

const fn rule(name: &'static str, about: &'static str, test: fn(&Call) -> bool) -> CallRule {
    CallRule { name, about, test }
}

/// A rule about one SQL statement.
struct StatementRule {
    name: &'static str,
    about: &'static str,
    test: fn(&Statement) -> bool,
}

const STATEMENTS: [StatementRule; 3] = [
    StatementRule {
        name: "sql-drop",
        about: "drops a table, a column, a schema or a database with all that is in it",
        test: Statement::drops,
    },
    StatementRule { name: "sql-truncate", about: "empties a table", test: Statement::truncates },
    StatementRule {
        name: "sql-all-rows",
        about: "deletes or changes every row: there is no condition",
        test: Statement::changes_all_rows,
    },
];
