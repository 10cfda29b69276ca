//! A screen as text: its content, the cursor's position, the style of each character.

use ratatui::style::Style;

use super::super::theme::Palette;
use super::super::{Look, screen};
use crate::state::State;

/// The content between bars, with `▏` at the cursor.
pub(super) fn drawn(state: &State, (width, height): (u16, u16)) -> String {
    let screen = screen(state, width, height);
    assert!(screen.rows.len() <= usize::from(height), "{} rows of {height}", screen.rows.len());
    let mut text = format!("{width}x{height}\n");
    for (at, row) in screen.rows.iter().enumerate() {
        assert!(row.width() <= usize::from(width), "wider than {width}: {row}");
        let mut line = row.to_string();
        if let Some((column, _)) = screen.cursor.filter(|(_, row)| usize::from(*row) == at) {
            line = mark(&line, usize::from(column));
        }
        text.push_str(&format!("│{}\n", line.trim_end()));
    }
    text
}

/// The cursor as a bar before the character in that column.
fn mark(line: &str, column: usize) -> String {
    use unicode_segmentation::UnicodeSegmentation;
    use unicode_width::UnicodeWidthStr;
    let mut marked = String::new();
    let mut used = 0;
    let mut pending = true;
    for c in line.graphemes(true) {
        if pending && used >= column {
            marked.push('▏');
            pending = false;
        }
        used += c.width();
        marked.push_str(c);
    }
    if pending {
        marked.push_str(&" ".repeat(column.saturating_sub(used)));
        marked.push('▏');
    }
    marked
}

/// Each row, and below it one letter for the style of each character.
pub(super) fn styled(state: &State, (width, height): (u16, u16)) -> String {
    let palette = Look::of(state).palette;
    let mut text = String::new();
    for row in screen(state, width, height).rows {
        let mut letters = String::new();
        for span in &row.spans {
            let columns = unicode_width::UnicodeWidthStr::width(span.content.as_ref());
            letters.push_str(&letter(&palette, span.style, &span.content).repeat(columns));
        }
        text.push_str(&format!("│{}\n", row.to_string().trim_end()));
        if !letters.trim().is_empty() {
            text.push_str(&format!(" {}\n", letters.trim_end()));
        }
    }
    text
}

fn letter(palette: &Palette, style: Style, text: &str) -> &'static str {
    let roles = [
        (palette.dim, "d"),
        (palette.bold, "b"),
        (palette.under_cursor(), "A"),
        (palette.accent, "a"),
        (palette.done, "g"),
        (palette.warn, "y"),
        (palette.alarm, "r"),
    ];
    match roles.iter().find(|(role, _)| *role == style) {
        _ if text.trim().is_empty() => " ",
        Some((_, letter)) => letter,
        None if style == palette.plain || style == Style::new() => ".",
        None => "*",
    }
}
