//! Error replies to an agent: what is wrong, where, and what to do, as text and as structured
//! content.

use serde::Serialize;
use serde_json::to_value;

use super::{Dialect, Reply};
use crate::id::InteractionId;
use crate::problem::Problem;
use crate::text::counted;

/// For an empty list of questions; agents know this wording.
pub(super) const NO_QUESTIONS: &str = "At least one question is required";

const DO_NOT_GUESS: &str = "Do not decide yourself.";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ErrorStatus {
    InvalidRequest,
    NotFound,
    Forgotten,
    Unavailable,
}

#[derive(Serialize)]
struct Body<'a> {
    status: ErrorStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    errors: &'a [Problem],
    instructions: &'a str,
}

/// The error result for invalid arguments; `called` is the tool's name.
pub fn refusal(called: &str, problems: &[Problem]) -> Reply {
    let instructions = match problems.len() {
        1 => "Fix it and call again.",
        _ => "Fix all of them and call again.",
    };
    let only_fetches =
        |dialect: Dialect| dialect.fetched_with() == Some(called) && dialect.tool() != called;
    let nothing = match Dialect::of_tools().any(only_fetches) {
        true => "No answers were fetched",
        false => "The question was not asked",
    };
    let mut text = format!(
        "{nothing}: {called} has {}. {instructions}",
        counted(problems.len(), "error", "errors")
    );
    if let [only] = problems
        && only.rule == NO_QUESTIONS
    {
        text = format!("{NO_QUESTIONS}\n\n{text}");
    }
    for problem in problems {
        text.push_str(&format!("\n- {problem}"));
    }
    let status = ErrorStatus::InvalidRequest;
    failed(Body { status, session_id: None, errors: problems, instructions }, text)
}

