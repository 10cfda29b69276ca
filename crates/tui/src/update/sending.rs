//! Sending, cancelling, more time, switching to the web: what leaves this terminal.

use sayso_core::check::check;
use sayso_core::deliberate::needs_second_act;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::text::filled;
use sayso_core::{Command, Completeness, Control, OwnText, Question};

use crate::editor::Editor;
use crate::message::{Deed, Effect};
use crate::state::card::{Anyway, Card, Complaint, Focus, Phase};
use crate::state::sheet::Sheet;
use crate::state::{State, Tone};
use crate::view;

/// What `e` adds, in seconds.
const MORE: u64 = 300;

impl State {
    pub(super) fn send(&mut self) -> Vec<Effect> {
        let texts = self.texts();
        let Some(card) = &mut self.card else { return Vec::new() };
        let submission = card.submission();
        let interaction = &card.view.interaction;
        if check(&interaction.form, submission.clone()).is_err() {
            card.phase = Phase::Open;
            card.complain();
            return Vec::new();
        }
        let incomplete = !card.unanswered().is_empty();
        let twice = needs_second_act(interaction, &submission);
        if twice && let Some(words) = view::elsewhere(texts, card) {
            card.phase = Phase::Open;
            card.complaint = Some(Complaint::Refused);
            self.say(words, Tone::Warn);
            return Vec::new();
        }
        match card.phase {
            Phase::Open if incomplete => card.phase = Phase::Incomplete(Anyway::Back),
            Phase::Open | Phase::Incomplete(_) if twice => {
                card.phase = Phase::Confirming(Editor::default());
            }
            Phase::Open | Phase::Incomplete(_) | Phase::Confirming(_) => {
                card.phase = Phase::Sending;
                return self.act(Deed::Settle, Command::Answer { submission });
            }
            Phase::Sending => {}
        }
        Vec::new()
    }

    /// Ends it without an answer; a set of questions is rejected, a choice cancelled.
    pub(super) fn say_farewell(&mut self) -> Vec<Effect> {
        let Some(card) = &mut self.card else { return Vec::new() };
        let Focus::Farewell(editor) = &card.focus else { return Vec::new() };
        let words = filled(editor.text()).filter(|_| card.has_notes()).map(str::to_owned);
        let command = if card.view.interaction.origin.dialect.rejects() {
            Command::Reject { reason: words }
        } else {
            Command::Cancel { note: words }
        };
        card.phase = Phase::Sending;
        self.act(Deed::Settle, command)
    }

    pub(super) fn extend(&mut self) -> Vec<Effect> {
        let now = self.now.running;
        let Some(left) = self.card.as_ref().and_then(|card| card.remaining(now)) else {
            return Vec::new();
        };
        let seconds = (left.div_ceil(1_000) + MORE).min(*TIMEOUT_RANGE.end());
        self.act(Deed::Extend, Command::SetRemaining { seconds })
    }

    pub(super) fn hand_to_web(&mut self) -> Vec<Effect> {
        let Some(card) = &mut self.card else { return Vec::new() };
        card.phase = Phase::Sending;
        let fields = card.drafts.take();
        vec![Effect::HandToWeb { id: card.view.interaction.id, fields }]
    }

    pub(super) fn act(&self, deed: Deed, command: Command) -> Vec<Effect> {
        let Some(card) = &self.card else { return Vec::new() };
        vec![Effect::Act { id: card.view.interaction.id, deed, command }]
    }
}

impl Card {
    /// Says what is wrong, at the first question where something is.
    fn complain(&mut self) {
        let whole = self.view.interaction.form.completeness == Completeness::Whole;
        let pairs = self.questions().iter().zip(&self.sheets);
        let found = pairs
            .enumerate()
            .find_map(|(at, (question, sheet))| Some((at, fault(question, sheet, whole)?)));
        match found {
            Some((at, fault)) => {
                self.open_question(at);
                self.complaint = Some(fault);
            }
            // Each is in order or left open, and all of them are left open.
            None => self.complaint = Some(Complaint::Unanswered(self.unanswered().len())),
        }
    }
}

/// What keeps this question's answer from being one.
fn fault(question: &Question, sheet: &Sheet, whole: bool) -> Option<Complaint> {
    if sheet.aside.is_some() {
        return None;
    }
    let count = sheet.chosen(question).len();
    let has_text = !sheet.text.is_blank();
    if count == 0 && !has_text && !whole {
        return None;
    }
    match &question.control {
        Control::One { own_text, .. } => match (count, has_text, own_text) {
            (0, false, OwnText::Refused) => Some(Complaint::ChooseOne),
            (0, false, OwnText::Allowed) => Some(Complaint::ChooseOrWrite),
            _ => None,
        },
        Control::Many { bounds, own_text, .. } => {
            if count == 0 && !has_text && *own_text == OwnText::Allowed {
                Some(Complaint::ChooseOrWrite)
            } else if count < bounds.min {
                Some(Complaint::TooFew(bounds.min))
            } else if count > bounds.max {
                Some(Complaint::TooMany(bounds.max))
            } else {
                (count == 0 && !has_text).then_some(Complaint::TooFew(1))
            }
        }
        Control::Text => (!has_text).then_some(Complaint::Write),
    }
}
