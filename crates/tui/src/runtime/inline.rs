//! Draws below the cursor without taking over the screen. Full screen works the same, starting at
//! the top left corner.
//!
//! Everything is relative: the terminal is never asked for its cursor position, because the reply
//! would be mixed with what was typed ahead, and some terminals never reply. Between two frames the
//! cursor is parked, hidden, in the first column of the first row: wherever a resize moves that
//! cell, the block begins there. Only while a text is typed it is in that text.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveDown, MoveToColumn, MoveUp, Show};
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::message::Drawn;
use crate::view::{Links, Screen, link_of};

#[derive(Default)]
pub(super) struct Inline {
    /// The rows on the screen.
    rows: Vec<Vec<Cell>>,
    /// The row that contains the cursor, and its column.
    at: usize,
    column: usize,
}

impl Inline {
    pub(super) fn draw(
        &mut self,
        out: &mut impl Write,
        screen: &Screen,
        links: &Links,
        width: u16,
    ) -> io::Result<()> {
        let rows = cells(screen, width);
        queue!(out, BeginSynchronizedUpdate, Hide)?;
        self.to_top(out)?;
        let last = rows.len().saturating_sub(1);
        for (at, row) in rows.iter().enumerate() {
            if self.rows.get(at) != Some(row) {
                write_row(out, row, screen.ground, links)?;
            }
            if at < last {
                // Not a cursor movement: at the bottom it has to scroll.
                out.write_all(b"\r\n")?;
            }
        }
        if self.rows.len() > rows.len() {
            queue!(out, MoveDown(1), MoveToColumn(0), Clear(ClearType::FromCursorDown), MoveUp(1))?;
        }
        let (column, row) = match screen.cursor {
            Some((column, row)) => (column, usize::from(row).min(last)),
            None => (0, 0),
        };
        up(out, last - row)?;
        queue!(out, MoveToColumn(column))?;
        if screen.cursor.is_some() {
            queue!(out, Show)?;
        }
        queue!(out, EndSynchronizedUpdate)?;
        self.rows = rows;
        self.at = row;
        self.column = usize::from(column);
        out.flush()
    }

    /// Removes it from the screen; the cursor is where it began.
    pub(super) fn clear(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.to_top(out)?;
        // Not from the first column: in the corner of the screen some terminals take it for a new
        // page, and put what was there into their history.
        queue!(out, Clear(ClearType::CurrentLine), MoveToColumn(1))?;
        queue!(out, Clear(ClearType::FromCursorDown), MoveToColumn(0), Show)?;
        self.rows.clear();
        (self.at, self.column) = (0, 0);
        out.flush()
    }

    /// The terminal has this width now, and has rewrapped longer rows, that of the cursor included.
    pub(super) fn resized(&mut self, out: &mut impl Write, width: u16) -> io::Result<()> {
        let width = usize::from(width).max(1);
        let above = self.rows.iter().take(self.at);
        let above: usize = above.map(|row| used(row).div_ceil(width).max(1)).sum();
        self.at = above + self.column / width;
        self.clear(out)
    }

    fn to_top(&self, out: &mut impl Write) -> io::Result<()> {
        up(out, self.at)?;
        queue!(out, MoveToColumn(0))
    }
}

fn up(out: &mut impl Write, rows: usize) -> io::Result<()> {
    match u16::try_from(rows) {
        Ok(0) | Err(_) => Ok(()),
        Ok(rows) => queue!(out, MoveUp(rows)),
    }
}

/// A separate line at the cursor; the cursor moves below it.
pub(super) fn print_line(
    out: &mut impl Write,
    row: &ratatui::text::Line<'static>,
    width: u16,
) -> io::Result<()> {
    let links = Links::new();
    let screen = Screen {
        rows: vec![row.clone()],
        cursor: None,
        targets: Vec::new(),
        ground: Style::new(),
        drawn: Drawn::default(),
        links: Links::new(),
    };
    // In full width: an address that is longer than the screen must not be cut.
    let needed = u16::try_from(row.width()).unwrap_or(width).max(width);
    for row in cells(&screen, needed) {
        let used = used(&row);
        write_row(out, &row[..used], Style::new(), &links)?;
    }
    out.write_all(b"\r\n")?;
    out.flush()
}

fn cells(screen: &Screen, width: u16) -> Vec<Vec<Cell>> {
    let height = u16::try_from(screen.rows.len()).unwrap_or(u16::MAX);
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    buffer.set_style(area, screen.ground);
    for (at, row) in (0..height).zip(&screen.rows) {
        buffer.set_line(0, at, row, width);
    }
    buffer.content.chunks(usize::from(width).max(1)).map(<[Cell]>::to_vec).collect()
}

