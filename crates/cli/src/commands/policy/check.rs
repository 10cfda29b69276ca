//! `sayso policy check`: which rules apply to a command, and what would happen.

use clap::Args;
use sayso_core::text::{clean_command, clean_line};
use sayso_guard::{Match, Read, ToolUse, Treatment, explain, judge};
use serde_json::{Value, json};

use super::{Here, consequence};
use crate::config::Policy;
use crate::output;
use crate::output::style::{BOLD, DIM};
use crate::wiring::quoted;

/// Show which rule applies to a command; nothing is asked or run
#[derive(Args)]
#[command(before_help = "Examples:
  sayso policy check 'rm -rf data && make'
  sayso policy check --explain 'x=rm; sudo $x -rf data'
  sayso policy check --tool mcp__postgres__query '{\"sql\": \"delete from users\"}'")]
pub(crate) struct Check {
    /// A shell command, as one word or as several, or a tool's input as a JSON object
    #[arg(required = true, allow_hyphen_values = true, value_name = "INPUT")]
    input: Vec<String>,
    /// The tool that is used
    #[arg(long, default_value = "Bash")]
    tool: String,
    /// Show how the command was read: every program that it would run
    #[arg(long)]
    explain: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(mut self, policy: &Policy) -> anyhow::Result<()> {
        // After a command, which may have its own flags, this one is ours only at the very end.
        if self.input.len() > 1 && self.input.last().is_some_and(|word| word == "--json") {
            self.input.pop();
            self.json = true;
        }
        let command = match &self.input[..] {
            [whole] => whole.clone(),
            // Quoted as before a shell split them.
            words => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
        };
        let input = match serde_json::from_str(&command) {
            Ok(Value::Object(fields)) => Value::Object(fields),
            Ok(_) | Err(_) => json!({ "command": command }),
        };
        let tool_use = ToolUse { tool: self.tool, input, directory: None };
        let rules = policy.in_force();
        let found = judge(&rules, &tool_use, &Here::new(None));
        let read = if self.explain { explain(&tool_use) } else { Vec::new() };
        if self.json {
            return output::json(&report(&found, &read));
        }
        for Read { command, unread, input, perhaps } in &read {
            let why = unread.map(|why| format!("  {DIM}({why}){DIM:#}")).unwrap_or_default();
            let runs = if *perhaps { "may run" } else { "runs" };
            output::line(format!("{runs}: {}{why}", clean_command(command)))?;
            if let Some(input) = input {
                output::line(format!("  {DIM}reads: {}{DIM:#}", clean_command(input.trim_end())))?;
            }
        }
        if found.is_empty() {
            let why = if policy.enabled { "" } else { ": the policy is switched off" };
            output::line(format!("no rule applies{why}; the agent's own permissions decide"))?;
        }
        for Match { rule, found, missing, .. } in &found {
            let (name, kind) = (&rule.name, rule.kind.as_str());
            output::line(format!(
                "{BOLD}{name}{BOLD:#}  {DIM}{kind}{DIM:#}  {}",
                clean_line(&rule.about)
            ))?;
            output::line(format!("  matched: {}", clean_command(found)))?;
            if !missing.is_empty() {
                output::line(format!("  missing: {}", clean_command(&missing.join(", "))))?;
            }
            output::line(format!("  {}", consequence(&rule.kind, policy)))?;
        }
        Ok(())
    }
}

/// The first match decides.
fn report(found: &[Match<'_>], read: &[Read]) -> Value {
    let decision = match found.first().map(|first| first.rule.kind.treatment()) {
        Some(Treatment::AskOrDeny | Treatment::AskOrPass) => "ask",
        Some(Treatment::Deny) => "deny",
        None => "pass",
    };
    let matches = found.iter().map(|Match { rule, found, missing, .. }| {
        json!({
            "rule": rule.name,
            "kind": rule.kind.as_str(),
            "about": rule.about,
            "matched": found,
            "missing": missing,
        })
    });
    let mut report = json!({ "decision": decision, "matches": matches.collect::<Vec<_>>() });
    if !read.is_empty() {
        let read = read.iter().map(|read| {
            json!({
                "command": read.command,
                "unread": read.unread,
                "input": read.input,
                "perhaps": read.perhaps,
            })
        });
        report["read"] = read.collect();
    }
    report
}
