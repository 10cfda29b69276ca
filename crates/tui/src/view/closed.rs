//! A question that has ended: what it was, what was answered, whether the agent has it.

use ratatui::text::{Line, Span};
use sayso_core::interaction::Outcome;
use sayso_core::text::clean_line;
use sayso_core::{Answers, Status};

use super::part::Part;
use super::text::{indent, span, wrap_text};
use super::words::{answer_in_words, settled_by, status_key};
use super::{Look, MARGIN, footer, head, markdown, time};
use crate::state::State;
use crate::state::card::Card;

pub(super) fn part(state: &State, card: &Card, look: &Look, width: usize, height: usize) -> Part {
    let palette = &look.palette;
    let interaction = &card.view.interaction;
    let room = width.saturating_sub(2 * MARGIN);
    let mut part = Part::default();
    part.push(head::header(state, card, look, width));
    part.gap();
    let title = clean_line(&interaction.form.title);
    part.append(Part::of(indent(wrap_text(&title, palette.bold, room), MARGIN)));
    let answers = given(interaction.outcome());
    for question in &interaction.form.questions {
        if question.prompt.trim() != interaction.form.title.trim() {
            let rows = markdown::render(&question.prompt, palette, room);
            part.append(Part::of(indent(rows, MARGIN)));
        }
        if let Some(answers) = answers {
            let words = answer_in_words(look.texts, question, answers.get(&question.id));
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
    part.append(Part::of(indent(ending(state, card, look, room), MARGIN)));
    let hints: [footer::Hint; 2] = [("enter", "hint-back"), ("?", "hint-more")];
    let end = height.saturating_sub(1);
    let top = part.len().min(end);
    let mut part = part.slice(0..top);
    part.fill(end);
    part.push(footer::line(&hints, true, look, width));
    part
}

fn given(outcome: Option<&Outcome>) -> Option<&Answers> {
    match outcome? {
        Outcome::Answered { answers, .. } | Outcome::TimedOut { sent: Some(answers), .. } => {
            Some(answers)
        }
        Outcome::Cancelled { .. }
        | Outcome::Rejected { .. }
        | Outcome::TimedOut { sent: None, .. }
        | Outcome::Withdrawn { .. } => None,
    }
}

/// How it ended, by whom, and who knows.
fn ending(state: &State, card: &Card, look: &Look, room: usize) -> Vec<super::text::Row> {
    let palette = &look.palette;
    let interaction = &card.view.interaction;
    let at = interaction.settled_at().unwrap_or(interaction.created_at);
    let at = time::clock(at, state.now.day, &state.zone);
    let status = look.say(status_key(interaction.status()));
    let by = settled_by(look.texts, interaction, &at);
    let style = match interaction.status() {
        Status::Submitted => palette.done,
        Status::AutoSubmitted | Status::Timeout => palette.warn,
        Status::Pending | Status::Cancelled | Status::Rejected | Status::Withdrawn => palette.plain,
    };
    let remark = match interaction.outcome() {
        Some(Outcome::Answered { answers, .. }) => answers.note.clone(),
        Some(Outcome::Cancelled { note: text, .. } | Outcome::Rejected { reason: text, .. }) => {
            text.clone()
        }
        Some(Outcome::Withdrawn { why }) => Some(why.clone()),
        Some(Outcome::TimedOut { .. }) | None => None,
    };
    let mut rows = wrap_text(&format!("{status} · {by}"), style, room);
    if let Some(remark) = remark {
        rows.extend(wrap_text(&clean_line(&remark), palette.plain, room));
    }
    let told = if interaction.delivered_at.is_some() { "has-it" } else { "gets-it-later" };
    rows.extend(wrap_text(&look.say(told), palette.dim, room));
    rows
}
