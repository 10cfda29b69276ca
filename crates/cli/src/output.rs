//! Output of commands: aligned and coloured on a terminal, plain when piped.

pub(crate) mod card;
pub(crate) mod ended;
pub(crate) mod outcome;
pub(crate) mod pager;
pub(crate) mod qr;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod time;
pub(crate) mod wrap;

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::Style;
use serde::Serialize;

/// One JSON value on one line, stable for programs.
pub(crate) fn json<T: Serialize>(value: &T) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// A warning for people, on stderr. If nobody reads it there is nobody to tell.
pub(crate) fn warn(text: impl Display) {
    let mark = style::WARN;
    let text = wrap::indented(&format!("warning: {text}"), 0, wrap::terminal_width(&io::stderr()));
    let text = text.replacen("warning:", &format!("{mark}warning:{mark:#}"), 1);
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// A remark for people, on stderr; the same.
pub(crate) fn aside(text: impl Display) {
    let dim = style::DIM;
    // Not wrapped: it can have a link, or a command to copy.
    let _ = writeln!(anstream::stderr().lock(), "{dim}{text}{dim:#}");
}

/// One line for people.
pub(crate) fn line(text: impl Display) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// A text for people, wrapped at spaces, behind a mark. Further lines are indented like the first.
pub(crate) fn paragraph(mark: &str, style: Style, text: impl Display) -> io::Result<()> {
    marked(0, mark, style, text)
}

/// The same in a list.
pub(crate) fn item(mark: &str, style: Style, text: impl Display) -> io::Result<()> {
    marked(2, mark, style, text)
}

fn marked(indent: usize, mark: &str, style: Style, text: impl Display) -> io::Result<()> {
    let width = wrap::terminal_width(&io::stdout());
    let text = wrap::indented(&text.to_string(), indent + mark.chars().count() + 1, width);
    line(format!("{}{style}{mark}{style:#} {}", " ".repeat(indent), text.trim()))
}
