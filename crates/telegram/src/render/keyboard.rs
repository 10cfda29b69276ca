//! The buttons of a message: those of the question that is asked now, then what concerns the whole.

use sayso_chat::{ClickAction, WindowKind};
use sayso_core::{Completeness, Dialect, OwnText, Question};
use serde_json::{Value, json};

use super::Sheet;
use crate::codes::Code;

/// Letters on a button that phones show.
const LABEL: usize = 40;
/// Options with a button each in its own row; more are numbers side by side.
const ROWS: usize = 12;
const NUMBERS: usize = 5;
/// Options with a button at all: the rest is answered by number. Telegram takes 100 buttons.
const OPTIONS: usize = 60;

pub(super) struct Button {
    words: String,
    code: String,
}

impl Button {
    pub(super) fn new(words: &str, code: String) -> Button {
        let words = sayso_chat::text::plain(words, LABEL + 10);
        Button { words, code }
    }
}

pub(super) fn row(buttons: &[Button]) -> Value {
    let button = |Button { words, code }: &Button| json!({ "text": words, "callback_data": code });
    buttons.iter().map(button).collect()
}

/// The first open question; and the one before it, if more may be chosen there.
pub(super) fn asked_now(sheet: &Sheet<'_>) -> Vec<usize> {
    let questions = &sheet.form.questions;
    if questions.len() == 1 {
        return vec![0];
    }
    let open = (0..questions.len()).find(|at| sheet.progress.answer(*at).is_none());
    let before = open.unwrap_or(questions.len()).checked_sub(1);
    let is_still_open = |at: &usize| is_ticked(&questions[*at]);
    before.filter(is_still_open).into_iter().chain(open).collect()
}

/// Any number of its options, in any order.
fn is_ticked(question: &Question) -> bool {
    question.control.takes_several() && !question.control.is_ordered()
}

pub(super) fn rows(sheet: &Sheet<'_>, is_cut: bool) -> Vec<Vec<Button>> {
    let mut rows = Vec::new();
    for at in asked_now(sheet) {
        rows.extend(options(sheet, at));
        rows.extend(Some(words(sheet, at)).filter(|row| !row.is_empty()));
    }
    if sheet.form.questions.len() > 1 {
        rows.extend(changes(sheet));
    }
    rows.extend(end(sheet, is_cut));
    rows
}

fn click(sheet: &Sheet<'_>, words: &str, action: ClickAction) -> Button {
    sheet.button(words, &Code::Click(sheet.interaction.id, action))
}

fn options(sheet: &Sheet<'_>, at: usize) -> Vec<Vec<Button>> {
    let question = &sheet.form.questions[at];
    let all = question.control.options();
    let chosen = sheet.worksheet.chosen(question);
    let is_whole = chosen.len() >= question.control.bounds().max;
    let mut buttons = Vec::new();
    for (place, option) in all.iter().enumerate().take(OPTIONS) {
        let is_chosen = chosen.contains(&option.id);
        // What has a place is not given another one.
        if question.control.is_ordered() && (is_chosen || is_whole) {
            continue;
        }
        let (mark, action) = match is_ticked(question) {
            true => {
                let options = if is_chosen { Vec::new() } else { vec![place] };
                let of = place..place + 1;
                let mark = if is_chosen { "☑ " } else { "☐ " };
                (mark, ClickAction::Choose { question: at, of, options })
            }
            false => ("", ClickAction::Pick { question: at, option: place }),
        };
        // Saying no is easy.
        let asks_first =
            sends(sheet, question) && sheet.interaction.policy.irreversible && !option.safe;
        let danger = if asks_first { "⚠️ " } else { "" };
        let star = if option.recommended && !asks_first { "⭐ " } else { "" };
        let words = match all.len() <= ROWS {
            true => format!("{mark}{danger}{star}{} · {}", place + 1, option.label),
            false => format!("{mark}{danger}{}", place + 1),
        };
        buttons.push(click(sheet, &words, action));
    }
    let wide = if all.len() <= ROWS { 1 } else { NUMBERS };
    let mut rows = Vec::new();
    let mut buttons = buttons.into_iter().peekable();
    while buttons.peek().is_some() {
        rows.push(buttons.by_ref().take(wide).collect());
    }
    rows
}

