//! The list of everything: waiting questions, and below them recently settled ones.

mod beside;
mod peek;
mod rows;

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use sayso_core::Status;
use sayso_desk::{HistoryFilter, Misread};
use unicode_width::UnicodeWidthStr;

use super::field::sought;
use super::fit::window_of;
use super::part::Part;
use super::{Look, MARGIN, WIDEST, card, footer, time};
use crate::message::Target;
use crate::state::card::Card;
use crate::state::inbox::{History, Place, Shown};
use crate::state::{State, Tone};
use crate::text::{Row, cut, span, spread};
use rows::{Columns, Drawing};

/// From this width a row has room for all its columns.
const WIDE: usize = 64;

pub(super) fn part(state: &State, look: &Look, width: usize, height: usize) -> Part {
    let tail = tail(state, look, width);
    let room = height.saturating_sub(tail.len());
    let mut part = if state.is_side_by_side() {
        let left = left_of(width);
        let right = (width - left - 1).min(WIDEST);
        let peek = match state.inbox.peek.as_ref() {
            Some(card) => peek::part(state, card, look, right, room.saturating_sub(1)),
            None => Part::default(),
        };
        beside::put(above(state, look, left, room), peek, left, room, look)
    } else {
        above(state, look, width, room)
    };
    part.fill(room);
    part.append(tail);
    part
}

/// The list with an open question next to it.
pub(super) fn with_card(
    state: &State,
    card: &Card,
    look: &Look,
    width: usize,
    height: usize,
) -> Part {
    let left = left_of(width);
    let right = (width - left - 1).min(WIDEST);
    let card = card::part(state, card, look, right, height);
    beside::put(above(state, look, left, height), card, left, height, look)
}

/// Columns of the list next to a question.
fn left_of(width: usize) -> usize {
    (width * 36 / 100).clamp(44, 60)
}

/// Everything but the keys.
fn above(state: &State, look: &Look, width: usize, height: usize) -> Part {
    let mut part = Part::default();
    part.push(header(state, look, width));
    if state.inbox.search.typing || !state.inbox.search.text.text().is_empty() {
        part.append(search(state, look, width));
    }
    if height >= 9 {
        part.gap();
    }
    let gap = usize::from(height >= 11);
    let room = height.saturating_sub(part.len() + gap);
    part.append(list(state, look, width, room));
    part
}

fn header(state: &State, look: &Look, width: usize) -> Row {
    let palette = &look.palette;
    let inbox = &state.inbox;
    let title = match inbox.place {
        Place::Waiting => "inbox-title",
        Place::History(_) => "history-title",
    };
    let waiting = inbox.waiting.len();
    let today = inbox.answered_since(time::midnight(state.now.day, &state.zone));
    let waiting_words = look.texts.say_with("waiting-count", [("count", waiting.into())]);
    let today_words = look.texts.say_with("answered-today", [("count", today.into())]);
    let style = if waiting > 0 { palette.plain } else { palette.dim };
    let room = width.saturating_sub(2 * MARGIN);
    let narrow = look.say(title).width() + waiting_words.width() + today_words.width() + 5 > room;
    let right = match inbox.loaded {
        true if narrow => vec![span(waiting_words, style)],
        true => vec![span(waiting_words, style), span(format!(" · {today_words}"), palette.dim)],
        false => vec![span(look.say("connecting"), palette.dim)],
    };
    let mut row =
        spread(vec![span(look.say(title), palette.bold)], right, width.saturating_sub(2 * MARGIN));
    row.spans.insert(0, Span::raw(" ".repeat(MARGIN)));
    row
}

fn search(state: &State, look: &Look, width: usize) -> Part {
    let search = &state.inbox.search;
    let mut part = sought(&search.text, search.typing, look, width.saturating_sub(2 * MARGIN + 2));
    if search.typing && matches!(state.inbox.place, Place::History(_)) {
        part.append(Part::said(&look.say("search-filters"), look.palette.dim, width));
    }
    if let Place::History(History { looked_through: Some(newest), .. }) = &state.inbox.place {
        let words = look.texts.say_with("searched-newest", [("count", (*newest).into())]);
        part.append(Part::said(&words, look.palette.dim, width));
    }
    part
}

