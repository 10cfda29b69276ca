//! Questions over messages: each with as much detail as fits, so that every message is within its
//! limits.
//!
//! It depends on the form alone: a form lies in the same messages whatever has been chosen, in every
//! language, and after a restart.

use std::ops::Range;

use sayso_core::{Choice, Form, Question};

use crate::limits;
use crate::mrkdwn::marked;
use sayso_chat::text::{escaped, width};

/// How much of each text is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Detail {
    /// Prompt with context, and the list of options, each.
    pub(super) text: usize,
    /// In menus.
    pub(super) label: usize,
    pub(super) description: usize,
}

/// From all there is to what 200 options leave room for.
const LEVELS: [Detail; 5] = [
    Detail { text: limits::SECTION, label: 75, description: 75 },
    Detail { text: 1_800, label: 75, description: 40 },
    Detail { text: 1_000, label: 40, description: 0 },
    Detail { text: 500, label: 20, description: 0 },
    Detail { text: 250, label: 8, description: 0 },
];

/// Asker, title and context.
pub(super) const HEAD: usize = 2_600;
/// Progress, buttons, time left.
const FOOT: usize = 1_300;
/// For the questions of a message that has a head as well, and so for any single question.
const ROOM: usize = limits::MESSAGE - HEAD - FOOT;
/// Ids and words of our own in the blocks of one question, but for its own id, which is in them thrice.
const OWN: usize = 480;
/// What an answer must be, such as a range of numbers.
pub(super) const LIMITS: usize = 200;
/// An answer that is shown.
pub(super) const ANSWER: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) questions: Range<usize>,
    /// One for each of them.
    pub(super) details: Vec<Detail>,
}

pub(super) fn parts(form: &Form) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut room = 0;
    let head = head(form);
    for (at, question) in form.questions.iter().enumerate() {
        let (detail, cost) = richest(question);
        match parts.last_mut() {
            Some(part) if part.questions.len() < limits::QUESTIONS && cost <= room => {
                part.questions.end = at + 1;
                part.details.push(detail);
                room -= cost;
            }
            _ => {
                let head = if parts.is_empty() { head } else { 0 };
                parts.push(Part { questions: at..at + 1, details: vec![detail] });
                room = (limits::MESSAGE - FOOT).saturating_sub(head + cost);
            }
        }
    }
    parts
}

/// Whether some text of the form is longer than what is shown of it.
pub(super) fn is_cut(form: &Form) -> bool {
    let long = |text: &str| width(&marked(text, usize::MAX));
    let context = form.context.as_deref().map_or(0, long);
    let lengths: Vec<(usize, usize)> = form
        .questions
        .iter()
        .map(|question| {
            let about = long(&question.prompt) + question.context.as_deref().map_or(0, long);
            let options = question.control.options().iter();
            (about, options.map(|option| line(option, usize::MAX)).sum())
        })
        .collect();
    let is_longer = |(about, list): (usize, usize), detail: Detail| {
        about > detail.text.saturating_sub(30) || list > detail.text
    };
    // Most are longer than any detail shows, or the form is short; only then its parts are needed.
    context + width(&form.title) > HEAD - 300
        || lengths.iter().any(|length| is_longer(*length, LEVELS[0]))
        || parts(form)
            .into_iter()
            .flat_map(|part| part.questions.zip(part.details))
            .any(|(at, detail)| is_longer(lengths[at], detail))
}

fn head(form: &Form) -> usize {
    let context = form.context.as_deref().map_or(0, |context| width(&marked(context, HEAD)));
    (width(&escaped(&form.title, HEAD)) + context + 400).min(HEAD)
}

/// The most that fits into one message.
fn richest(question: &Question) -> (Detail, usize) {
    let costs = LEVELS.map(|detail| (detail, cost(question, detail)));
    costs.into_iter().find(|(_, cost)| *cost <= ROOM).unwrap_or(costs[LEVELS.len() - 1])
}

fn cost(question: &Question, detail: Detail) -> usize {
    let options = question.control.options();
    let shown = |text: &str, most: usize| width(&marked(text, most));
    let about = shown(&question.prompt, detail.text)
        + question.context.as_deref().map_or(0, |context| shown(context, detail.text));
    let list: usize = options.iter().map(|option| line(option, detail.text)).sum();
    let text = about.min(detail.text) + list.min(detail.text);
    let open = text + controls(question, detail);
    let own = OWN + 3 * width(question.id.as_str());
    // What is collected is shown beside what is open, any other answer instead of it.
    own + LIMITS
        + match question.control.takes_several() {
            true => open + ANSWER + 300,
            false => open.max(300 + ANSWER),
        }
}

/// A line of the list, with its number and marks.
fn line(option: &Choice, most: usize) -> usize {
    let words = width(&escaped(&option.label, most))
        + option.description.as_deref().map_or(0, |words| width(&escaped(words, most)));
    words + 30
}

fn controls(question: &Question, detail: Detail) -> usize {
    let options = question.control.options();
    let entry = |option: &Choice| {
        let words = option.description.as_deref().map_or(0, width).min(detail.description);
        // With its number, and a value such as `12:199`.
        width(&option.label).min(detail.label) + words + 8
    };
    // In a menu that keeps what is chosen it stands twice.
    let times = if question.control.takes_several() { 2 } else { 1 };
    let menus = times * options.iter().map(entry).sum::<usize>();
    if options.len() > limits::OPTION_BUTTONS {
        return menus;
    }
    // The label with its number, the action id of form, question and option, and the value; where it
    // asks first, the label again and words of our own.
    let button = |option: &Choice| {
        let label = width(&option.label).min(limits::BUTTON) + 5;
        2 * label + width(option.id.as_str()) + width(question.id.as_str()) + 105
    };
    menus.max(options.iter().map(button).sum())
}
