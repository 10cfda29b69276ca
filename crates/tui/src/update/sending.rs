//! Sending, cancelling, more time, switching to the web: what leaves this terminal.

use sayso_core::Command;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::text::filled;
use sayso_core::worksheet::{Fault, needs_confirmation};

use crate::editor::Editor;
use crate::message::{Deed, Effect};
use crate::state::card::{Anyway, Complaint, Focus, Phase};
use crate::state::{State, Tone};
use crate::words;

/// Seconds that `e` adds.
const MORE: u64 = 300;

/// The remaining time in seconds, extended by that.
pub(crate) fn more_time(left: u64) -> u64 {
    (left.div_ceil(1_000) + MORE).min(*TIMEOUT_RANGE.end())
}

impl State {
    pub(super) fn send(&mut self) {
        let texts = self.texts();
        let Some(card) = &mut self.card else { return };
        let draft = card.draft();
        let worksheet = card.worksheet(&draft);
        let (fault, submission) = (worksheet.fault(), worksheet.submission());
        if let Some((at, fault)) = fault {
            card.phase = Phase::Open;
            if fault != Fault::NothingAnswered {
                card.open_question(at);
            }
            card.complaint = Some(Complaint::Wrong(fault));
            return;
        }
        let interaction = &card.view.interaction;
        let incomplete = !card.unanswered().is_empty();
        let twice = needs_confirmation(interaction, &submission);
        if twice && let Some(words) = words::elsewhere(texts, card) {
            card.phase = Phase::Open;
            card.complaint = Some(Complaint::Refused);
            self.say(words, Tone::Warn);
            return;
        }
        match card.phase {
            Phase::Open if incomplete => card.phase = Phase::Incomplete(Anyway::Back),
            Phase::Open | Phase::Incomplete(_) if twice => {
                card.phase = Phase::Confirming(Editor::default())
            }
            Phase::Open | Phase::Incomplete(_) | Phase::Confirming(_) => {
                card.phase = Phase::Sending;
                self.act(Deed::Settle, Command::Answer { submission })
            }
            Phase::Sending => {}
        }
    }

    /// Ends it without an answer: rejects a set of questions, cancels a choice.
    pub(super) fn say_farewell(&mut self) {
        let Some(card) = &mut self.card else { return };
        let Focus::Farewell(editor) = &card.focus else { return };
        let words = filled(editor.text()).filter(|_| card.has_notes()).map(str::to_owned);
        let command = if card.view.interaction.origin.dialect.rejects() {
            Command::Reject { reason: words }
        } else {
            Command::Cancel { note: words }
        };
        card.phase = Phase::Sending;
        self.act(Deed::Settle, command)
    }

    pub(super) fn extend(&mut self) {
        let now = self.now.running;
        let Some(left) = self.card.as_ref().and_then(|card| card.remaining(now)) else { return };
        self.act(Deed::Extend, Command::SetRemaining { seconds: more_time(left) })
    }

    pub(super) fn hand_to_web(&mut self) {
        let Some(card) = &mut self.card else { return };
        card.phase = Phase::Sending;
        let fields = card.drafts.take();
        self.effects.push(Effect::HandToWeb { id: card.view.interaction.id, fields });
    }

    pub(super) fn act(&mut self, deed: Deed, command: Command) {
        let Some(card) = &self.card else { return };
        self.effects.push(Effect::Act { id: card.view.interaction.id, deed, command });
    }
}
