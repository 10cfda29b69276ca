//! Rows under construction, with the cursor and pointer targets.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::markdown::links::Links;
use super::{Area, MARGIN, Screen};
use crate::message::Target;
use crate::text::{Row, indent, span, wrap_text};

#[derive(Default)]
pub(super) struct Part {
    pub(super) rows: Vec<Row>,
    /// Row and column.
    pub(super) cursor: Option<(usize, usize)>,
    pub(super) targets: Vec<Area>,
    /// Columns of the field that is being typed in.
    pub(super) field: Option<usize>,
}

impl Part {
    pub(super) fn of(rows: Vec<Row>) -> Part {
        Part { rows, ..Part::default() }
    }

    /// A text within the margins, on as many rows as it needs.
    pub(super) fn said(text: &str, style: Style, width: usize) -> Part {
        let rows = wrap_text(text, style, width.saturating_sub(2 * MARGIN));
        Part::of(indent(rows, MARGIN))
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(super) fn gap(&mut self) {
        self.rows.push(Line::default());
    }

    /// Every row from here on belongs to this target.
    pub(super) fn point(&mut self, from: usize, target: Target) {
        let rows = from..self.rows.len();
        self.targets.extend(rows.map(|row| Area { row, columns: 0..usize::MAX, target }));
    }

    /// Appends the other one below.
    pub(super) fn append(&mut self, other: Part) {
        let below = self.rows.len();
        self.rows.extend(other.rows);
        if let Some((row, column)) = other.cursor {
            self.cursor = Some((row + below, column));
        }
        self.field = other.field.or(self.field);
        let moved = other.targets.into_iter().map(|area| Area { row: area.row + below, ..area });
        self.targets.extend(moved);
    }

    /// Some of its rows, for a window.
    pub(super) fn slice(self, range: std::ops::Range<usize>) -> Part {
        let inside = |row: usize| range.contains(&row);
        Part {
            cursor: self
                .cursor
                .filter(|(row, _)| inside(*row))
                .map(|(row, column)| (row - range.start, column)),
            targets: self
                .targets
                .into_iter()
                .filter(|area| inside(area.row))
                .map(|area| Area { row: area.row - range.start, ..area })
                .collect(),
            rows: self.rows.into_iter().skip(range.start).take(range.len()).collect(),
            field: self.field,
        }
    }

    /// In the margin: whether something is hidden above or below.
    pub(super) fn arrows(&mut self, above: bool, below: bool, style: Style) {
        let last = self.rows.len().saturating_sub(1);
        let marks = [(above, 0, "↑"), (below, last, "↓")];
        for (_, at, mark) in marks.into_iter().filter(|(hidden, ..)| *hidden) {
            let Some(row) = self.rows.get_mut(at) else { continue };
            if let Some(first) = row.spans.first_mut()
                && let Some(rest) = first.content.strip_prefix("  ")
            {
                first.content = rest.to_owned().into();
                row.spans.insert(0, span(mark, style));
                row.spans.insert(0, Span::raw(" "));
            }
        }
    }

    /// With a mark in the first column of every row, which is a blank one of the margin.
    pub(super) fn mark(&mut self, mark: Span<'static>) {
        for row in &mut self.rows {
            if let Some(first) = row.spans.first_mut()
                && let Some(rest) = first.content.strip_prefix(' ')
            {
                first.content = rest.to_owned().into();
            }
            row.spans.insert(0, mark.clone());
        }
    }

    /// Fills it up with blank rows, so that what follows is at the bottom.
    pub(super) fn fill(&mut self, height: usize) {
        while self.rows.len() < height {
            self.gap();
        }
    }

    pub(super) fn into_screen(self, height: usize, ground: Style) -> Screen {
        // Too little room for everything: people work at the lower end.
        let over = self.len().saturating_sub(height);
        let end = self.len();
        let Part { rows, cursor, targets, field } = self.slice(over..end);
        let small = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
        let cursor = cursor.map(|(row, column)| (small(column), small(row)));
        Screen { rows, cursor, targets, ground, field, links: Links::new() }
    }
}