fn list(state: &State, look: &Look, width: usize, room: usize) -> Part {
    let inbox = &state.inbox;
    let shown = inbox.shown();
    let count = shown.count();
    if count == 0 {
        return empty(state, look, width);
    }
    let selected = inbox.place_of_selected(&shown);
    let Shown { waiting, done } = &shown;
    let rows = if width < WIDE { 2 } else { 1 };
    // Only visible rows are looked at: ten thousand cost as much as forty.
    let near = selected.saturating_sub(room)..(selected + room + 1).min(count);
    let seen = (&waiting[..], &done[..]);
    let columns = Columns::of(state, look, seen, near, width);
    let ruled = |at: usize| at == waiting.len() && at > 0;
    let heights: Vec<usize> = (0..count).map(|at| rows + usize::from(ruled(at))).collect();
    window_of(&heights, selected, room, look, |at| {
        let mut part = Part::default();
        if ruled(at) {
            let rule = "─".repeat(width.saturating_sub(2 * MARGIN));
            part.push(Line::from(vec![
                Span::raw(" ".repeat(MARGIN)),
                span(rule, look.palette.dim),
            ]));
        }
        let start = part.len();
        let drawing = Drawing { state, look, columns: &columns, width, selected: at == selected };
        match waiting.get(at) {
            Some(known) => drawing.waiting(known, &mut part),
            None => drawing.done(done[at - waiting.len()], &mut part),
        }
        if let Some(id) = shown.id(at) {
            part.point(start, Target::Row(id));
        }
        part
    })
}

/// Nothing is waiting: says how to ask something.
fn empty(state: &State, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let keys: &[(&str, Style)] = match &state.inbox.place {
        _ if !state.inbox.loaded => &[],
        _ if !state.inbox.search.text.is_blank() => &[("nothing-found", palette.plain)],
        Place::History(_) => &[("nothing-answered", palette.plain)],
        Place::Waiting => &[("nothing-waiting", palette.plain), ("connect-or-ask", palette.dim)],
    };
    let mut part = Part::default();
    for (key, style) in keys {
        part.append(Part::said(&look.say(key), *style, width));
    }
    for misread in HistoryFilter::misread(state.inbox.search.text.text()) {
        let hint = match misread {
            Misread::Outcome => {
                let values = Status::SETTLED.map(Status::said).join(", ");
                look.texts.say_with("filter-outcome", [("values", values.as_str().into())])
            }
            Misread::Since => look.say("filter-since"),
        };
        part.append(Part::said(&hint, palette.dim, width));
    }
    part
}

fn tail(state: &State, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let mut part = Part::default();
    if let Some(toast) = &state.toast {
        let style = match toast.tone {
            Tone::Done => palette.done,
            Tone::Plain => palette.plain,
            Tone::Warn => palette.warn,
        };
        let room = width.saturating_sub(2 * MARGIN);
        for line in toast.text.lines() {
            // What stays until a key is pressed may be there to be copied.
            part.append(match toast.tone {
                Tone::Warn => Part::said(line, style, width),
                Tone::Done | Tone::Plain => Part::said(&cut(line, room), style, width),
            });
        }
    }
    if state.fingers.is_holding() {
        part.append(super::ending::paused(look, width));
        return part;
    }
    if let Some(notice) = footer::notice(state, None, look) {
        part.push(notice);
        return part;
    }
    if !look.hints {
        return part;
    }
    let hints: &[footer::Hint] = match (&state.inbox.place, state.inbox.search.typing) {
        (_, true) => &[("enter", "hint-done"), ("esc", "hint-all")],
        (Place::Waiting, false) => &[
            ("enter", "hint-answer"),
            ("j/k", "hint-move"),
            ("/", "hint-search"),
            ("h", "hint-history"),
            ("s", "hint-settings"),
            ("q", "hint-quit"),
            ("?", "hint-more"),
        ],
        (Place::History(_), false) => &[
            ("enter", "hint-open"),
            ("j/k", "hint-move"),
            ("/", "hint-search"),
            ("h", "hint-back"),
            ("?", "hint-more"),
        ],
    };
    part.push(footer::line(hints, true, look, width));
    part
}
