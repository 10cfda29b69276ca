//! What core says as data, in a person's language: faults, answers and settings.

use sayso_core::settings::Key;
use sayso_core::text::clean_line;
use sayso_core::worksheet::Unit;
use sayso_core::{Answer, Fault, Problem, Question, Surface};

use crate::Texts;

/// The name of a surface; a chat without a text is called by its id.
pub fn surface(texts: &Texts, id: &str) -> String {
    named(texts, "surface", id)
}

fn named(texts: &Texts, kind: &str, id: &str) -> String {
    texts.find(&format!("{kind}-{id}")).map_or_else(|| id.to_owned(), |name| name.into_owned())
}

/// Where an irreversible question can be answered, if not here.
pub fn elsewhere(texts: &Texts, surfaces: &[Surface]) -> String {
    let said = |surface: &Surface| match texts.find(&format!("answered-on-{surface}")) {
        Some(place) => place.into_owned(),
        None => texts.say_with("answered-on-chat", [("chat", surface.as_str().to_owned().into())]),
    };
    let places = surfaces.iter().map(said).reduce(|one, other| {
        texts.say_with("answered-on-either", [("one", one.into()), ("other", other.into())])
    });
    texts.say_with("answered-elsewhere", [("places", places.unwrap_or_default().into())])
}

/// What is wrong with an answer; a problem without data speaks for itself.
pub fn problem(texts: &Texts, problem: &Problem) -> String {
    match &problem.fault {
        Some(fault) => self::fault(texts, fault),
        None => clean_line(&problem.rule),
    }
}

pub fn fault(texts: &Texts, fault: &Fault) -> String {
    let key = key(fault);
    match fault {
        Fault::TooFew { min, .. } => texts.say_with(key, [("min", (*min).into())]),
        Fault::TooMany { max, .. } => texts.say_with(key, [("max", (*max).into())]),
        Fault::TooLong { count, max, unit } => match unit {
            Unit::Characters => {
                let excess = count.saturating_sub(*max);
                texts.say_with(key, [("excess", excess.into()), ("max", (*max).into())])
            }
            Unit::Bytes => texts.say_with(key, [("max", (*max).into())]),
        },
        Fault::OutOfRange { min, max } => {
            texts.say_with(key, [("min", (*min).into()), ("max", (*max).into())])
        }
        Fault::ChooseOne { .. }
        | Fault::ChooseOrWrite
        | Fault::Write
        | Fault::OptionOrText
        | Fault::NoOwnText
        | Fault::SeveralWays
        | Fault::NotSkippable
        | Fault::NothingAnswered
        | Fault::UnknownOption { .. }
        | Fault::UnknownQuestion { .. } => texts.say(key).into_owned(),
    }
}

fn key(fault: &Fault) -> &'static str {
    match fault {
        Fault::ChooseOne { .. } => "problem-choose-one",
        Fault::ChooseOrWrite => "problem-choose-or-write",
        Fault::TooFew { .. } => "problem-too-few",
        Fault::TooMany { .. } => "problem-too-many",
        Fault::Write => "problem-write",
        Fault::OptionOrText => "problem-option-or-text",
        Fault::NoOwnText => "problem-no-own-text",
        Fault::SeveralWays => "problem-several-ways",
        Fault::NotSkippable => "problem-not-skippable",
        Fault::NothingAnswered => "problem-nothing-answered",
        Fault::TooLong { unit: Unit::Characters, .. } => "problem-too-long",
        Fault::TooLong { unit: Unit::Bytes, .. } => "problem-too-many-bytes",
        Fault::UnknownOption { .. } | Fault::UnknownQuestion { .. } => "problem-unknown",
        Fault::OutOfRange { .. } => "problem-out-of-range",
    }
}

/// A value of a setting; a list has its parts in words.
pub fn setting_value(texts: &Texts, key: Key, value: &str) -> String {
    let said = |part: &str| named(texts, key.setting().texts, part);
    value.split(',').map(said).collect::<Vec<_>>().join(", ")
}

/// How a surface marks the parts of an answer.
pub struct Marks<'a> {
    /// An option's label.
    pub label: &'a dyn Fn(&str) -> String,
    /// What the person typed.
    pub text: &'a dyn Fn(&str) -> String,
    /// What we say, such as "skipped".
    pub word: &'a dyn Fn(&str) -> String,
}

impl Marks<'_> {
    /// On one line, nothing marked.
    pub const PLAIN: Marks<'static> =
        Marks { label: &clean_line, text: &clean_line, word: &str::to_owned };
}

/// What became of one question; `None`: it was left open.
pub fn answer(
    texts: &Texts,
    marks: &Marks<'_>,
    question: &Question,
    answer: Option<&Answer>,
) -> String {
    let word = |key: &str| (marks.word)(&texts.say(key));
    let remarked = |key: &str, remark: &Option<String>| match remark {
        Some(remark) => format!("{}: {}", word(key), (marks.text)(remark)),
        None => word(key),
    };
    match answer {
        None => word("not-answered"),
        Some(Answer::Elaborate { note }) => remarked("please-explain", note),
        Some(Answer::Skipped { reason }) => remarked("skipped", reason),
        Some(Answer::Given { options, text, .. }) => {
            let chosen = options.iter().filter_map(|id| question.control.option(id));
            let mut parts: Vec<String> =
                chosen.map(|option| (marks.label)(&option.label)).collect();
            parts.extend(text.as_deref().map(|text| (marks.text)(text)));
            if parts.is_empty() { word("nothing-chosen") } else { parts.join(", ") }
        }
    }
}
