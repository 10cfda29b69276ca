//! Answers, in mrkdwn.

use sayso_core::{Answer, Answers, Form, Question};
use sayso_locale::Texts;
use sayso_locale::words::{self, Marks};

use sayso_chat::text::{cut, escaped, escaped_line};

/// An answer in mrkdwn, cut to this many characters; the whole of it is in the store.
pub(crate) fn said(texts: &Texts, question: &Question, answer: &Answer, most: usize) -> String {
    let marks = Marks {
        label: &|label| format!("*{}*", escaped_line(label, most)),
        text: &|text| format!("“{}”", escaped(text, most)),
        word: &|word| format!("_{word}_"),
    };
    cut(&words::answer(texts, &marks, question, Some(answer)), most)
}

/// The notes that go along: on options, and on the whole.
pub(crate) fn notes(texts: &Texts, form: &Form, answers: &Answers, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for question in &form.questions {
        let Some(Answer::Given { notes, .. }) = answers.get(&question.id) else { continue };
        for option in question.control.options() {
            if let Some(note) = notes.get(&option.id) {
                let label = escaped_line(&option.label, most);
                lines.push(format!("📝 {label}: {}", escaped(note, most)));
            }
        }
    }
    let whole = answers.note.as_ref();
    let label = texts.say("note-on-whole");
    lines.extend(whole.map(|note| format!("📝 {label}: {}", escaped(note, most))));
    lines
}
