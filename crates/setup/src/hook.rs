//! Our guarding hook: what it has to say, and the groups in which agents write it among those of
//! others.

mod health;
mod line;
mod trust;

use serde_json::{Value, json};

use crate::edit::NAME;
use crate::server::ServerCommand;
pub use health::HookFault;
pub(crate) use health::{faults, is_there, still_guards, switched_off};
use line::HookLine;

/// Our hook, as an agent's settings should have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OurHook {
    pub server: ServerCommand,
    /// Units of the agent's own limit in a second.
    pub per_second: u64,
}

/// The seconds of a new hook, both on the agent's side and on ours.
const LIMIT: u64 = 330;

impl OurHook {
    /// In a group of its own, before every tool use.
    pub fn group(&self) -> Value {
        json!({ "matcher": "*", "hooks": [self.hook(json!({}), LIMIT)] })
    }

    /// The group with our hook up to date. The limit that a person has set on both sides stays, and
    /// so does everything else in the group.
    pub fn renewed(&self, group: &Value) -> Value {
        with_hook(group, |old| {
            let limit = HookLine::read(text(old)).and_then(|line| line.limit());
            let agrees =
                |limit: &u64| old["timeout"].as_u64() == limit.checked_mul(self.per_second);
            self.hook(old.clone(), limit.filter(agrees).unwrap_or(LIMIT))
        })
    }

    fn hook(&self, mut hook: Value, limit: u64) -> Value {
        hook["type"] = "command".into();
        hook["command"] = self.server.hook(limit).into();
        hook["timeout"] = (limit * self.per_second).into();
        hook
    }
}

/// Whether `sayso hook` is in this group.
pub(crate) fn has_our_hook(group: &Value) -> bool {
    our_hooks(group).next().is_some()
}

/// Our hooks in this group.
pub(crate) fn our_hooks(group: &Value) -> impl Iterator<Item = &Value> {
    hooks(group).iter().filter(|hook| is_ours(hook))
}

/// The group without our hook, if others are in it.
pub(crate) fn without_our_hook(group: &Value) -> Option<Value> {
    let others: Vec<Value> = hooks(group).iter().filter(|hook| !is_ours(hook)).cloned().collect();
    if others.is_empty() {
        return None;
    }
    let mut group = group.clone();
    group["hooks"] = Value::Array(others);
    Some(group)
}

/// The group with the hook of another one in place of ours.
pub(crate) fn with_hook_of(group: &Value, other: &Value) -> Value {
    let hook = our_hooks(other).next();
    with_hook(group, |old| hook.unwrap_or(old).clone())
}

fn with_hook(group: &Value, new: impl Fn(&Value) -> Value) -> Value {
    let change = |hook: &Value| if is_ours(hook) { new(hook) } else { hook.clone() };
    let mut changed = group.clone();
    changed["hooks"] = hooks(group).iter().map(change).collect();
    changed
}

fn hooks(group: &Value) -> &[Value] {
    group["hooks"].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(hook: &Value) -> &str {
    hook["command"].as_str().unwrap_or_default()
}

fn is_ours(hook: &Value) -> bool {
    let line = text(hook);
    line.contains(NAME) && line.contains(" hook")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn ours(program: &str) -> OurHook {
        OurHook { server: ServerCommand::new(Path::new(program), None), per_second: 1000 }
    }

    /// REQ: IN-1, PO-3
    #[test]
    fn a_hook_is_renewed_and_what_others_put_around_it_stays() {
        let lint = json!({ "type": "command", "command": "lint" });
        let old = json!({ "type": "command", "command": "/old/sayso hook --limit 60", "name": "s", "timeout": 60_000 });
        let group = json!({ "matcher": "Bash", "hooks": [lint, old], "note": 1 });
        let new = json!({
            "type": "command", "command": "/new/sayso hook --limit 60 || exit 2", "name": "s", "timeout": 60_000,
        });
        let renewed = json!({ "matcher": "Bash", "hooks": [lint, new], "note": 1 });
        assert_eq!(ours("/new/sayso").renewed(&group), renewed);
        assert_eq!(ours("/new/sayso").renewed(&renewed), renewed, "once is enough");
        let apart = json!({ "hooks": [{ "command": "sayso hook --limit 60", "timeout": 5 }] });
        let renewed = ours("/new/sayso").renewed(&apart);
        assert_eq!(renewed["hooks"][0]["timeout"], 330_000, "both sides say the same");
        assert!(text(&renewed["hooks"][0]).ends_with(" hook --limit 330 || exit 2"), "{renewed}");
    }
}
