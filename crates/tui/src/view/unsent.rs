//! What was typed or chosen and not sent, as text that can be read and copied.

use sayso_core::text::{clean, clean_line};
use sayso_core::{OptionId, Question};
use sayso_locale::Texts;

use crate::editor::Editor;
use crate::state::card::{Card, Focus};
use crate::state::sheet::{AsideKind, Sheet};

/// Line by line; texts as they were written.
pub fn unsent(texts: &Texts, card: &Card) -> Vec<String> {
    let mut lines = Vec::new();
    for (question, sheet) in card.questions().iter().zip(&card.sheets) {
        let mut own = of_question(texts, question, sheet);
        if card.has_several() && !own.is_empty() {
            own.insert(0, format!("{}:", clean_line(&question.header)));
        }
        lines.extend(own);
    }
    let mut note = |editor: &Editor| {
        if !editor.is_blank() {
            lines.extend(labelled(&texts.say("note-on-whole"), editor));
        }
    };
    match &card.focus {
        Focus::Farewell(farewell) => note(farewell),
        Focus::List
        | Focus::Filter
        | Focus::OwnText
        | Focus::OptionNote(_)
        | Focus::Note
        | Focus::Remark => note(&card.note),
    }
    lines
}

fn of_question(texts: &Texts, question: &Question, sheet: &Sheet) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(aside) = &sheet.aside {
        let label = match aside.kind {
            AsideKind::Skip => texts.say("skip-question"),
            AsideKind::Explain => texts.say("ask-to-explain"),
        };
        lines.extend(labelled(&label, &aside.remark));
    }
    let label = |id: &OptionId| question.control.option(id).map(|option| clean_line(&option.label));
    let chosen: Vec<String> = sheet.chosen.iter().flatten().filter_map(label).collect();
    if !chosen.is_empty() {
        lines.push(chosen.join(", "));
    }
    if !sheet.text.is_blank() {
        lines.extend(clean(sheet.text.text()).lines().map(str::to_owned));
    }
    for (id, note) in sheet.notes.iter().filter(|(_, note)| !note.is_blank()) {
        let of = label(id).unwrap_or_default();
        lines.extend(labelled(&format!("{of} · {}", texts.say("note")), note));
    }
    lines
}

/// `label: first line`, and the others below it.
fn labelled(label: &str, text: &Editor) -> Vec<String> {
    let text = clean(text.text());
    let mut lines = text.lines();
    let first = format!("{label}: {}", lines.next().unwrap_or_default());
    std::iter::once(first.trim_end().to_owned()).chain(lines.map(str::to_owned)).collect()
}
