//! A command that was sent twice, because the reply to the first attempt was lost.

use sayso_core::interaction::{Interaction, Outcome};
use sayso_core::text::filled_owned;
use sayso_core::worksheet::check;
use sayso_core::{Command, Race, Refusal};
use sayso_desk::{DeskError, View};

/// Whether it ended by this command: the kind of the outcome alone could be somebody else's answer.
/// Two identical answers are not distinguished, and need not be.
pub(super) fn is_result_of(interaction: &Interaction, command: &Command) -> bool {
    match (interaction.outcome(), command) {
        (Some(Outcome::Answered { answers, .. }), Command::Answer { submission }) => {
            check(&interaction.form, submission.clone()).is_ok_and(|ours| ours == *answers)
        }
        (Some(Outcome::Cancelled { note: stands, .. }), Command::Cancel { note: ours })
        | (Some(Outcome::Rejected { reason: stands, .. }), Command::Reject { reason: ours }) => {
            *stands == interaction.form.reason(ours.clone())
        }
        // Without a reason the hub adds one.
        (Some(Outcome::Withdrawn { why }), Command::Withdraw { why: ours }) => {
            filled_owned(ours.clone()).is_none_or(|ours| ours == *why)
        }
        (Some(_), Command::Confirm) => interaction.race == Some(Race::Confirmed),
        (Some(Outcome::Withdrawn { why }), Command::AnsweredThere { why: ours }) => why == ours,
        _ => false,
    }
}

/// Somebody else was first.
pub(super) fn refusal(view: &View) -> DeskError {
    let interaction = &view.interaction;
    let actor = interaction.outcome().and_then(Outcome::actor).cloned();
    let at = interaction.settled_at().unwrap_or(interaction.created_at);
    Refusal::AlreadySettled { status: interaction.status(), actor, at }.into()
}
