//! What a click changes in the draft: pure, in fields as the desk saves them.

use sayso_core::check::check;
use sayso_core::{Control, Draft, DraftField, Form, OptionId, Question, Submission};

use crate::limits;
use crate::render::{Progress, only};

/// Options take the place of whatever stood there.
pub(crate) fn pick(draft: &Draft, question: &Question, options: Vec<OptionId>) -> Vec<DraftField> {
    let mut fields = vec![DraftField::Options { question: question.id.clone(), options }];
    // One answer is wanted: an option or a text. Beside many, a text may stand.
    if matches!(question.control, Control::One { .. }) {
        fields.extend(emptied(draft, question, Emptied::Text));
    }
    fields.extend(emptied(draft, question, Emptied::Detours));
    fields
}

/// What is chosen in one menu, the other menus of the question staying as they are.
pub(crate) fn choose(
    draft: &Draft,
    question: &Question,
    group: usize,
    options: &[usize],
) -> Vec<DraftField> {
    let all = question.control.options();
    let here = group * limits::SELECT..(group + 1) * limits::SELECT;
    let before = chosen(draft, question);
    let kept = all.iter().enumerate().filter(|(at, option)| {
        if here.contains(at) { options.contains(at) } else { before.contains(&option.id) }
    });
    pick(draft, question, kept.map(|(_, option)| option.id.clone()).collect())
}

/// An own text; where one answer is wanted it takes the place of the option.
pub(crate) fn write(draft: &Draft, question: &Question, text: String) -> Vec<DraftField> {
    let mut fields = vec![DraftField::Text { question: question.id.clone(), text }];
    if matches!(question.control, Control::One { .. }) {
        fields.push(DraftField::Options { question: question.id.clone(), options: Vec::new() });
    }
    fields.extend(emptied(draft, question, Emptied::Detours));
    fields
}

pub(crate) fn explain(draft: &Draft, question: &Question, note: String) -> Vec<DraftField> {
    let mut fields = cleared(draft, question);
    fields.retain(|field| !matches!(field, DraftField::Elaborate { .. }));
    fields.push(DraftField::Elaborate { question: question.id.clone(), text: Some(note) });
    fields
}

pub(crate) fn skip(draft: &Draft, question: &Question, reason: String) -> Vec<DraftField> {
    let mut fields = cleared(draft, question);
    fields.retain(|field| !matches!(field, DraftField::Skip { .. }));
    fields.push(DraftField::Skip { question: question.id.clone(), text: Some(reason) });
    fields
}

/// Open again: also what was chosen beforehand no longer counts.
pub(crate) fn cleared(draft: &Draft, question: &Question) -> Vec<DraftField> {
    let mut fields = Vec::new();
    if !question.control.options().is_empty() {
        fields.push(DraftField::Options { question: question.id.clone(), options: Vec::new() });
    }
    fields.extend(emptied(draft, question, Emptied::Text));
    fields.extend(emptied(draft, question, Emptied::Detours));
    fields
}

pub(crate) fn reset(form: &Form, draft: &Draft) -> Vec<DraftField> {
    form.questions.iter().flat_map(|question| cleared(draft, question)).collect()
}

/// What is recommended, for the gaps alone, where it makes an answer.
pub(crate) fn recommended(form: &Form, progress: &Progress) -> Vec<DraftField> {
    let questions = form.questions.iter().enumerate();
    let gaps = questions.filter(|(at, _)| progress.answer(*at).is_none());
    gaps.filter_map(|(_, question)| {
        let options: Vec<OptionId> = question.recommended().cloned().collect();
        let only = only(form, question);
        let mut submission = Submission::default();
        submission.choose(question.id.clone(), options.clone());
        let fits = !options.is_empty() && check(&only, submission).is_ok();
        fits.then(|| DraftField::Options { question: question.id.clone(), options })
    })
    .collect()
}

fn chosen<'a>(draft: &'a Draft, question: &'a Question) -> &'a [OptionId] {
    let saved = draft.fields().find_map(|field| match field {
        DraftField::Options { question: of, options } if *of == question.id => Some(options),
        _ => None,
    });
    saved.unwrap_or(&question.defaults)
}

#[derive(Clone, Copy)]
enum Emptied {
    Text,
    /// Skipping and asking back.
    Detours,
}

/// Only what is there: every field is a write.
fn emptied(draft: &Draft, question: &Question, what: Emptied) -> Vec<DraftField> {
    let id = &question.id;
    let fields = draft.fields().filter_map(|field| match (field, what) {
        (DraftField::Text { question, text }, Emptied::Text)
            if question == id && !text.is_empty() =>
        {
            Some(DraftField::Text { question: id.clone(), text: String::new() })
        }
        (DraftField::Skip { question, text: Some(_) }, Emptied::Detours) if question == id => {
            Some(DraftField::Skip { question: id.clone(), text: None })
        }
        (DraftField::Elaborate { question, text: Some(_) }, Emptied::Detours) if question == id => {
            Some(DraftField::Elaborate { question: id.clone(), text: None })
        }
        _ => None,
    });
    fields.collect()
}
