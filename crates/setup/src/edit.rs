//! Edits of an agent's configuration: the wanted content, the change, and its undo.

use std::cmp::Reverse;

use sayso_agents::ConfigPart;
use serde_json::Value;

use crate::change::{Op, Path, at};
use crate::hook::{HookKind, OurHook, has_our_hook, with_hook_of};

/// The name of our entry in every configuration.
pub(crate) const NAME: &str = "sayso";

/// One thing that has to be in a configuration file.
#[derive(Debug, Clone)]
pub struct ConfigEdit {
    pub path: Path,
    pub wanted: Wanted,
    /// For the person who is shown the change.
    pub why: &'static str,
    pub part: ConfigPart,
}

#[derive(Debug, Clone)]
pub enum Wanted {
    /// Exactly this value.
    Is(Value),
    /// A list with this element; `or` are other ways to say it.
    Has { value: Value, or: &'static [&'static str] },
    /// A list of groups of hooks with ours in one of them.
    Hook(OurHook),
    /// A list of groups of hooks with this one, which is ours and decides nothing by itself.
    Bridge(Value),
    /// A list with all of these, which can only be written as a whole.
    Covers(Vec<Value>),
    /// Anything but `off`: then it is set to `on`.
    Unless { off: Value, on: Value },
    /// This element, if there is such a list: a list that we begin would replace another one.
    Joins(Value),
}

/// What is done in addition to connecting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extras {
    pub hooks: Hooks,
    /// The agent's own questions and permission prompts are brought here too.
    pub questions: bool,
    /// Agents that would move waiting calls to the background keep them in the foreground.
    pub foreground: bool,
}

/// What is done about `sayso hook` before the agent's tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hooks {
    /// Nothing: what is there stays.
    #[default]
    Leave,
    /// Setup wrote it once: if it is still there, it is kept up to date.
    Keep,
    Add,
}

impl Extras {
    pub(crate) fn include(self, part: ConfigPart) -> bool {
        match part {
            ConfigPart::Server | ConfigPart::Permission => true,
            ConfigPart::Hook => self.hooks != Hooks::Leave,
            ConfigPart::Questions => self.questions,
            ConfigPart::Background => self.foreground,
        }
    }
}

/// The changes, and what takes them back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub ops: Vec<Op>,
    pub undo: Vec<Op>,
}

/// What has to change so that the configuration says all this.
pub(crate) fn plan(before: &Value, edits: &[ConfigEdit]) -> Plan {
    let mut plan = Plan::default();
    for edit in edits {
        match &edit.wanted {
            Wanted::Is(value) => plan.set(before, &edit.path, value),
            Wanted::Has { value, or } => plan.include(before, &edit.path, value, or),
            Wanted::Hook(hook) => {
                let renewed = |old: &Value| hook.renewed(old);
                plan.hook(before, &edit.path, HookKind::Guards, hook.group(), renewed);
            }
            Wanted::Bridge(group) => {
                let renewed = |old: &Value| with_hook_of(old, group);
                plan.hook(before, &edit.path, HookKind::Bridges, group.clone(), renewed);
            }
            Wanted::Joins(value) if at(before, &edit.path).is_some() => {
                plan.include(before, &edit.path, value, &[]);
            }
            Wanted::Joins(_) => {}
            Wanted::Covers(values) => {
                let old = at(before, &edit.path).and_then(Value::as_array);
                let mut all = old.cloned().unwrap_or_default();
                all.extend(
                    values.iter().filter(|one| old.is_none_or(|old| !old.contains(one))).cloned(),
                );
                plan.set(before, &edit.path, &Value::Array(all));
            }
            Wanted::Unless { off, on } => {
                if at(before, &edit.path) == Some(off) {
                    plan.set(before, &edit.path, on);
                }
            }
        }
    }
    plan.undo = ordered(plan.undo);
    plan
}

