//! A settled question: what it was, what was answered, whether the agent has it.

use ratatui::text::{Line, Span};
use sayso_core::Status;
use sayso_core::interaction::Outcome;
use sayso_core::text::clean_line;
use sayso_locale::words::{self, Marks};

use super::part::Part;
use super::{Look, MARGIN, footer, head, markdown, time};
use crate::state::State;
use crate::state::card::Card;
use crate::text::{indent, span, wrap_text};
use crate::words::{settled_by, status};

pub(super) fn part(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    let palette = &look.palette;
    let mut part = Part::default();
    part.push(head::header(state, card, look, width));
    if height >= 12 {
        part.gap();
    }
    part.append(Part::words(&head::title(&card.view.interaction.form, palette), width));
    part.append(whole(state, card, look, (width, height)));
    let mut tail = Part::default();
    if state.fingers.is_holding() {
        tail.append(super::ending::paused(look, width));
    } else {
        if let Some(row) = super::toast(state, look, width) {
            tail.push(row);
        }
        let hints: [footer::Hint; 2] = [("enter", "hint-back"), ("?", "hint-more")];
        tail.push(footer::line(&hints, true, look, width));
    }
    let end = height.saturating_sub(tail.len());
    if part.len() > end {
        part = part.slice(0..end.saturating_sub(1));
        let rest = format!("… {}", look.say("read-the-rest"));
        part.append(Part::said(&rest, palette.dim, width));
    }
    part.fill(end);
    part.append(tail);
    part
}

/// What was asked, what became of it, and what was not sent.
pub(super) fn whole(
    state: &State,
    card: &Card,
    look: &Look,
    (width, height): (usize, usize),
) -> Part {
    let room = width.saturating_sub(2 * MARGIN);
    let asked = asked(card, look, room);
    let ended = Part::of(indent(ending(state, card, look, room), MARGIN));
    let mut part = Part::default();
    // Unsent text has priority over everything else.
    match unsent(state, card, look, room) {
        Some(unsent) => {
            part.append(ended);
            if height >= 12 {
                part.gap();
            }
            part.append(unsent);
            part.gap();
            part.append(asked);
        }
        None => {
            part.append(asked);
            part.append(ended);
            part.append(super::tail::notified(state, card, look, width));
        }
    }
    part
}

/// The questions and their answers.
fn asked(card: &Card, look: &Look, room: usize) -> Part {
    let palette = &look.palette;
    let interaction = &card.view.interaction;
    let mut part = Part::default();
    let answers = interaction.outcome().and_then(Outcome::answers);
    for question in &interaction.form.questions {
        if question.prompt.trim() != interaction.form.title.trim() {
            let rows = markdown::render(&question.prompt, palette, room);
            part.append(Part::of(indent(rows, MARGIN)));
        }
        if let Some(answers) = answers {
            let answer = answers.get(&question.id);
            let words = words::answer(look.texts, &Marks::PLAIN, question, answer);
            let rows = wrap_text(&words, palette.bold, room.saturating_sub(2));
            for (at, row) in rows.into_iter().enumerate() {
                let lead = if at == 0 { span("→ ", palette.done) } else { Span::raw("  ") };
                let mut spans = vec![Span::raw(" ".repeat(MARGIN)), lead];
                spans.extend(row.spans);
                part.push(Line::from(spans));
            }
        }
        part.gap();
    }
    part
}

/// What was typed here and not sent.
fn unsent(state: &State, card: &Card, look: &Look, room: usize) -> Option<Part> {
    let palette = &look.palette;
    let id = card.view.interaction.id;
    let unsent = state.unsent.iter().find(|unsent| unsent.id == id)?;
    let heading = wrap_text(&look.say("was-not-sent"), palette.warn, room);
    let mut part = Part::of(indent(heading, MARGIN));
    for line in &unsent.lines {
        let rows = wrap_text(line, palette.plain, room.saturating_sub(2));
        part.append(Part::of(indent(rows, MARGIN + 2)));
    }
    Some(part)
}

/// How it ended, by whom, and whether the agent has it.
fn ending(state: &State, card: &Card, look: &Look, room: usize) -> Vec<crate::text::Row> {
    let palette = &look.palette;
    if card.removed {
        return wrap_text(&look.say("forgotten"), palette.warn, room);
    }
    let interaction = &card.view.interaction;
    let at = interaction.settled_at().unwrap_or(interaction.created_at);
    let at = time::clock(at, state.now.day, &state.zone);
    let status = status(look.texts, interaction.status());
    let by = settled_by(look.texts, interaction, &at);
    let style = match interaction.status() {
        Status::Submitted => palette.done,
        Status::AutoSubmitted | Status::Timeout | Status::Given => palette.warn,
        Status::Pending | Status::Cancelled | Status::Rejected | Status::Withdrawn => palette.plain,
    };
    let remark = interaction.outcome().and_then(|outcome| match outcome {
        Outcome::Answered { answers, .. } => answers.note.as_deref(),
        ended => ended.remark(),
    });
    let mut rows = wrap_text(&format!("{status} · {by}"), style, room);
    if let Some(remark) = remark {
        rows.extend(wrap_text(&clean_line(remark), palette.plain, room));
    }
    let told = match interaction.status() {
        Status::Given => "asks-there-too",
        _ if interaction.delivered_at.is_some() => "has-it",
        _ => "gets-it-later",
    };
    rows.extend(wrap_text(&look.say(told), palette.dim, room));
    rows
}
