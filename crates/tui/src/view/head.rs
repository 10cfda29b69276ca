//! Above the question: who asks, since when, until when; and the tabs of several questions.

use ratatui::text::{Line, Span};
use sayso_core::text::clean_line;
use unicode_width::UnicodeWidthStr;

use super::part::Part;
use super::{Area, Look, MARGIN, time};
use crate::message::Target;
use crate::state::State;
use crate::state::card::{Card, Page};
use crate::text::{Row, cut, span, spread};
use crate::words::who;

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
    left.push(span(who(look.texts, origin.agent_shown(), origin.project()), palette.dim));
    if pending && !card.view.live.listening {
        left.push(span(format!(" · {}", look.say("agent-not-listening")), palette.dim));
    }
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
    let mut row = spread(left, right, room);
    row.spans.insert(0, Span::raw(" ".repeat(MARGIN)));
    row
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
        .map(|question| {
            let mark = if unanswered.contains(&question.id) { "□" } else { "■" };
            format!("{mark} {}", cut(&clean_line(&question.header), 20))
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
