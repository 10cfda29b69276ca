//! Groups of hooks, as agents write them: ours among those of others.

use serde_json::Value;

use crate::edit::NAME;

/// Whether `sayso hook` is in this group.
pub fn has_our_hook(group: &Value) -> bool {
    group["hooks"].as_array().into_iter().flatten().any(is_ours)
}

/// The group without our hook, if others are in it.
pub fn without_our_hook(group: &Value) -> Option<Value> {
    let hooks = group["hooks"].as_array()?;
    let others: Vec<Value> = hooks.iter().filter(|hook| !is_ours(hook)).cloned().collect();
    if others.is_empty() {
        return None;
    }
    let mut group = group.clone();
    group["hooks"] = Value::Array(others);
    Some(group)
}

fn is_ours(hook: &Value) -> bool {
    let line = hook["command"].as_str().unwrap_or_default();
    line.contains(NAME) && line.contains(" hook")
}
