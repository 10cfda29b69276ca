//! The pending reply of both tools: how long the question stays open, whether it is shown, and
//! which call fetches the answer (PC-14, PC-15, RA-4).

use super::ReplyContext;
use crate::interaction::Interaction;

/// After this many pending replies in a row, the reply asks the agent to end its turn: a model that polls
/// for an hour helps nobody, and the answer is announced with its next call anyway.
pub const END_TURN_AFTER: u32 = 3;

/// How an agent fetches the answer, and what it must not do until then.
pub(super) struct FollowUp {
    /// The call to make.
    pub(super) call: String,
    pub(super) do_not_guess: &'static str,
}

/// For an agent that has waited for as long as its client allows.
pub(super) fn keep_waiting(follow_up: &FollowUp, standing: &ReplyContext<'_>) -> String {
    let FollowUp { call, do_not_guess } = follow_up;
    let next = if standing.pending_replies < END_TURN_AFTER {
        format!(
            "Call {call} to wait for the answer: it is the result of that call. {do_not_guess} If your \
             client times out, make the same call again: it finds this question, and the user is not \
             asked twice."
        )
    } else {
        format!(
            "End your turn now and tell the user that this question is waiting for them. \
             {do_not_guess} The answer is announced with your next call to any sayso tool; {call} \
             fetches it too."
        )
    };
    directed(next, standing)
}

/// For an agent that didn't want to wait.
pub(super) fn come_back(follow_up: &FollowUp, standing: &ReplyContext<'_>) -> String {
    let FollowUp { call, do_not_guess } = follow_up;
    let next = format!(
        "Continue with work that does not depend on the answers, then call {call}: the answers are the \
         result of that call. {do_not_guess}"
    );
    directed(next, standing)
}

/// Adds how a person gets to a question that no surface shows.
pub(super) fn directed(mut instructions: String, standing: &ReplyContext<'_>) -> String {
    if !standing.directions.is_empty() {
        instructions.push_str(&format!(" To answer in a browser: {}.", standing.directions));
    }
    instructions
}

/// Whole seconds, rounded up: an open question never has 0 left.
pub(super) fn remaining_seconds(standing: &ReplyContext<'_>) -> Option<u64> {
    standing.remaining_ms.map(|milliseconds| milliseconds.div_ceil(1_000))
}

/// The same as a sentence, for a text reply.
pub(super) fn in_words(interaction: &Interaction, standing: &ReplyContext<'_>) -> String {
    let time = match (remaining_seconds(standing), interaction.deadline()) {
        (Some(seconds), Some(deadline)) => {
            format!("The questions time out in {seconds} s, at {deadline}.")
        }
        (None, Some(deadline)) => format!("The questions time out at {deadline}."),
        (_, None) => "The questions have no deadline.".to_owned(),
    };
    let shown = match standing.shown {
        true => "The user can see them now.",
        false => "They are not shown to the user right now.",
    };
    format!("{time} {shown}")
}
