//! The cases of extraction: the input, the text that stays, and the questions.

mod content;
mod fences;
mod inline;
mod raw;

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    /// The part that is shown.
    pub(crate) kept: String,
    /// The questions that are asked, those of one choice joined by ` + `.
    pub(crate) asked: Vec<String>,
    pub(crate) warnings: usize,
}

/// A single choice with this question, on one line.
pub(crate) fn choice(question: &str) -> String {
    format!(
        r#"{{"type":"user_choice","question":"{question}","options":[{{"id":"1","label":"A"}},{{"id":"2","label":"B"}}]}}"#
    )
}

/// The same over several lines, each indented.
fn lines(question: &str, indent: &str) -> String {
    let text = format!(
        "{{\n  \"type\": \"user_choice\",\n  \"question\": \"{question}\",\n  \"options\": [\n    \"A\",\n    \"B\"\n  ]\n}}"
    );
    text.lines().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

fn case(
    name: &'static str,
    text: impl Into<String>,
    kept: impl Into<String>,
    asked: &[&str],
) -> Case {
    let asked = asked.iter().map(|question| (*question).to_owned()).collect();
    Case { name, text: text.into(), kept: kept.into(), asked, warnings: 0 }
}

/// Nothing is asked and nothing is changed.
fn left(name: &'static str, text: impl Into<String>) -> Case {
    let text = text.into();
    case(name, text.clone(), text, &[])
}

fn warned(case: Case, warnings: usize) -> Case {
    Case { warnings, ..case }
}

/// Every case by its name; those of the specification begin with their number.
pub(crate) fn cases() -> Vec<Case> {
    [
        fences::blocks(),
        fences::marks(),
        fences::openings(),
        fences::forgotten(),
        raw::objects(),
        inline::marks(),
        inline::spans(),
        content::formats(),
        content::repairs(),
        content::texts(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
