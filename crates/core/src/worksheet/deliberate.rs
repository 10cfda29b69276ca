//! Guards against answering something irreversible by accident.

use crate::answer::{Entry, Submission};
use crate::form::{Form, Question};
use crate::interaction::Interaction;

/// Whether sending this needs a second, deliberate act. Declining never does: skipping, asking
/// back, and choosing only options marked `safe`.
pub fn needs_confirmation(interaction: &Interaction, submission: &Submission) -> bool {
    interaction.policy.irreversible && !is_declined(interaction, submission)
}

/// Whether only a person may send this. Anyone may decline.
pub fn needs_person(interaction: &Interaction, submission: &Submission) -> bool {
    interaction.is_for_people() && !is_declined(interaction, submission)
}

fn is_declined(interaction: &Interaction, submission: &Submission) -> bool {
    let writes_no = interaction.origin.dialect.asks_for_consent();
    interaction.form.questions.iter().all(|question| {
        let entry = entry(&interaction.form, question, submission);
        entry.is_some_and(declines(question, writes_no))
    })
}

/// The id may be omitted in a form with only one question.
fn entry<'a>(form: &Form, question: &Question, submission: &'a Submission) -> Option<&'a Entry> {
    let only = || (form.questions.len() == 1).then(|| submission.questions.get(&"".into()))?;
    submission.questions.get(&question.id).or_else(only)
}

fn declines(question: &Question, writes_no: bool) -> impl Fn(&Entry) -> bool {
    move |entry| {
        if entry.skip.is_some() || entry.elaborate.is_some() {
            return true;
        }
        let chosen = entry.options.as_ref().unwrap_or(&question.defaults);
        let safe = |id| question.control.option(id).is_some_and(|option| option.safe);
        let wrote = entry.text.as_deref().is_some_and(|text| !text.trim().is_empty());
        if wrote { writes_no } else { !chosen.is_empty() && chosen.iter().all(safe) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dialect::Dialect;
    use crate::dialect::fixtures::asked;

    fn chosen(ids: &[&str]) -> Submission {
        let mut submission = Submission::default();
        submission.choose("".into(), ids.iter().map(|id| (*id).into()).collect());
        submission
    }

    /// REQ: NA-4
    #[test]
    fn saying_no_needs_no_confirmation() {
        let question = json!({
            "title": "Drop the table?", "prompt": "It holds 14,000 rows that nothing else has.",
            "selection_mode": "hybrid", "irreversible": true,
            "options": [
                {"id": "drop", "label": "Drop it now"},
                {"id": "keep", "label": "Keep it", "recommended": true, "safe": true},
            ],
        });
        let irreversible = asked(Dialect::ProvideChoice, &question);
        let mut ordinary = irreversible.clone();
        ordinary.policy.irreversible = false;
        let mut written = chosen(&["keep"]);
        written.write("".into(), "then drop it".to_owned());
        let mut asks_back = Submission::default();
        asks_back.entry("".into()).elaborate = Some("why now?".to_owned());
        let cases = [
            (chosen(&["drop"]), true),
            (chosen(&["keep"]), false),
            (chosen(&["drop", "keep"]), true),
            (chosen(&[]), true),
            (written, true),
            (asks_back, false),
            (Submission::default(), true),
        ];
        for (submission, needed) in cases {
            assert_eq!(needs_confirmation(&irreversible, &submission), needed, "{submission:?}");
            assert!(!needs_confirmation(&ordinary, &submission));
        }
    }
}
