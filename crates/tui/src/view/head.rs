//! Above the question: who asks, since when, until when; and the tabs of several questions.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use sayso_core::Form;
use sayso_core::text::{clean, clean_line};
use unicode_width::UnicodeWidthStr;

use super::part::Part;
use super::theme::Palette;
use super::{Area, Look, MARGIN, time};
use crate::message::Target;
use crate::state::card::{Card, Page};
use crate::state::{Purpose, State};
use crate::text::{Row, cut, span, spread};
use crate::words::{not_listening, who};

/// `claude-code · api-server            asked 14:03 · 4:12 left`
pub(super) fn header(state: &State, card: &Card, look: &Look, width: usize) -> Row {
    let palette = &look.palette;
    let interaction = &card.view.interaction;
    let origin = &interaction.origin;
    let mut left = Vec::new();
    let pending = card.is_open();
    let irreversible = pending && interaction.policy.irreversible;
    if irreversible {
        left.push(span(look.say("irreversible"), palette.alarm));
        left.push(span(" · ", palette.dim));
    }
    // Arrivals are seen while a question is open.
    if pending && state.card.is_some() && look.purpose == Purpose::Inbox && !state.is_side_by_side()
    {
        let waiting = &state.inbox.waiting;
        if let Some(at) = waiting.iter().position(|known| known.id == interaction.id) {
            let values = [("place", (at + 1).into()), ("count", waiting.len().into())];
            left.push(span(
                format!("{} · ", look.texts.say_with("place-of", values)),
                palette.plain,
            ));
        }
    }
    left.push(span(who(look.texts, origin.agent_shown(), origin.project()), palette.dim));
    let day = state.now.day;
    let clock = |at| time::clock(at, day, &state.zone);
    let asked = look.texts.say_with("asked-at", [("time", clock(interaction.created_at).into())]);
    let mut right = vec![span(asked, palette.dim)];
    if let Some(left) = card.remaining(state.now.running).filter(|_| pending) {
        right.push(span(" · ", palette.dim));
        let style = time::hurry(left, palette, palette.plain);
        let left =
            look.texts.say_with("time-left", [("time", time::left(left, look.texts).into())]);
        right.push(span(left, style));
    }
    let room = width.saturating_sub(2 * MARGIN);
    // On a narrow screen the remaining time has priority.
    let right_width: usize = right.iter().map(Span::width).sum();
    let needed = if irreversible { 28 } else { 12 };
    let right =
        if right_width + needed > room && right.len() > 1 { right[2..].to_vec() } else { right };
    if pending && !card.handed_off && !card.view.live.listening {
        let deaf =
            span(format!(" · {}", look.say(not_listening(card.view.live.stopped))), palette.dim);
        // Whole or not at all.
        let used: usize = left.iter().chain(&right).map(Span::width).sum();
        if used + deaf.width() + 2 <= room {
            left.push(deaf);
        }
    }
    let mut row = spread(left, right, room);
    row.spans.insert(0, Span::raw(" ".repeat(MARGIN)));
    row
}

/// The title on one line; of a command, what a rule matched is marked.
pub(super) fn title(form: &Form, palette: &Palette) -> Vec<Span<'static>> {
    if form.marked.is_empty() {
        return vec![span(clean_line(&form.title), palette.bold)];
    }
    // Without colours it is still underlined.
    let marked = palette.alarm.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
    let one_line = |part: &String| clean(part).replace(char::is_whitespace, " ");
    let parts = form.marked.iter().map(one_line).enumerate();
    parts.map(|(at, part)| span(part, if at % 2 == 1 { marked } else { palette.bold })).collect()
}

