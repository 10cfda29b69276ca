//! Does a submission fit its form? The one place that knows what makes an answer valid.

use crate::answer::{Answer, Answers, Entry, Submission};
use crate::control::{Control, Empty, Notes, OwnText};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::limits;
use crate::problem::{Fault, Problem};
use crate::text::{filled, filled_owned};

/// Turns what was handed in into answers, or says everything that is wrong with it.
pub fn check(form: &Form, submission: Submission) -> Result<Answers, Vec<Problem>> {
    let mut problems = Vec::new();
    // A note that is not mentioned was not touched; one that a person cleared is sent as empty.
    let note = submission.note.or_else(|| form.note.clone());
    let mut answers = Answers { note: filled_owned(note), ..Answers::default() };
    if let Some(note) = &answers.note {
        check_length("note", note, &mut problems);
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
        let field = format!("questions.{}", question.id);
        match check_entry(form.completeness, question, entry, &field) {
            Ok(Some(answer)) => {
                answers.questions.insert(question.id.clone(), answer);
            }
            Ok(None) if form.completeness == Completeness::Whole => {
                problems.push(missing(question, &field));
            }
            Ok(None) => {}
            Err(found) => problems.extend(found),
        }
    }
    for unknown in entries.keys() {
        problems.push(Problem::new(
            format!("questions.{unknown}"),
            "there is no such question",
            format!("the questions are {}", names(form.questions.iter().map(|q| q.id.as_str()))),
        ));
    }
    if problems.is_empty() && answers.questions.is_empty() {
        problems.push(Problem::new(
            "questions",
            "nothing is answered",
            "answer, skip or ask about at least one question, or cancel",
        ));
    }
    if problems.is_empty() { Ok(answers) } else { Err(problems) }
}

/// Whether this leaves the question without an answer; one that does not fit is an answer all the same.
pub(crate) fn is_open(question: &Question, entry: Entry) -> bool {
    matches!(check_entry(Completeness::Partial, question, entry, ""), Ok(None))
}

/// `None`: the question is left open.
fn check_entry(
    completeness: Completeness,
    question: &Question,
    entry: Entry,
    field: &str,
) -> Result<Option<Answer>, Vec<Problem>> {
    let Entry { options, text, notes, skip, elaborate } = entry;
    let text = filled_owned(text);
    let answered = options.as_ref().is_some_and(|ids| !ids.is_empty()) || text.is_some();
    let ways =
        usize::from(answered) + usize::from(skip.is_some()) + usize::from(elaborate.is_some());
    if ways > 1 {
        return Err(vec![Problem::new(
            field,
            "a question is answered, skipped or asked about, not several of these",
            "send one of them",
        )]);
    }
    match (skip, elaborate) {
        (Some(_), _) if completeness == Completeness::Whole => Err(vec![Problem::new(
            field,
            "this question cannot be skipped",
            "answer it, or cancel the whole",
        )]),
        (Some(reason), _) => {
            bounded(&format!("{field}.skip"), &reason)?;
            Ok(Some(Answer::Skipped { reason: filled(&reason).map(str::to_owned) }))
        }
        (None, Some(note)) => {
            bounded(&format!("{field}.elaborate"), &note)?;
            Ok(Some(Answer::Elaborate { note: filled(&note).map(str::to_owned) }))
        }
        (None, None) => given(question, options, text, notes, field),
    }
}

