//! Instructions for the agent's next step, for every state of a question set: a field of the reply
//! and a paragraph of its text.

use crate::answer::{Answer, Answers};
use crate::dialect::ReplyContext;
use crate::dialect::pending::{self, FollowUp};
use crate::form::Form;
use crate::id::InteractionId;
use crate::interaction::{Interaction, Outcome};

const DO_NOT_GUESS: &str = "Do not answer the questions yourself.";

const REJECTED: &str = "Do not ask the same questions again, and do not answer them yourself. Take the \
    reason into account, or ask the user how to proceed.";

/// Whether the agent waited for the answers or wants to fetch them later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    Waits,
    ComesBack,
}

/// `None`: everything is answered, and there is nothing to add.
pub(super) fn next_step(
    interaction: &Interaction,
    caller: Caller,
    standing: &ReplyContext<'_>,
) -> Option<String> {
    Some(match interaction.outcome() {
        None => {
            let call = follow_up(interaction.id);
            let follow_up = FollowUp { call, do_not_guess: DO_NOT_GUESS };
            match caller {
                Caller::Waits => pending::keep_waiting(&follow_up, standing),
                Caller::ComesBack => pending::come_back(&follow_up, standing),
            }
        }
        Some(Outcome::Answered { answers, .. }) => {
            return after_answers(&interaction.form, answers);
        }
        Some(Outcome::Rejected { .. }) => REJECTED.to_owned(),
        Some(Outcome::Cancelled { .. }) => {
            format!("Stop the work that needs the answers. {DO_NOT_GUESS}")
        }
        Some(Outcome::TimedOut { .. }) => {
            format!("{DO_NOT_GUESS} Ask again if you still need the answers.")
        }
        Some(Outcome::Withdrawn { .. }) => {
            format!("{DO_NOT_GUESS} Ask again if you still need the answers.")
        }
    })
}

/// How to fetch the answers of an earlier call.
pub fn follow_up(id: InteractionId) -> String {
    format!("get_answered_questions (session_id: \"{}\", blocking: true)", id.short())
}

/// About the questions without an answer.
fn after_answers(form: &Form, answers: &Answers) -> Option<String> {
    let numbers = |wanted: fn(Option<&Answer>) -> bool| {
        let questions = form.questions.iter().enumerate();
        let found = questions.filter(|(_, question)| wanted(answers.get(&question.id)));
        found.map(|(at, _)| (at + 1).to_string()).collect::<Vec<_>>()
    };
    let explain = numbers(|answer| matches!(answer, Some(Answer::Elaborate { .. })));
    let open = numbers(|answer| matches!(answer, None | Some(Answer::Skipped { .. })));
    let mut steps = Vec::new();
    match &explain[..] {
        [] => {}
        [one] => steps.push(format!(
            "Explain what the user asks about in question {one}, then ask that question again."
        )),
        several => steps.push(format!(
            "Explain what the user asks about in questions {}, then ask those questions again.",
            several.join(", ")
        )),
    }
    match &open[..] {
        [] => {}
        [one] => steps.push(format!("Question {one} has no answer: do not answer it yourself.")),
        several => steps.push(format!(
            "Questions {} have no answer: do not answer them yourself.",
            several.join(", ")
        )),
    }
    (!steps.is_empty()).then(|| steps.join(" "))
}
