//! The lines that stay on the terminal when a view has ended, and those shown until the person
//! pauses typing.

use ratatui::text::{Line, Span};

use super::Look;
use super::part::Part;
use super::summary::summary;
use super::theme::Palette;
use crate::state::{PromptEnd, Purpose, State};
use crate::text::{Row, span, wrap_text};

/// Printed at the end: the summary, a way into the browser, and what was not sent. Never cut, so
/// that it can be copied.
pub(crate) fn parting(state: &State, ended: &PromptEnd, width: u16) -> Vec<Row> {
    let look = Look::of(state);
    // It stays among other lines: the terminal's own background, with any theme.
    let palette = Palette::of("system", state.depth);
    let mut rows = match state.purpose {
        Purpose::Prompt => summary(state, ended, width),
        Purpose::Inbox if state.once => summary(state, ended, width),
        Purpose::Inbox => Vec::new(),
    };
    for unsent in &state.unsent {
        let heading = match state.purpose {
            Purpose::Prompt => look.say("was-not-sent"),
            Purpose::Inbox => format!("{} {}", look.say("was-not-sent"), unsent.title),
        };
        rows.push(Line::from(vec![Span::raw("  "), span(heading, palette.dim)]));
        let lines = unsent.lines.iter();
        rows.extend(lines.map(|line| Line::from(vec![Span::raw("    "), Span::raw(line.clone())])));
    }
    rows
}

/// A prompt that has ended while somebody types.
pub(super) fn part(state: &State, ended: &PromptEnd, look: &Look, width: usize) -> Part {
    let wide = u16::try_from(width).unwrap_or(u16::MAX);
    let mut part = Part::default();
    for row in parting(state, ended, wide) {
        if row.width() <= width {
            part.push(row);
        } else {
            let text = row.to_string();
            part.append(Part::of(wrap_text(&text, look.palette.plain, width)));
        }
    }
    part.append(paused(look, width));
    part
}

/// Why keys do nothing.
pub(super) fn paused(look: &Look, width: usize) -> Part {
    Part::said(&look.say("keys-paused"), look.palette.warn, width)
}
