//! How far the form has come, and what has been answered, in words.

use sayso_core::check::check;
use sayso_core::{Answer, Answers, Draft, Form, Question, Submission};
use sayso_locale::Texts;

use crate::text::{escaped, escaped_line};

/// What stands for each question so far, by what the draft and the defaults say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Progress {
    answers: Vec<Option<Answer>>,
}

impl Progress {
    pub(crate) fn of(form: &Form, draft: &Draft) -> Progress {
        let submission = draft.submission(form);
        let answers = form.questions.iter().map(|question| alone(form, question, &submission));
        Progress { answers: answers.collect() }
    }

    pub(crate) fn answer(&self, question: usize) -> Option<&Answer> {
        self.answers.get(question)?.as_ref()
    }

    pub(crate) fn done(&self) -> usize {
        self.answers.iter().flatten().count()
    }

    pub(crate) fn all(&self) -> usize {
        self.answers.len()
    }

    pub(crate) fn open(&self) -> usize {
        self.all() - self.done()
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.open() == 0
    }
}

/// The question by itself: what others lack says nothing about this one.
fn alone(form: &Form, question: &Question, submission: &Submission) -> Option<Answer> {
    let entry = submission.questions.get(&question.id)?.clone();
    let only = only(form, question);
    let mut part = Submission::default();
    part.questions.insert(question.id.clone(), entry);
    check(&only, part).ok()?.questions.remove(&question.id)
}

/// A form of this question, by the form's rules. Not a copy of the whole: there may be many, and long ones.
pub(crate) fn only(form: &Form, question: &Question) -> Form {
    Form {
        title: String::new(),
        context: None,
        questions: vec![question.clone()],
        completeness: form.completeness,
        note: None,
    }
}

/// An answer in mrkdwn, at most so long; the whole of it is in the store.
pub(crate) fn said(texts: &Texts, question: &Question, answer: &Answer, most: usize) -> String {
    match answer {
        Answer::Given { options, text, .. } => {
            let labels = options.iter().filter_map(|id| question.control.option(id));
            let mut parts: Vec<String> =
                labels.map(|option| format!("*{}*", escaped_line(&option.label, most))).collect();
            parts.extend(text.as_ref().map(|text| format!("“{}”", escaped(text, most))));
            if parts.is_empty() {
                return texts.say("slack-nothing").into_owned();
            }
            crate::text::cut(&parts.join(", "), most)
        }
        Answer::Elaborate { note } => remark(texts.say("please-explain"), note.as_deref(), most),
        Answer::Skipped { reason } => remark(texts.say("skipped"), reason.as_deref(), most),
    }
}

fn remark(what: std::borrow::Cow<'_, str>, note: Option<&str>, most: usize) -> String {
    match note {
        Some(note) => format!("_{what}_: {}", escaped(note, most)),
        None => format!("_{what}_"),
    }
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
