//! The options of a question: aligned if there is room, otherwise one below the other.

use ratatui::text::{Line, Span};
use sayso_core::text::clean_line;
use sayso_core::{Choice, Question};
use unicode_width::UnicodeWidthStr;

use super::field::Field;
use super::fit::Block;
use super::part::Part;
use super::theme::Palette;
use super::{Look, MARGIN, markdown};
use crate::control::{self, Drawn};
use crate::message::Target;
use crate::state::card::{Card, Focus};
use crate::state::sheet::{Sheet, Spot};
use crate::text::{Row, cut, fixed, span, wrap_text};

/// Descriptions are aligned after labels up to this width.
const WIDEST_LABEL: usize = 28;
/// A narrower description isn't useful.
const NARROWEST_DESCRIPTION: usize = 24;
/// Maximum number of rows of a field.
const FIELD_ROWS: usize = 6;

/// Whether there is room for everything about an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Density {
    Roomy,
    Compact,
}

/// One block for each spot, in order.
///
/// With [`Density::Compact`] each takes one row, and what doesn't fit is cut.
pub(super) fn blocks(
    card: &Card,
    question: &Question,
    sheet: &Sheet,
    look: &Look,
    width: usize,
    density: Density,
) -> Vec<Block> {
    let layout = Layout::of(question, look, width);
    let drawn = control::of(&question.control);
    let spots = sheet.spots(question);
    let cursor = sheet.cursor.min(spots.len().saturating_sub(1));
    spots
        .iter()
        .enumerate()
        .map(|(at, spot)| {
            let under_cursor = at == cursor;
            let layout = &layout;
            let drawing =
                Drawing { card, question, drawn, sheet, look, layout, density, under_cursor };
            let mut part = match spot {
                Spot::Option(place) => drawing.option(*place),
                Spot::OwnText => drawing.own_text(),
            };
            part.point(0, Target::Spot(at));
            Block { part }
        })
        .collect()
}

/// The same for all options of a question.
struct Layout {
    /// Columns of the largest number.
    digits: usize,
    /// Where labels begin.
    start: usize,
    /// From there to the right margin.
    room: usize,
    /// Width of the labels if descriptions are next to them.
    beside: Option<usize>,
    /// Width of the word at the right end.
    tag: usize,
}

impl Layout {
    fn of(question: &Question, look: &Look, width: usize) -> Layout {
        let options = question.control.options();
        let digits = (options.len() + 1).to_string().len();
        let start = MARGIN + 2 + digits + 3;
        let room = width.saturating_sub(start + MARGIN).max(4);
        let tag = if options.iter().any(|option| is_tagged(option, look)) {
            look.say("recommended").width() + 2
        } else {
            0
        };
        let described = options.iter().filter(|option| option.description.is_some());
        let labels = described.map(|option| clean_line(&option.label).width());
        let label = labels.filter(|width| *width <= WIDEST_LABEL).max();
        let fits = |label: &usize| room >= label + 2 + NARROWEST_DESCRIPTION + tag;
        Layout { digits, start, room, beside: label.filter(fits), tag }
    }
}

/// Some labels say it themselves.
fn is_tagged(option: &Choice, look: &Look) -> bool {
    let says_so = ["recommended".to_owned(), look.say("recommended")];
    let label = option.label.to_lowercase();
    option.recommended && !says_so.iter().any(|word| label.contains(word.as_str()))
}

struct Drawing<'a> {
    card: &'a Card,
    question: &'a Question,
    drawn: &'static Drawn,
    sheet: &'a Sheet,
    look: &'a Look,
    layout: &'a Layout,
    density: Density,
    under_cursor: bool,
}

