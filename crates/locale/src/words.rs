//! Core's values in a person's language: faults, answers and settings.

use sayso_core::attention::{RungFate, SkippedWhy, Trace};
use sayso_core::settings::Key;
use sayso_core::text::{clean_line, cut};
use sayso_core::worksheet::LengthUnit;
use sayso_core::{
    Actor, Answer, Bounds, Control, Decimal, Fault, Form, Instead, NumberRange, OwnText, Problem,
    Question, Surface, Timestamp,
};

use crate::Texts;

/// The name of a surface; a chat without a text is called by its id.
pub fn surface(texts: &Texts, id: &str) -> String {
    named(texts, "surface", id)
}

fn named(texts: &Texts, kind: &str, id: &str) -> String {
    texts.find(&format!("{kind}-{id}")).map_or_else(|| id.to_owned(), |name| name.into_owned())
}

/// `ann, terminal`
pub fn who(texts: &Texts, actor: &Actor) -> String {
    let surface = surface(texts, actor.via.as_str());
    match &actor.by {
        Some(by) => format!("{}, {surface}", cut(&clean_line(by), 80)),
        None => surface,
    }
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
            LengthUnit::Characters => {
                let excess = count.saturating_sub(*max);
                texts.say_with(key, [("excess", excess.into()), ("max", (*max).into())])
            }
            LengthUnit::Bytes => texts.say_with(key, [("max", (*max).into())]),
        },
        Fault::RankMore { places, ranked } => {
            texts.say_with(key, [("left", places.saturating_sub(*ranked).into())])
        }
        Fault::RankedTwice { label, .. } => {
            texts.say_with(key, [("option", clean_line(label).into())])
        }
        Fault::BelowMin { min } => texts.say_with(key, [("min", min.to_string().into())]),
        Fault::AboveMax { max } => texts.say_with(key, [("max", max.to_string().into())]),
        Fault::OffStep { step, nearest } => {
            let values =
                [("step", step.to_string().into()), ("nearest", nearest.to_string().into())];
            texts.say_with(key, values)
        }
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
        | Fault::NotANumber
        | Fault::TooManyDigits
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
        Fault::TooLong { unit: LengthUnit::Characters, .. } => "problem-too-long",
        Fault::TooLong { unit: LengthUnit::Bytes, .. } => "problem-too-many-bytes",
        Fault::UnknownOption { .. } | Fault::UnknownQuestion { .. } => "problem-unknown",
        Fault::RankMore { .. } => "problem-rank-more",
        Fault::RankedTwice { .. } => "problem-ranked-twice",
        Fault::NotANumber => "problem-not-a-number",
        Fault::TooManyDigits => "problem-too-many-digits",
        Fault::BelowMin { .. } => "problem-below-min",
        Fault::AboveMax { .. } => "problem-above-max",
        Fault::OffStep { .. } => "problem-off-step",
        Fault::OutOfRange { .. } => "problem-out-of-range",
    }
}

/// A value of a setting; a list has its parts in words.
pub fn setting_value(texts: &Texts, key: Key, value: &str) -> String {
    let said = |part: &str| named(texts, key.setting().texts, part.trim());
    value.split(',').map(said).collect::<Vec<_>>().join(", ")
}

/// Who was notified of a question and when, or why somebody was not; nothing if nobody was to be notified.
pub fn notified(
    texts: &Texts,
    traces: &[Trace],
    time: impl Fn(Timestamp) -> String,
) -> Option<String> {
    let said = traces.iter().map(|Trace { rung, at, fate }| {
        let who = surface(texts, rung.as_str());
        match fate {
            RungFate::Notified { .. } => {
                texts.say_with("notified-at", [("who", who.into()), ("time", time(*at).into())])
            }
            RungFate::Held => texts.say_with("notified-later", [("who", who.into())]),
            RungFate::Skipped(why) => {
                let why = texts.say(skipped(*why)).into_owned();
                texts.say_with("not-notified", [("who", who.into()), ("why", why.into())])
            }
        }
    });
    Some(said.collect::<Vec<_>>().join(" · ")).filter(|said| !said.is_empty())
}

