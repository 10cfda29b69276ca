//! The styles. `anstream` removes them where they don't belong.

use anstyle::{AnsiColor, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const ACCENT: Style = AnsiColor::Magenta.on_default();
/// Only for done.
pub(crate) const DONE: Style = AnsiColor::Green.on_default();
/// Less than a minute left, or something to look at.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
