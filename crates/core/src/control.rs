//! Controls: choose one, choose many, write, rank, or give a number.
//!
//! Only this file tells controls apart. A control of more than a few lines has its own file, and a new
//! one is that file and a line in each match here.

mod decimal;
mod number;
mod rank;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::answer::AnswerPart;
use crate::id::OptionId;
use crate::worksheet::Fault;

pub use decimal::{Decimal, NotDecimal};
pub use number::{LONGEST_UNIT, NumberRange};
pub use rank::Ranking;

/// How a question is answered. Surfaces draw controls and know nothing about dialects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Control {
    /// Exactly one option, or the person's own text if allowed.
    One {
        options: Vec<Choice>,
        own_text: OwnText,
    },
    /// A number of options within the bounds, and possibly a text in addition.
    Many {
        options: Vec<Choice>,
        own_text: OwnText,
        bounds: Bounds,
        empty: Empty,
    },
    /// Only a text.
    Text,
    Rank(Ranking),
    Number(NumberRange),
}

impl Control {
    pub fn options(&self) -> &[Choice] {
        match self {
            Control::One { options, .. } | Control::Many { options, .. } => options,
            Control::Rank(ranking) => &ranking.options,
            Control::Text | Control::Number(_) => &[],
        }
    }

    pub fn own_text(&self) -> OwnText {
        match self {
            Control::One { own_text, .. } | Control::Many { own_text, .. } => *own_text,
            Control::Text | Control::Number(_) => OwnText::Allowed,
            Control::Rank(_) => OwnText::Refused,
        }
    }

    pub fn bounds(&self) -> Bounds {
        match self {
            Control::One { .. } => Bounds { min: 1, max: 1 },
            Control::Many { bounds, .. } => *bounds,
            Control::Text | Control::Number(_) => Bounds { min: 0, max: 0 },
            Control::Rank(ranking) => Bounds { min: ranking.places, max: ranking.places },
        }
    }

    /// Whether there is only a field to type in.
    pub fn is_field(&self) -> bool {
        self.options().is_empty()
    }

    /// Whether an option replaces the previous one, and the person's own text.
    pub fn is_one(&self) -> bool {
        matches!(self, Control::One { .. })
    }

    /// Whether several options are collected before they are sent.
    pub fn takes_several(&self) -> bool {
        !self.is_one() && !self.is_field()
    }

    /// Whether choosing nothing is an answer.
    pub(crate) fn takes_nothing(&self) -> bool {
        matches!(self, Control::Many { empty: Empty::Allowed, .. })
    }

    /// Which numbers are allowed, if a number is asked for.
    pub fn range(&self) -> Option<&NumberRange> {
        if let Control::Number(range) = self { Some(range) } else { None }
    }

    pub fn ranking(&self) -> Option<&Ranking> {
        if let Control::Rank(ranking) = self { Some(ranking) } else { None }
    }

