//! Several questions: named before one key withdraws or allows them, and listed on the card of one of
//! them.

use std::ops::Range;

use ratatui::text::{Line, Span};
use sayso_core::InteractionId;
use sayso_core::text::clean_line;

use super::part::Part;
use super::{Look, MARGIN, footer, reader};
use crate::state::card::Card;
use crate::state::inbox::Waiting;
use crate::state::{State, Together};
use crate::text::{Row, cut, span};
use crate::words::who;

/// As many as on the page.
const LISTED: usize = 6;

pub(super) fn part(
    state: &State,
    (what, named): (Together, &[InteractionId]),
    top: usize,
    look: &Look,
    width: usize,
    height: usize,
) -> Part {
    let asks = match what {
        Together::Withdraw => "withdraw-these",
        Together::Allow => "allow-these",
    };
    let mut text = Part::said(&look.say(asks), look.palette.bold, width);
    let mut places = Vec::new();
    for (place, id) in named.iter().enumerate() {
        let Some(known) = state.inbox.waiting.iter().find(|known| known.id == *id) else {
            continue;
        };
        text.gap();
        let from = text.len();
        text.append(Part::said(&clean_line(&known.title), look.palette.plain, width));
        let who = who(look.texts, known.agent.as_deref(), known.project.as_deref());
        let about = match what {
            Together::Withdraw if known.has_stopped() => who,
            Together::Allow => who,
            Together::Withdraw => format!("{who} · {}", look.say("agent-is-back")),
        };
        text.append(Part::said(&about, look.palette.dim, width));
        places.push((place, from..text.len()));
    }
    let window = reader::window(text.len(), top, height);
    let is_read = |rows: &Range<usize>| window.start <= rows.start && rows.end <= window.end;
    let read: Vec<usize> =
        places.into_iter().filter(|(_, rows)| is_read(rows)).map(|(place, _)| place).collect();
    let mut part = reader::paged(text, top, state, look, width, height);
    part.named = (read.first().copied().unwrap_or(0), read.last().map_or(0, |last| last + 1));
    part
}

/// The permissions that wait beside this one, of the same session, on this many rows; their number always.
pub(super) fn beside(state: &State, card: &Card, look: &Look, width: usize, rows: usize) -> Part {
    let others: Vec<&Waiting> = state.inbox.beside(card.view.interaction.id).collect();
    if others.is_empty() {
        return Part::default();
    }
    let count = others.len();
    let mut heading = look.texts.say_with("together", [("count", count.into())]);
    if others.iter().any(|other| other.by_title) {
        let key = footer::key_name("A", look);
        let allows = look.texts.say_with("key-allows-them", [("key", key.into())]);
        heading = format!("{heading} · {allows}");
    }
    let mut part = Part::said(&heading, look.palette.dim, width);
    // A blank row below them, and one for those that have none.
    let room = rows.saturating_sub(part.len() + 1).min(LISTED);
    let listed = if room < count { room.saturating_sub(1) } else { count };
    for other in others.iter().take(listed) {
        part.push(row(other, look, width));
    }
    if listed > 0 && listed < count {
        let more = look.texts.say_with("together-more", [("count", (count - listed).into())]);
        part.append(Part::said(&format!("  {more}"), look.palette.dim, width));
    }
    if part.len() < rows {
        part.gap();
    }
    part
}

/// Its title, and why it can't be allowed from here.
fn row(other: &Waiting, look: &Look, width: usize) -> Row {
    let palette = &look.palette;
    let why = match other.by_title {
        true => None,
        false if other.irreversible => Some(("irreversible", palette.alarm)),
        false => Some(("together-opened", palette.dim)),
    };
    let why = why.map(|(key, style)| span(format!("  {}", look.say(key)), style));
    let room = width.saturating_sub(2 * MARGIN + 2 + why.as_ref().map_or(0, Span::width));
    let title = span(cut(&clean_line(&other.title), room), palette.plain);
    let margin = Span::raw(" ".repeat(MARGIN + 2));
    Line::from([margin, title].into_iter().chain(why).collect::<Vec<_>>())
}
