//! Fields at an option: its note, and the person's own answer.

use ratatui::text::{Line, Span};
use sayso_core::Choice;
use sayso_core::text::clean_line;
use unicode_width::UnicodeWidthStr;

use super::Drawing;
use crate::control;
use crate::state::card::Focus;
use crate::text::span;
use crate::view::MARGIN;
use crate::view::field::Field;
use crate::view::part::Part;

/// Maximum number of rows of a field.
const FIELD_ROWS: usize = 6;

impl Drawing<'_> {
    /// `└ note: …` below its option.
    pub(super) fn note(&self, option: &Choice) -> Part {
        let mut part = Part::default();
        if !self.card.has_notes() {
            return part;
        }
        let focused = self.card.focus == Focus::OptionNote(option.id.clone());
        let empty = crate::editor::Editor::default();
        let note = self.sheet.notes.get(&option.id);
        if !focused && note.is_none_or(|note| note.is_blank()) {
            return part;
        }
        let palette = &self.look.palette;
        let lead = format!("└ {}: ", self.look.say("note"));
        let indent = self.layout.start + lead.width();
        let field = Field {
            editor: note.unwrap_or(&empty),
            focused,
            placeholder: "",
            width: (self.layout.room).saturating_sub(lead.width()).max(8),
            rows: FIELD_ROWS,
            plain: palette.plain,
            dim: palette.dim,
        };
        let inner = field.part();
        part.cursor = inner.cursor.map(|(row, column)| (row, column + indent));
        part.field = inner.field;
        for (at, row) in inner.rows.into_iter().enumerate() {
            let lead = if at == 0 { lead.clone() } else { " ".repeat(lead.width()) };
            let mut spans = vec![Span::raw(" ".repeat(self.layout.start)), span(lead, palette.dim)];
            spans.extend(row.spans);
            part.push(Line::from(spans));
        }
        part
    }

    /// `4  Something else…`, or what was written there.
    pub(super) fn own_text(&self) -> Part {
        let Drawing { look, layout, sheet, .. } = self;
        let palette = &look.palette;
        let focused = self.card.focus == Focus::OwnText;
        let only_text = self.question.control.is_field();
        let has_option = !sheet.chosen(self.question).is_empty();
        let set_aside = self.question.control.is_one() && has_option;
        let counts = !sheet.text.is_blank() && !set_aside && sheet.aside.is_none();
        let placeholder = match &self.question.placeholder {
            Some(text) if self.card.view.interaction.presentation.placeholder => clean_line(text),
            Some(_) | None if only_text || focused => look.say(self.drawn.placeholder),
            Some(_) | None => look.say("something-else"),
        };
        let start = if only_text { MARGIN + 2 } else { layout.start };
        let field = Field {
            editor: &sheet.text,
            focused,
            placeholder: &placeholder,
            width: (layout.start + layout.room).saturating_sub(start).max(8),
            rows: FIELD_ROWS,
            plain: if counts || focused { palette.plain } else { palette.dim },
            dim: if self.under_cursor && !focused && !only_text {
                palette.under_cursor()
            } else {
                palette.dim
            },
        };
        let inner = field.part();
        let mut part = Part {
            cursor: inner.cursor.map(|(row, column)| (row, column + start)),
            field: inner.field,
            ..Part::default()
        };
        let lead = if only_text {
            let pointer = if self.card.takes_keys() { "› " } else { "  " };
            vec![Span::raw(" ".repeat(MARGIN)), span(pointer, palette.accent)]
        } else {
            let number = self.question.control.options().len() + 1;
            self.lead(number, self.mark(control::ONE.marks, counts))
        };
        for (at, row) in inner.rows.into_iter().enumerate() {
            let mut spans = if at == 0 { lead.clone() } else { vec![Span::raw(" ".repeat(start))] };
            spans.extend(row.spans);
            if let (0, Some(unit)) = (at, (self.drawn.unit)(self.question)) {
                spans.push(span(format!(" {}", clean_line(unit)), palette.dim));
            }
            part.push(Line::from(spans));
        }
        part
    }
}
