//! Our guarding hook: what it has to say, and the groups in which agents write it among those of
//! others.

mod health;
mod line;
mod trust;

use serde_json::{Value, json};

use crate::edit::NAME;
use crate::server::ServerCommand;
pub use health::HookFault;
pub(crate) use health::{bridged, faults, is_there, still_guards, switched_off};
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
    /// In its own group, before every tool use.
    pub fn group(&self) -> Value {
        json!({ "matcher": "*", "hooks": [self.hook(json!({}), LIMIT)] })
    }

    /// The group with our hook up to date. The limit that a person has set on both sides stays, and
    /// so does everything else in the group.
    pub fn renewed(&self, group: &Value) -> Value {
        with_hook(group, Some(HookKind::Guards), |old| {
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

/// The group of a hook that only brings the agent's dialogs here: without us they stay as they are.
pub(crate) fn bridge(server: &ServerCommand, limit: u64, per_second: u64) -> Value {
    let hook = json!({
        "type": "command", "command": server.bridge(limit), "timeout": limit * per_second,
    });
    json!({ "matcher": "*", "hooks": [hook] })
}

/// What a hook of ours does. Both may be in the list of one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HookKind {
    Guards,
    Bridges,
}

/// Whether such a hook of ours is in this group.
pub(crate) fn has_our_hook(group: &Value, kind: HookKind) -> bool {
    hooks(group).iter().any(|hook| kind_of(hook) == Some(kind))
}

/// What our first hook in this group does.
pub(crate) fn kind_in(group: &Value) -> Option<HookKind> {
    hooks(group).iter().find_map(kind_of)
}

/// Our hooks in this group.
pub(crate) fn our_hooks(group: &Value) -> impl Iterator<Item = &Value> {
    hooks(group).iter().filter(|hook| kind_of(hook).is_some())
}

/// The group without our hook, if others are in it.
pub(crate) fn without_our_hook(group: &Value, kind: HookKind) -> Option<Value> {
    let others = hooks(group).iter().filter(|hook| kind_of(hook) != Some(kind));
    let others: Vec<Value> = others.cloned().collect();
    if others.is_empty() {
        return None;
    }
    let mut group = group.clone();
    group["hooks"] = Value::Array(others);
    Some(group)
}

/// The group with the hook of another one in place of ours.
pub(crate) fn with_hook_of(group: &Value, other: &Value) -> Value {
    match our_hooks(other).next() {
        Some(hook) => with_hook(group, kind_of(hook), |_| hook.clone()),
        None => group.clone(),
    }
}

fn with_hook(group: &Value, kind: Option<HookKind>, new: impl Fn(&Value) -> Value) -> Value {
    let change = |hook: &Value| if kind_of(hook) == kind { new(hook) } else { hook.clone() };
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

/// `None`: it is not ours.
fn kind_of(hook: &Value) -> Option<HookKind> {
    let line = text(hook);
    let kind = match line.contains(QUESTIONS) {
        true => HookKind::Bridges,
        false => HookKind::Guards,
    };
    (line.contains(NAME) && line.contains(" hook")).then_some(kind)
}

fn guards(hook: &Value) -> bool {
    kind_of(hook) == Some(HookKind::Guards)
}

/// In the command of a hook that guards nothing.
const QUESTIONS: &str = " --questions";

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn ours(program: &str) -> OurHook {
        OurHook { server: ServerCommand::new(Path::new(program), None), per_second: 1000 }
    }

    /// REQ: PO-3, AD-3
    #[test]
    fn a_hook_that_only_brings_dialogs_here_never_blocks() {
        let group = bridge(&ServerCommand::new(Path::new("/new/sayso"), None), 60, 1);
        let hook = &group["hooks"][0];
        assert_eq!(text(hook), "/new/sayso hook --questions --limit 60 || exit 0");
        assert_eq!(hook["timeout"], 60);
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
