//! The cases of extraction: `cases.json` has for each its name, the input, the text that stays
//! (`null`: all of it), the questions that are asked, those of one choice joined by ` + `, and how
//! many warnings there are. Names of the specification's cases begin with their number.
//!
//! `‹Q›` is a choice with this question on one line, `«Q»` one over several lines, each indented
//! like the question.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{DEEPEST, LARGEST, OPENING};

#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) text: String,
    /// The part that is shown.
    #[serde(default)]
    kept: Option<String>,
    #[serde(default)]
    pub(crate) asked: Vec<String>,
    #[serde(default)]
    pub(crate) warnings: usize,
}

impl Case {
    fn new(name: &str, text: String, kept: Option<&str>, asked: &[&str]) -> Case {
        let (name, kept) = (name.to_owned(), kept.map(str::to_owned));
        let asked = asked.iter().map(|question| (*question).to_owned()).collect();
        Case { name, text, kept, asked, warnings: 0 }
    }

    pub(crate) fn kept(&self) -> &str {
        self.kept.as_deref().unwrap_or(&self.text)
    }

    fn written_out(self) -> Case {
        Case { text: written_out(&self.text), kept: self.kept.as_deref().map(written_out), ..self }
    }
}

/// A single choice with this question, on one line.
pub(crate) fn choice(question: &str) -> String {
    format!(
        r#"{{"type":"user_choice","question":"{question}","options":[{{"id":"1","label":"A"}},{{"id":"2","label":"B"}}]}}"#
    )
}

/// The same over several lines, each indented.
fn lines(question: &str) -> String {
    let (indent, question) = question.split_at(question.len() - question.trim_start().len());
    let text = format!(
        "{{\n  \"type\": \"user_choice\",\n  \"question\": \"{question}\",\n  \"options\": [\n    \"A\",\n    \"B\"\n  ]\n}}"
    );
    text.lines().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

fn written_out(text: &str) -> String {
    let write = |text: String, (open, close): (char, char), choice: fn(&str) -> String| {
        let mut parts = text.split(open);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |before, part| {
            let (question, behind) = part.split_once(close).expect("a choice ends");
            before + &choice(question) + behind
        })
    };
    write(write(text.to_owned(), ('‹', '›'), choice), ('«', '»'), lines)
}

pub(crate) fn cases() -> Vec<Case> {
    let written: BTreeMap<String, Vec<Case>> =
        serde_json::from_str(include_str!("cases.json")).expect("the cases are JSON");
    written.into_values().flatten().map(Case::written_out).chain(limits()).collect()
}

/// At the limits, where they are too long to be written.
fn limits() -> Vec<Case> {
    let one = choice("Q");
    let padded = |size: usize| {
        one.replacen('{', &format!("{{\"x\":\"{}\",", "é".repeat((size - one.len() - 7) / 2)), 1)
    };
    let nested = |depth: u32| {
        let depth = usize::try_from(depth).unwrap() - 1;
        one.replacen('{', &format!("{{\"x\":{}{},", "[".repeat(depth), "]".repeat(depth)), 1)
    };
    let asked = |name, text: String, kept: &str| Case::new(name, text, Some(kept), &["Q"]);
    let faulty = |name, text: String| Case { warnings: 1, ..Case::new(name, text, None, &[]) };
    let (language, marks) = ("x".repeat(OPENING), "`".repeat(OPENING + 1));
    let long = one.replacen('{', &format!(r#"{{"x":"{language}","y":1,"#), 1);
    vec![
        asked(
            "a very long line opens nothing",
            format!("```{language}\n{one}"),
            &format!("```{language}\n"),
        ),
        // A line that is too long to open a fence has marks after text, which keep its end.
        asked("the line is too long", format!("a\n```json {long}\n```\nb\n"), "a\n\nb\n"),
        asked("as many marks as there may be", format!("a {}\n{one}", &marks[1..]), "a "),
        asked("more marks than there may be", format!("a {marks}\n{one}"), &format!("a {marks}\n")),
        asked("as deep as it may be", nested(DEEPEST), ""),
        faulty("one level too deep", nested(DEEPEST + 1)),
        asked("as large as it may be", padded(LARGEST), ""),
        faulty("too large", format!("{} b", padded(LARGEST + 2))),
        faulty("too large in a fence", format!("```json\n{}\n```\nb", padded(LARGEST))),
    ]
}
