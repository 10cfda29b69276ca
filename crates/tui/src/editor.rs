//! A text being edited. The cursor moves by grapheme; line breaks are allowed, other control
//! characters are removed.

mod past;

use std::ops::Range;

use sayso_core::text::clean_input;
use sayso_core::{Fault, limits};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use past::{Moment, Past, Step};

#[derive(Debug, Clone, Default)]
pub(crate) struct Editor {
    text: String,
    /// In bytes, always between two graphemes.
    cursor: usize,
    past: Past,
}

/// What was typed counts, not how.
impl PartialEq for Editor {
    fn eq(&self, other: &Editor) -> bool {
        (&self.text, self.cursor) == (&other.text, other.cursor)
    }
}

impl Eq for Editor {}

/// What a key does to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Edit {
    Insert(String),
    Erase(Reach),
    Move(Reach),
    Undo,
    Redo,
    /// Inserts what was last erased by more than a character.
    Yank,
}

/// How far, and in which direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Left,
    Right,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    Up,
    Down,
    PageUp,
    PageDown,
    TextStart,
    TextEnd,
}

/// Whether an edit did anything; the owner of the field handles a move beyond its edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Edited {
    Changed,
    Moved,
    Stuck,
    /// It would be longer than an answer may be.
    Full(Fault),
}

/// Rows of a page.
const PAGE: usize = 5;
/// Wider than any line: rows end only where the text has a line break.
const UNWRAPPED: usize = usize::MAX;

