//! Whether our hook guards: its program is there, its failure blocks, and the agent runs it.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::line::{DENY, HookLine};
use super::trust::{HookPlace, is_trusted};
use super::{HookKind, OurHook, QUESTIONS, guards, has_our_hook, hooks, kind_of, text};
use crate::agent_home::AgentHome;
use crate::change::at;
use crate::edit::{ConfigEdit, NAME, Wanted};

/// Why a hook doesn't guard, or blocks everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookFault {
    /// It is there, but not in a way that this agent understands.
    Odd,
    /// Its program can't be started.
    NoProgram { program: String, denies: bool },
    /// Without its program the agent goes on.
    LetsThrough,
    /// The agent skips it until the person confirms it.
    NotTrusted,
    /// The same of the hook that brings its dialogs here.
    BridgeNotTrusted,
    /// The agent runs no hooks, by this setting.
    SwitchedOff { path: PathBuf, key: &'static str },
}

/// Where an agent remembers which hooks it may run, if it does: the values of that file, and the
/// names of the file with the hooks.
pub(crate) type Trust<'a> = Option<(&'a Value, &'a [&'a Path])>;

/// What is wrong with our hook in these values; nothing if there is none.
pub(crate) fn faults(
    value: &Value,
    edits: &[ConfigEdit],
    place: &AgentHome,
    trust: Trust<'_>,
) -> Vec<HookFault> {
    let mut faults = Vec::new();
    let mut is_there = false;
    let is_confirmed = |list: &ConfigEdit, group: &Value, at: HookPlace| {
        let event = list.path.last().map(String::as_str).unwrap_or_default();
        trust.is_none_or(|(config, paths)| is_trusted(config, paths, event, group, at))
    };
    let lists = edits.iter().filter(|edit| matches!(edit.wanted, Wanted::Hook(_)));
    let lists: Vec<&ConfigEdit> = lists.collect();
    for edit in &lists {
        let groups = at(value, &edit.path).and_then(Value::as_array);
        for (group_at, group) in groups.into_iter().flatten().enumerate() {
            for (hook_at, hook) in hooks(group).iter().enumerate().filter(|(_, hook)| guards(hook))
            {
                is_there = true;
                faults.extend(fault(text(hook), place));
                let at = HookPlace { group: group_at, hook: hook_at };
                if !is_confirmed(edit, group, at) {
                    faults.push(HookFault::NotTrusted);
                }
            }
        }
    }
    if !is_there && !lists.is_empty() && mentions_hook(value) {
        faults.push(HookFault::Odd);
    }
    for edit in edits.iter().filter(|edit| matches!(edit.wanted, Wanted::Bridge(_))) {
        let groups = at(value, &edit.path).and_then(Value::as_array);
        for (group_at, group) in groups.into_iter().flatten().enumerate() {
            let bridges = |hook: &Value| kind_of(hook) == Some(HookKind::Bridges);
            let ours = hooks(group).iter().position(bridges);
            let place = ours.map(|hook| HookPlace { group: group_at, hook });
            if place.is_some_and(|place| !is_confirmed(edit, group, place)) {
                faults.push(HookFault::BridgeNotTrusted);
            }
        }
    }
    faults.dedup();
    faults
}

fn fault(text: &str, place: &AgentHome) -> Option<HookFault> {
    match HookLine::read(text) {
        Some(line) if !place.can_run(&line.program) => {
            Some(HookFault::NoProgram { program: line.program, denies: line.denies })
        }
        Some(HookLine { denies: false, .. }) => Some(HookFault::LetsThrough),
        Some(_) => None,
        None => (!text.trim_end().ends_with(DENY)).then_some(HookFault::LetsThrough),
    }
}

/// The setting by which an agent runs no hooks, or not ours: of Claude Code and Qwen Code, of Gemini
/// CLI, of Codex.
pub(crate) fn switched_off(value: &Value) -> Option<&'static str> {
    let all = &value["disableAllHooks"];
    let (hooks, features) = (&value["hooksConfig"], &value["features"]);
    if !matches!(all, Value::Null | Value::Bool(false)) && all != "false" {
        Some("disableAllHooks")
    } else if hooks["enabled"] == false {
        Some("hooksConfig.enabled")
    } else if mentions_hook(&hooks["disabled"]) {
        Some("hooksConfig.disabled")
    } else if features["hooks"] == false {
        Some("features.hooks")
    } else {
        (features["codex_hooks"] == false).then_some("features.codex_hooks")
    }
}

/// Whether our hook is in these values, where this agent looks for it.
pub(crate) fn is_there(value: &Value, edits: &[ConfigEdit]) -> bool {
    let mut lists = edits.iter().filter(|edit| matches!(edit.wanted, Wanted::Hook(_)));
    lists.any(|edit| {
        let groups = at(value, &edit.path).and_then(Value::as_array);
        groups.into_iter().flatten().any(|group| has_our_hook(group, HookKind::Guards))
    })
}

/// How many of the hooks that bring dialogs here are in these values, and how many there should be.
pub(crate) fn bridged(value: &Value, edits: &[ConfigEdit]) -> (usize, usize) {
    let lists = edits.iter().filter(|edit| matches!(edit.wanted, Wanted::Bridge(_)));
    let is_there = |edit: &&ConfigEdit| {
        let groups = at(value, &edit.path).and_then(Value::as_array);
        groups.into_iter().flatten().any(|group| has_our_hook(group, HookKind::Bridges))
    };
    (lists.clone().filter(is_there).count(), lists.count())
}

/// Whether the group's hook works as well as ours would: only its program may be another one.
pub(crate) fn still_guards(ours: &OurHook, group: &Value, place: &AgentHome) -> bool {
    let renewed = ours.renewed(group);
    let mut pairs = hooks(group).iter().zip(hooks(&renewed)).filter(|(hook, _)| guards(hook));
    let is_good = |(now, wanted): (&Value, &Value)| {
        let lines = HookLine::read(text(now)).zip(HookLine::read(text(wanted)));
        now["timeout"] == wanted["timeout"]
            && lines.is_some_and(|(now, wanted)| {
                now.does_the_same(&wanted) && place.can_run(&now.program)
            })
    };
    pairs.all(is_good)
}

fn mentions_hook(value: &Value) -> bool {
    match value {
        // One that brings dialogs here guards nothing.
        Value::String(text) => {
            text.contains(NAME) && text.contains(" hook") && !text.contains(QUESTIONS)
        }
        Value::Array(items) => items.iter().any(mentions_hook),
        Value::Object(fields) => fields.values().any(mentions_hook),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
