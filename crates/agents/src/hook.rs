//! An agent's hook before its tools: what it sends, what it understands, how long it waits.

use crate::agent::Agent;

#[derive(Debug, Clone, Copy)]
pub struct Hook {
    /// Whose hooks these are.
    pub about: &'static str,
    /// The events that need a decision; setup writes our hook for the first one.
    pub events: &'static [HookEvent],
    /// The events by which it only reports something, separated by spaces.
    pub reports: &'static str,
    /// Seconds after which it cuts off a hook without a configured timeout: the smallest default of
    /// any version. After that it runs the tool.
    pub limit: u64,
    /// Units of the timeout in its files in a second.
    pub per_second: u64,
    pub reply: HookReply,
    /// How its own dialogs are brought here, if they can be.
    pub bridge: Option<Bridge>,
    /// Where it notes which hooks the person has confirmed, if it runs no others.
    pub trust: Option<HookTrust>,
}

impl Hook {
    /// As in Claude Code, and in agents with the same hooks.
    pub const LIKE_CLAUDE_CODE: Hook = Hook {
        about: "",
        events: &[],
        reports: "",
        limit: 60,
        per_second: 1,
        reply: HookReply::Specific,
        bridge: None,
        trust: None,
    };
}

/// How an agent's own dialogs are brought here.
#[derive(Debug, Clone, Copy)]
pub struct Bridge {
    pub dialog: DialogBeside,
    /// The events whose hook waits for a person.
    pub waits: &'static [&'static str],
    /// The events by which it is seen what became of a dialog.
    pub reports: &'static [&'static str],
    /// The version whose dialogs were tried: others may behave differently.
    pub tried: &'static str,
    /// What arrives in which of its modes.
    pub modes: &'static [(&'static str, &'static str)],
}

/// What an agent's own dialog does while its hook asks here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogBeside {
    /// It is open, and the first answer wins.
    Open,
    /// It opens when the hook has said nothing.
    Waits,
}

/// An event, and what tells its sender from others that name it the same: any of these fields of the
/// input or variables of the hook. Without any, it is the one if no other is.
#[derive(Debug, Clone, Copy)]
pub struct HookEvent {
    pub name: &'static str,
    pub fields: &'static [&'static str],
    pub variables: &'static [&'static str],
}

impl HookEvent {
    pub const fn named(name: &'static str) -> HookEvent {
        HookEvent { name, fields: &[], variables: &[] }
    }
}

/// The shape of a decision that it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookReply {
    /// In `hookSpecificOutput`.
    Specific,
    /// The same, but any output on consent is a failed hook.
    SpecificDenial,
    /// `decision` and `reason`.
    Plain,
    /// Its versions differ in which of the two they read.
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookTrust {
    /// A hash of each hook in this TOML file, beside the one with the hooks: a hook whose text has
    /// changed since is not run.
    HashIn(&'static str),
}

/// The agent that sends this event, told by what only one of them sends, or sets for its hooks.
pub fn by_hook(
    agents: &[&'static Agent],
    event: &str,
    has_field: &dyn Fn(&str) -> bool,
    is_set: &dyn Fn(&str) -> bool,
) -> Option<&'static Agent> {
    let its = |agent: &&Agent| {
        agent.hook.and_then(|hook| hook.events.iter().find(|one| one.name == event))
    };
    let is_marked = |event: &HookEvent| {
        event.fields.iter().any(|name| has_field(name))
            || event.variables.iter().any(|name| is_set(name))
    };
    let is_plain = |event: &HookEvent| event.fields.is_empty() && event.variables.is_empty();
    let first = |is: &dyn Fn(&HookEvent) -> bool| {
        agents.iter().copied().find(|agent| its(agent).is_some_and(is))
    };
    first(&is_marked).or_else(|| first(&is_plain))
}
