//! The question's complete text and all about its options, if there was no room for it.

use ratatui::text::Line;
use sayso_core::text::clean_line;

use super::part::Part;
use super::{Look, card, closed, footer};
use crate::state::card::Card;
use crate::state::{Over, Purpose, State};
use crate::text::span;

pub(super) fn part(
    state: &State,
    open: &Card,
    top: usize,
    look: &Look,
    width: usize,
    height: usize,
) -> Part {
    let title = clean_line(&open.view.interaction.form.title);
    let mut text = Part::said(&title, look.palette.bold, width);
    text.gap();
    text.append(Part::of(card::body(open, look, width)));
    text.gap();
    text.append(if open.is_open() {
        card::list(open, look, width, usize::MAX).whole()
    } else {
        closed::told(state, open, look, (width, height))
    });
    paged(text, top, state, look, width, height)
}

/// A long text from some line on, with its keys at the bottom.
pub(super) fn paged(
    text: Part,
    top: usize,
    state: &State,
    look: &Look,
    width: usize,
    height: usize,
) -> Part {
    let room = height.saturating_sub(2).max(1);
    let all = text.len();
    let top = top.min(text.len().saturating_sub(room));
    let end = (top + room).min(text.len());
    let mut part = text.slice(top..end);
    if look.purpose == Purpose::Inbox {
        part.fill(room);
    }
    if room < all {
        let place = format!("    {}–{end} / {all}", top + 1);
        part.push(Line::from(span(place, look.palette.dim)));
    } else {
        part.gap();
    }
    let mut hints = Vec::new();
    if room < all {
        hints.push(("↑↓", "hint-scroll"));
    }
    if let Over::Withdraw { .. } = state.over {
        hints.push(("enter", "hint-withdraw"));
    }
    hints.extend(footer::cancel_under(state));
    hints.push(("esc", "hint-back"));
    part.push(footer::line(&hints, true, look, width));
    part
}
