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
    let unanswered = card.unanswered();
    let pointer = |at: usize| if at == cursor && card.takes_keys() { "› " } else { "  " };
    let row = |(at, (question, sheet)): (usize, (&Question, &Sheet))| {
        let header = fixed(&cut(&clean_line(&question.header), column), column);
        let header_style = if at == cursor { palette.under_cursor() } else { palette.bold };
        let (words, style) = if unanswered.contains(&question.id) {
            (look.say("not-answered-yet"), palette.warn)
        } else {
            (words(question, sheet, look), palette.plain)
        };
        let mut part = Part::default();
        for (line, text) in wrap_text(&words, style, room).into_iter().enumerate() {
            let mut spans = if line == 0 {
                vec![
                    Span::raw(" ".repeat(MARGIN)),
                    span(pointer(at), palette.accent),
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
    let mut blocks: Vec<Block> =
        card.questions().iter().zip(&card.sheets).enumerate().map(row).collect();
    // The one row that sends.
    let at = blocks.len();
    let style = if at == cursor { palette.under_cursor() } else { palette.bold };
    let mut part = Part::default();
    part.push(Line::from(vec![
        Span::raw(" ".repeat(MARGIN)),
        span(pointer(at), palette.accent),
        span(look.say("send-answer"), style),
    ]));
    part.point(0, Target::Spot(at));
    blocks.push(Block { part });
    blocks
}

/// What would be sent for it.
pub(super) fn words(question: &Question, sheet: &Sheet, look: &Look) -> String {
    if let Some(aside) = &sheet.aside {
        let what = match aside.kind {
            AsideKind::Skip => look.say("skipped"),
            AsideKind::Explain => look.say("please-explain"),
        };
        let remark = clean_line(aside.remark.text());
        return if remark.is_empty() { what } else { format!("{what}: {remark}") };
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
    if parts.is_empty() { look.say("nothing-chosen") } else { parts.join(", ") }
}
