//! Terms of a choice besides its questions: irreversible, time to answer, surface.
//!
//! A model may have written it at a question of a group; it counts for the whole, which is answered at
//! once.

use serde_json::{Map, Value};

use crate::policy::Terms;
use crate::problem::Problem;

pub(super) fn terms(fields: &Map<String, Value>, problems: &mut Vec<Problem>) -> Terms {
    let mut terms = Terms::default();
    read(fields, "", &mut terms, problems);
    for name in ["choices", "questions"] {
        let items = fields.get(name).and_then(Value::as_array).into_iter().flatten();
        for (at, item) in items.enumerate() {
            if let Some(item) = item.as_object() {
                read(item, &format!("{name}[{at}]."), &mut terms, problems);
            }
        }
    }
    terms
}

/// The first to say something counts; one irreversible question makes the whole so.
fn read(fields: &Map<String, Value>, path: &str, terms: &mut Terms, problems: &mut Vec<Problem>) {
    let mut odd = |name: &str, rule: &str, done: &str| {
        problems.push(Problem::new(format!("{path}{name}"), rule, done));
    };
    match fields.get("irreversible") {
        None | Some(Value::Null | Value::Bool(false)) => {}
        Some(Value::Bool(true)) => terms.irreversible = true,
        Some(_) => {
            // The careful reading.
            terms.irreversible = true;
            odd("irreversible", "must be true or false", "it is taken as true");
        }
    }
    match fields.get("timeout_seconds") {
        None | Some(Value::Null) => {}
        Some(given) => match given.as_i64() {
            Some(seconds) => drop(terms.timeout_seconds.get_or_insert(seconds)),
            None => odd("timeout_seconds", "must be a whole number of seconds", "it is left out"),
        },
    }
    match fields.get("interface") {
        None | Some(Value::Null) => {}
        Some(given) => match given.as_str().and_then(|name| name.trim().parse().ok()) {
            Some(surface) => drop(terms.interface.get_or_insert(surface)),
            None => odd(
                "interface",
                "must be auto, terminal, web or the id of a chat",
                "it is left out",
            ),
        },
    }
}