fn given(
    question: &Question,
    options: Option<Vec<OptionId>>,
    text: Option<String>,
    notes: Notes,
    field: &str,
) -> Result<Option<Answer>, Vec<Problem>> {
    let mut problems = Vec::new();
    let control = &question.control;
    let untouched = options.is_none();
    let chosen = match (&options, control) {
        // An own text takes the place of the one option that was chosen beforehand.
        (None, Control::One { .. }) if text.is_some() => Vec::new(),
        (None, _) => question.defaults.clone(),
        (Some(ids), _) => ids.clone(),
    };
    for id in chosen.iter().filter(|id| control.option(id).is_none()) {
        problems.push(unknown_option(control, id, &format!("{field}.options")));
    }
    let mut noted = question.notes.clone();
    noted.extend(notes);
    let notes = check_notes(control, noted, field, &mut problems);
    if let Some(text) = &text {
        check_length(&format!("{field}.text"), text, &mut problems);
        if control.own_text() == OwnText::Refused {
            problems.push(Problem::new(
                format!("{field}.text"),
                "this question takes no text of your own",
                "choose from its options; a remark goes into `note`",
            ));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let options: Vec<OptionId> = control
        .options()
        .iter()
        .filter(|option| chosen.contains(&option.id))
        .map(|option| option.id.clone())
        .collect();
    if options.is_empty() && text.is_none() {
        let nothing_is_an_answer =
            matches!(control, Control::Many { empty: Empty::Allowed, .. }) && !untouched;
        if !nothing_is_an_answer {
            return Ok(None);
        }
    }
    check_count(control, options.len(), text.is_some(), field)?;
    Ok(Some(Answer::Given { options, text, notes }))
}

fn check_count(
    control: &Control,
    count: usize,
    has_text: bool,
    field: &str,
) -> Result<(), Vec<Problem>> {
    let problem = match control {
        Control::One { .. } if has_text && count > 0 => Problem::new(
            field,
            "one answer is wanted: an option or a text, not both",
            "leave one of them out; a remark goes into `note`",
        ),
        Control::One { .. } if has_text || count == 1 => return Ok(()),
        Control::One { .. } => Problem::new(
            format!("{field}.options"),
            format!("exactly 1 option is wanted, {count} are chosen"),
            "choose one",
        ),
        Control::Many { bounds, .. } if bounds.contains(count) => return Ok(()),
        Control::Many { bounds, .. } => Problem::new(
            format!("{field}.options"),
            format!("{} options are wanted, {count} are chosen", bounds.describe()),
            if count > bounds.max { "choose fewer" } else { "choose more" },
        ),
        Control::Text => return Ok(()),
    };
    Err(vec![problem])
}

fn check_notes(control: &Control, notes: Notes, field: &str, problems: &mut Vec<Problem>) -> Notes {
    let mut kept = Notes::new();
    for (id, note) in notes {
        let field = format!("{field}.notes.{id}");
        if control.option(&id).is_none() {
            problems.push(unknown_option(control, &id, &field));
        } else if let Some(note) = filled(&note) {
            check_length(&field, note, problems);
            kept.insert(id, note.to_owned());
        }
    }
    kept
}

fn missing(question: &Question, field: &str) -> Problem {
    let (rule, hint) = match &question.control {
        Control::One { .. } => {
            ("exactly 1 option is wanted, none is chosen".to_owned(), "choose one")
        }
        Control::Many { bounds, own_text, .. } => match own_text {
            OwnText::Allowed => {
                ("options or a text are wanted, there is neither".to_owned(), "choose or write")
            }
            OwnText::Refused => {
                (format!("{} options are wanted, 0 are chosen", bounds.describe()), "choose more")
            }
        },
        Control::Text => ("a text is wanted, it is empty".to_owned(), "write something"),
    };
    Problem::new(field, rule, hint)
}

fn unknown_option(control: &Control, id: &OptionId, field: &str) -> Problem {
    Problem::new(
        field,
        format!("there is no option `{id}`"),
        format!("the options are {}", names(control.options().iter().map(|o| o.id.as_str()))),
    )
}

pub(crate) fn bounded(field: &str, text: &str) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    check_length(field, text, &mut problems);
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn check_length(field: &str, text: &str, problems: &mut Vec<Problem>) {
    if let Err(excess) = limits::fits(text, limits::ANSWER) {
        let problem = Problem::new(field, excess.to_string(), "shorten it");
        problems.push(problem.being(Fault::TooLong));
    }
}

/// The first few, so that a message about 200 options stays a message.
fn names<'a>(ids: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let more = ids.len().saturating_sub(SHOWN);
    let mut list = ids.take(SHOWN).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    if list.is_empty() {
        list.push_str("none");
    }
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    list
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
