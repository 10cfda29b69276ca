//! The selected question next to the list, before it is opened: to read, not to answer.

use sayso_core::text::clean_line;

use crate::state::State;
use crate::state::card::Card;
use crate::text::span;
use crate::view::part::Part;
use crate::view::{Look, card, closed, head};

pub(super) fn part(state: &State, open: &Card, look: &Look, width: usize, height: usize) -> Part {
    let palette = &look.palette;
    let mut part = Part::default();
    part.push(head::header(state, open, look, width));
    part.gap();
    let title = clean_line(&open.view.interaction.form.title);
    part.append(Part::said(&title, palette.bold, width));
    if open.is_open() {
        part.append(Part::of(card::body(open, look, width)));
        part.gap();
        part.append(card::list(open, look, width, usize::MAX).whole());
    } else {
        part.append(closed::whole(state, open, look, (width, height)));
    }
    if part.len() > height {
        part = part.slice(0..height.saturating_sub(1));
        part.append(Part::said("…", palette.dim, width));
    }
    if open.is_open() && open.view.interaction.policy.irreversible {
        part.mark(span("▌", palette.alarm));
    }
    // Nothing here can be pointed at.
    Part::of(part.rows)
}
