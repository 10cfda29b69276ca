//! Actions on a card: the cursor, what is chosen, which page is open.

use std::time::Duration;

use sayso_core::worksheet::Edit;
use sayso_core::{OptionId, OwnText};

use super::stepped;
use crate::state::card::{Card, Complaint, Focus, Page};
use crate::state::draft::Keep;
use crate::state::sheet::{AsideKind, SheetItem};

/// How long a number on the screen may take from one digit to the next.
const NEXT_DIGIT: Duration = Duration::from_millis(1_500);

/// The place of the option with a typed number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Complete(usize),
    /// Another digit may follow.
    MayGoOn(usize),
}

impl Card {
    /// Moves the cursor; one step further goes round at the ends.
    pub(super) fn step(&mut self, steps: isize) {
        let Some((question, sheet)) = self.current_mut() else { return };
        let count = sheet.items(question).len();
        let here = sheet.cursor.min(count.saturating_sub(1));
        sheet.cursor = stepped(here, steps, count);
    }

    /// A digit of a number on the screen. Whether that number is complete, and which one it is:
    /// with ten options `1` may still become `10`.
    pub(super) fn number(&mut self, digit: usize, now: Duration) -> Option<Number> {
        let (question, _) = self.current()?;
        let own = usize::from(question.control.own_text() == OwnText::Allowed);
        let count = question.control.options().len() + own;
        let begun = self.number.take().filter(|(_, at)| now < *at + NEXT_DIGIT);
        let joined = begun.map(|(number, _)| number * 10 + digit).filter(|number| *number <= count);
        let number = joined.unwrap_or(digit);
        if number == 0 || number > count {
            return None;
        }
        if number * 10 <= count {
            self.number = Some((number, now));
            return Some(Number::MayGoOn(number - 1));
        }
        Some(Number::Complete(number - 1))
    }

    /// By its number on the screen, which is its position among all options.
    pub(super) fn jump_to_option(&mut self, at: usize) -> bool {
        let Some((question, sheet)) = self.current_mut() else { return false };
        let place =
            |items: Vec<SheetItem>| items.iter().position(|item| *item == SheetItem::Option(at));
        match place(sheet.items(question)) {
            Some(place) => sheet.cursor = place,
            None => return false,
        }
        true
    }

    /// By `y` or `n`, if one of two options declines.
    pub(super) fn jump_to_yes_or_no(&mut self, letter: char) -> bool {
        let Some((question, _)) = self.current() else { return false };
        let [first, second] = question.control.options() else { return false };
        if question.control.takes_several() || first.safe == second.safe {
            return false;
        }
        let at = usize::from(second.safe == (letter == 'n'));
        self.jump_to_option(at)
    }

    /// Changes the question on the screen, and saves what changed.
    pub(crate) fn edit(&mut self, edit: Edit, now: Duration) {
        if let Page::Question(at) = self.page {
            self.edit_at(at, edit, now);
        }
    }

    fn edit_at(&mut self, at: usize, edit: Edit, now: Duration) {
        let draft = self.draft();
        let Some(question) = self.questions().get(at) else { return };
        // A single field shows its value; next to options a text is kept.
        let typed = matches!(edit, Edit::Write(_)) || !question.control.is_field();
        match self.worksheet(&draft).edit(question, edit) {
            Ok(fields) => fields.into_iter().for_each(|field| {
                self.apply(&field, if typed { Keep::Typed } else { Keep::Nothing });
                self.drafts.change(field, now);
            }),
            Err(fault) => self.complaint = Some(Complaint::Wrong(fault)),
        }
    }

    /// The option at the cursor.
    pub(crate) fn edit_option(&mut self, edit: impl Fn(OptionId) -> Edit, now: Duration) {
        let Some((question, sheet)) = self.current() else { return };
        if let Some(option) = sheet.option(question) {
            let edit = edit(option.id.clone());
            self.edit(edit, now);
        }
    }

    /// The text instead of the one option, or in addition to several.
    pub(super) fn take_own_text(&mut self, now: Duration) {
        let Some((_, sheet)) = self.current() else { return };
        let text = sheet.text.text().to_owned();
        self.edit(Edit::Write(text), now);
    }

    /// Takes the recommended options for all open questions; then the review shows the result.
    pub(super) fn recommend_all(&mut self, now: Duration) {
        let open = self.unanswered();
        for at in 0..self.questions().len() {
            if open.contains(&self.questions()[at].id) {
                self.recommend_at(at, now);
            }
        }
        if self.has_several() {
            self.open_review();
        }
    }

    pub(super) fn has_recommended(&self) -> bool {
        let options = self.current().map(|(question, _)| question.control.options());
        options.is_some_and(|options| options.iter().any(|option| option.recommended))
    }

    /// Takes the recommended options of this question.
    pub(super) fn recommend(&mut self, now: Duration) {
        if let Page::Question(at) = self.page {
            self.recommend_at(at, now);
        }
    }

    fn recommend_at(&mut self, at: usize, now: Duration) {
        self.edit_at(at, Edit::TakeRecommended, now);
        let Some(question) = self.view.interaction.form.questions.get(at) else { return };
        let place = question.control.options().iter().position(|option| option.recommended);
        if let (Some(place), Some(sheet)) = (place, self.sheets.get_mut(at)) {
            sheet.filter.clear();
            sheet.cursor = place;
        }
    }

    /// Whether there is one.
    pub(super) fn begin_own_text(&mut self) -> bool {
        let Some((question, sheet)) = self.current_mut() else { return false };
        if question.control.own_text() == OwnText::Refused {
            return false;
        }
        sheet.cursor = sheet.items(question).len().saturating_sub(1);
        sheet.aside = None;
        self.focus = Focus::OwnText;
        true
    }

    /// By its number on the screen, which follows those of all options.
    pub(super) fn begin_own_text_at(&mut self, at: usize) -> bool {
        let here =
            self.current().is_some_and(|(question, _)| question.control.options().len() == at);
        here && self.begin_own_text()
    }

    pub(super) fn put_aside(&mut self, kind: AsideKind, now: Duration) {
        let Some((_, sheet)) = self.current() else { return };
        let remark = sheet.aside.as_ref().map(|aside| aside.remark.text().to_owned());
        self.edit(kind.edit(remark.unwrap_or_default()), now);
        self.focus = Focus::Remark;
    }

    pub(super) fn take_back(&mut self, now: Duration) {
        self.edit(Edit::Resume, now);
        self.focus = self.resting_focus();
    }

    pub(super) fn begin_farewell(&mut self) {
        self.focus = Focus::Farewell(self.reason());
    }

    /// To the note of the option at the cursor, the note on the whole, and back to the list.
    pub(super) fn next_note(&mut self, option_first: bool) {
        if !self.has_notes() {
            return;
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
    }

    /// This many pages further; the one after the last question is the review.
    pub(super) fn turn(&mut self, pages: isize) {
        if !self.has_several() {
            return;
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
    }

    pub(crate) fn open_question(&mut self, at: usize) {
        self.page = Page::Question(at);
        self.focus = self.resting_focus();
    }

    pub(crate) fn open_review(&mut self) {
        // On the first open question; on 'send' if there is none.
        let unanswered = self.unanswered();
        let open = self.questions().iter().position(|asked| unanswered.contains(&asked.id));
        self.page = Page::Review { cursor: open.unwrap_or(self.questions().len()) };
        self.focus = Focus::List;
    }
}
