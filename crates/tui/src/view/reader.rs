//! The question's complete text and all about its options, if there was no room for it.

use std::ops::Range;

use ratatui::text::Line;
use sayso_core::text::clean_line;

use super::part::Part;
use super::{Look, card, closed, footer};
use crate::state::card::Card;
use crate::state::{Over, Purpose, State, Together};
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
        closed::whole(state, open, look, (width, height))
    });
    paged(text, top, state, look, width, height)
}

/// The rows of a long text that are on the screen.
pub(super) fn window(all: usize, top: usize, height: usize) -> Range<usize> {
    let top = top.min(all.saturating_sub(room(height)));
    top..(top + room(height)).min(all)
}

fn room(height: usize) -> usize {
    height.saturating_sub(2).max(1)
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
    let room = room(height);
    let all = text.len();
    let window = window(all, top, height);
    let (top, end) = (window.start, window.end);
    let mut part = text.slice(window);
    part.last_top = Some(all.saturating_sub(room));
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
    match state.over {
        Over::Together { what: Together::Withdraw, .. } => hints.push(("enter", "hint-withdraw")),
        Over::Together { what: Together::Allow, .. } => hints.push(("enter", "hint-allow")),
        _ => {}
    }
    hints.extend(footer::cancel_under(state));
    hints.push(("esc", "hint-back"));
    part.push(footer::line(&hints, true, look, width));
    part
}
