//! What a person does to a card: where the cursor goes, what is chosen, which page is open.

use std::time::Duration;

use sayso_core::{Control, DraftField, OptionId, OwnText};

use crate::editor::Editor;
use crate::message::Effect;
use crate::state::card::{Card, Complaint, Focus, Page};
use crate::state::sheet::{Aside, AsideKind, Spot};

impl Card {
    /// Moves the cursor; it stops at both ends.
    pub(super) fn step(&mut self, steps: isize) {
        let Some((question, sheet)) = self.current_mut() else { return };
        let last = sheet.spots(question).len().saturating_sub(1);
        sheet.cursor = sheet.cursor.min(last).saturating_add_signed(steps).min(last);
    }

    /// By its number on the screen, which is its place among all options.
    pub(super) fn jump_to_option(&mut self, at: usize) -> bool {
        let Some((question, sheet)) = self.current_mut() else { return false };
        let place = |spots: Vec<Spot>| spots.iter().position(|spot| *spot == Spot::Option(at));
        match place(sheet.spots(question)) {
            Some(place) => sheet.cursor = place,
            None => return false,
        }
        true
    }

    /// The one option under the cursor, instead of whatever was there.
    pub(super) fn take_one(&mut self, now: Duration) {
        let Some((question, sheet)) = self.current_mut() else { return };
        let Some(option) = sheet.option(question) else { return };
        sheet.chosen = Some(vec![option.id.clone()]);
        self.taken(now);
    }

    /// The text instead of the one option; beside several.
    pub(super) fn take_own_text(&mut self, now: Duration) {
        let Some((question, sheet)) = self.current_mut() else { return };
        if matches!(question.control, Control::One { .. }) {
            sheet.chosen = Some(Vec::new());
        }
        self.taken(now);
    }

    /// What is checked, be it nothing: going on says that this is all.
    pub(super) fn take_as_it_is(&mut self, now: Duration) {
        let Some((question, sheet)) = self.current_mut() else { return };
        if sheet.chosen.is_none() {
            sheet.chosen = Some(sheet.chosen(question).to_vec());
            self.taken(now);
        }
    }

    pub(super) fn toggle(&mut self, now: Duration) {
        let Some((question, sheet)) = self.current_mut() else { return };
        let Some(option) = sheet.option(question) else { return };
        let mut chosen = sheet.chosen(question).to_vec();
        let max = question.control.bounds().max;
        match chosen.iter().position(|id| *id == option.id) {
            Some(place) => {
                chosen.remove(place);
            }
            None if max == 1 => chosen = vec![option.id.clone()],
            None if chosen.len() >= max => {
                self.complaint = Some(Complaint::TooMany(max));
                return;
            }
            None => chosen.push(option.id.clone()),
        }
        sheet.chosen = Some(chosen);
        self.taken(now);
    }

    /// What is recommended for this question.
    pub(super) fn recommend(&mut self, now: Duration) {
        let Page::Question(at) = self.page else { return };
        self.recommend_at(at, now);
    }

    /// For all that are open; then the review shows what that makes.
    pub(super) fn recommend_all(&mut self, now: Duration) {
        let unanswered = self.unanswered();
        let open: Vec<usize> = (0..self.questions().len())
            .filter(|at| unanswered.contains(&self.questions()[*at].id))
            .collect();
        let page = self.page;
        for at in open {
            self.recommend_at(at, now);
        }
        self.page = page;
        if self.has_several() {
            self.open_review();
        }
    }

    fn recommend_at(&mut self, at: usize, now: Duration) {
        let question = &self.questions()[at];
        let bounds = question.control.bounds();
        let ids: Vec<OptionId> = question.recommended().take(bounds.max).cloned().collect();
        let Some(first) = ids.first() else { return };
        let place = question.control.options().iter().position(|option| option.id == *first);
        self.page = Page::Question(at);
        if let Some((_, sheet)) = self.current_mut() {
            sheet.filter.clear();
            sheet.cursor = place.unwrap_or(0);
            sheet.chosen = Some(ids);
        }
        self.taken(now);
    }

