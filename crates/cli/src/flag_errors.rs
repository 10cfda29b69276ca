//! Errors in the words of the command line: flags and questions instead of the fields of JSON.

use sayso_core::text::typed_duration;
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

/// What an error tells an agent to use, and its flag.
const HINTS: [(&str, &str); 3] = [
    ("use ids of `options`", "use the label of an option"),
    ("`selection_mode` `text_input`", "`--text`"),
    ("`text_input`", "`--text`"),
];

/// For a question whose fields were `typed` as flags.
pub(crate) fn by_flag(mut error: DeskError, typed: impl Fn(&str) -> bool) -> DeskError {
    let Some(problems) = problems(&mut error) else { return error };
    if typed("options") {
        only_once(problems);
    }
    for problem in problems.iter_mut() {
        let end = problem.field.find(['[', '.']).unwrap_or(problem.field.len());
        let Some(flag) = flag(&problem.field[..end], &typed) else { continue };
        problem.field = flag.to_owned();
        // Flags have no ids: an option is called by its label.
        if problem.field == "--option" {
            problem.rule = problem.rule.replace("the same id,", "the same label,");
            problem.hint = problem.hint.replace("its own id", "its own label");
        }
        for (words, flags) in HINTS {
            problem.hint = problem.hint.replace(words, flags);
        }
    }
    for problem in problems.iter_mut() {
        for (field, flag) in FLAGS.into_iter().filter(|(field, _)| typed(field)) {
            let (field, flag) = (format!("`{field}`"), format!("`{flag}`"));
            problem.rule = problem.rule.replace(&field, &flag);
            problem.hint = problem.hint.replace(&field, &flag);
        }
    }
    // An option's label is also its id, so one mistake can be two problems.
    let mut said: Vec<Problem> = Vec::new();
    problems.retain(|problem| {
        let is_new = !said.contains(problem);
        said.extend(is_new.then(|| problem.clone()));
        is_new
    });
    error
}

/// An option that is given twice has the id and the look of the first: one of these is enough. Flags
/// have no indices.
fn only_once(problems: &mut Vec<Problem>) {
    let ids = problems.iter().filter(|problem| problem.rule.contains("has the same id,"));
    let twice: Vec<String> =
        ids.filter_map(|it| Some(format!("{}.label", it.field.strip_suffix(".id")?))).collect();
    problems.retain(|problem| !twice.contains(&problem.field));
    for problem in problems.iter_mut().filter(|problem| problem.rule.contains(" looks the same ")) {
        if let Some(at) = problem.rule.rfind(" (options[") {
            problem.rule.truncate(at);
        }
    }
}

fn flag(field: &str, typed: impl Fn(&str) -> bool) -> Option<&'static str> {
    let known = FLAGS.iter().find(|(known, _)| *known == field && typed(field));
    known.map(|(_, flag)| *flag)
}

/// What was overridden, by the flag that asked for it if it was `typed`.
pub(crate) fn warning(text: &str, typed: impl Fn(&str) -> bool) -> String {
    let named = text.split_once(':').and_then(|(field, why)| {
        let flag = flag(field, typed)?;
        let why = if flag == "--timeout" { in_units(why) } else { why.to_owned() };
        Some(format!("{flag}:{why}"))
    });
    named.unwrap_or_else(|| text.to_owned())
}

/// Numbers of seconds as they can be typed.
fn in_units(why: &str) -> String {
    let words = why.replace(" s ", " ");
    let words = words.strip_suffix(" s").unwrap_or(&words);
    let words = words.split(' ').map(|word| {
        let (number, rest) = word.split_at(word.trim_end_matches(';').len());
        number
            .parse::<u64>()
            .map_or_else(|_| word.to_owned(), |it| format!("{}{rest}", typed_duration(it)))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// For an answer: by the id of the question, if there are several.
pub(crate) fn by_question(mut error: DeskError, form: &Form) -> DeskError {
    for problem in problems(&mut error).into_iter().flatten() {
        let Some(path) = problem.field.strip_prefix("questions.") else { continue };
        let path = path.trim_end_matches(".options").trim_end_matches(".text");
        let is_only = form.questions.len() == 1 && form.questions[0].id.as_str() == path;
        problem.field = if is_only { String::new() } else { path.to_owned() };
    }
    error
}

fn problems(error: &mut DeskError) -> Option<&mut Vec<Problem>> {
    match error {
        DeskError::Invalid { problems } | DeskError::Refused(Refusal::Invalid { problems }) => {
            Some(problems)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_names_the_flag_and_times_as_they_are_typed() {
        for (text, shown) in [
            (
                "timeout_seconds: 691200 is outside 5 to 604800; 604800 is used",
                "--timeout: 8d is outside 5s to 7d; 7d is used",
            ),
            (
                "timeout_seconds: the user's own setting of 600 s is used instead of 90 s",
                "--timeout: the user's own setting of 10m is used instead of 90s",
            ),
            ("interface: there is none", "--interface: there is none"),
            ("another: 5 of 7", "another: 5 of 7"),
        ] {
            assert_eq!(warning(text, |_| true), shown);
            assert_eq!(warning(text, |_| false), text);
        }
    }
}
