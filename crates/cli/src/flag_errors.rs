//! Errors in the words of the command line: flags and questions instead of the fields of JSON.

use sayso_core::{Form, Problem, Refusal};
use sayso_desk::DeskError;

/// What `sayso ask` sends for a flag.
const FLAGS: [(&str, &str); 16] = [
    ("title", "the question"),
    ("prompt", "--prompt"),
    ("options", "--option"),
    ("default_selection_ids", "--default"),
    ("default_number", "--default"),
    ("min_selections", "--min"),
    ("max_selections", "--max"),
    ("min", "--min"),
    ("max", "--max"),
    ("step", "--step"),
    ("unit", "--unit"),
    ("placeholder", "--placeholder"),
    ("timeout_seconds", "--timeout"),
    ("timeout_action", "--on-timeout"),
    ("irreversible", "--irreversible"),
    ("interface", "--interface"),
];

/// For a question that was made from flags.
pub(crate) fn by_flag(error: DeskError) -> DeskError {
    renamed(error, |problem| {
        let end = problem.field.find(['[', '.']).unwrap_or(problem.field.len());
        if let Some((_, flag)) = FLAGS.iter().find(|(field, _)| *field == &problem.field[..end]) {
            problem.field = (*flag).to_owned();
        }
        // Flags have no ids: an option is called by its label.
        if problem.field == "--option" {
            problem.rule = problem.rule.replace("the same id,", "the same label,");
            problem.hint = problem.hint.replace("its own id", "its own label");
        }
        for (field, flag) in FLAGS {
            let (field, flag) = (format!("`{field}`"), format!("`{flag}`"));
            problem.rule = problem.rule.replace(&field, &flag);
            problem.hint = problem.hint.replace(&field, &flag);
        }
    })
}

/// For an answer: by the id of the question, if there are several.
pub(crate) fn by_question(error: DeskError, form: &Form) -> DeskError {
    renamed(error, |problem| {
        let Some(path) = problem.field.strip_prefix("questions.") else { return };
        let path = path.trim_end_matches(".options").trim_end_matches(".text");
        let is_only = form.questions.len() == 1 && form.questions[0].id.as_str() == path;
        problem.field = if is_only { String::new() } else { path.to_owned() };
    })
}

fn renamed(mut error: DeskError, rename: impl Fn(&mut Problem)) -> DeskError {
    if let DeskError::Invalid { problems } | DeskError::Refused(Refusal::Invalid { problems }) =
        &mut error
    {
        problems.iter_mut().for_each(rename);
    }
    error
}