impl Drawing<'_> {
    fn option(&self, place: usize) -> Part {
        let Drawing { look, layout, sheet, .. } = self;
        let palette = &look.palette;
        let option = &self.question.control.options()[place];
        let chosen = sheet.is_chosen(self.question, &option.id) && sheet.aside.is_none();
        let label = clean_line(&option.label);
        let style = if self.under_cursor { palette.under_cursor() } else { palette.bold };
        let tag = if is_tagged(option, look) { look.say("recommended") } else { String::new() };
        let quiet = Palette { plain: palette.dim, bold: palette.dim, ..*palette };
        let describe = |width: usize| match &option.description {
            Some(text) => markdown::render(text, &quiet, width),
            None => Vec::new(),
        };
        let mut part = Part::default();
        let ranked = if sheet.aside.is_none() { sheet.chosen(self.question) } else { &[] };
        let (number, weight) = match (self.drawn.place)(ranked, option) {
            Some(place) => (place, palette.bold),
            None => ((place + 1).to_string(), palette.dim),
        };
        let lead = self.lead(span(number, weight), self.drawn.marks, chosen);
        match layout
            .beside
            .filter(|beside| label.width() <= *beside || option.description.is_none())
        {
            Some(column) => {
                let described = self.dense(describe(layout.room - column - 2 - layout.tag));
                let first = match described.first() {
                    Some(row) => {
                        let mut spans = vec![span(fixed(&label, column), style), Span::raw("  ")];
                        spans.extend(row.spans.clone());
                        spans
                    }
                    None => vec![span(cut(&label, layout.room - layout.tag), style)],
                };
                part.push(self.tagged(lead, first, &tag));
                for row in described.into_iter().skip(1) {
                    part.push(self.behind(layout.start + column + 2, row));
                }
            }
            None => {
                let tag_room = if tag.is_empty() { 0 } else { tag.width() + 2 };
                let mut rows =
                    wrap_text(&label, style, layout.room.saturating_sub(tag_room)).into_iter();
                let first = rows.next().map(|row| row.spans).unwrap_or_default();
                part.push(self.tagged(lead, first, &tag));
                if self.density == Density::Roomy {
                    for row in rows.chain(describe(layout.room)) {
                        part.push(self.behind(layout.start, row));
                    }
                }
            }
        }
        part.append(self.note(option));
        part
    }

    /// Only the first row, with an ellipsis, if there is no room for more.
    fn dense(&self, mut rows: Vec<Row>) -> Vec<Row> {
        if self.density == Density::Compact && rows.len() > 1 {
            rows.truncate(1);
            rows[0].spans.push(span("…", self.look.palette.dim));
        }
        rows
    }

    /// The cursor's mark, the number, and whether it is chosen.
    fn lead(&self, number: Span<'_>, marks: [&str; 3], chosen: bool) -> Vec<Span<'static>> {
        let palette = &self.look.palette;
        let in_list = self.card.focus == Focus::List;
        let is_here = self.under_cursor && self.card.takes_keys() && in_list;
        let pointer = if is_here { "› " } else { "  " };
        let mark = match chosen {
            true if !self.under_cursor && in_list => marks[2],
            true => marks[1],
            false => marks[0],
        };
        let Span { content, style } = number;
        vec![
            Span::raw(" ".repeat(MARGIN)),
            span(pointer, palette.accent),
            span(format!("{content:>digits$} ", digits = self.layout.digits), style),
            span(format!("{mark} "), palette.bold),
        ]
    }

    /// A row with the word at its right end, if there is room.
    fn tagged(&self, mut lead: Vec<Span<'static>>, spans: Vec<Span<'static>>, tag: &str) -> Row {
        let used: usize = spans.iter().map(Span::width).sum();
        lead.extend(spans);
        let room = self.layout.room;
        if !tag.is_empty() && used + 2 + tag.width() <= room {
            lead.push(Span::raw(" ".repeat(room - used - tag.width())));
            lead.push(span(tag, self.look.palette.dim));
        }
        Line::from(lead)
    }

    fn behind(&self, columns: usize, mut row: Row) -> Row {
        row.spans.insert(0, Span::raw(" ".repeat(columns)));
        row
    }

    /// `└ note: …` below its option.
    fn note(&self, option: &Choice) -> Part {
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
        for (at, row) in inner.rows.into_iter().enumerate() {
            let lead = if at == 0 { lead.clone() } else { " ".repeat(lead.width()) };
            let mut spans = vec![Span::raw(" ".repeat(self.layout.start)), span(lead, palette.dim)];
            spans.extend(row.spans);
            part.push(Line::from(spans));
        }
        part
    }

    /// `4  Something else…`, or what was written there.
    fn own_text(&self) -> Part {
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
            ..Part::default()
        };
        let lead = if only_text {
            let pointer = if self.card.takes_keys() { "› " } else { "  " };
            vec![Span::raw(" ".repeat(MARGIN)), span(pointer, palette.accent)]
        } else {
            let number = (self.question.control.options().len() + 1).to_string();
            self.lead(span(number, palette.dim), control::ONE.marks, counts)
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
