//! The last look before an irreversible answer is sent, if there is no room for the whole question:
//! its title, what would be sent, and where to confirm it. If there is no room even for these,
//! nothing can be confirmed.

use ratatui::text::{Line, Span};
use sayso_core::text::clean_line;

use super::part::Part;
use super::{Look, MARGIN, NARROWEST, footer, head, review, tail};
use crate::editor::Editor;
use crate::state::card::{Card, Complaint};
use crate::state::{Purpose, State};
use crate::text::{Row, cut, span};

pub(super) fn part(
    state: &State,
    card: &Card,
    typed: &Editor,
    look: &Look,
    (width, height): (usize, usize),
) -> Part {
    let palette = &look.palette;
    let mut part = Part::default();
    part.append(Part::words(&head::title(&card.view.interaction.form, palette), width));
    let asks = match card.has_several() {
        true => {
            part.append(answers(card, look, width));
            let values = [("word", look.say("confirm-word").into())];
            look.texts.say_with("type-the-word", values)
        }
        false => tail::type_to_send(card, look),
    };
    let mut end = Part::said(&asks, palette.alarm, width);
    end.append(tail::labelled("›", typed, true, "", look, width));
    if state.purpose == Purpose::Inbox {
        part.fill(height.saturating_sub(end.len() + 1));
    }
    part.append(end);
    part.needs_all();
    let fits = part.len() < height && state.width >= NARROWEST;
    part.push(if fits { last(state, card, look, width) } else { too_small(look, width) });
    part
}

/// `Framework: Astro`
fn answers(card: &Card, look: &Look, width: usize) -> Part {
    let draft = card.draft();
    let (worksheet, open) = (card.worksheet(&draft), card.unanswered());
    let mut part = Part::default();
    for question in card.questions().iter().filter(|question| !open.contains(&question.id)) {
        let answer = review::words(&worksheet, question, look);
        let words = format!("{}: {answer}", clean_line(&question.header));
        part.append(Part::said(&words, look.palette.plain, width));
    }
    part
}

/// What is wrong or has happened, otherwise the keys.
fn last(state: &State, card: &Card, look: &Look, width: usize) -> Row {
    let wrong = card.complaint.as_ref().and_then(|found| tail::complaint_words(found, look));
    match wrong.filter(|_| card.complaint != Some(Complaint::OutOfSight)) {
        Some(words) => said(&words, look, width),
        None => {
            super::toast(state, look, width).unwrap_or_else(|| footer::of(state, card, look, width))
        }
    }
}

fn too_small(look: &Look, width: usize) -> Row {
    said(&look.say("window-too-small"), look, width)
}

fn said(words: &str, look: &Look, width: usize) -> Row {
    let words = cut(words, width.saturating_sub(MARGIN));
    Line::from(vec![Span::raw(" ".repeat(MARGIN)), span(words, look.palette.warn)])
}
