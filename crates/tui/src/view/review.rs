//! The page after the last question: every question with its answer, or that it has none.

use ratatui::text::{Line, Span};
use sayso_core::control::Notes;
use sayso_core::text::clean_line;
use sayso_core::worksheet::{AnswerState, Worksheet};
use sayso_core::{Answer, Question};
use sayso_locale::words::Marks;
use unicode_width::UnicodeWidthStr;

use super::fit::Block;
use super::part::Part;
use super::{Look, MARGIN};
use crate::message::Target;
use crate::state::card::Card;
use crate::text::{cut, fixed, span, wrap_text};

/// Longer headers are placed above their answers.
const WIDEST_HEADER: usize = 20;

pub(super) fn blocks(card: &Card, cursor: usize, look: &Look, width: usize) -> Vec<Block> {
    let palette = &look.palette;
    let headers = card.questions().iter().map(|question| clean_line(&question.header).width());
    let column = headers.max().unwrap_or(0).min(WIDEST_HEADER);
    let start = MARGIN + 2 + 3 + column + 2;
    let room = width.saturating_sub(start + MARGIN).max(8);
    let unanswered = card.unanswered();
    let pointer = |at: usize| if at == cursor && card.takes_keys() { "› " } else { "  " };
    let draft = card.draft();
    let worksheet = card.worksheet(&draft);
    let row = |(at, question): (usize, &Question)| {
        let header = fixed(&cut(&clean_line(&question.header), column), column);
        let header_style = if at == cursor { palette.under_cursor() } else { palette.bold };
        let (words, style) = if unanswered.contains(&question.id) {
            (look.say("not-answered-yet"), palette.warn)
        } else {
            (words(&worksheet, question, look), palette.plain)
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
        part.point(0, Target::Item(at));
        Block { part }
    };
    let mut blocks: Vec<Block> = card.questions().iter().enumerate().map(row).collect();
    // The row that sends.
    let at = blocks.len();
    let style = if at == cursor { palette.under_cursor() } else { palette.bold };
    let mut part = Part::default();
    part.push(Line::from(vec![
        Span::raw(" ".repeat(MARGIN)),
        span(pointer(at), palette.accent),
        span(look.say("send-answer"), style),
    ]));
    part.point(0, Target::Item(at));
    blocks.push(Block { part });
    blocks
}

/// What would be sent for it.
pub(super) fn words(worksheet: &Worksheet<'_>, question: &Question, look: &Look) -> String {
    let notes = worksheet.notes(question);
    let noted = |label: &str| {
        let options = question.control.options().iter().find(|option| option.label == label);
        let note = options.and_then(|option| notes.get(&option.id));
        match note.map(|note| clean_line(note)).filter(|note| !note.is_empty()) {
            Some(note) => format!("{} ({note})", clean_line(label)),
            None => clean_line(label),
        }
    };
    let marks = Marks { label: &noted, ..Marks::PLAIN };
    let shown = match worksheet.standing(question) {
        AnswerState::Answered(answer) => answer,
        AnswerState::Open | AnswerState::Wrong(_) => Answer::Given {
            options: worksheet.chosen(question).to_vec(),
            text: worksheet.text(&question.id).map(str::to_owned),
            notes: Notes::new(),
        },
    };
    sayso_locale::words::answer(look.texts, &marks, question, Some(&shown))
}