impl Plan {
    fn set(&mut self, before: &Value, path: &Path, value: &Value) {
        let old = at(before, path);
        if old == Some(value) {
            return;
        }
        self.ops.push(Op::Set { path: path.clone(), value: value.clone() });
        // An entry that we make is removed as a whole, with what was added to it since.
        let entry = entry(path);
        let undo = match (at(before, entry).is_some(), old) {
            (true, Some(old)) => Op::Set { path: path.clone(), value: old.clone() },
            (true, None) => Op::Remove { path: path.clone() },
            (false, _) => Op::Remove { path: entry.to_vec() },
        };
        let removed = undo.path().to_vec();
        self.undo.push(undo);
        self.prune_above(before, &removed);
    }

    fn include(&mut self, before: &Value, path: &Path, value: &Value, or: &[&str]) {
        let list = at(before, path).and_then(Value::as_array);
        if list.is_some_and(|list| list.contains(value)) {
            return;
        }
        let old = list.and_then(|list| list.iter().find(|one| or.iter().any(|text| *one == text)));
        let change = |value: &Value| (path.clone(), value.clone());
        if let Some(old) = old {
            let (path, value) = change(old);
            self.ops.push(Op::Take { path, value });
        }
        let (list, new) = change(value);
        self.ops.push(Op::Add { path: list, value: new });
        let (list, new) = change(value);
        self.undo.push(Op::Take { path: list, value: new });
        match old {
            Some(old) => {
                let (path, value) = change(old);
                self.undo.push(Op::Add { path, value });
            }
            None => {
                if at(before, path).is_none() {
                    self.undo.push(Op::Prune { path: path.clone() });
                }
                self.prune_above(before, path);
            }
        }
    }

    /// In its place: agents that bind trust to a hook's place would forget that of the others.
    fn hook(
        &mut self,
        before: &Value,
        path: &Path,
        kind: HookKind,
        group: Value,
        renewed: impl Fn(&Value) -> Value,
    ) {
        let groups = at(before, path).and_then(Value::as_array).into_iter().flatten();
        let ours: Vec<&Value> = groups.filter(|group| has_our_hook(group, kind)).collect();
        if ours.is_empty() {
            return self.include(before, path, &group, &[]);
        }
        for old in ours {
            let new = renewed(old);
            if new != *old {
                let replace = |value: &Value, with: &Value| Op::Replace {
                    path: path.clone(),
                    value: value.clone(),
                    with: with.clone(),
                };
                self.ops.push(replace(old, &new));
                self.undo.push(replace(&new, old));
            }
        }
    }

    /// Containers that we make are removed if nothing else is in them.
    fn prune_above(&mut self, before: &Value, path: &[String]) {
        for depth in (1..path.len()).rev() {
            if at(before, &path[..depth]).is_none() {
                self.undo.push(Op::Prune { path: path[..depth].to_vec() });
            }
        }
    }
}

/// The part of the path that is our own entry; the whole path if there is none.
pub(crate) fn entry(path: &[String]) -> &[String] {
    match path.iter().position(|key| key == NAME) {
        Some(place) => &path[..=place],
        None => path,
    }
}

/// How to take back two changes of the same file: the first one knows what was there before us.
pub(crate) fn together(first: &[Op], second: &[Op]) -> Vec<Op> {
    let known = |op: &Op| {
        first.iter().any(|one| match (one, op) {
            // The same element in another version replaces it.
            (Op::Take { .. }, Op::Take { .. }) => false,
            (one, op) => op.path().starts_with(one.path()) && !matches!(one, Op::Prune { .. }),
        })
    };
    let added = second.iter().filter(|op| matches!(op, Op::Prune { .. }) || !known(op));
    ordered(first.iter().chain(added).cloned().collect())
}

/// Containers are removed after everything in them.
fn ordered(ops: Vec<Op>) -> Vec<Op> {
    let (mut prunes, mut all): (Vec<Op>, Vec<Op>) =
        ops.into_iter().partition(|op| matches!(op, Op::Prune { .. }));
    prunes.sort_by_key(|op| Reverse(op.path().len()));
    all.extend(prunes);
    let mut once: Vec<Op> = Vec::new();
    for op in all {
        if !once.contains(&op) {
            once.push(op);
        }
    }
    once
}
