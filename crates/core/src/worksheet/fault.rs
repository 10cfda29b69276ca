//! Why an answer is invalid: data, so that each surface can show it in the person's language.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::control::Decimal;
use crate::problem::Problem;

/// What is wrong with an answer, or with a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// One option is required.
    ChooseOne {
        chosen: usize,
    },
    /// Options or the person's own text are required, and there is neither.
    ChooseOrWrite,
    TooFew {
        min: usize,
        chosen: usize,
    },
    TooMany {
        max: usize,
        chosen: usize,
    },
    /// A text is required.
    Write,
    /// One answer is required, but there are an option and a text.
    OptionOrText,
    /// The question takes options only.
    NoOwnText,
    /// Answered, skipped or asked back: more than one of them.
    SeveralWays,
    NotSkippable,
    /// No question of the form is answered.
    NothingAnswered,
    TooLong {
        count: usize,
        max: usize,
        unit: LengthUnit,
    },
    /// Names the option and those that exist.
    UnknownOption {
        option: String,
        known: Vec<String>,
    },
    UnknownQuestion {
        question: String,
        known: Vec<String>,
    },
    /// Not enough options are ranked.
    RankMore {
        places: usize,
        ranked: usize,
    },
    /// An option has two places in a ranking.
    RankedTwice {
        option: String,
        label: String,
    },
    NotANumber,
    TooManyDigits,
    BelowMin {
        min: Decimal,
    },
    AboveMax {
        max: Decimal,
    },
    OffStep {
        step: Decimal,
        nearest: Decimal,
    },
    /// A number outside its range.
    OutOfRange {
        min: u64,
        max: u64,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LengthUnit {
    Characters,
    Bytes,
}

impl Fault {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Fault::ChooseOne { .. } => "choose one",
            Fault::ChooseOrWrite => "choose or write",
            Fault::TooFew { .. } => "choose more",
            Fault::TooMany { .. } => "choose fewer",
            Fault::Write => "write something",
            Fault::OptionOrText => "remove one of them; a remark goes into `note`",
            Fault::NoOwnText => "choose from its options; a remark goes into `note`",
            Fault::SeveralWays => "send one of them",
            Fault::NotSkippable => "answer it, or cancel the whole interaction",
            Fault::NothingAnswered => "answer, skip or ask about at least one question, or cancel",
            Fault::TooLong { .. } => "shorten it",
            Fault::UnknownOption { .. } | Fault::UnknownQuestion { .. } => "use one of those ids",
            Fault::RankMore { .. } => "rank the others too",
            Fault::RankedTwice { .. } => "rank each option once",
            Fault::TooManyDigits => "round it",
            Fault::NotANumber => "write plain digits, with a point for decimals: 1500, -2, 0.5",
            Fault::BelowMin { .. } | Fault::AboveMax { .. } | Fault::OutOfRange { .. } => {
                "give a number in that range"
            }
            Fault::OffStep { .. } => "give a number on a step",
        }
    }

    pub fn at(self, field: impl Into<String>) -> Problem {
        let problem = Problem::new(field, self.to_string(), self.hint());
        Problem { fault: Some(Box::new(self)), ..problem }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::ChooseOne { chosen } => {
                write!(f, "exactly 1 option is required, {} chosen", are(*chosen))
            }
            Fault::ChooseOrWrite => f.write_str("an option or a text is required"),
            Fault::TooFew { min, chosen } => {
                write!(f, "at least {} required, {} chosen", options_are(*min), are(*chosen))
            }
            Fault::TooMany { max, chosen } => {
                write!(f, "at most {} allowed, {} chosen", options_are(*max), are(*chosen))
            }
            Fault::Write => f.write_str("text is required"),
            Fault::OptionOrText => f.write_str("takes an option or a text, not both"),
            Fault::NoOwnText => f.write_str("this question takes no text"),
            Fault::SeveralWays => {
                f.write_str("a question is answered, skipped or asked about: only one of them")
            }
            Fault::NotSkippable => f.write_str("this question cannot be skipped"),
            Fault::NothingAnswered => f.write_str("no question is answered"),
            Fault::TooLong { count, max, unit } => {
                let unit = match unit {
                    LengthUnit::Characters => "characters",
                    LengthUnit::Bytes => "bytes",
                };
                write!(f, "too long: {count} {unit}, at most {max} are allowed")
            }
            Fault::UnknownOption { option, known } => {
                write!(f, "no option has the id `{option}`; the options are {}", list(known))
            }
            Fault::UnknownQuestion { question, known } => {
                write!(f, "no question has the id `{question}`; the questions are {}", list(known))
            }
            Fault::RankMore { places, ranked } => {
                let s = if *places == 1 { "" } else { "s" };
                write!(f, "{places} option{s} must be ranked, {}", are(*ranked))
            }
            Fault::RankedTwice { option, .. } => write!(f, "`{option}` is ranked twice"),
            Fault::TooManyDigits => f.write_str("a number has at most 15 digits"),
            Fault::NotANumber => f.write_str(
                "a number is required: digits, without separators and without an exponent",
            ),
            Fault::BelowMin { min } => write!(f, "the number must be at least {min}"),
            Fault::AboveMax { max } => write!(f, "the number must be at most {max}"),
            Fault::OffStep { step, nearest } => {
                write!(f, "the number must be on a step of {step}; the nearest is {nearest}")
            }
            Fault::OutOfRange { min, max } => write!(f, "must be {min} to {max}"),
        }
    }
}

fn are(count: usize) -> String {
    format!("{count} {}", if count == 1 { "is" } else { "are" })
}

fn options_are(count: usize) -> String {
    format!("{count} {}", if count == 1 { "option is" } else { "options are" })
}

/// The first few, so that a message about 200 options stays short.
fn list(ids: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut list =
        ids.iter().take(SHOWN).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    if list.is_empty() {
        list.push_str("none");
    }
    let more = ids.len().saturating_sub(SHOWN);
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    list
}