    /// Something was chosen: that is no putting aside, and it is saved.
    fn taken(&mut self, now: Duration) {
        let Some((question, sheet)) = self.current_mut() else { return };
        let was_aside = sheet.aside.take().is_some();
        let mut fields = vec![sheet.options_field(question)];
        let one = matches!(question.control, Control::One { .. });
        if one && !sheet.text.is_blank() {
            // Elsewhere both would be an answer too many; here the text stays at hand.
            let text = if sheet.chosen(question).is_empty() { sheet.text.text() } else { "" };
            fields.push(DraftField::Text { question: question.id.clone(), text: text.to_owned() });
        }
        if was_aside {
            fields.extend(sheet.aside_fields(question));
        }
        for field in fields {
            self.drafts.change(field, now);
        }
    }

    pub(super) fn begin_own_text(&mut self) {
        let Some((question, sheet)) = self.current_mut() else { return };
        if question.control.own_text() == OwnText::Refused {
            return;
        }
        sheet.cursor = sheet.spots(question).len().saturating_sub(1);
        sheet.aside = None;
        self.focus = Focus::OwnText;
    }

    /// By its number on the screen, which comes after those of all options.
    pub(super) fn begin_own_text_at(&mut self, at: usize) {
        if self.current().is_some_and(|(question, _)| question.control.options().len() == at) {
            self.begin_own_text();
        }
    }

    pub(super) fn put_aside(&mut self, kind: AsideKind, now: Duration) {
        let Some((question, sheet)) = self.current_mut() else { return };
        match &mut sheet.aside {
            Some(aside) => aside.kind = kind,
            None => sheet.aside = Some(Aside { kind, remark: Editor::default() }),
        }
        for field in sheet.aside_fields(question) {
            self.drafts.change(field, now);
        }
        self.focus = Focus::Remark;
    }

    pub(super) fn take_back(&mut self, now: Duration) {
        let Some((question, sheet)) = self.current_mut() else { return };
        sheet.aside = None;
        for field in sheet.aside_fields(question) {
            self.drafts.change(field, now);
        }
        self.focus = self.resting_focus();
    }

    pub(super) fn begin_farewell(&mut self) {
        self.focus = Focus::Farewell(self.note.clone());
    }

    /// To the note of the option under the cursor, the note on the whole, and back to the list.
    pub(super) fn next_note(&mut self, option_first: bool) -> Vec<Effect> {
        if !self.has_notes() {
            return Vec::new();
        }
        let list = self.resting_focus();
        let option = self
            .current()
            .and_then(|(question, sheet)| sheet.option(question))
            .map(|option| Focus::OptionNote(option.id.clone()));
        let mut round = vec![list];
        match option {
            Some(option) if option_first => round.extend([option, Focus::Note]),
            Some(option) => round.extend([Focus::Note, option]),
            None => round.push(Focus::Note),
        }
        let place = round.iter().position(|focus| *focus == self.focus).unwrap_or(0);
        self.focus = round.swap_remove((place + 1) % round.len());
        Vec::new()
    }

    /// So many pages on; the one behind the last question is the review.
    pub(super) fn turn(&mut self, pages: isize) -> Vec<Effect> {
        if !self.has_several() {
            return Vec::new();
        }
        let count = self.questions().len();
        let place = match self.page {
            Page::Question(at) => at,
            Page::Review { .. } => count,
        };
        match place.saturating_add_signed(pages).min(count) {
            at if at == count => self.open_review(),
            at => self.open_question(at),
        }
        Vec::new()
    }

    pub(super) fn open_question(&mut self, at: usize) {
        self.page = Page::Question(at);
        self.focus = self.resting_focus();
    }

    pub(super) fn open_review(&mut self) {
        // On what is still open; on 'send' if nothing is.
        let unanswered = self.unanswered();
        let open = self.questions().iter().position(|asked| unanswered.contains(&asked.id));
        self.page = Page::Review { cursor: open.unwrap_or(self.questions().len()) };
        self.focus = Focus::List;
    }
}
