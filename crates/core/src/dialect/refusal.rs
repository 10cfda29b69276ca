//! What an agent is told when its arguments have faults: all of them, one a line.

use serde::Serialize;
use serde_json::to_value;

use super::{Dialect, Reply};
use crate::problem::Problem;
use crate::text::counted;

/// Said for an empty list of questions, in these words, because agents know them.
pub(super) const NO_QUESTIONS: &str = "At least one question is required";

#[derive(Serialize)]
struct Body<'a> {
    error: &'static str,
    problems: &'a [Problem],
}

/// The error result for arguments that [`super::parse`] refused.
pub fn refusal(dialect: Dialect, problems: &[Problem]) -> Reply {
    let body = Body { error: "invalid_request", problems };
    let mut text = match problems {
        [only] if only.rule == NO_QUESTIONS => NO_QUESTIONS.to_owned(),
        _ => format!(
            "Nobody was asked: {} has {}. Mend {} and call again.",
            called(dialect),
            counted(problems.len(), "fault", "faults"),
            if problems.len() == 1 { "it" } else { "them all" },
        ),
    };
    for problem in problems {
        text.push_str(&format!("\n- {problem}"));
    }
    let structured = to_value(&body).expect("texts make valid JSON");
    Reply { structured, text, is_error: true }
}

fn called(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::ProvideChoice => "provide_choice",
        Dialect::AskUserQuestions => "ask_user_questions",
        Dialect::Shell => "the question",
        Dialect::UserChoice => "user_choice",
    }
}

/// So many can be read; a request with more is refused all the same.
const MOST: usize = 100;

pub(super) fn bounded(mut problems: Vec<Problem>) -> Vec<Problem> {
    let more = problems.len().saturating_sub(MOST);
    if more > 0 {
        problems.truncate(MOST);
        problems.push(Problem::new("", format!("{more} more faults are not listed"), ""));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{DialectLimits, parse};
    use serde_json::json;

    fn refused(dialect: Dialect, arguments: serde_json::Value) -> Reply {
        refusal(dialect, &parse(dialect, &arguments, &DialectLimits::default()).unwrap_err())
    }

    /// REQ: AU-3
    #[test]
    fn an_empty_list_of_questions_is_refused_in_the_known_words() {
        let reply = refused(Dialect::AskUserQuestions, json!({"questions": []}));
        assert!(reply.is_error);
        assert!(reply.text.starts_with("At least one question is required"), "{}", reply.text);
    }

    /// REQ: PC-2
    #[test]
    fn each_fault_is_listed_with_field_rule_and_hint() {
        let reply = refused(
            Dialect::ProvideChoice,
            json!({"title": " ", "selection_mode": "some", "tilte": 1}),
        );
        insta::assert_snapshot!(reply.text);
        assert_eq!(reply.structured["error"], "invalid_request");
        assert_eq!(reply.structured["problems"].as_array().unwrap().len(), 4);
        assert!(reply.is_error);
    }

    #[test]
    fn a_flood_of_faults_is_cut() {
        let fields = (0..5_000).map(|n| (format!("unknown_{n}"), json!(n))).collect();
        let arguments = serde_json::Value::Object(fields);
        let problems =
            parse(Dialect::ProvideChoice, &arguments, &DialectLimits::default()).unwrap_err();
        assert_eq!(problems.len(), MOST + 1);
        assert!(problems[MOST].rule.ends_with("more faults are not listed"));
    }
}
