//! `[policy]`: which actions of agents need a person's decision. Built-in rules except disabled
//! ones, and custom rules.

use std::path::Path;

use sayso_guard::{Pattern, Rule, RuleKind, ToolUse, shipped, shipped_for};
use toml::{Table, Value};

use super::environment::Environment;
use super::file;
use super::table::{find, unknown};
use super::values::{Values, refuse};

/// The policy of `sayso hook`.
pub(crate) struct Policy {
    pub enabled: bool,
    /// Seconds that a person has to answer.
    pub timeout: u64,
    /// Seconds for which a subagent waits for an answer here before its own dialog opens.
    pub subagents: u64,
    pub rules: Vec<Listed>,
}

/// A rule, its source, and whether it is enabled.
pub(crate) struct Listed {
    pub rule: Rule,
    pub source: &'static str,
    pub on: bool,
}

impl Policy {
    /// The enabled rules.
    pub(crate) fn in_force(&self) -> Vec<Rule> {
        let on = self.rules.iter().filter(|listed| self.enabled && listed.on);
        on.map(|listed| listed.rule.clone()).collect()
    }

    /// About a tool use, the built-in rules are only those that can apply to it, unless a setting names others.
    pub(crate) fn read(
        path: &Path,
        variables: &Environment,
        about: Option<&ToolUse>,
    ) -> anyhow::Result<Policy> {
        let table = file::table(path)?;
        let mut faults = Vec::new();
        let values = Values::read("policy.", &mut file::flat(&table), variables, &mut faults);
        let rules = match table.get("policy") {
            Some(Value::Table(policy)) => rules(policy, &mut faults),
            Some(_) => {
                faults.push("policy: must be a table".to_owned());
                Vec::new()
            }
            None => Vec::new(),
        };
        let disabled: Vec<_> = values.list("policy.disable").collect();
        let built_in = match about {
            Some(tool_use) if rules.is_empty() && disabled.is_empty() => shipped_for(tool_use),
            _ => shipped(),
        };
        let listed = |source| move |rule| Listed { rule, source, on: true };
        let mut all: Vec<Listed> = built_in.into_iter().map(listed("built-in")).collect();
        for rule in rules {
            if all.iter().any(|known| known.rule.name == rule.name) {
                faults.push(format!("policy.rules: there are two rules `{}`", rule.name));
            }
            all.push(Listed { rule, source: "config.toml", on: true });
        }
        for name in disabled {
            match all.iter_mut().find(|listed| listed.rule.name == name) {
                Some(listed) => listed.on = false,
                None => faults.push(format!(
                    "policy.disable: there is no rule `{name}` (`sayso policy list` shows them)"
                )),
            }
        }
        refuse(
            &faults,
            "`sayso config path` names the file, `sayso config show --example` shows a rule",
        )?;
        let (enabled, timeout) = (values.is_on("policy.enabled"), values.number("policy.timeout"));
        let subagents = values.number("policy.subagents");
        Ok(Policy { enabled, timeout, subagents, rules: all })
    }
}

/// The first of these names (of `policy.disable`) that no rule has; whatever else is wrong in the file
/// is said when it is used.
pub(crate) fn unknown_rule<'a>(path: &Path, names: &'a str) -> anyhow::Result<Option<&'a str>> {
    let table = file::table(path)?;
    let own = match table.get("policy") {
        Some(Value::Table(policy)) => rules(policy, &mut Vec::new()),
        Some(_) | None => Vec::new(),
    };
    let known: Vec<String> = shipped().into_iter().chain(own).map(|rule| rule.name).collect();
    let mut names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    Ok(names.find(|name| !known.iter().any(|known| known == name)))
}

