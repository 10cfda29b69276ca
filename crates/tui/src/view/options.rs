//! The options of a question: aligned if there is room, otherwise one below the other.

mod fields;

use ratatui::text::{Line, Span};
use sayso_core::Question;
use sayso_core::text::clean_line;
use unicode_width::UnicodeWidthStr;

use super::fit::Block;
use super::part::Part;
use super::theme::Palette;
use super::{Look, MARGIN, markdown};
use crate::control::{self, Drawn};
use crate::message::Target;
use crate::state::SIDE_BY_SIDE;
use crate::state::card::{Card, Focus};
use crate::state::sheet::{Sheet, SheetItem};
use crate::text::{Row, fixed, shorten, span, unfinished, wrap_text};

/// Descriptions are aligned after labels up to this width.
const WIDEST_LABEL: usize = 28;
/// Below this width a sign says that an option is recommended: the word would cost the description.
const WORDY: usize = 80;
/// A narrower description isn't useful.
const NARROWEST_DESCRIPTION: usize = 24;
/// A shorter beginning of a description isn't shown.
const FEWEST_COLUMNS: usize = 10;

/// One option with all that belongs to it, drawn as high as there is room.
pub(super) struct Entry {
    /// Label and description.
    whole: Part,
    /// The same on one row.
    brief: Row,
    /// What was written about it, which is never cut.
    note: Part,
    /// Columns of a row.
    width: usize,
    target: Target,
}

impl Entry {
    pub(super) fn height(&self) -> usize {
        self.whole.len() + self.note.len()
    }

    /// Rows that may be cut.
    pub(super) fn spare(&self) -> usize {
        self.whole.len().saturating_sub(1)
    }

    /// With this many of its spare rows; the last one says that there is more.
    pub(super) fn show(self, spare: usize) -> Block {
        let all = self.whole.len();
        let mut part = match spare + 1 {
            rows if rows >= all => self.whole,
            1 => Part::of(vec![self.brief]),
            rows => {
                let mut part = self.whole.slice(0..rows);
                if let Some(last) = part.rows.pop() {
                    part.push(unfinished(last, self.width));
                }
                part
            }
        };
        part.append(self.note);
        part.point(0, self.target);
        Block { part }
    }
}

/// Rows for each entry, out of as many as there are: the one at the cursor is whole, the others by
/// turns.
pub(super) fn shares(entries: &[Entry], cursor: usize, rows: usize) -> Vec<usize> {
    let mut shares = vec![0; entries.len()];
    let least: usize = entries.iter().map(|entry| entry.height() - entry.spare()).sum();
    let mut free = rows.saturating_sub(least);
    if let Some(here) = entries.get(cursor) {
        shares[cursor] = here.spare();
        free = free.saturating_sub(here.spare());
    }
    let mut given = true;
    while free > 0 && given {
        given = false;
        for (share, entry) in shares.iter_mut().zip(entries) {
            if *share < entry.spare() && free > 0 {
                *share += 1;
                free -= 1;
                given = true;
            }
        }
    }
    shares
}

/// One entry for each item, in order.
pub(super) fn entries(
    card: &Card,
    question: &Question,
    sheet: &Sheet,
    look: &Look,
    width: usize,
) -> Vec<Entry> {
    let layout = Layout::of(question, look, width);
    let drawn = control::of(&question.control);
    let items = sheet.items(question);
    let cursor = sheet.cursor.min(items.len().saturating_sub(1));
    items
        .iter()
        .enumerate()
        .map(|(at, item)| {
            let layout = &layout;
            let drawing =
                Drawing { card, question, drawn, sheet, look, layout, under_cursor: at == cursor };
            let target = Target::Item(at);
            let width = width.saturating_sub(MARGIN);
            match item {
                SheetItem::Option(place) => {
                    let (whole, brief, note) = drawing.option(*place);
                    Entry { whole, brief, note, width, target }
                }
                // It is typed in, so all of it is its note: never cut.
                SheetItem::OwnText => {
                    let mut note = drawing.own_text();
                    let brief = note.rows.first().cloned().unwrap_or_default();
                    let whole = Part::of(vec![brief.clone()]);
                    let cursor = note.cursor.take();
                    let last = note.len();
                    note = note.slice(1.min(last)..last);
                    let whole = Part { cursor: cursor.filter(|(row, _)| *row == 0), ..whole };
                    note.cursor =
                        cursor.and_then(|(row, column)| Some((row.checked_sub(1)?, column)));
                    Entry { whole, brief, note, width, target }
                }
            }
        })
        .collect()
}

/// The same for all options of a question.
struct Layout {
    /// Columns of the largest number.
    digits: usize,
    /// Columns of the mark: a ranking has the place there, such as `#10`.
    mark: usize,
    /// Where labels begin.
    start: usize,
    /// From there to the right margin.
    room: usize,
    /// Width of the labels if descriptions are next to them.
    beside: Option<usize>,
    /// What says that an option is recommended, and its width at the right end.
    sign: String,
    tag: usize,
}

