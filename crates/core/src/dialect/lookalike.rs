//! Options that a person can't tell apart are refused, in any dialect (NA-5).

use crate::problem::Problem;
use crate::text::{clean_line, cut, lookalikes};

/// Longer labels are cut.
const SHOWN: usize = 60;

/// One problem for each option that looks like an earlier one of the same question, naming both.
/// Each label comes with its place in the question at `prefix`, `""` or `questions[0].`.
pub(super) fn labels(prefix: &str, labels: &[(usize, &str)]) -> Vec<Problem> {
    let shown = |at: usize| cut(&clean_line(labels[at].1), SHOWN);
    let alike = lookalikes(labels.iter().map(|(_, label)| *label)).into_iter();
    let problem = |(earlier, later): (usize, usize)| {
        let (at, first) = (labels[later].0, labels[earlier].0);
        let rule =
            format!("`{}` looks the same as `{}` (options[{first}])", shown(later), shown(earlier));
        let hint = "give each option a label that a person can tell apart from the others";
        Problem::new(format!("{prefix}options[{at}].label"), rule, hint)
    };
    alike.map(problem).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::dialect::{Dialect, DialectLimits, parse};

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
    /// REQ: NA-5, PC-2
    #[test]
    fn they_are_named_together_with_everything_else_that_is_wrong() {
        let options =
            json!([{"id": "a", "label": "Keep"}, {"id": "b"}, {"id": "c", "label": "Keep "}]);
        let choice = json!({"prompt": "What is to become of it?", "selection_mode": "single",
            "options": options});
        let refusal = refused(Dialect::ProvideChoice, &choice);
        for field in
            ["title: ", "options[1].label: ", "options: ", "options[2].label: `Keep` looks"]
        {
            assert!(refusal.contains(field), "{field} in {refusal}");
        }
        let question = json!({"questions": [
            {"title": "One", "prompt": "Which?", "options": [3, {"label": "a"}, {"label": "a\u{200b}"}]},
            {"title": "Two", "options": [{"label": "a"}, {"label": "b"}]},
        ]});
        let refusal = refused(Dialect::AskUserQuestions, &question);
        for field in
            ["questions[0].options[0]: ", "questions[0].options[2].label: ", "questions[1].prompt"]
        {
            assert!(refusal.contains(field), "{field} in {refusal}");
        }
    }
}
