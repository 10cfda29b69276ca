//! Advice for agents: what makes a question hard to answer well (UC-9, PO-2).
//!
//! Nothing here refuses anything; the caller decides what to do with a finding.

use crate::control::OwnText;
use crate::form::Question;
use crate::limits::characters;
use crate::settings::LabelWords;

/// One piece of advice about one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) field: String,
    pub(super) advice: String,
}

/// One line per advice, for any number of fields.
pub(super) fn warnings(findings: Vec<Finding>) -> Vec<String> {
    let mut grouped: Vec<(String, Vec<String>)> = Vec::new();
    for Finding { field, advice } in findings {
        match grouped.iter_mut().find(|(known, _)| *known == advice) {
            Some((_, fields)) => fields.push(field),
            None => grouped.push((advice, vec![field])),
        }
    }
    grouped.into_iter().map(|(advice, fields)| format!("{}: {advice}", fields.join(", "))).collect()
}

/// Number and labels of the options. `prefix` is the question's path, `""` or `questions[0].`.
pub(super) fn of_options(prefix: &str, question: &Question) -> Vec<Finding> {
    let options = question.control.options();
    let mut findings = Vec::new();
    if !question.control.is_field() && !(2..=4).contains(&options.len()) {
        let advice = "2 to 4 options are easiest to choose from";
        findings.push(finding(format!("{prefix}options"), advice));
    }
    for (at, option) in options.iter().enumerate() {
        let label = bare(&option.label);
        let field = || format!("{prefix}options[{at}].label");
        if is_listed(&label, |words| words.empty) {
            let advice =
                "say what will be done; a label such as 'yes' or 'continue' says nothing by itself";
            findings.push(finding(field(), advice));
        } else if is_other(&label) {
            findings.push(finding(field(), other_advice(question.control.own_text())));
        }
    }
    findings
}

/// One recommended option where one is chosen, at least one where several are.
pub(super) fn of_recommendation(prefix: &str, question: &Question) -> Option<Finding> {
    let count = question.recommended().count();
    let advice = if question.control.is_one() && count != 1 {
        "mark exactly one option as `recommended`"
    } else if question.control.takes_several() && count == 0 {
        "mark what you would choose as `recommended`"
    } else {
        return None;
    };
    Some(finding(format!("{prefix}options"), advice))
}

/// Of scripts that say about three times as much with a character: Chinese, Japanese, Korean.
fn is_dense(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{20000}'..='\u{323af}')
}

/// What the person gets besides the question: its context, or what the prompt says about it.
pub(super) fn of_context(prefix: &str, question: &Question, field: &str) -> Option<Finding> {
    const ENOUGH: usize = 80;
    let told = question.context.as_deref().unwrap_or(&question.prompt);
    let advice = "give the context in at least 80 characters: what you are doing, why you need a decision, \
                  what depends on it";
    // A syllable or a word of other scripts is one character.
    let dense = told.chars().filter(|letter| is_dense(*letter)).count();
    (characters(told) + 2 * dense < ENOUGH).then(|| finding(format!("{prefix}{field}"), advice))
}

/// A header is drawn on one line, in tabs and lists.
pub(super) fn of_header(field: String, header: &str, most: usize) -> Option<Finding> {
    (characters(header) > most).then(|| {
        let advice = format!("a title is a short label; keep it under {most} characters");
        finding(field, advice)
    })
}

/// PO-2: why a prompt gives no context, if so.
pub(super) fn lacks_context(title: &str, prompt: &str) -> Option<&'static str> {
    const SHORT: usize = 40;
    // Each character takes at least one column.
    if columns(prompt.chars().take(SHORT)) < SHORT {
        Some("the prompt is under 40 columns")
    } else if prompt.eq_ignore_ascii_case(title) {
        Some("the prompt only repeats the title")
    } else if is_one_question(prompt) {
        Some("the prompt is nothing but the question")
    } else {
        None
    }
}

pub(super) const CONTEXT_HINT: &str =
    "say what you are doing and why you need a decision, then ask; the user has not read your work";

fn finding(field: String, advice: impl Into<String>) -> Finding {
    Finding { field, advice: advice.into() }
}

fn other_advice(own_text: OwnText) -> &'static str {
    match own_text {
        OwnText::Allowed => "leave this option out: the user can always type their own answer",
        OwnText::Refused => {
            "instead of an 'other' option use `selection_mode` `hybrid`, which offers a text"
        }
    }
}

/// Whether a label itself says that it is recommended: in brackets, in any case, anywhere.
pub(super) fn is_marked(label: &str) -> bool {
    let label = label.to_lowercase();
    marks().any(|mark| label.contains(&mark))
}

/// `(recommended)` and `[recommended]`, in every language.
fn marks() -> impl Iterator<Item = String> {
    LabelWords::all().flat_map(|words| {
        [("(", ")"), ("[", "]")].map(|(open, close)| [open, words.recommended, close].concat())
    })
}

/// Whether the label is in one of these lists of each language.
fn is_listed(label: &str, list: fn(&LabelWords) -> &'static str) -> bool {
    LabelWords::all().any(|words| list(words).split(", ").any(|word| word == label))
}

fn is_other(label: &str) -> bool {
    is_listed(label, |words| words.other)
        || label
            .strip_prefix("other")
            .is_some_and(|rest| rest.starts_with([' ', ',', '(', ':', '/']))
            && ["specify", "describe", "please", "own", "type"]
                .iter()
                .any(|word| label.contains(word))
}

/// A label without its recommended mark, punctuation and case.
fn bare(label: &str) -> String {
    let lower = label.to_lowercase();
    let mut bare = lower.as_str();
    for mark in marks() {
        bare = bare.trim();
        bare = bare.strip_suffix(&*mark).unwrap_or(bare);
    }
    bare.trim_matches(|c: char| {
        c.is_whitespace() || c.is_ascii_punctuation() || "。！…".contains(c)
    })
    .to_owned()
}

/// A single sentence that ends in a question mark.
fn is_one_question(prompt: &str) -> bool {
    let Some(sentence) = prompt.trim().strip_suffix(['?', '？']) else {
        return false;
    };
    let mut letters = sentence.chars().peekable();
    while let Some(letter) = letters.next() {
        let pause = letters.peek().is_none_or(|next| next.is_whitespace());
        match letter {
            '\n' | '。' | '！' | '？' | '；' | '：' => return false,
            '.' | '!' | '?' | ';' | ':' | '–' | '—' if pause => return false,
            _ => {}
        }
    }
    true
}

/// Approximate width on a screen: East Asian letters take two columns.
fn columns(text: impl Iterator<Item = char>) -> usize {
    let wide = |c: char| matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}');
    text.map(|c| if wide(c) { 2 } else { 1 }).sum()
}

#[cfg(test)]
#[path = "quality_tests.rs"]
mod tests;