/// Columns up to the last one that shows something.
fn used(row: &[Cell]) -> usize {
    row.iter().rposition(|cell| cell.symbol() != " ").map_or(0, |at| at + 1)
}

fn write_row(out: &mut impl Write, row: &[Cell], ground: Style, links: &Links) -> io::Result<()> {
    let used = used(row);
    let mut style = None;
    let mut link = None;
    let mut at = 0;
    while at < used {
        let cell = &row[at];
        let leads = link_of(cell.style()).filter(|number| links.contains_key(number));
        if leads != link {
            write_link(out, leads.and_then(|number| links.get(&number)))?;
            link = leads;
        }
        if style != Some(cell.style()) {
            write_style(out, cell.style())?;
            style = Some(cell.style());
        }
        out.write_all(cell.symbol().as_bytes())?;
        let columns = unicode_width::UnicodeWidthStr::width(cell.symbol()).max(1);
        at += columns;
        // Terminals disagree about the width of joined characters, so the position of the next one
        // is set explicitly.
        if cell.symbol().chars().count() > 1 && at < used {
            queue!(out, MoveToColumn(u16::try_from(at).unwrap_or(u16::MAX)))?;
        }
    }
    if link.is_some() {
        write_link(out, None)?;
    }
    write_style(out, ground)?;
    // After the last column this would erase the last character.
    if used < row.len() {
        queue!(out, Clear(ClearType::UntilNewLine))?;
    }
    out.write_all(b"\x1b[0m")
}

/// `OSC 8`: what follows leads there, or nowhere. Pieces of one link have the same id, so that a
/// terminal shows them as one.
fn write_link(out: &mut impl Write, url: Option<&String>) -> io::Result<()> {
    match url {
        Some(url) => write!(out, "\x1b]8;id={:x};{url}\x1b\\", url.len()),
        None => out.write_all(b"\x1b]8;;\x1b\\"),
    }
}

fn write_style(out: &mut impl Write, style: Style) -> io::Result<()> {
    let mut codes = vec!["0".to_owned()];
    let weights = [
        (Modifier::BOLD, "1"),
        (Modifier::DIM, "2"),
        (Modifier::ITALIC, "3"),
        (Modifier::UNDERLINED, "4"),
        (Modifier::REVERSED, "7"),
        (Modifier::CROSSED_OUT, "9"),
    ];
    let on = weights.into_iter().filter(|(weight, _)| style.add_modifier.contains(*weight));
    codes.extend(on.map(|(_, code)| code.to_owned()));
    codes.extend(style.fg.and_then(|colour| code(colour, 30)));
    codes.extend(style.bg.and_then(|colour| code(colour, 40)));
    write!(out, "\x1b[{}m", codes.join(";"))
}

/// `base` is 30 for text and 40 for the background. The palettes use no other colours.
fn code(colour: Color, base: u8) -> Option<String> {
    Some(match colour {
        Color::Red => (base + 1).to_string(),
        Color::Green => (base + 2).to_string(),
        Color::Yellow => (base + 3).to_string(),
        Color::Magenta => (base + 5).to_string(),
        Color::Indexed(index) => format!("{};5;{index}", base + 8),
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", base + 8),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A resize leaves no copy in the history of the terminal.
    /// REQ: TE-1
    #[test]
    fn clearing_never_begins_in_the_corner() {
        let mut written = Vec::new();
        Inline::default().resized(&mut written, 80).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.contains("\u{1b}[2K\u{1b}[2G\u{1b}[J\u{1b}[1G"), "{written:?}");
    }

    /// A row that has become two counts as two, also the one that somebody types in.
    /// REQ: TE-1
    #[test]
    fn rewrapped_rows_are_counted() {
        let rows = ["x".repeat(70), "y".repeat(30), "z".repeat(75)].map(ratatui::text::Line::from);
        let screen = Screen {
            rows: rows.to_vec(),
            cursor: Some((75, 2)),
            targets: Vec::new(),
            ground: Style::new(),
            drawn: Drawn::default(),
            links: Links::new(),
        };
        for (width, up) in [(80, 2), (60, 3 + 1), (35, 3 + 2), (20, 4 + 2 + 3)] {
            let mut block = Inline::default();
            let mut written = Vec::new();
            block.draw(&mut written, &screen, &Links::new(), 80).unwrap();
            written.clear();
            block.resized(&mut written, width).unwrap();
            let written = String::from_utf8(written).unwrap();
            assert!(written.starts_with(&format!("\u{1b}[{up}A")), "{width}: {written:?}");
        }
    }
}
