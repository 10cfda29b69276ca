//! Operations on a configuration, and their effect on its values. The formats do the same to a
//! text; both must agree.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A place in a configuration, from its root.
pub(crate) type Path = Vec<String>;

/// One change. Missing containers on the way are made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "op")]
pub enum Op {
    /// Sets a value.
    Set { path: Path, value: Value },
    /// Removes a value, if it is there.
    Remove { path: Path },
    /// Adds an element to a list.
    Add { path: Path, value: Value },
    /// Takes an element out of a list, if it is there.
    Take { path: Path, value: Value },
    /// Puts another element in the place of one, if that is there.
    Replace { path: Path, value: Value, with: Value },
    /// Removes a container that is empty.
    Prune { path: Path },
}

impl Op {
    pub fn path(&self) -> &[String] {
        match self {
            Op::Set { path, .. }
            | Op::Remove { path }
            | Op::Add { path, .. }
            | Op::Take { path, .. }
            | Op::Replace { path, .. }
            | Op::Prune { path } => path,
        }
    }
}

/// The value at this place.
pub fn at<'a>(value: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, key| value.get(key))
}

/// Does all of them to the values.
pub(crate) fn apply(value: &mut Value, ops: &[Op]) -> Result<(), String> {
    ops.iter().try_for_each(|op| apply_one(value, op))
}

fn apply_one(value: &mut Value, op: &Op) -> Result<(), String> {
    let Some((last, above)) = op.path().split_last() else {
        return Err("the whole file can't be changed".to_owned());
    };
    match op {
        Op::Set { value: new, .. } => {
            object(value, above)?.insert(last.clone(), new.clone());
        }
        Op::Add { value: new, .. } => {
            let list = object(value, above)?.entry(last).or_insert_with(|| Value::Array(vec![]));
            let list = list.as_array_mut().ok_or_else(|| not_a("list", op.path()))?;
            list.push(new.clone());
        }
        Op::Remove { .. } => {
            if let Some(fields) = existing(value, above) {
                fields.remove(last);
            }
        }
        Op::Take { value: old, .. } => {
            let list =
                existing(value, above).and_then(|fields| fields.get_mut(last)?.as_array_mut());
            if let Some(list) = list
                && let Some(at) = list.iter().position(|one| one == old)
            {
                list.remove(at);
            }
        }
        Op::Replace { value: old, with, .. } => {
            let list =
                existing(value, above).and_then(|fields| fields.get_mut(last)?.as_array_mut());
            let element = list.and_then(|list| list.iter_mut().find(|one| *one == old));
            if let Some(element) = element {
                *element = with.clone();
            }
        }
        Op::Prune { .. } => {
            if let Some(fields) = existing(value, above)
                && fields.get(last).is_some_and(is_empty)
            {
                fields.remove(last);
            }
        }
    }
    Ok(())
}

pub(crate) fn not_a(kind: &str, path: &[String]) -> String {
    format!("`{}` is not a {kind}", path.join("."))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The object at this place; made if it is missing.
fn object<'a>(value: &'a mut Value, path: &[String]) -> Result<&'a mut Map<String, Value>, String> {
    let mut here = value;
    for (depth, key) in path.iter().enumerate() {
        let fields = here.as_object_mut().ok_or_else(|| not_a("table", &path[..depth]))?;
        here = fields.entry(key).or_insert_with(|| Value::Object(Map::new()));
    }
    here.as_object_mut().ok_or_else(|| not_a("table", path))
}

fn existing<'a>(value: &'a mut Value, path: &[String]) -> Option<&'a mut Map<String, Value>> {
    path.iter().try_fold(value, |value, key| value.get_mut(key))?.as_object_mut()
}