impl Editor {
    pub(crate) fn new(text: &str) -> Editor {
        let text = tidy(text);
        Editor { cursor: text.len(), text, past: Past::default() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub(crate) fn clear(&mut self) {
        *self = Editor::default();
    }

    /// On one line, or on lines as the text has them.
    pub(crate) fn edit(&mut self, edit: Edit) -> Edited {
        self.edit_in(edit, None)
    }

    /// In a field of this many columns, whose rows are what up and down mean.
    pub(crate) fn edit_in(&mut self, edit: Edit, width: Option<usize>) -> Edited {
        let width = width.unwrap_or(UNWRAPPED);
        match edit {
            Edit::Insert(text) => self.insert(&tidy(&text)),
            Edit::Yank => self.insert(&self.past.cut.clone()),
            Edit::Erase(reach) => {
                let to = self.target(reach, width);
                let (start, end) = (to.min(self.cursor), to.max(self.cursor));
                if start == end {
                    return Edited::Stuck;
                }
                let step = match reach {
                    Reach::Left | Reach::Right => Step::Erased,
                    _ => {
                        self.past.cut = self.text[start..end].to_owned();
                        Step::Other
                    }
                };
                self.past.remember(&self.text, self.cursor, step);
                self.text.replace_range(start..end, "");
                self.cursor = self.boundary(start);
                Edited::Changed
            }
            Edit::Move(reach) => {
                let to = self.target(reach, width);
                if to == self.cursor {
                    return Edited::Stuck;
                }
                self.past.pause();
                self.cursor = to;
                Edited::Moved
            }
            Edit::Undo => self.restore(Past::undo),
            Edit::Redo => self.restore(Past::redo),
        }
    }

    fn insert(&mut self, text: &str) -> Edited {
        if text.is_empty() {
            return Edited::Stuck;
        }
        let mut longer = self.text.clone();
        longer.insert_str(self.cursor, text);
        if let Err(fault) = limits::fits(&longer, limits::ANSWER) {
            return Edited::Full(fault);
        }
        // A word is undone at once, a paste too.
        let word = text.chars().count() == 1 && !text.trim().is_empty();
        let step = if word { Step::Typed } else { Step::Other };
        self.past.remember(&self.text, self.cursor, step);
        self.cursor += text.len();
        self.text = longer;
        self.cursor = self.boundary(self.cursor);
        Edited::Changed
    }

    fn restore(&mut self, way: fn(&mut Past, Moment) -> Option<Moment>) -> Edited {
        let now = (self.text.clone(), self.cursor);
        let Some((text, cursor)) = way(&mut self.past, now) else { return Edited::Stuck };
        (self.text, self.cursor) = (text, cursor);
        Edited::Changed
    }

    /// The lines at this width, and the cursor's position in them.
    pub(crate) fn layout(&self, width: usize) -> (Vec<String>, (usize, usize)) {
        let rows = self.rows(width);
        let row = self.row_of_cursor(&rows);
        let column = columns(&self.text[rows[row].start..self.cursor]);
        let shown = |row: Range<usize>| self.text[row].replace('\t', TAB);
        (rows.into_iter().map(shown).collect(), (row, column))
    }

    /// The text in rows of at most this many columns.
    fn rows(&self, width: usize) -> Vec<Range<usize>> {
        let width = width.max(2);
        let mut rows = Vec::new();
        let (mut start, mut column) = (0, 0);
        for (at, grapheme) in self.text.grapheme_indices(true) {
            if grapheme == "\n" {
                rows.push(start..at);
                (start, column) = (at + 1, 0);
                continue;
            }
            let wide = columns(grapheme);
            if column + wide > width {
                rows.push(start..at);
                (start, column) = (at, 0);
            }
            column += wide;
        }
        rows.push(start..self.text.len());
        // After a full line the cursor is at the start of the next one.
        if self.cursor == self.text.len() && column >= width {
            rows.push(self.text.len()..self.text.len());
        }
        rows
    }

    /// At the border of two rows the cursor is at the start of the second one.
    fn row_of_cursor(&self, rows: &[Range<usize>]) -> usize {
        rows.iter().rposition(|row| row.start <= self.cursor).unwrap_or(0)
    }

    /// This many rows up or down, in the same column if there is one.
    fn rows_away(&self, steps: isize, width: usize) -> usize {
        let rows = self.rows(width);
        let here = self.row_of_cursor(&rows);
        let there = here.saturating_add_signed(steps).min(rows.len() - 1);
        if there == here {
            return self.cursor;
        }
        let column = columns(&self.text[rows[here].start..self.cursor]);
        let Range { start, end } = rows[there].clone();
        let to = self.along(start, end, column);
        // The end of a wrapped row is the start of the next one.
        let wrapped = rows.get(there + 1).is_some_and(|next| next.start == end);
        match self.text[start..end].grapheme_indices(true).next_back() {
            Some((last, _)) if wrapped && to == end => start + last,
            Some(_) | None => to,
        }
    }

    fn target(&self, reach: Reach, width: usize) -> usize {
        let (before, after) = self.text.split_at(self.cursor);
        match reach {
            Reach::Left => before.grapheme_indices(true).next_back().map_or(0, |(at, _)| at),
            Reach::Right => self.cursor + after.graphemes(true).next().map_or(0, str::len),
            Reach::WordLeft => before.unicode_word_indices().next_back().map_or(0, |(at, _)| at),
            Reach::WordRight => {
                let next = after.unicode_word_indices().next();
                next.map_or(self.text.len(), |(at, word)| self.cursor + at + word.len())
            }
            Reach::LineStart => before.rfind('\n').map_or(0, |at| at + 1),
            Reach::LineEnd => after.find('\n').map_or(self.text.len(), |at| self.cursor + at),
            Reach::Up => self.rows_away(-1, width),
            Reach::Down => self.rows_away(1, width),
            Reach::PageUp => self.rows_away(-PAGE.cast_signed(), width),
            Reach::PageDown => self.rows_away(PAGE.cast_signed(), width),
            Reach::TextStart => 0,
            Reach::TextEnd => self.text.len(),
        }
    }

    /// This many columns into a line, or its end.
    fn along(&self, start: usize, end: usize, column: usize) -> usize {
        let mut used = 0;
        for (at, grapheme) in self.text[start..end].grapheme_indices(true) {
            if used >= column {
                return start + at;
            }
            used += columns(grapheme);
        }
        end
    }

    /// Two graphemes may have become one: the cursor moves to its end.
    fn boundary(&self, near: usize) -> usize {
        self.text
            .grapheme_indices(true)
            .map(|(at, _)| at)
            .chain([self.text.len()])
            .find(|at| *at >= near)
            .unwrap_or(self.text.len())
    }
}

/// What a tab looks like; it stays a tab.
const TAB: &str = "    ";

fn columns(text: &str) -> usize {
    text.split('\t').map(UnicodeWidthStr::width).sum::<usize>()
        + TAB.len() * text.matches('\t').count()
}

/// Normalises line breaks, and removes control characters other than tabs.
fn tidy(text: &str) -> String {
    clean_input(&text.replace("\r\n", "\n").replace('\r', "\n"))
}

#[cfg(test)]
mod tests;
