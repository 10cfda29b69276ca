//! Rows under construction, with the cursor and pointer targets.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::markdown::links::Links;
use super::{Area, MARGIN, Screen};
use crate::message::{Drawn, Target};
use crate::text::{Row, indent, span, wrap, wrap_text};

#[derive(Default)]
pub(super) struct Part {
    pub(super) rows: Vec<Row>,
    /// Row and column.
    pub(super) cursor: Option<(usize, usize)>,
    pub(super) targets: Vec<Area>,
    /// Columns of the field that is being typed in.
    pub(super) field: Option<usize>,
    /// What has to be read before an irreversible answer is sent.
    pub(super) sight: Sight,
    /// The first of the named questions that can be read, and the one behind the last.
    pub(super) named: (usize, usize),
    /// The last row with which a long text can begin.
    pub(super) last_top: Option<usize>,
}

/// Rows that have to be on the screen, wherever they are cut off.
#[derive(Default)]
pub(super) struct Sight {
    needed: usize,
    /// Those that are there, with the columns that they take.
    rows: Vec<(usize, usize)>,
}

impl Sight {
    /// Further to the right.
    pub(super) fn shift(&mut self, columns: usize) {
        self.rows.iter_mut().for_each(|(_, end)| *end += columns);
    }
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

    /// The same for text in several styles.
    pub(super) fn words(words: &[Span<'static>], width: usize) -> Part {
        Part::of(indent(wrap(words, width.saturating_sub(2 * MARGIN)), MARGIN))
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

    /// All of it has to be read before an irreversible answer is sent.
    pub(super) fn needs_all(&mut self) {
        self.sight.needed = self.rows.len();
        self.sight.rows = self.rows.iter().map(Row::width).enumerate().collect();
    }

    /// Something that has to be read was cut.
    pub(super) fn lacks(&mut self) {
        self.sight.needed += 1;
    }

    /// Whether everything that has to be read is on a screen of this size.
    pub(super) fn is_confirmable(&self, width: usize, height: usize) -> bool {
        let Sight { needed, rows } = &self.sight;
        let over = self.len().saturating_sub(height);
        let seen = rows.iter().filter(|(row, columns)| *row >= over && *columns <= width);
        *needed > 0 && seen.count() == *needed
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
        self.sight.needed += other.sight.needed;
        let shown = other.sight.rows.into_iter().map(|(row, columns)| (row + below, columns));
        self.sight.rows.extend(shown);
        let moved = other.targets.into_iter().map(|area| Area { row: area.row + below, ..area });
        self.targets.extend(moved);
    }

    /// Some of its rows, for a window.
    pub(super) fn slice(self, range: std::ops::Range<usize>) -> Part {
        let inside = |row: usize| range.contains(&row);
        Part {
            last_top: self.last_top,
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
            named: self.named,
            sight: Sight {
                needed: self.sight.needed,
                rows: (self.sight.rows.into_iter())
                    .filter(|(row, _)| inside(*row))
                    .map(|(row, columns)| (row - range.start, columns))
                    .collect(),
            },
        }
    }

    /// Puts a row into the place above the last one, which has the keys.
    pub(super) fn say_above_keys(&mut self, row: Option<Row>) {
        let place = self.rows.len().checked_sub(2).and_then(|at| self.rows.get_mut(at));
        if let (Some(place), Some(row)) = (place, row) {
            *place = row;
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

    pub(super) fn into_screen(self, (width, height): (usize, usize), ground: Style) -> Screen {
        let confirmable = self.is_confirmable(width, height);
        // Too little room for everything: people work at the lower end.
        let over = self.len().saturating_sub(height);
        let end = self.len();
        let Part { rows, cursor, targets, field, named, last_top, .. } = self.slice(over..end);
        let small = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
        let cursor = cursor.map(|(row, column)| (small(column), small(row)));
        let drawn = Drawn { field, confirmable, named, last_top };
        Screen { rows, cursor, targets, ground, drawn, links: Links::new() }
    }
}