/// Why a call with valid arguments failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure<'a> {
    /// There is no question with this id.
    NotFound { why: &'a str },
    /// Nothing was asked.
    NotAsked { why: &'a str },
    /// The question was asked, but waiting for it failed; `follow_up` is the call that fetches it.
    Interrupted { id: InteractionId, why: &'a str, follow_up: &'a str },
    /// The question was deleted while the call waited for it.
    Forgotten { id: InteractionId },
}

/// The error result for a call that failed.
pub fn failure(failure: Failure<'_>) -> Reply {
    let (status, session_id, rule, hint, instructions) = match failure {
        Failure::NotFound { why } => (
            ErrorStatus::NotFound,
            None,
            why.to_owned(),
            "use the session_id of an earlier reply as it stands there",
            format!(
                "Nothing was asked. Check the session_id, or ask the question again. {DO_NOT_GUESS}"
            ),
        ),
        Failure::NotAsked { why } => (
            ErrorStatus::Unavailable,
            None,
            why.to_owned(),
            "",
            format!("The question was not asked. Tell the user, then call again. {DO_NOT_GUESS}"),
        ),
        Failure::Interrupted { id, why, follow_up } => (
            ErrorStatus::Unavailable,
            Some(id),
            why.to_owned(),
            "",
            format!(
                "The question was asked and stays open. Call {follow_up} to wait for the answer: it is \
                 the result of that call. {DO_NOT_GUESS}"
            ),
        ),
        Failure::Forgotten { id } => (
            ErrorStatus::Forgotten,
            Some(id),
            format!("the question {id} was deleted before anybody answered it"),
            "",
            format!("Ask again if you still need the answer. {DO_NOT_GUESS}"),
        ),
    };
    let session_id = session_id.map(|id| id.to_string());
    let field = if status == ErrorStatus::NotFound { "session_id" } else { "" };
    let errors = [Problem::new(field, rule, hint)];
    let text = format!("Error: {}. {instructions}", errors[0]);
    failed(Body { status, session_id, errors: &errors, instructions: &instructions }, text)
}

fn failed(body: Body<'_>, text: String) -> Reply {
    let structured = to_value(&body).expect("texts make valid JSON");
    Reply { structured, text, is_error: true }
}

/// Limit for the problems that are listed.
const MOST: usize = 100;

pub(super) fn bounded(mut problems: Vec<Problem>) -> Vec<Problem> {
    let more = problems.len().saturating_sub(MOST);
    if more > 0 {
        problems.truncate(MOST);
        problems.push(Problem::new("", format!("{more} more errors are not listed"), ""));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Dialect, DialectLimits, parse};
    use serde_json::{Value, json};

    fn refused(dialect: Dialect, arguments: Value) -> Reply {
        let problems = parse(dialect, &arguments, &DialectLimits::default()).unwrap_err();
        refusal(dialect.tool(), &problems)
    }

    /// REQ: AU-3
    #[test]
    fn an_empty_list_of_questions_is_refused_in_the_known_words() {
        for questions in [json!([]), json!(null)] {
            let reply = refused(Dialect::AskUserQuestions, json!({ "questions": questions }));
            assert!(reply.is_error);
            assert!(
                reply.text.starts_with("At least one question is required\n"),
                "{}",
                reply.text
            );
            assert_eq!(reply.structured["errors"][0]["rule"], "At least one question is required");
        }
    }

    /// REQ: PC-2, RA-2
    #[test]
    fn each_fault_is_listed_with_field_rule_and_hint() {
        let reply = refused(
            Dialect::ProvideChoice,
            json!({"title": " ", "selection_mode": "some", "tilte": 1}),
        );
        insta::assert_snapshot!(reply.text);
        assert_eq!(reply.structured["status"], "invalid_request");
        assert_eq!(reply.structured["instructions"], "Fix all of them and call again.");
        let errors = reply.structured["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 4);
        for error in errors {
            for part in ["field", "rule", "hint"] {
                assert!(reply.text.contains(error[part].as_str().unwrap()), "{part} of {error}");
            }
        }
        assert!(reply.is_error);
    }

    #[test]
    fn a_refusal_names_the_tool_that_was_called() {
        let problems = [Problem::new("session_id", "missing or empty", "give an id")];
        let reply = refusal("get_answered_questions", &problems);
        assert_eq!(
            reply.text,
            "No answers were fetched: get_answered_questions has one error. Fix it and call again.\n\
             - session_id: missing or empty (give an id)"
        );
    }

    /// REQ: RA-2
    #[test]
    fn a_failure_says_whether_anything_was_asked() {
        let id = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
        let why = "the hub cannot be reached: no socket";
        let follow_up = "provide_choice with session_id \"e0537fd0\"";
        for (case, status, asked) in [
            (
                Failure::NotFound { why: "there is no question with the id e053" },
                "not_found",
                "Nothing was asked",
            ),
            (Failure::NotAsked { why }, "unavailable", "The question was not asked"),
            (
                Failure::Interrupted { id, why, follow_up },
                "unavailable",
                "was asked and stays open",
            ),
            (Failure::Forgotten { id }, "forgotten", "was deleted before anybody answered it"),
        ] {
            let reply = failure(case);
            assert!(reply.is_error);
            assert_eq!(reply.structured["status"], status);
            assert!(reply.text.contains(asked), "{}", reply.text);
            for said in [&reply.structured["instructions"], &reply.structured["errors"][0]["rule"]]
            {
                assert!(reply.text.contains(said.as_str().unwrap()), "{}", reply.text);
            }
        }
    }

    #[test]
    fn a_flood_of_faults_is_cut() {
        let fields = (0..5_000).map(|n| (format!("unknown_{n}"), json!(n))).collect();
        let arguments = Value::Object(fields);
        let problems =
            parse(Dialect::ProvideChoice, &arguments, &DialectLimits::default()).unwrap_err();
        assert_eq!(problems.len(), MOST + 1);
        assert!(problems[MOST].rule.ends_with("more errors are not listed"));
    }
}