impl Layout {
    fn of(question: &Question, look: &Look, width: usize) -> Layout {
        let options = question.control.options();
        let digits = (options.len() + 1).to_string().len();
        let mark = (control::of(&question.control).mark_width)(question);
        let start = MARGIN + 2 + digits + 1 + mark + 1;
        let room = width.saturating_sub(start + MARGIN).max(4);
        let word = look.say("recommended");
        let marked = options.iter().any(|option| option.needs_mark(&word));
        let sign = if width < WORDY { "★".to_owned() } else { word };
        let tag = if marked { sign.width() + 2 } else { 0 };
        let described = options.iter().filter(|option| option.description.is_some());
        let labels = described.map(|option| clean_line(&option.label).width());
        // A wide screen has room for both, whatever the label.
        let widest = if width >= SIDE_BY_SIDE { width * 2 / 5 } else { WIDEST_LABEL };
        let label = labels.filter(|width| *width <= widest).max();
        let fits = |label: &usize| room >= label + 2 + NARROWEST_DESCRIPTION + tag;
        Layout { digits, mark, start, room, beside: label.filter(fits), sign, tag }
    }
}

struct Drawing<'a> {
    card: &'a Card,
    question: &'a Question,
    drawn: &'static Drawn,
    sheet: &'a Sheet,
    look: &'a Look,
    layout: &'a Layout,
    under_cursor: bool,
}

impl Drawing<'_> {
    /// All of it, the same on one row, and its note.
    fn option(&self, place: usize) -> (Part, Row, Part) {
        let Drawing { look, layout, sheet, .. } = self;
        let palette = &look.palette;
        let option = &self.question.control.options()[place];
        let chosen = sheet.is_chosen(self.question, &option.id) && sheet.aside.is_none();
        let label = clean_line(&option.label);
        let style = if self.under_cursor { palette.under_cursor() } else { palette.bold };
        let marked = option.needs_mark(&look.say("recommended"));
        let tag = if marked { layout.sign.clone() } else { String::new() };
        let quiet = Palette { plain: palette.dim, bold: palette.dim, ..*palette };
        let describe = |width: usize| match &option.description {
            Some(text) => markdown::render(text, &quiet, width),
            None => Vec::new(),
        };
        let ranked = if sheet.aside.is_none() { sheet.chosen(self.question) } else { &[] };
        let mark = (self.drawn.place)(ranked, option)
            .unwrap_or_else(|| self.mark(self.drawn.marks, chosen).to_owned());
        let lead = self.lead(place + 1, &mark);
        let tag_room = if tag.is_empty() { 0 } else { tag.width() + 2 };
        let beside = layout.beside.filter(|beside| label.width() <= *beside);
        let column = beside.unwrap_or(label.width());
        let described = match beside {
            Some(column) => describe(layout.room - column - 2 - layout.tag),
            None => describe(layout.room),
        };
        // On one row: the description goes on after the label as far as there is room.
        let one_row = |described: &[Row]| {
            let room = layout.room.saturating_sub(tag_room);
            let mut spans = vec![span(fixed(&label, column), style)];
            if let Some(first) = described.first() {
                let left = room.saturating_sub(column + 2);
                if left < first.width().min(FEWEST_COLUMNS) {
                    // One or two letters say nothing but that there is more.
                    spans.push(span(" …", palette.dim));
                } else {
                    spans.push(Span::raw("  "));
                    spans.extend(first.spans.iter().cloned());
                }
                if described.len() > 1 {
                    spans = unfinished(Line::from(spans), room).spans;
                }
            }
            self.tagged(lead.clone(), shorten(spans, room), &tag)
        };
        let mut whole = Part::default();
        match beside {
            Some(column) => {
                whole.push(one_row(&described[..described.len().min(1)]));
                for row in described.iter().skip(1) {
                    whole.push(self.behind(layout.start + column + 2, row.clone()));
                }
            }
            None => {
                let mut rows =
                    wrap_text(&label, style, layout.room.saturating_sub(tag_room)).into_iter();
                let first = rows.next().map(|row| row.spans).unwrap_or_default();
                whole.push(self.tagged(lead.clone(), first, &tag));
                for row in rows.chain(described.iter().cloned()) {
                    whole.push(self.behind(layout.start, row));
                }
            }
        }
        (whole, one_row(&described), self.note(option))
    }

    /// Whether it is chosen.
    fn mark<'m>(&self, marks: [&'m str; 3], chosen: bool) -> &'m str {
        match chosen {
            true if !self.under_cursor && self.card.focus == Focus::List => marks[2],
            true => marks[1],
            false => marks[0],
        }
    }

    /// The cursor's mark, the number, and the option's own mark.
    fn lead(&self, number: usize, mark: &str) -> Vec<Span<'static>> {
        let palette = &self.look.palette;
        let Layout { digits, mark: columns, .. } = *self.layout;
        let in_list = self.card.focus == Focus::List;
        let is_here = self.under_cursor && self.card.takes_keys() && in_list;
        let pointer = if is_here { "› " } else { "  " };
        vec![
            Span::raw(" ".repeat(MARGIN)),
            span(pointer, palette.accent),
            span(format!("{number:>digits$} "), palette.dim),
            span(format!("{} ", fixed(mark, columns)), palette.bold),
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
}
