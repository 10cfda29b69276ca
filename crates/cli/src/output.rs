//! Output of commands: aligned and coloured on a terminal, plain when piped.

pub mod card;
pub mod ended;
pub mod outcome;
pub mod style;
pub mod table;
pub mod time;
pub mod wrap;

use std::io::{self, Write};

use serde::Serialize;

/// One JSON value on one line, stable for programs.
pub fn json<T: Serialize>(value: &T) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// A warning for people, on stderr.
pub fn warn(text: impl std::fmt::Display) -> io::Result<()> {
    let mark = style::WARN;
    writeln!(anstream::stderr().lock(), "{mark}warning:{mark:#} {text}")
}

/// A remark for people, on stderr.
pub fn aside(text: impl std::fmt::Display) -> io::Result<()> {
    let dim = style::DIM;
    writeln!(anstream::stderr().lock(), "{dim}{text}{dim:#}")
}

/// One line for people.
pub fn line(text: impl std::fmt::Display) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}
