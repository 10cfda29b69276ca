//! The arguments of `get_answered_questions`: which questions, and whether to wait for them.

use serde_json::Value;

use crate::dialect::read::Fields;
use crate::id::IdPrefix;
use crate::limits;
use crate::problem::Problem;

/// A call that fetches the answers of an earlier one (AU-8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetch {
    pub id: IdPrefix,
    pub blocking: bool,
}

impl Fetch {
    /// The parsed arguments, or every problem with them.
    pub fn read(arguments: &Value) -> Result<Fetch, Vec<Problem>> {
        let mut problems = Vec::new();
        let Some(mut fields) = Fields::of(arguments, "", &mut problems) else {
            return Err(problems);
        };
        let id = fields.required("session_id", limits::LABEL);
        let blocking = fields.flag("blocking").unwrap_or(false);
        fields.finish();
        let id = match id.map(|id| id.parse()) {
            Some(Ok(id)) => Some(id),
            Some(Err(problem)) => {
                problems.push(Problem { field: "session_id".to_owned(), ..problem });
                None
            }
            None => None,
        };
        match id {
            Some(id) if problems.is_empty() => Ok(Fetch { id, blocking }),
            Some(_) | None => Err(problems),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn faults(arguments: Value) -> Vec<String> {
        let problems = Fetch::read(&arguments).unwrap_err();
        problems.into_iter().map(|problem| problem.field).collect()
    }

    /// REQ: AU-8, PC-2
    #[test]
    fn an_id_is_all_it_needs_and_empty_fields_count_as_absent() {
        let id: IdPrefix = "e0537fd0".parse().unwrap();
        for (arguments, blocking) in [
            (json!({"session_id": "e0537fd0"}), false),
            (json!({"session_id": " E0537FD0 ", "blocking": null}), false),
            (json!({"session_id": "e0537fd0", "blocking": true}), true),
        ] {
            assert_eq!(Fetch::read(&arguments), Ok(Fetch { id: id.clone(), blocking }));
        }
    }

    /// REQ: PC-17
    #[test]
    fn every_fault_is_named() {
        assert_eq!(faults(json!({})), ["session_id"]);
        assert_eq!(faults(json!({"session_id": ""})), ["session_id"]);
        assert_eq!(faults(json!({"session_id": "nonsense"})), ["session_id"]);
        assert_eq!(faults(json!([1])), [""]);
        assert_eq!(
            faults(json!({"session_id": 12, "blocking": "yes", "wait": true})),
            ["session_id", "blocking", "wait"]
        );
    }
}
