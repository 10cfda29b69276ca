//! The page behind the last question: every question with its answer, or that it has none.

use ratatui::text::{Line, Span};
use sayso_core::Question;
use sayso_core::text::clean_line;
use unicode_width::UnicodeWidthStr;

use super::fit::Block;
use super::part::Part;
use super::text::{cut, fixed, span, wrap_text};
use super::{Look, MARGIN};
use crate::message::Target;
use crate::state::card::Card;
use crate::state::sheet::{AsideKind, Sheet};

/// Headers wider than this stand above their answers.
const WIDEST_HEADER: usize = 20;

pub(super) fn blocks(card: &Card, cursor: usize, look: &Look, width: usize) -> Vec<Block> {
    let palette = &look.palette;
    let headers = card.questions().iter().map(|question| clean_line(&question.header).width());
    let column = headers.max().unwrap_or(0).min(WIDEST_HEADER);
    let start = MARGIN + 2 + 3 + column + 2;
    let room = width.saturating_sub(start + MARGIN).max(8);
    let row = |(at, (question, sheet)): (usize, (&Question, &Sheet))| {
        let pointer = if at == cursor && card.is_armed() { "› " } else { "  " };
        let header = fixed(&cut(&clean_line(&question.header), column), column);
        let header_style = if at == cursor { palette.under_cursor() } else { palette.bold };
        let (words, style) = match words(question, sheet, look) {
            Some(words) => (words, palette.plain),
            None => (look.say("not-answered-yet"), palette.warn),
        };
        let mut part = Part::default();
        for (line, text) in wrap_text(&words, style, room).into_iter().enumerate() {
            let mut spans = if line == 0 {
                vec![
                    Span::raw(" ".repeat(MARGIN)),
                    span(pointer, palette.accent),
                    span(format!("{}  ", at + 1), palette.dim),
                    span(header.clone(), header_style),
                    Span::raw("  "),
                ]
            } else {
                vec![Span::raw(" ".repeat(start))]
            };
            spans.extend(text.spans);
            part.push(Line::from(spans));
        }
        part.point(0, Target::Spot(at));
        Block { part }
    };
    card.questions().iter().zip(&card.sheets).enumerate().map(row).collect()
}

/// What would be sent for it; `None`: nothing.
fn words(question: &Question, sheet: &Sheet, look: &Look) -> Option<String> {
    if let Some(aside) = &sheet.aside {
        let what = match aside.kind {
            AsideKind::Skip => look.say("skipped"),
            AsideKind::Explain => look.say("please-explain"),
        };
        let remark = clean_line(aside.remark.text());
        return Some(if remark.is_empty() { what } else { format!("{what}: {remark}") });
    }
    if !sheet.is_answered(question) {
        return None;
    }
    let entry = sheet.entry(question);
    let chosen = entry.options.as_deref().unwrap_or(&question.defaults);
    let labels = question.control.options().iter().filter(|option| chosen.contains(&option.id));
    let mut parts: Vec<String> = labels
        .map(|option| {
            let note = entry.notes.get(&option.id).map(|note| clean_line(note));
            match note.filter(|note| !note.is_empty()) {
                Some(note) => format!("{} ({note})", clean_line(&option.label)),
                None => clean_line(&option.label),
            }
        })
        .collect();
    parts.extend(entry.text.as_deref().map(clean_line));
    Some(if parts.is_empty() { look.say("nothing-chosen") } else { parts.join(", ") })
}
