//! The reply that an agent wants, with the facts that only the asking side knows.

use super::{Dialect, Reply, ReplyContext, late, plain, provide_choice, reply};
use crate::interaction::Interaction;

/// What a reply contains in addition to the question and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReplyWanted {
    pub moment: CallKind,
    /// How a person finds a question that no surface shows; empty if not needed.
    pub directions: String,
    /// Opens it in a terminal.
    pub command: Option<String>,
    /// How many replies in a row, including this one, said that it is pending.
    pub pending_replies: u32,
    /// Added to the warnings of the question itself.
    pub warnings: Vec<String>,
    /// The same question was answered before this call asked it.
    pub given_earlier: bool,
}

/// What the call did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CallKind {
    /// It waited.
    #[default]
    Waited,
    /// It asked for a terminal.
    HandedOff,
    /// It asked and didn't want to wait.
    Submitted,
    /// It came back for the answer.
    Fetched,
}

impl ReplyWanted {
    /// The reply in the question's dialect. `live` is what only the desk knows.
    pub fn render(&self, interaction: &Interaction, live: &ReplyContext<'_>) -> Reply {
        let mut interaction = interaction.clone();
        interaction.warnings.extend_from_slice(&self.warnings);
        let interaction = &interaction;
        if !interaction.is_pending() {
            let mut reply = self.of_moment(interaction, live);
            if self.given_earlier {
                late::hand_over(&mut reply, interaction);
            }
            return reply;
        }
        // Not needed once somebody sees it.
        let command = self.command.as_deref().filter(|_| !live.shown);
        let (directions, pending_replies) = (self.directions.as_str(), self.pending_replies);
        self.of_moment(interaction, &ReplyContext { directions, command, pending_replies, ..*live })
    }

    fn of_moment(&self, interaction: &Interaction, standing: &ReplyContext<'_>) -> Reply {
        let spec = interaction.origin.dialect.spec();
        match self.moment {
            CallKind::HandedOff if interaction.is_pending() => {
                let command = self.command.as_deref().unwrap_or_default();
                let standing = ReplyContext { command: None, ..*standing };
                provide_choice::hand_off_reply(interaction, command, &standing)
            }
            CallKind::Submitted if interaction.is_pending() => {
                (spec.submitted)(interaction, standing)
            }
            CallKind::Fetched => (spec.fetched)(interaction, standing),
            CallKind::Waited | CallKind::HandedOff | CallKind::Submitted => {
                reply(interaction, standing)
            }
        }
    }

    /// The same for a script, if the dialect supports it.
    pub fn plain(interaction: &Interaction) -> Option<plain::Plain> {
        (interaction.origin.dialect == Dialect::Shell).then(|| plain::Plain::of(interaction))
    }
}
