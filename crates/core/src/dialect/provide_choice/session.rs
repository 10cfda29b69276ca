//! A call that only follows up on an earlier one, by its `session_id`.

use serde_json::Value;

use crate::dialect::read::{Type, quoted};
use crate::id::IdPrefix;
use crate::problem::Problem;
use crate::text::cut;

/// The id of the earlier call, if given; it may be malformed. An empty one counts as not given.
pub fn session_id(arguments: &Value) -> Option<Result<IdPrefix, Problem>> {
    let value = arguments.get("session_id").filter(|value| !Type::Text.is_absent(value))?;
    Some(match value.as_str() {
        Some(text) => {
            text.parse().map_err(|problem| Problem { field: "session_id".to_owned(), ..problem })
        }
        None => Err(Problem::new(
            "session_id",
            "must be a string",
            "use the `session_id` of an earlier reply as it stands there",
        )),
    })
}

/// Whether a follow-up asks for a terminal again (PC-16).
pub fn wants_terminal(arguments: &Value) -> bool {
    let interface = arguments.get("interface").and_then(Value::as_str);
    interface.is_some_and(|word| word.trim().eq_ignore_ascii_case("terminal"))
}

/// The warning about fields that have no effect together with a `session_id`; empty ones are
/// ignored.
pub fn ignored_beside_session_id(arguments: &Value) -> Option<String> {
    const SHOWN: usize = 12;
    let terminal = wants_terminal(arguments);
    let is_empty = |value| [Type::Text, Type::List, Type::Map].iter().any(|of| of.is_absent(value));
    let present = arguments.as_object()?.iter().filter(|(_, value)| !is_empty(value));
    let ignored: Vec<String> = present
        .filter(|(name, _)| *name != "session_id" && !(terminal && *name == "interface"))
        .map(|(name, _)| cut(name, 40))
        .take(SHOWN)
        .collect();
    let names = quoted(ignored.iter().map(String::as_str));
    let verb = if ignored.len() == 1 { "is" } else { "are" };
    (!ignored.is_empty()).then(|| format!("{names} {verb} ignored, because `session_id` is given"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// REQ: PC-17, PC-2
    #[test]
    fn a_malformed_id_is_told_from_none() {
        assert_eq!(session_id(&json!({"title": "T"})), None);
        for empty in [json!(null), json!(""), json!(" ")] {
            assert_eq!(session_id(&json!({ "session_id": empty })), None);
        }
        assert!(session_id(&json!({ "session_id": [] })).unwrap().is_err());
        assert_eq!(session_id(&json!("text")), None);
        let good = session_id(&json!({"session_id": "E0537FD0"})).unwrap().unwrap();
        assert_eq!(good.as_str(), "e0537fd0");
        for bad in [json!("nonsense"), json!(12), json!(["e0537fd0"])] {
            let problem = session_id(&json!({"session_id": bad})).unwrap().unwrap_err();
            assert_eq!(problem.field, "session_id");
        }
    }

    /// REQ: PC-2
    #[test]
    fn fields_beside_the_id_are_named_as_ignored() {
        let alone = json!({"session_id": "e0537fd0", "title": null, "prompt": "", "options": []});
        assert_eq!(ignored_beside_session_id(&alone), None);
        let beside =
            json!({"session_id": "e0537fd0", "title": "T", "options": [1], "irreversible": false});
        assert_eq!(
            ignored_beside_session_id(&beside).unwrap(),
            "`irreversible`, `options`, `title` are ignored, because `session_id` is given"
        );
    }

    /// REQ: PC-16
    #[test]
    fn a_terminal_can_be_asked_for_once_more() {
        let again = json!({"session_id": "e0537fd0", "interface": "Terminal"});
        assert!(wants_terminal(&again));
        assert_eq!(ignored_beside_session_id(&again), None);
        let elsewhere = json!({"session_id": "e0537fd0", "interface": "web"});
        assert!(!wants_terminal(&elsewhere));
        assert!(ignored_beside_session_id(&elsewhere).is_some());
    }
}