fn skipped(why: SkippedWhy) -> &'static str {
    match why {
        SkippedWhy::Seen => "skipped-seen",
        SkippedWhy::Shown => "skipped-shown",
        SkippedWhy::Meant => "skipped-meant",
        SkippedWhy::SwitchedOff => "skipped-switched-off",
        SkippedWhy::Absent => "skipped-absent",
        SkippedWhy::Crowded => "skipped-crowded",
        SkippedWhy::Refused => "skipped-refused",
        SkippedWhy::Unreachable => "skipped-unreachable",
    }
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
        Some(given @ Answer::Given { .. }) => {
            let parts = given.said(question).into_iter();
            let parts: Vec<String> =
                parts.map(|said| said.marked(marks.label, marks.text)).collect();
            if parts.is_empty() { word("nothing-chosen") } else { parts.join(", ") }
        }
    }
}

/// How a line of a list says an answer: what can be quoted, and what there is instead.
pub fn brief(texts: &Texts, quoted: Option<&str>, instead: &[Instead]) -> Option<String> {
    let instead = instead.iter().map(|instead| match instead {
        Instead::PleaseExplain => texts.say("please-explain").into_owned(),
        Instead::Skipped => texts.say("skipped").into_owned(),
        Instead::NothingChosen => texts.say("nothing-chosen").into_owned(),
    });
    let parts: Vec<String> = quoted.map(clean_line).into_iter().chain(instead).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What is sent for a person who does nothing; empty if that is nothing.
pub fn proposal(texts: &Texts, form: &Form) -> String {
    let Some(answers) = form.proposed() else { return String::new() };
    let answered = form.questions.iter().filter_map(|question| {
        let given = answers.get(&question.id)?;
        Some(answer(texts, &Marks::PLAIN, question, Some(given)))
    });
    answered.collect::<Vec<_>>().join(", ")
}

/// What an answer must be, where that is not plain to see: `Choose 1 to 3`, `From 1 GB to 64 GB`.
pub fn limits(texts: &Texts, control: &Control) -> Vec<String> {
    match control {
        Control::One { .. } | Control::Text => Vec::new(),
        Control::Many { options, own_text, bounds, .. } => {
            let words = chosen(texts, *bounds, options.len());
            vec![match own_text {
                OwnText::Allowed => format!("{words} {}", texts.say("or-own-text")),
                OwnText::Refused => words,
            }]
        }
        Control::Rank(ranking) if ranking.places < ranking.options.len() => {
            vec![texts.say_with("rank-first", [("count", ranking.places.into())])]
        }
        Control::Rank(_) => vec![texts.say("rank-all").into_owned()],
        Control::Number(range) => numbers(texts, range),
    }
}

fn chosen(texts: &Texts, bounds: Bounds, all: usize) -> String {
    let number = |count: usize| count.into();
    match (bounds.min, bounds.max) {
        (min, max) if min == max => texts.say_with("choose-exactly", [("count", number(min))]),
        (0, max) if max >= all => texts.say("choose-any").into_owned(),
        (0, max) => texts.say_with("choose-at-most", [("max", number(max))]),
        (min, max) if max >= all => texts.say_with("choose-at-least", [("min", number(min))]),
        (min, max) => {
            texts.say_with("choose-between", [("min", number(min)), ("max", number(max))])
        }
    }
}

fn numbers(texts: &Texts, range: &NumberRange) -> Vec<String> {
    let unit = |number: Decimal| range.with_unit(&number.to_string());
    // `0.5 to 64 GB`, but `$5 to $20`: a unit that follows is said once.
    let follows = range.with_unit("1").starts_with('1');
    let once = |number: Decimal| if follows { number.to_string() } else { unit(number) };
    let say =
        |key: &str, name: &'static str, number| texts.say_with(key, [(name, unit(number).into())]);
    let ends = match (range.min, range.max) {
        (Some(min), Some(max)) => {
            let ends = [("min", once(min).into()), ("max", unit(max).into())];
            Some(texts.say_with("number-between", ends))
        }
        (Some(min), None) => Some(say("number-from", "min", min)),
        (None, Some(max)) => Some(say("number-up-to", "max", max)),
        (None, None) => None,
    };
    let steps = range.step.map(|step| {
        let step = if ends.is_some() { once(step) } else { unit(step) };
        texts.say_with("number-steps", [("step", step.into())])
    });
    ends.into_iter().chain(steps).collect()
}
