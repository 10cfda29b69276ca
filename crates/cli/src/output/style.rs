//! The styles. `anstream` removes them where they don't belong.

use anstyle::{AnsiColor, Style};

pub const ERROR: Style = AnsiColor::Red.on_default().bold();
pub const DIM: Style = Style::new().dimmed();
pub const BOLD: Style = Style::new().bold();
pub const ACCENT: Style = AnsiColor::Magenta.on_default();
/// Only for done.
pub const DONE: Style = AnsiColor::Green.on_default();
/// Less than a minute left, or something to look at.
pub const WARN: Style = AnsiColor::Yellow.on_default();