    /// Its name, as it is stored.
    pub const fn kind(&self) -> &'static str {
        match self {
            Control::One { .. } => "one",
            Control::Many { .. } => "many",
            Control::Text => "text",
            Control::Rank(_) => "rank",
            Control::Number(_) => "number",
        }
    }

    /// Whether what is chosen has places, in the order in which it was chosen.
    pub fn is_ordered(&self) -> bool {
        self.ranking().is_some()
    }

    /// Whether what is typed is a value, not a text; `None` if no value is asked for.
    pub fn is_value(&self, typed: &str) -> Option<bool> {
        Some(self.range()?.read(typed).is_ok())
    }

    /// What was typed, as people read it.
    pub fn in_full(&self, typed: &str) -> String {
        self.range().map_or_else(|| typed.to_owned(), |range| range.with_unit(typed))
    }

    pub fn option(&self, id: &OptionId) -> Option<&Choice> {
        self.options().iter().find(|option| option.id == *id)
    }

    /// Each option once: in the given order for a ranking, otherwise in the order of the question.
    pub fn arranged(&self, mut chosen: Vec<OptionId>) -> Vec<OptionId> {
        if self.ranking().is_none() {
            chosen.sort_by_key(|id| self.options().iter().position(|option| option.id == *id));
        }
        let mut seen = BTreeSet::new();
        chosen.retain(|id| seen.insert(id.clone()));
        chosen
    }

    /// The options as shown while these are chosen.
    pub fn shown(&self, chosen: &[OptionId]) -> Vec<&Choice> {
        match self.ranking() {
            Some(ranking) => ranking.shown(chosen),
            None => self.options().iter().collect(),
        }
    }

    /// Filled in by the agent; if untouched, it is the answer.
    pub fn default_text(&self) -> Option<String> {
        self.range()?.default.map(String::from)
    }

    /// What was typed, in its canonical form.
    pub(crate) fn read(&self, text: String) -> Result<String, Fault> {
        match self {
            Control::Number(range) => range.read(&text).map(String::from),
            _ if self.own_text() == OwnText::Refused => Err(Fault::NoOwnText),
            Control::One { .. } | Control::Many { .. } | Control::Text | Control::Rank(_) => {
                Ok(text)
            }
        }
    }

    /// What is missing for an unanswered question.
    pub(crate) fn missing(&self) -> Fault {
        match self {
            Control::One { own_text: OwnText::Allowed, .. }
            | Control::Many { own_text: OwnText::Allowed, .. } => Fault::ChooseOrWrite,
            Control::One { own_text: OwnText::Refused, .. } => Fault::ChooseOne { chosen: 0 },
            Control::Many { own_text: OwnText::Refused, bounds, .. } => {
                Fault::TooFew { min: bounds.min.max(1), chosen: 0 }
            }
            Control::Text => Fault::Write,
            Control::Rank(ranking) => Fault::RankMore { places: ranking.places, ranked: 0 },
            Control::Number(_) => Fault::NotANumber,
        }
    }

    /// An option that is given twice, where that matters.
    pub(crate) fn repeated(&self, chosen: &[OptionId]) -> Option<Fault> {
        self.ranking()?.repeated(chosen)
    }

    /// What is wrong with an answer of this many options, and possibly a text.
    pub(crate) fn miscounted(&self, chosen: usize, has_text: bool) -> Option<Fault> {
        match self {
            Control::One { .. } if has_text && chosen > 0 => Some(Fault::OptionOrText),
            Control::One { .. } if has_text || chosen == 1 => None,
            Control::One { .. } => Some(Fault::ChooseOne { chosen }),
            Control::Many { bounds: Bounds { min, .. }, .. } if chosen < *min => {
                Some(Fault::TooFew { min: *min, chosen })
            }
            Control::Many { bounds: Bounds { max, .. }, .. } if chosen > *max => {
                Some(Fault::TooMany { max: *max, chosen })
            }
            Control::Many { .. } | Control::Text | Control::Number(_) => None,
            Control::Rank(ranking) => ranking.fault(chosen),
        }
    }

    /// A text of an answer as a person reads it.
    pub(crate) fn said<'a>(&self, text: &'a str) -> AnswerPart<'a> {
        match self {
            Control::Number(range) => AnswerPart::Value(range.with_unit(text)),
            Control::One { .. } | Control::Many { .. } | Control::Text | Control::Rank(_) => {
                AnswerPart::Text(text)
            }
        }
    }

    /// What a reply to an agent has instead of the person's own text.
    pub(crate) fn published(&self, options: &[OptionId], text: Option<&str>) -> Option<Published> {
        match self {
            Control::Rank(_) => Some(Ranking::published(options)),
            Control::Number(_) => Some(NumberRange::published(text)),
            Control::One { .. } | Control::Many { .. } | Control::Text => None,
        }
    }
}

/// What a control adds to the selection in a reply: `ranked`, `"ranking": ["b", "a"]`.
pub(crate) struct Published {
    pub(crate) verb: &'static str,
    pub(crate) field: &'static str,
    pub(crate) value: serde_json::Value,
}

/// To the next place, or the next number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(Deserialize))]
#[cfg_attr(test, serde(rename_all = "snake_case"))]
pub enum Way {
    Up,
    Down,
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub id: OptionId,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub recommended: bool,
    /// Declines something irreversible: choosing it needs no confirmation.
    #[serde(default, skip_serializing_if = "is_false")]
    pub safe: bool,
}

impl Choice {
    /// Whether it is to be marked as recommended, in a language that has this word for it. Some labels
    /// say it themselves.
    pub fn needs_mark(&self, recommended: &str) -> bool {
        let label = self.label.to_lowercase();
        self.recommended && !["recommended", recommended].iter().any(|word| label.contains(word))
    }
}

/// Whether the person may write their own answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnText {
    Allowed,
    Refused,
}

/// Whether an empty selection is an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Empty {
    Allowed,
    Refused,
}

/// How many options may be chosen, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    pub min: usize,
    pub max: usize,
}

/// Notes on options, by option.
pub type Notes = BTreeMap<OptionId, String>;

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
