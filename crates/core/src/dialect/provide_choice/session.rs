//! A call that only follows up on an earlier one, by its `session_id`.

use serde_json::Value;

use crate::dialect::read::quoted;
use crate::id::IdPrefix;
use crate::problem::Problem;
use crate::text::cut;

/// The id of the earlier call, if this one has any; it may be malformed.
pub fn session_id(arguments: &Value) -> Option<Result<IdPrefix, Problem>> {
    let value = arguments.get("session_id").filter(|value| !value.is_null())?;
    Some(match value.as_str() {
        Some(text) => text.parse(),
        None => Err(Problem::new(
            "session_id",
            "a string is wanted, something else was given",
            "give the `session_id` of an earlier reply as it stands there",
        )),
    })
}

/// Whether the call asks for a terminal for the earlier question, too (PC-16).
pub fn wants_terminal(arguments: &Value) -> bool {
    let interface = arguments.get("interface").and_then(Value::as_str);
    interface.is_some_and(|interface| interface.trim().eq_ignore_ascii_case("terminal"))
}

/// The warning about fields that mean nothing beside a `session_id`.
pub fn ignored_beside_session_id(arguments: &Value) -> Option<String> {
    const SHOWN: usize = 12;
    let present = arguments.as_object()?.iter().filter(|(_, value)| !value.is_null());
    let ignored: Vec<String> = present
        .filter(|(name, _)| *name != "session_id")
        .filter(|(name, _)| *name != "interface" || !wants_terminal(arguments))
        .map(|(name, _)| cut(name, 40))
        .take(SHOWN)
        .collect();
    let names = quoted(ignored.iter().map(String::as_str));
    let verb = if ignored.len() == 1 { "is" } else { "are" };
    (!ignored.is_empty()).then(|| format!("session_id: {names} {verb} ignored beside it"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// REQ: PC-17
    #[test]
    fn a_malformed_id_is_told_from_none() {
        assert_eq!(session_id(&json!({"title": "T"})), None);
        assert_eq!(session_id(&json!({"session_id": null})), None);
        assert_eq!(session_id(&json!("text")), None);
        let good = session_id(&json!({"session_id": "E0537FD0"})).unwrap().unwrap();
        assert_eq!(good.as_str(), "e0537fd0");
        for bad in [json!(""), json!("nonsense"), json!(12), json!(["e0537fd0"])] {
            let problem = session_id(&json!({"session_id": bad})).unwrap().unwrap_err();
            assert_eq!(problem.field, "session_id");
        }
    }

    /// REQ: PC-2
    #[test]
    fn fields_beside_the_id_are_named_as_ignored() {
        let alone = json!({"session_id": "e0537fd0", "title": null});
        assert_eq!(ignored_beside_session_id(&alone), None);
        let beside = json!({"session_id": "e0537fd0", "title": "T", "options": []});
        assert_eq!(
            ignored_beside_session_id(&beside).unwrap(),
            "session_id: `options`, `title` are ignored beside it"
        );
        let terminal = json!({"session_id": "e0537fd0", "interface": " Terminal"});
        assert!(wants_terminal(&terminal));
        assert_eq!(ignored_beside_session_id(&terminal), None);
        let web = json!({"session_id": "e0537fd0", "interface": "web"});
        assert!(ignored_beside_session_id(&web).is_some_and(|said| said.contains("`interface`")));
    }
}