/// `Pick a database        4:12 left`: all that a short screen has room for.
pub(super) fn in_brief(state: &State, card: &Card, look: &Look, width: usize) -> Row {
    let palette = &look.palette;
    let interaction = &card.view.interaction;
    let mut left = Vec::new();
    if card.is_open() && interaction.policy.irreversible {
        left.push(span(format!("{} · ", look.say("irreversible")), palette.alarm));
    }
    match card.has_several() {
        true => left.push(span(progress(card, look), palette.bold)),
        false => left.extend(title(&interaction.form, palette)),
    }
    let right = card.remaining(state.now.running).map(|left| {
        let words =
            look.texts.say_with("time-left", [("time", time::left(left, look.texts).into())]);
        span(words, time::hurry(left, palette, palette.dim))
    });
    let mut row = spread(left, right.into_iter().collect(), width.saturating_sub(2 * MARGIN));
    row.spans.insert(0, Span::raw(" ".repeat(MARGIN)));
    row
}

/// `Question 3 of 7 · 2 unanswered`
pub(super) fn progress(card: &Card, look: &Look) -> String {
    let count = card.questions().len();
    let place = match card.page {
        Page::Question(at) => {
            let values = [("place", (at + 1).into()), ("count", count.into())];
            look.texts.say_with("question-of", values)
        }
        Page::Review { .. } => look.say("review"),
    };
    match card.unanswered().len() {
        0 => format!("{place} · {}", look.say("all-answered")),
        open => format!(
            "{place} · {}",
            look.texts.say_with("unanswered-count", [("count", open.into())])
        ),
    }
}

/// Headers short enough for a tab; those that would look the same have their number.
fn names(card: &Card) -> Vec<String> {
    let short: Vec<String> =
        card.questions().iter().map(|question| cut(&clean_line(&question.header), 20)).collect();
    let alike = |name: &String| short.iter().filter(|other| *other == name).count() > 1;
    let numbered = short.iter().enumerate().map(|(at, name)| {
        if alike(name) { cut(&format!("{} {name}", at + 1), 20) } else { name.clone() }
    });
    numbered.collect()
}

/// `■ Framework │ □ Styling │ Review`, with as many neighbours of the open one as fit.
pub(super) fn tabs(card: &Card, look: &Look, width: usize) -> Part {
    let palette = &look.palette;
    let count = card.questions().len();
    let open = match card.page {
        Page::Question(at) => at,
        Page::Review { .. } => count,
    };
    let unanswered = card.unanswered();
    let labels: Vec<String> = card
        .questions()
        .iter()
        .zip(names(card))
        .map(|(question, name)| {
            let mark = if unanswered.contains(&question.id) { "□" } else { "■" };
            format!("{mark} {name}")
        })
        .chain([look.say("review")])
        .collect();
    let room = width.saturating_sub(2 * MARGIN + 4);
    let shown = visible(&labels, open, room);
    let mut spans = vec![Span::raw(" ".repeat(MARGIN))];
    let mut column = MARGIN;
    let mut part = Part::default();
    let mut add = |text: String, style, column: &mut usize| {
        *column += text.width();
        spans.push(span(text, style));
    };
    if shown.start > 0 {
        add("‹ ".to_owned(), palette.dim, &mut column);
    }
    for at in shown.clone() {
        if at > shown.start {
            add(" │ ".to_owned(), palette.dim, &mut column);
        }
        let style = if at == open { palette.under_cursor() } else { palette.dim };
        let start = column;
        add(labels[at].clone(), style, &mut column);
        part.targets.push(Area { row: 0, columns: start..column, target: Target::Tab(at) });
    }
    if shown.end < labels.len() {
        add(" ›".to_owned(), palette.dim, &mut column);
    }
    part.push(Line::from(spans));
    part
}

/// Tabs around the open one that fit, alternating to the right and to the left.
fn visible(labels: &[String], open: usize, room: usize) -> std::ops::Range<usize> {
    let width = |at: usize| labels[at].width() + 3;
    let (mut start, mut end) = (open, open + 1);
    let mut used = width(open);
    loop {
        let before = (start, end);
        if end < labels.len() && used + width(end) <= room {
            used += width(end);
            end += 1;
        }
        if start > 0 && used + width(start - 1) <= room {
            start -= 1;
            used += width(start);
        }
        if (start, end) == before {
            return start..end;
        }
    }
}