/// Whether a tap on an option sends it.
fn sends(sheet: &Sheet<'_>, question: &Question) -> bool {
    sheet.form.questions.len() == 1 && !question.control.takes_several()
}

/// What is typed, and the last place of a ranking.
fn words(sheet: &Sheet<'_>, at: usize) -> Vec<Button> {
    let (question, texts) = (&sheet.form.questions[at], sheet.texts);
    let write = |kind| ClickAction::Write { kind, question: Some(at) };
    let mut row = Vec::new();
    if question.control.is_ordered() && !sheet.worksheet.chosen(question).is_empty() {
        let places = Some(sheet.worksheet.chosen(question).len());
        let undo = ClickAction::Change { question: at, places };
        row.push(click(sheet, &texts.say("chat-undo-place"), undo));
    }
    if question.control.own_text() == OwnText::Allowed {
        // What is typed on a permission is a no.
        let no = question.placeholder.as_deref();
        let no = no.filter(|_| sheet.interaction.origin.dialect == Dialect::Permission);
        let own = texts.say("chat-own");
        row.push(click(sheet, no.unwrap_or(&own), write(WindowKind::Own)));
    }
    row.push(click(sheet, &texts.say("ask-to-explain"), write(WindowKind::Explain)));
    if sheet.form.completeness == Completeness::Partial {
        row.push(click(sheet, &texts.say("skip-question"), write(WindowKind::Skip)));
    }
    row
}

/// Answered questions of a form, to be opened again.
fn changes(sheet: &Sheet<'_>) -> Vec<Vec<Button>> {
    let change = sheet.texts.say("chat-change");
    let answered = (0..sheet.form.questions.len())
        .filter(|at| sheet.progress.answer(*at).is_some())
        // Telegram takes 100 buttons.
        .take(20);
    let buttons = answered.map(|at| {
        click(
            sheet,
            &format!("{change} {}", at + 1),
            ClickAction::Change { question: at, places: None },
        )
    });
    let mut buttons = buttons.peekable();
    let mut rows = Vec::new();
    while buttons.peek().is_some() {
        rows.push(buttons.by_ref().take(3).collect());
    }
    rows
}

fn end(sheet: &Sheet<'_>, is_cut: bool) -> Vec<Vec<Button>> {
    let (texts, is_form) = (sheet.texts, sheet.form.questions.len() > 1);
    let is_many = matches!(&sheet.form.questions[..], [only] if is_ticked(only));
    let mut rows = Vec::new();
    let is_complete = sheet.progress.is_complete();
    if is_complete || is_many {
        let words = texts.say(if is_form { "chat-submit" } else { "chat-send" });
        let mut row = vec![click(sheet, &words, ClickAction::Submit)];
        if is_form {
            row.push(click(sheet, &texts.say("chat-reset"), ClickAction::Reset));
        }
        rows.push(row);
    } else if is_form && !sheet.worksheet.recommended_for_open().is_empty() {
        let words = texts.say("chat-recommended-all");
        rows.push(vec![click(sheet, &words, ClickAction::Recommended)]);
    }
    let mut row = vec![leave(sheet)];
    if sheet.interaction.presentation.annotations {
        let question = (!is_form).then_some(0);
        let note = ClickAction::Write { kind: WindowKind::Note, question };
        row.push(click(sheet, &texts.say("chat-add-note"), note));
    }
    if let Some(deadline) = sheet.interaction.deadline() {
        let more = ClickAction::MoreTime { until: Some(deadline.as_second()) };
        row.push(click(sheet, &texts.say("plus-five-minutes"), more));
    }
    rows.push(row);
    if is_cut {
        rows.push(vec![click(sheet, &texts.say("chat-read-all"), ClickAction::Read)]);
    }
    rows
}

/// What ends it without an answer.
fn leave(sheet: &Sheet<'_>) -> Button {
    match sheet.interaction.origin.dialect.rejects() {
        true => {
            let reject = ClickAction::Write { kind: WindowKind::Reject, question: None };
            click(sheet, &sheet.texts.say("chat-reject"), reject)
        }
        false => click(sheet, &sheet.texts.say("chat-cancel"), ClickAction::Cancel),
    }
}
