//! A table: columns as wide as their content, narrower if there is no room, and one cell below the
//! other if there is none for columns at all.

use pulldown_cmark::Alignment;
use ratatui::text::{Line, Span};

use crate::text::{Row, span, wrap};
use crate::view::theme::Palette;

type Cell = Vec<Span<'static>>;

/// A narrower column can't be read.
const NARROWEST: usize = 6;
const BAR: &str = " │ ";

pub(super) struct Table {
    alignments: Vec<Alignment>,
    /// The first one is the head.
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(super) fn new(alignments: Vec<Alignment>) -> Table {
        Table { alignments, rows: Vec::new() }
    }

    pub(super) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn put(&mut self, cell: Cell) {
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    pub(super) fn rows(mut self, palette: &Palette, room: usize) -> Vec<Row> {
        for cell in self.rows.first_mut().into_iter().flatten().flatten() {
            cell.style = cell.style.patch(palette.bold);
        }
        match self.widths(room) {
            Some(widths) => self.in_columns(&widths, palette),
            None => self.one_below_the_other(palette, room),
        }
    }

    /// As wide as the content; if that is too wide, the widest columns give way.
    fn widths(&self, room: usize) -> Option<Vec<usize>> {
        let columns = self.alignments.len();
        let room = room.checked_sub(BAR.chars().count() * columns.saturating_sub(1))?;
        let natural = |at: usize| self.rows.iter().filter_map(|row| row.get(at)).map(width).max();
        let mut widths: Vec<usize> = (0..columns).map(|at| natural(at).unwrap_or(0)).collect();
        while widths.iter().sum::<usize>() > room {
            let widest = widths.iter_mut().max().filter(|widest| **widest > NARROWEST)?;
            *widest -= 1;
        }
        Some(widths)
    }

    fn in_columns(&self, widths: &[usize], palette: &Palette) -> Vec<Row> {
        let mut rows = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let empty = Cell::new();
            let cells: Vec<Vec<Row>> = widths
                .iter()
                .enumerate()
                .map(|(at, width)| wrap(row.get(at).unwrap_or(&empty), *width))
                .collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let mut spans = Vec::new();
                for (at, cell) in cells.iter().enumerate() {
                    if at > 0 {
                        spans.push(span(BAR, palette.dim));
                    }
                    let content = cell.get(line).cloned().unwrap_or_default();
                    spans.extend(self.aligned(content, at, widths[at]));
                }
                rows.push(trimmed(spans));
            }
            if at == 0 {
                let rule = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>();
                rows.push(Line::from(span(rule.join("─┼─"), palette.dim)));
            }
        }
        rows
    }

    fn aligned(&self, content: Row, at: usize, width: usize) -> Vec<Span<'static>> {
        let free = width.saturating_sub(content.width());
        let before = match self.alignments.get(at) {
            Some(Alignment::Right) => free,
            Some(Alignment::Center) => free / 2,
            Some(Alignment::Left | Alignment::None) | None => 0,
        };
        let mut spans = vec![Span::raw(" ".repeat(before))];
        spans.extend(content.spans);
        spans.push(Span::raw(" ".repeat(free - before)));
        spans
    }

    /// `Head: cell`, with a blank line after each row.
    fn one_below_the_other(&self, palette: &Palette, room: usize) -> Vec<Row> {
        let Some((head, body)) = self.rows.split_first() else { return Vec::new() };
        let mut rows = Vec::new();
        for (at, row) in body.iter().enumerate() {
            if at > 0 {
                rows.push(Line::default());
            }
            for (at, cell) in row.iter().enumerate() {
                let mut spans = head.get(at).cloned().unwrap_or_default();
                spans.push(span(": ", palette.dim));
                spans.extend(cell.iter().cloned());
                rows.extend(wrap(&spans, room));
            }
        }
        rows
    }
}

fn width(cell: &Cell) -> usize {
    cell.iter().map(Span::width).sum()
}

/// Without blanks at the end, which would only wrap on a narrower screen.
fn trimmed(mut spans: Vec<Span<'static>>) -> Row {
    while let Some(last) = spans.last_mut() {
        let kept = last.content.trim_end().len();
        last.content.to_mut().truncate(kept);
        if kept > 0 {
            break;
        }
        spans.pop();
    }
    Line::from(spans)
}
