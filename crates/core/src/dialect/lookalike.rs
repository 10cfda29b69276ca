//! Options that a person can't tell apart are refused, in any dialect (NA-5).

use super::Dialect;
use crate::form::Form;
use crate::problem::Problem;
use crate::text::{clean_line, cut, lookalikes};

/// Longer labels are cut.
const SHOWN: usize = 60;

/// One problem for each option that looks like an earlier one of the same question, naming both.
pub(super) fn options(dialect: Dialect, form: &Form) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (number, question) in form.questions.iter().enumerate() {
        let prefix = (dialect.spoken().path)(form, number);
        let options = question.control.options();
        let label = |at: usize| cut(&clean_line(&options[at].label), SHOWN);
        for (earlier, at) in lookalikes(options.iter().map(|option| option.label.as_str())) {
            let rule = format!(
                "`{}` looks the same as `{}` (options[{earlier}])",
                label(at),
                label(earlier)
            );
            let hint = "give each option a label that a person can tell apart from the others";
            problems.push(Problem::new(format!("{prefix}options[{at}].label"), rule, hint));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::dialect::{DialectLimits, parse};

    #[track_caller]
    fn refused(dialect: Dialect, arguments: &Value) -> String {
        let problems = parse(dialect, arguments, &DialectLimits::default()).unwrap_err();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    /// REQ: NA-5
    #[test]
    fn options_that_look_the_same_are_refused_in_every_dialect() {
        let options = json!([
            {"id": "a", "label": "Keep", "recommended": true},
            {"id": "b", "label": "Keep\u{200b}"},
        ]);
        let prompt = "The table holds 14,000 rows that nothing else has. What is to become of it?";
        let choice = json!({"title": "Table", "prompt": prompt, "selection_mode": "single",
            "options": options});
        let said = "options[1].label: `Keep‹U+200B›` looks the same as `Keep` (options[0])";
        assert!(refused(Dialect::ProvideChoice, &choice).starts_with(said));
        assert!(refused(Dialect::Shell, &choice).starts_with(said));

        let question = json!({"questions": [
            {"title": "One", "prompt": prompt, "options": [{"label": "a"}, {"label": "b"}]},
            {"title": "Two", "prompt": prompt, "options": [{"label": "scope"},
                {"label": "\u{455}\u{441}\u{43e}\u{440}\u{435}"}]},
        ]});
        let refusal = refused(Dialect::AskUserQuestions, &question);
        assert!(refusal.starts_with("questions[1].options[1].label: "), "{refusal}");

        let written = json!({"type": "user_choice", "question": prompt, "options": options});
        assert!(refused(Dialect::UserChoice, &written).starts_with(said));
    }

    /// REQ: NA-5
    #[test]
    fn case_and_accents_tell_options_apart() {
        let question = json!({"questions": [{"title": "Word", "prompt": "Which spelling?",
            "options": [{"label": "resume"}, {"label": "Resume"}, {"label": "résumé"}]}]});
        let limits = DialectLimits::default();
        assert!(parse(Dialect::AskUserQuestions, &question, &limits).is_ok());
    }
}
