//! The part of a recorded change that can still be taken back: only what is still ours. What the
//! person changed since is theirs, and stays.

use serde_json::Value;

use crate::change::{Op, at};
use crate::edit::entry;
use crate::hook::{has_our_hook, kind_in, with_hook_of, without_our_hook};
use crate::state::Record;

/// The changes that take out what is ours in these values.
pub(crate) fn of(record: &Record, now: &Value) -> Vec<Op> {
    let mut ops: Vec<Op> = Vec::new();
    for op in &record.undo {
        match op {
            Op::Set { path, .. } | Op::Remove { path } => {
                if is_ours(&record.wrote, now, path) {
                    ops.push(op.clone());
                }
            }
            Op::Take { path, value } => ops.extend(taken(now, path, value)),
            Op::Replace { path, value, with } => ops.extend(put_back(now, path, value, with)),
            // An element that we replaced comes back only if ours is there.
            Op::Add { path, .. } => {
                let taken = |one: &Op| matches!(one, Op::Take { path: its, .. } if its == path);
                if ops.iter().any(taken) {
                    ops.push(op.clone());
                }
            }
            Op::Prune { .. } => ops.push(op.clone()),
        }
    }
    ops
}

/// Whether everything that was done can still be taken back.
pub(crate) fn is_whole(record: &Record, now: &Value) -> bool {
    let is = |op: &Op| match op {
        Op::Set { path, .. } | Op::Remove { path } => is_ours(&record.wrote, now, path),
        Op::Take { path, value } => !taken(now, path, value).is_empty(),
        Op::Replace { path, value, with } => put_back(now, path, value, with).is_some(),
        Op::Add { .. } | Op::Prune { .. } => true,
    };
    record.undo.iter().all(is)
}

/// An entry is ours as long as it starts what we wrote; any other value as long as it is what we
/// wrote.
fn is_ours(wrote: &[Op], now: &Value, path: &[String]) -> bool {
    let entry = entry(path);
    let written = |wanted: &[String]| {
        wrote.iter().find_map(|op| match op {
            Op::Set { path, value } if path == wanted => Some(value),
            _ => None,
        })
    };
    let is_kept = |path: &[String]| written(path).map(|value| at(now, path) == Some(value));
    let command = ["command", "cmd"].iter().find_map(|name| {
        let field: Vec<String> = entry.iter().cloned().chain([(*name).to_owned()]).collect();
        is_kept(&field)
    });
    command.or_else(|| is_kept(path)).unwrap_or(false)
}

/// Takes our element out of a list. A group of hooks in which others put theirs keeps those.
fn taken(now: &Value, path: &[String], value: &Value) -> Vec<Op> {
    let list = list(now, path);
    let take = |value: &Value| Op::Take { path: path.to_vec(), value: value.clone() };
    if list.contains(value) {
        return vec![take(value)];
    }
    let Some(kind) = kind_in(value) else { return Vec::new() };
    let mut ops = Vec::new();
    for group in list.iter().filter(|group| has_our_hook(group, kind)) {
        ops.push(match without_our_hook(group, kind) {
            Some(rest) => replace(path, group, rest),
            None => take(group),
        });
    }
    ops
}

/// The group that was there before ours. What others put into it since stays.
fn put_back(now: &Value, path: &[String], value: &Value, with: &Value) -> Option<Op> {
    let list = list(now, path);
    if list.contains(value) {
        return Some(replace(path, value, with.clone()));
    }
    let kind = kind_in(with)?;
    let group = list.iter().find(|group| has_our_hook(group, kind))?;
    Some(replace(path, group, with_hook_of(group, with)))
}

fn replace(path: &[String], value: &Value, with: Value) -> Op {
    Op::Replace { path: path.to_vec(), value: value.clone(), with }
}

fn list<'a>(now: &'a Value, path: &[String]) -> &'a [Value] {
    at(now, path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}
