//! Checks a submission against its form. The only place that knows what makes an answer valid.

use super::fault::Fault;
use crate::answer::{Answer, Answers, Entry, Submission};
use crate::control::{Control, Notes};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::limits;
use crate::problem::Problem;
use crate::text::{filled, filled_owned};

/// Turns a submission into answers, or returns everything that is wrong with it.
pub fn check(form: &Form, submission: Submission) -> Result<Answers, Vec<Problem>> {
    let mut problems = Vec::new();
    // A note that is absent was not touched; one that a person cleared is sent as empty.
    let note = submission.note.or_else(|| form.note.clone());
    let mut answers = Answers { note: filled_owned(note), ..Answers::default() };
    if let Some(fault) = answers.note.as_deref().and_then(too_long) {
        problems.push(fault.at("note"));
    }
    let mut entries = submission.questions;
    if let [only] = &form.questions[..]
        && !entries.contains_key(&only.id)
        && let Some(entry) = entries.remove(&QuestionId::from(""))
    {
        entries.insert(only.id.clone(), entry);
    }
    for question in &form.questions {
        let entry = entries.remove(&question.id).unwrap_or_default();
        let field = |part: String| format!("questions.{}{part}", question.id);
        match check_entry(form.completeness, question, entry) {
            Ok(Some(answer)) => {
                answers.questions.insert(question.id.clone(), answer);
            }
            Ok(None) if form.completeness == Completeness::Whole => {
                problems.push(question.control.missing().at(field(String::new())));
            }
            Ok(None) => {}
            Err(found) => {
                problems.extend(found.into_iter().map(|(part, fault)| fault.at(field(part))));
            }
        }
    }
    for unknown in entries.into_keys() {
        problems.push(unknown_question(form, &unknown).at(format!("questions.{unknown}")));
    }
    // Without a choice the note is the reason, and only what the person wrote is theirs.
    let chooses = |answer: &Answer| matches!(answer, Answer::Given { .. });
    if !answers.questions.values().any(chooses) {
        answers.note = form.reason(answers.note);
    }
    if problems.is_empty() && answers.questions.is_empty() {
        problems.push(Fault::NothingAnswered.at("questions"));
    }
    if problems.is_empty() { Ok(answers) } else { Err(problems) }
}

/// Each with the part of the question it is about, such as `.options`.
pub(super) type Faults = Vec<(String, Fault)>;

/// `None`: the question is left open.
pub(super) fn check_entry(
    completeness: Completeness,
    question: &Question,
    entry: Entry,
) -> Result<Option<Answer>, Faults> {
    let Entry { options, text, notes, skip, elaborate } = entry;
    let default = if text.is_none() { question.control.default_text() } else { None };
    let text = filled_owned(text);
    let answered = options.as_ref().is_some_and(|ids| !ids.is_empty()) || text.is_some();
    let ways =
        usize::from(answered) + usize::from(skip.is_some()) + usize::from(elaborate.is_some());
    if ways > 1 {
        return Err(whole(Fault::SeveralWays));
    }
    match (skip, elaborate) {
        (Some(_), _) if completeness == Completeness::Whole => Err(whole(Fault::NotSkippable)),
        (Some(reason), _) => {
            bounded(".skip", &reason)?;
            Ok(Some(Answer::Skipped { reason: filled(&reason).map(str::to_owned) }))
        }
        (None, Some(note)) => {
            bounded(".elaborate", &note)?;
            Ok(Some(Answer::Elaborate { note: filled(&note).map(str::to_owned) }))
        }
        (None, None) => given(question, options, text.or(default), notes),
    }
}

fn given(
    question: &Question,
    options: Option<Vec<OptionId>>,
    mut text: Option<String>,
    notes: Notes,
) -> Result<Option<Answer>, Faults> {
    let mut faults = Faults::new();
    let control = &question.control;
    let untouched = options.is_none();
    let chosen = match options {
        // The person's own text replaces the preselected option.
        None if control.is_one() && text.is_some() => Vec::new(),
        None => question.defaults.clone(),
        Some(ids) => ids,
    };
    for id in chosen.iter().filter(|id| control.option(id).is_none()) {
        faults.push((".options".to_owned(), unknown_option(control, id)));
    }
    faults.extend(control.repeated(&chosen).map(|fault| (".options".to_owned(), fault)));
    let mut noted = question.notes.clone();
    noted.extend(notes);
    let notes = check_notes(control, noted, &mut faults);
    if let Some(typed) = text.take() {
        faults.extend(too_long(&typed).map(|fault| (".text".to_owned(), fault)));
        match control.read(typed) {
            Ok(read) => text = Some(read),
            Err(fault) => faults.push((".text".to_owned(), fault)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let options = control.arranged(chosen);
    if options.is_empty() && text.is_none() && (untouched || !control.takes_nothing()) {
        return Ok(None);
    }
    match control.miscounted(options.len(), text.is_some()) {
        Some(fault @ Fault::OptionOrText) => Err(whole(fault)),
        Some(fault) => Err(vec![(".options".to_owned(), fault)]),
        None => Ok(Some(Answer::Given { options, text, notes })),
    }
}

fn check_notes(control: &Control, notes: Notes, faults: &mut Faults) -> Notes {
    let mut kept = Notes::new();
    for (id, note) in notes {
        let part = format!(".notes.{id}");
        if control.option(&id).is_none() {
            faults.push((part, unknown_option(control, &id)));
        } else if let Some(note) = filled(&note) {
            faults.extend(too_long(note).map(|fault| (part, fault)));
            kept.insert(id, note.to_owned());
        }
    }
    kept
}

pub(crate) fn unknown_question(form: &Form, id: &QuestionId) -> Fault {
    let known = form.questions.iter().map(|question| question.id.to_string()).collect();
    Fault::UnknownQuestion { question: id.to_string(), known }
}

pub(crate) fn unknown_option(control: &Control, id: &OptionId) -> Fault {
    let known = control.options().iter().map(|option| option.id.to_string()).collect();
    Fault::UnknownOption { option: id.to_string(), known }
}

fn whole(fault: Fault) -> Faults {
    vec![(String::new(), fault)]
}

fn bounded(part: &str, text: &str) -> Result<(), Faults> {
    match too_long(text) {
        Some(fault) => Err(vec![(part.to_owned(), fault)]),
        None => Ok(()),
    }
}

/// What a person typed into one field, if it is too long.
pub(crate) fn too_long(text: &str) -> Option<Fault> {
    limits::fits(text, limits::ANSWER).err()
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
