//! The edits that a file needs, from the table of agents.

use sayso_agents::{At, Bridge, ConfigLine, ConfigPart, DialogBeside, Says, Wants};
use sayso_core::Dialect;
use serde_json::Value;

use crate::edit::{ConfigEdit, NAME, Wanted};
use crate::file::AgentFile;
use crate::hook::{OurHook, bridge};
use crate::server::ServerCommand;

const START: &str = "start sayso's MCP server";
const ON: &str = "switch it on";
const HOUR: &str = "wait up to an hour for an answer";
pub(crate) const GUARD: &str =
    "check tool uses with `sayso hook`, and ask you about dangerous ones";

const QUESTIONS: &str =
    "bring its own questions and permission prompts here, beside its own dialog";
const PERMISSIONS: &str = "bring its permission prompts here before its own dialog opens";

/// The seconds for which a dialog can be answered here, and those for a report.
const BRIDGE: u64 = 86_400;
const REPORT: u64 = 10;

/// The seconds that an agent waits for a call, and how long we let it: in between the reply travels.
const LIMIT: u64 = 3600;
const PATIENCE: u64 = 3500;

impl AgentFile {
    /// What has to be in it if our server is started like this.
    pub fn edits(self, server: &ServerCommand) -> Vec<ConfigEdit> {
        let mut edits = Edits { file: self, server, all: Vec::new() };
        for line in self.config.lines {
            edits.line(line);
        }
        edits.all
    }
}

/// The edits of one file.
struct Edits<'a> {
    file: AgentFile,
    server: &'a ServerCommand,
    all: Vec<ConfigEdit>,
}

impl Edits<'_> {
    fn line(&mut self, line: &ConfigLine) {
        match *line {
            ConfigLine::Command => {
                self.line(&ConfigLine::entry("command", Says::Program));
                self.line(&ConfigLine::entry("args", Says::Arguments));
                self.line(&ConfigLine::Variables("env"));
                self.line(&ConfigLine::On);
            }
            ConfigLine::Variables(field) => {
                for (name, value) in &self.server.variables {
                    let path = self.in_entry(&[field, name]);
                    self.push(path, Wanted::Is(value.as_str().into()), START, ConfigPart::Server);
                }
            }
            ConfigLine::On => {
                // Over HTTP too.
                for (field, off) in [("enabled", false), ("disabled", true)] {
                    let unless = Wanted::Unless { off: off.into(), on: (!off).into() };
                    self.push(self.in_entry(&[field]), unless, ON, ConfigPart::Permission);
                }
            }
            ConfigLine::Hour(variables) => self.hour(variables),
            ConfigLine::Hook => self.hook(),
            ConfigLine::One(at, wants, why, part) => self.one(at, wants, why, part),
        }
    }

    /// A longer limit, and that we know about it.
    fn hour(&mut self, variables: &str) {
        let Some(limit) = self.file.agent.limit else { return };
        let patience = format!("{}={PATIENCE}", self.file.agent.id);
        let path = self.in_entry(&[limit.field]);
        self.push(path, Wanted::Is((LIMIT * limit.per_second).into()), HOUR, ConfigPart::Server);
        let path = self.in_entry(&[variables, "SAYSO_MCP_PATIENCE"]);
        self.push(path, Wanted::Is(patience.into()), HOUR, ConfigPart::Server);
    }

    /// Our hook before every tool use; the agent's limit in its own unit.
    fn hook(&mut self) {
        let Some(hook) = self.file.agent.hook else { return };
        let Some(event) = hook.events.first() else { return };
        let ours = OurHook { server: self.server.clone(), per_second: hook.per_second };
        let path = vec!["hooks".to_owned(), event.name.to_owned()];
        self.push(path, Wanted::Hook(ours), GUARD, ConfigPart::Hook);
        let Some(Bridge { dialog, waits, reports, .. }) = hook.bridge else { return };
        let why = match dialog {
            DialogBeside::Open => QUESTIONS,
            DialogBeside::Waits => PERMISSIONS,
        };
        for (events, seconds) in [(waits, BRIDGE), (reports, REPORT)] {
            for event in events {
                let group = bridge(self.server, seconds, hook.per_second);
                let path = vec!["hooks".to_owned(), (*event).to_owned()];
                self.push(path, Wanted::Bridge(group), why, ConfigPart::Questions);
            }
        }
    }

    fn one(&mut self, at: At, wants: Wants, why: &'static str, part: ConfigPart) {
        let path = match at {
            At::File(keys) => keys.iter().map(|key| (*key).to_owned()).collect(),
            At::Entry(field) => self.in_entry(&[field]),
        };
        let wanted = match wants {
            Wants::Is(says) => Wanted::Is(self.value(says)),
            Wants::Has { element, or } => Wanted::Has { value: element.into(), or },
            Wants::Covers(names) => {
                Wanted::Covers(names.iter().map(|name| (*name).into()).collect())
            }
            Wants::Joins(element) => Wanted::Joins(element.into()),
        };
        let is_for_each = path.iter().any(|key| key.contains(TOOL))
            || matches!(&wanted, Wanted::Has { value: Value::String(text), .. } if text.contains(TOOL));
        if !is_for_each {
            return self.push(path, wanted, why, part);
        }
        for tool in Dialect::tools() {
            let path = path.iter().map(|key| key.replace(TOOL, tool)).collect();
            let wanted = match &wanted {
                Wanted::Has { value: Value::String(text), or } => {
                    Wanted::Has { value: text.replace(TOOL, tool).into(), or }
                }
                other => other.clone(),
            };
            self.push(path, wanted, why, part);
        }
    }

    fn value(&self, says: Says) -> Value {
        match says {
            Says::Text(text) => text.into(),
            Says::Bool(is) => is.into(),
            Says::Program => self.server.command.as_str().into(),
            Says::Arguments => self.server.mcp(),
            Says::CommandLine => self.server.command_line().into(),
            Says::Tools => Dialect::tools().into(),
        }
    }

    fn in_entry(&self, fields: &[&str]) -> Vec<String> {
        let entry = self.file.config.servers.into_iter().chain([NAME]);
        entry.chain(fields.iter().copied()).map(str::to_owned).collect()
    }

    fn push(&mut self, path: Vec<String>, wanted: Wanted, why: &'static str, part: ConfigPart) {
        self.all.push(ConfigEdit { path, wanted, why, part });
    }
}

/// In a key or a text: each of our tools.
const TOOL: &str = "{tool}";
