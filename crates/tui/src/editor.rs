//! A text being edited. The cursor moves by grapheme; line breaks are allowed, other control
//! characters are removed.

use sayso_core::limits;
use sayso_core::text::clean_input;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Editor {
    text: String,
    /// In bytes, always between two graphemes.
    cursor: usize,
}

/// What a key does to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    Insert(String),
    Erase(Reach),
    Move(Reach),
}

/// How far, and in which direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Left,
    Right,
    WordLeft,
    WordRight,
    LineStart,
    LineEnd,
    Up,
    Down,
}

/// Whether an edit did anything; the owner of the field handles a move beyond its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edited {
    Changed,
    Moved,
    Stuck,
}

impl Editor {
    pub fn new(text: &str) -> Editor {
        let text = tidy(text);
        Editor { cursor: text.len(), text }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub fn clear(&mut self) {
        *self = Editor::default();
    }

    pub fn edit(&mut self, edit: Edit) -> Edited {
        match edit {
            Edit::Insert(text) => {
                let text = tidy(&text);
                if text.is_empty() || self.text.len() + text.len() > limits::ANSWER {
                    return Edited::Stuck;
                }
                self.text.insert_str(self.cursor, &text);
                self.cursor = self.boundary(self.cursor + text.len());
                Edited::Changed
            }
            Edit::Erase(reach) => {
                let to = self.target(reach);
                let (start, end) = (to.min(self.cursor), to.max(self.cursor));
                if start == end {
                    return Edited::Stuck;
                }
                self.text.replace_range(start..end, "");
                self.cursor = self.boundary(start);
                Edited::Changed
            }
            Edit::Move(reach) => {
                let to = self.target(reach);
                if to == self.cursor {
                    return Edited::Stuck;
                }
                self.cursor = to;
                Edited::Moved
            }
        }
    }

    /// The lines at this width, and the cursor's position in them.
    pub fn layout(&self, width: usize) -> (Vec<String>, (usize, usize)) {
        let width = width.max(2);
        let mut lines = vec![String::new()];
        let (mut column, mut place) = (0, (0, 0));
        for (at, grapheme) in self.text.grapheme_indices(true) {
            if at == self.cursor {
                place = (lines.len() - 1, column);
            }
            if grapheme == "\n" {
                lines.push(String::new());
                column = 0;
                continue;
            }
            let wide = grapheme.width();
            if column + wide > width {
                lines.push(String::new());
                column = 0;
                if at == self.cursor {
                    place = (lines.len() - 1, 0);
                }
            }
            lines.last_mut().expect("never empty").push_str(grapheme);
            column += wide;
        }
        if self.cursor == self.text.len() {
            // After a full line the cursor is at the start of the next one.
            if column >= width {
                lines.push(String::new());
                column = 0;
            }
            place = (lines.len() - 1, column);
        }
        (lines, place)
    }

    fn target(&self, reach: Reach) -> usize {
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
            Reach::Up => {
                let start = self.target(Reach::LineStart);
                match start.checked_sub(1) {
                    Some(end) => {
                        let above = self.text[..end].rfind('\n').map_or(0, |at| at + 1);
                        self.along(above, end, before[start..].width())
                    }
                    None => self.cursor,
                }
            }
            Reach::Down => {
                let end = self.target(Reach::LineEnd);
                if end == self.text.len() {
                    return self.cursor;
                }
                let start = self.target(Reach::LineStart);
                let below = end + 1;
                let last = self.text[below..].find('\n').map_or(self.text.len(), |at| below + at);
                self.along(below, last, before[start..].width())
            }
        }
    }

    /// This many columns into a line, or its end.
    fn along(&self, start: usize, end: usize, column: usize) -> usize {
        let mut used = 0;
        for (at, grapheme) in self.text[start..end].grapheme_indices(true) {
            if used >= column {
                return start + at;
            }
            used += grapheme.width();
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

/// Normalises line breaks, replaces tabs with spaces, and removes other control characters.
fn tidy(text: &str) -> String {
    clean_input(&text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', "    "))
}

#[cfg(test)]
#[path = "editor_tests.rs"]
mod tests;