fn rules(policy: &Table, faults: &mut Vec<String>) -> Vec<Rule> {
    let known = |name: &str| name == "rules" || find(&format!("policy.{name}")).is_some();
    for name in policy.keys().filter(|name| !known(name)) {
        faults.push(unknown(&format!("policy.{name}")));
    }
    let items = match policy.get("rules") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(_) => {
            faults.push("policy.rules: write each rule as [[policy.rules]]".to_owned());
            return Vec::new();
        }
        None => return Vec::new(),
    };
    let each = items.iter().enumerate();
    each.filter_map(|(at, item)| {
        let mut fields = Fields { path: format!("policy.rules[{at}]"), faults };
        match item {
            Value::Table(table) => fields.rule(table),
            _ => fields.refuse("", "must be a table"),
        }
    })
    .collect()
}

/// One rule being read; all of its errors are collected.
struct Fields<'a> {
    path: String,
    faults: &'a mut Vec<String>,
}

const FIELDS: [&str; 7] = ["name", "about", "kind", "command", "tool", "files", "variables"];

impl Fields<'_> {
    fn refuse<T>(&mut self, field: &str, rule: &str) -> Option<T> {
        let dot = if field.is_empty() { "" } else { "." };
        self.faults.push(format!("{}{dot}{field}: {rule}", self.path));
        None
    }

    fn rule(&mut self, table: &Table) -> Option<Rule> {
        for name in table.keys().filter(|name| !FIELDS.contains(&name.as_str())) {
            self.refuse::<()>(
                name,
                &format!("there is no such field; there are {}", FIELDS.join(", ")),
            );
        }
        let name = match self.text(table, "name") {
            Some(name) if !name.contains([',', ' ']) => Some(name),
            Some(_) => self.refuse("name", "must be one word, without commas"),
            None if table.contains_key("name") => None,
            None => self.refuse("name", "is missing"),
        };
        let about = self.text(table, "about");
        let commands = self.texts(table, "command");
        let commands: Vec<Pattern> =
            commands.iter().filter_map(|text| Pattern::parse(text)).collect();
        let tool = self.text(table, "tool").and_then(|text| Pattern::parse(&text));
        let files = self.texts(table, "files");
        let variables = self.texts(table, "variables");
        if !table.contains_key("command") && !table.contains_key("tool") {
            self.refuse::<()>(
                "command",
                "give a `command`, a `tool`, or both: what the rule is about",
            );
        }
        let needs = !files.is_empty() || !variables.is_empty();
        let kind = self.text(table, "kind");
        let kind = match kind.as_deref() {
            Some("missing") if needs => Some(RuleKind::Missing { files, variables }),
            Some("missing") => {
                self.refuse("files", "name the `files` or `variables` that must be there")
            }
            Some("destructive" | "ask" | "allow") if needs => {
                self.refuse("kind", "`files` and `variables` belong to kind `missing`")
            }
            Some("destructive") => Some(RuleKind::Destructive),
            Some("ask") => Some(RuleKind::Ask),
            Some("allow") if commands.is_empty() => {
                self.refuse("command", "name the commands that are allowed")
            }
            Some("allow") => Some(RuleKind::Allow),
            Some(other) => self
                .refuse("kind", &format!("`{other}` is none of destructive, missing, ask, allow")),
            None if table.contains_key("kind") => None,
            None => self.refuse("kind", "is missing: destructive, missing, ask or allow"),
        };
        let about = about.unwrap_or_else(|| "a rule of yours".to_owned());
        Some(Rule::own(name?, about, kind?, commands, tool))
    }

    /// A text that isn't blank.
    fn text(&mut self, table: &Table, field: &str) -> Option<String> {
        match table.get(field)? {
            Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            _ => self.refuse(field, "must be a text"),
        }
    }

    /// One text, or several.
    fn texts(&mut self, table: &Table, field: &str) -> Vec<String> {
        let items = match table.get(field) {
            Some(Value::Array(items)) if !items.is_empty() => items.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None => return Vec::new(),
        };
        let text = |item: &Value| {
            item.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let texts: Option<Vec<String>> = items.iter().map(text).collect();
        texts
            .or_else(|| self.refuse(field, "must be a text, or a list of texts"))
            .unwrap_or_default()
    }
}
