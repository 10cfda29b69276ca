//! A text field: its text, the cursor in it, and a placeholder while it is empty.

use ratatui::style::Style;
use ratatui::text::Line;

use super::part::Part;
use super::{Look, MARGIN};
use crate::editor::Editor;
use crate::text::{cut, span};
use unicode_width::UnicodeWidthStr;

/// `/ post`: the search text, on one line.
pub(super) fn sought(editor: &Editor, focused: bool, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let (plain, dim) = (palette.plain, palette.dim);
    let field =
        Field { editor, focused, placeholder: "", width: width.max(8), rows: 1, plain, dim };
    let mut part = field.part();
    part.cursor = part.cursor.map(|(row, column)| (row, column + MARGIN + 2));
    for row in &mut part.rows {
        row.spans.insert(0, span(format!("{}/ ", " ".repeat(MARGIN)), palette.accent));
    }
    part
}

pub(super) struct Field<'a> {
    pub(super) editor: &'a Editor,
    pub(super) focused: bool,
    pub(super) placeholder: &'a str,
    pub(super) width: usize,
    /// At most this many rows around the cursor.
    pub(super) rows: usize,
    pub(super) plain: Style,
    pub(super) dim: Style,
}

impl Field<'_> {
    pub(super) fn part(&self) -> Part {
        let (lines, (row, column)) = self.editor.layout(self.width);
        let rows = self.rows.max(1);
        let top = if self.focused { (row + 1).saturating_sub(rows) } else { 0 };
        let mut part = Part::default();
        if self.editor.text().is_empty() {
            part.push(Line::from(span(cut(self.placeholder, self.width), self.dim)));
        } else {
            // A last line that contains only the cursor counts if it is focused.
            let all = lines.len();
            let last = rows.min(all - top) - 1;
            for (at, line) in lines.into_iter().skip(top).take(rows).enumerate() {
                // What is scrolled out of sight has an arrow at the right end.
                let arrow = match at {
                    0 if top > 0 => "↑",
                    at if at == last && top + rows < all => "↓",
                    _ => "",
                };
                let gap =
                    if arrow.is_empty() { 0 } else { self.width - line.width().min(self.width) };
                let arrow = span(format!("{}{arrow}", " ".repeat(gap)), self.dim);
                part.push(Line::from(vec![span(line, self.plain), arrow]));
            }
        }
        if self.focused {
            part.cursor = Some((row - top, column));
            part.field = Some(self.width);
        }
        part
    }
}
