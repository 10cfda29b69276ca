//! Answers that reach the agent later than requested: announced with the reply to another call, or
//! handed to a call that repeats the question. Both are in the structured content and in the text.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Reply, ReplyContext, reply};
use crate::interaction::Interaction;
use crate::text::cut;

/// Maximum length of a question in an announcement: enough to recognise it.
const QUESTION: usize = 500;

/// The outcome of an earlier question, as announced by the reply to another call (RA-3).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LateAnswer {
    pub session_id: String,
    pub question: String,
    /// In the vocabulary of the tool that asked.
    pub status: Value,
    /// As text, including notes.
    pub answer: String,
    pub answered_at: Option<Timestamp>,
}

impl LateAnswer {
    /// `interaction` has an outcome.
    pub fn of(interaction: &Interaction) -> LateAnswer {
        let reply = reply(interaction, &ReplyContext::default());
        let (question, status, answer) =
            (interaction.origin.dialect.spec().late)(interaction, &reply);
        LateAnswer {
            session_id: interaction.id.to_string(),
            question: cut(&question, QUESTION),
            status: reply.structured[status].clone(),
            answer,
            answered_at: interaction.settled_at(),
        }
    }
}

/// What was asked, on one line.
pub(super) fn prompts(interaction: &Interaction) -> String {
    let prompts = interaction.form.questions.iter().map(|question| question.prompt.as_str());
    prompts.collect::<Vec<_>>().join(" | ")
}

/// Adds the outcomes of earlier questions to the reply of another call, of any tool.
pub fn announce(reply: &mut Reply, late: &[LateAnswer]) {
    if late.is_empty() {
        return;
    }
    let text = late.iter().map(words).collect::<Vec<_>>().join("\n\n");
    add(reply, text, |fields| {
        fields["late_answers"] = json!(late);
    });
}

fn words(late: &LateAnswer) -> String {
    let LateAnswer { session_id, question, answer, answered_at, .. } = late;
    let at = answered_at.map(|at| format!(" at {at}")).unwrap_or_default();
    format!(
        "Late answer to an earlier question, settled{at} (session_id \"{session_id}\"): {question}\n\
         {answer}"
    )
}

/// Says that the answer was given earlier, for a call that asked the same and didn't get it (AU-9).
pub fn hand_over(reply: &mut Reply, interaction: &Interaction) {
    let Some(at) = interaction.settled_at() else { return };
    let said = format!(
        "This answer was given at {at}, when the same question was asked before and its reply did not \
         arrive; the user was not asked again."
    );
    add(reply, said.clone(), |fields| {
        fields["answered_at"] = json!(at);
        let instructions = match fields["instructions"].as_str() {
            Some(instructions) => format!("{said} {instructions}"),
            None => said,
        };
        fields["instructions"] = json!(instructions);
    });
}

/// Adds fields to the structured content; to the text either the same JSON, or a paragraph.
fn add(reply: &mut Reply, text: String, fields: impl FnOnce(&mut Value)) {
    let is_json =
        serde_json::from_str(&reply.text).is_ok_and(|text: Value| text == reply.structured);
    if reply.structured.is_null() {
        reply.structured = json!({});
    }
    if reply.structured.is_object() {
        fields(&mut reply.structured);
    }
    match is_json {
        true => reply.text = reply.structured.to_string(),
        false => reply.text.push_str(&format!("\n\n{text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::dialect::fixtures::{answered, asked, submission};

    fn choice() -> Interaction {
        let options = json!([{ "id": "pg", "label": "PostgreSQL", "recommended": true },
            { "id": "lite", "label": "SQLite" }]);
        let arguments = json!({ "title": "Pick a database", "prompt": "Which one?",
            "selection_mode": "single", "options": options });
        let interaction = asked(Dialect::ProvideChoice, &arguments);
        answered(&interaction, submission(json!({ "q1": { "options": ["lite"] } })))
    }

    fn questions() -> Interaction {
        let arguments = json!({ "questions": [{ "prompt": "Which framework?", "title": "Framework",
            "options": [{ "label": "React" }, { "label": "Svelte" }] }] });
        let interaction = asked(Dialect::AskUserQuestions, &arguments);
        answered(&interaction, submission(json!({ "q1": { "options": ["2"] } })))
    }

    /// REQ: RA-3, RA-2
    #[test]
    fn late_answers_are_in_the_structure_and_in_the_text_of_every_tool() {
        for reply_to in [choice(), questions()] {
            let plain = reply(&reply_to, &ReplyContext::default());
            let mut announced = plain.clone();
            announce(&mut announced, &[LateAnswer::of(&choice()), LateAnswer::of(&questions())]);
            let late = &announced.structured["late_answers"];
            assert_eq!(late[0]["question"], "Pick a database");
            assert_eq!(late[0]["status"], "selected");
            assert!(late[0]["answer"].as_str().unwrap().contains("SQLite"), "{late}");
            assert_eq!(late[0]["answered_at"], "2026-01-02T03:04:05Z");
            assert_eq!(late[1]["question"], "Which framework?");
            assert_eq!(late[1]["status"], "answered");
            assert!(late[1]["answer"].as_str().unwrap().contains("→ Svelte"), "{late}");
            for said in ["SQLite", "→ Svelte", "2026-01-02T03:04:05Z", "Which framework?"] {
                assert!(announced.text.contains(said), "{said}: {}", announced.text);
            }
            if reply_to.origin.dialect == Dialect::AskUserQuestions {
                assert!(announced.text.starts_with(&format!("{}\n\n", plain.text)));
            } else {
                let text: Value = serde_json::from_str(&announced.text).unwrap();
                assert_eq!(text, announced.structured);
            }
        }
    }

    #[test]
    fn an_error_announces_them_too_and_nothing_is_added_where_there_are_none() {
        let error = Reply { structured: Value::Null, text: "Error".to_owned(), is_error: true };
        let mut announced = error.clone();
        announce(&mut announced, &[]);
        assert_eq!(announced, error);
        announce(&mut announced, &[LateAnswer::of(&choice())]);
        assert!(announced.text.starts_with("Error\n\nLate answer"), "{}", announced.text);
        assert_eq!(announced.structured["late_answers"][0]["status"], "selected");
    }

    /// REQ: AU-9
    #[test]
    fn an_earlier_answer_says_so_with_its_time() {
        for interaction in [choice(), questions()] {
            let mut given = reply(&interaction, &ReplyContext::default());
            hand_over(&mut given, &interaction);
            assert_eq!(given.structured["answered_at"], "2026-01-02T03:04:05Z");
            let instructions = given.structured["instructions"].as_str().unwrap();
            for said in [instructions, &given.text] {
                assert!(said.contains("given at 2026-01-02T03:04:05Z"), "{said}");
                assert!(said.contains("was not asked again"), "{said}");
            }
        }
    }
}
