//! One question in the message: what it asks, what can be chosen, what stands so far.

use sayso_core::text::{clean_line, cut};
use sayso_core::worksheet::AnswerState;
use sayso_core::{Answer, Question};
use sayso_locale::words::{self, Marks};

use super::html::Html;
use super::{Detail, Sheet};

/// Longest answer that is shown.
pub(super) const ANSWER: usize = 300;

/// Asked now: its prompt, its options, and what stands.
pub(super) fn open(
    sheet: &Sheet<'_>,
    html: &mut Html,
    at: usize,
    question: &Question,
    detail: Detail,
) {
    let is_alone = sheet.form.questions.len() == 1;
    html.paragraph();
    if !is_alone {
        html.bold(&format!("{}. ", at + 1), 10);
    }
    match is_alone && !super::shows_title(sheet) {
        true => html.bold(&question.prompt, detail.prompt),
        false => html.text(&question.prompt, detail.prompt),
    }
    if let Some(context) = &question.context {
        html.line();
        html.text(context, detail.context);
    }
    if !question.control.options().is_empty() {
        html.line();
    }
    for (place, option) in question.control.options().iter().enumerate() {
        html.line();
        html.bold(&format!("{}. ", place + 1), 10);
        html.text(&option.label, detail.label);
        if option.recommended {
            html.text(" ⭐ ", 4);
            html.italic(&sheet.texts.say("recommended"), 40);
        }
        if let Some(words) = &option.description {
            if detail.description > 0 {
                html.text(" — ", 4);
            }
            html.text(words, detail.description);
        }
    }
    let limits = words::limits(sheet.texts, &question.control);
    if !limits.is_empty() {
        html.line();
        html.italic(&limits.join(" · "), 200);
    }
    so_far(sheet, html, at, question);
}

/// What was preselected, or chosen up to now.
fn so_far(sheet: &Sheet<'_>, html: &mut Html, at: usize, question: &Question) {
    if let Some(answer) = sheet.progress.answer(at) {
        html.line();
        let said = said(sheet, question, answer);
        html.text(&sheet.texts.say_with("chat-so-far", [("answer", said.into())]), ANSWER + 40);
    } else if let AnswerState::Wrong(fault) = sheet.worksheet.standing(question) {
        let options = sheet.worksheet.chosen(question).to_vec();
        let given = Answer::Given { options, text: None, notes: Default::default() };
        html.line();
        let said = said(sheet, question, &given);
        html.text(&format!("{said} · {}", words::fault(sheet.texts, &fault)), ANSWER);
    }
}

/// Not asked now: a line, with its answer if it has one.
pub(super) fn other(
    sheet: &Sheet<'_>,
    html: &mut Html,
    at: usize,
    question: &Question,
    detail: Detail,
) {
    if detail.others == 0 {
        return;
    }
    html.line();
    html.text(&format!("{}. ", at + 1), 10);
    html.text(&clean_line(&question.prompt), detail.others);
    if let Some(answer) = sheet.progress.answer(at) {
        html.line();
        html.text(&format!("✅ {}", said(sheet, question, answer)), detail.others.max(60));
    }
}

pub(super) fn said(sheet: &Sheet<'_>, question: &Question, answer: &Answer) -> String {
    words::answer(sheet.texts, &Marks::PLAIN, question, Some(answer))
}

/// Longest label before a note.
const NOTED: usize = 40;

/// What was written so far on options, each with its option, and on the whole.
pub(super) fn notes(sheet: &Sheet<'_>, html: &mut Html) {
    if !sheet.interaction.presentation.annotations {
        return;
    }
    let questions = sheet.form.questions.iter();
    let on_options = questions.flat_map(|question| {
        let notes = sheet.worksheet.notes(question);
        let options = question.control.options().iter();
        let noted = options.filter_map(move |option| {
            let note = notes.get(&option.id).filter(|note| !note.trim().is_empty())?;
            Some(format!("{}: {note}", cut(&clean_line(&option.label), NOTED)))
        });
        noted.collect::<Vec<_>>()
    });
    let written = on_options.chain(sheet.worksheet.note().map(str::to_owned));
    let written: Vec<String> = written.filter(|note| !note.trim().is_empty()).collect();
    if !written.is_empty() {
        html.line();
        html.text(&format!("📝 {}", clean_line(&written.join(" · "))), 250);
    }
}
