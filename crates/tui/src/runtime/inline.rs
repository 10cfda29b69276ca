//! Draws below the cursor without taking over the screen. Full screen works the same, starting at
//! the top left corner.
//!
//! Everything is relative: the terminal is never asked for its cursor position, because the reply
//! would be mixed with what was typed ahead, and some terminals never reply. Between two frames the
//! cursor is parked, hidden, in the first column of the first row: wherever a resize moves that
//! cell, the block begins there. Only while a text is typed it is in that text. If the terminal may have
//! cut longer rows instead of rewrapping them, rows of ours may stay above the block then: what is there
//! could be the shell's.
//!
//! tmux wraps all rows to a new width and keeps the last ones on the screen; the others go into its
//! history, and come back with a larger window. There the cursor is parked in the last row, which stays
//! on the screen, and tmux says where that is: what is above it and ours is counted.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveDown, MoveToColumn, MoveUp, Show};
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::tmux::CursorRow;
use crate::abilities::LongRows;
use crate::message::Drawn;
use crate::view::{Links, Screen, link_of};

#[derive(Default)]
pub(super) struct Inline {
    /// The rows on the screen.
    rows: Vec<Vec<Cell>>,
    /// The row that contains the cursor, and its column.
    at: usize,
    column: usize,
    parked: Parked,
    /// Lengths of the rows of ours that tmux has in its history, directly above the block.
    hidden: Vec<usize>,
}

/// Where the cursor is between two frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Parked {
    #[default]
    First,
    Last,
}

impl Inline {
    pub(super) fn parked(parked: Parked) -> Inline {
        Inline { parked, ..Inline::default() }
    }

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
            None if self.parked == Parked::Last => (0, last),
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

    /// The terminal has this width now. If it has rewrapped longer rows, then that of the cursor, too.
    pub(super) fn resized(
        &mut self,
        out: &mut impl Write,
        width: u16,
        long: LongRows,
    ) -> io::Result<()> {
        if long == LongRows::Rewrapped {
            let width = usize::from(width).max(1);
            let above = self.rows.iter().take(self.at).map(|row| wrapped(used(row), width));
            self.at = above.sum::<usize>() + self.column / width;
        }
        self.clear(out)
    }

    /// The same if it is known in which row of the screen the cursor is: everything of ours that is on
    /// the screen goes, also what has come back to it, and what is above it is remembered.
    pub(super) fn resized_at(&mut self, out: &mut impl Write, cursor: CursorRow) -> io::Result<()> {
        let CursorRow { row, width } = cursor;
        let above = self.rows.iter().take(self.at).map(|row| used(row));
        let lengths: Vec<usize> = self.hidden.iter().copied().chain(above).collect();
        let all = lengths.iter().map(|length| wrapped(*length, width)).sum::<usize>();
        let all = all + self.column / width;
        self.hidden = first_rows(&lengths, all.saturating_sub(row), width);
        self.at = all.min(row);
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

/// How many rows of the screen a row of this length takes.
fn wrapped(length: usize, width: usize) -> usize {
    length.div_ceil(width).max(1)
}

/// Lengths of what these rows are in this many rows of the screen; of the last one only a part.
fn first_rows(lengths: &[usize], mut rows: usize, width: usize) -> Vec<usize> {
    let mut first = Vec::new();
    for length in lengths {
        let here = wrapped(*length, width).min(rows);
        if here == 0 {
            break;
        }
        first.push((*length).min(here * width));
        rows -= here;
    }
    first
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
#[path = "inline_tests.rs"]
mod tests;
