//! Modals: an own text, notes, reasons.

use sayso_chat::{NOTE, TEXT, WindowContext, WindowKind};

use super::Sheet;
use crate::blocks::{Field, Needed, View};
use crate::limits;
use crate::mrkdwn::{marked, mrkdwn, pieces};
use sayso_chat::text::escaped_line;

/// Document 5 names the first.
const fn callback_id(kind: WindowKind) -> &'static str {
    match kind {
        WindowKind::Own => "custom_input_submit",
        WindowKind::Note => "note_submit",
        WindowKind::Explain => "explain_submit",
        WindowKind::Skip => "skip_submit",
        WindowKind::Cancel => "cancel_submit",
        WindowKind::Reject => "reject_submit",
    }
}

/// What the field, and where there is one the button, is called.
const fn keys(kind: WindowKind) -> (&'static str, &'static str) {
    match kind {
        WindowKind::Own => ("own-answer", "chat-save"),
        WindowKind::Note => ("note-on-whole", "chat-save"),
        WindowKind::Explain => ("ask-to-explain", "chat-save"),
        WindowKind::Skip => ("skip-question", "chat-save"),
        WindowKind::Cancel => ("cancel-with-note", "chat-cancel"),
        WindowKind::Reject => ("reject-with-reason", "chat-reject"),
    }
}

pub(crate) fn modal(sheet: &Sheet<'_>, asked: &WindowContext) -> View {
    let metadata = serde_json::to_string(asked).expect("plain data serialises");
    let (label, button) = keys(asked.kind);
    let texts = sheet.texts;
    let (title, submit, close) = (texts.say(label), texts.say(button), texts.say("chat-back"));
    let question = asked.question.and_then(|at| sheet.form.questions.get(at));
    let about = question.map(|question| marked(&question.prompt, 2_000));
    let placeholder = question
        .filter(|_| asked.kind == WindowKind::Own && sheet.interaction.presentation.placeholder)
        .and_then(|question| question.placeholder.as_deref());
    let notes = question.map(|question| sheet.worksheet.notes(question)).unwrap_or_default();
    let initial = match asked.kind {
        WindowKind::Own => typed(sheet, asked.question).unwrap_or_default(),
        WindowKind::Note => sheet.worksheet.note().unwrap_or_default(),
        WindowKind::Explain | WindowKind::Skip | WindowKind::Cancel | WindowKind::Reject => "",
    };
    let needed = if asked.kind == WindowKind::Own { Needed::Yes } else { Needed::No };
    let mut fields =
        vec![Field { id: TEXT.to_owned(), label: &title, initial, placeholder, needed }];
    if let (WindowKind::Note, Some(question)) = (asked.kind, question) {
        fields.extend(question.control.options().iter().enumerate().map(|(at, option)| {
            let initial = notes.get(&option.id).map(String::as_str).unwrap_or_default();
            let id = format!("{NOTE}{at}");
            Field { id, label: &option.label, initial, placeholder: None, needed: Needed::No }
        }));
    }
    let callback_id = callback_id(asked.kind);
    View::new(callback_id, &metadata, [&title, &submit, &close], about.as_deref(), fields)
}

/// Everything that there is to read about a question, however long it is.
pub(crate) fn reading(sheet: &Sheet<'_>) -> View {
    let (form, texts) = (sheet.form, sheet.texts);
    let mut lines = vec![format!("*{}*", escaped_line(&form.title, limits::SECTION))];
    lines.extend(form.context.as_deref().map(mrkdwn));
    for (at, question) in form.questions.iter().enumerate() {
        lines.push(format!("\n*{}.*", at + 1));
        lines.push(mrkdwn(&question.prompt));
        lines.extend(question.context.as_deref().map(mrkdwn));
        for (at, option) in question.control.options().iter().enumerate() {
            let label = escaped_line(&option.label, limits::SECTION);
            lines.push(format!("    *{}.* {label}", at + 1));
            let words = option.description.as_deref();
            lines.extend(words.map(|words| escaped_line(words, usize::MAX)));
        }
    }
    let sections = pieces(&lines.join("\n"), limits::SECTION);
    View::reading([&texts.say("chat-read-all"), &texts.say("chat-back")], &sections)
}

fn typed<'a>(sheet: &'a Sheet<'_>, question: Option<usize>) -> Option<&'a str> {
    let question = sheet.form.questions.get(question?)?;
    sheet.worksheet.text(&question.id)
}
