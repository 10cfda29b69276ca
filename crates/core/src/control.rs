//! How a question is answered: choose one, choose many, rank, write, or give a number.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::id::OptionId;
use crate::number::NumberRange;

/// How a question is answered. Surfaces draw controls and know nothing about dialects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// The options in the person's order: all of them, or only the first places.
    Rank {
        options: Vec<Choice>,
        places: usize,
    },
    Number(NumberRange),
}

impl Control {
    pub fn options(&self) -> &[Choice] {
        match self {
            Control::One { options, .. }
            | Control::Many { options, .. }
            | Control::Rank { options, .. } => options,
            Control::Text | Control::Number(_) => &[],
        }
    }

    pub fn own_text(&self) -> OwnText {
        match self {
            Control::One { own_text, .. } | Control::Many { own_text, .. } => *own_text,
            Control::Text | Control::Number(_) => OwnText::Allowed,
            Control::Rank { .. } => OwnText::Refused,
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

    /// Which numbers are allowed, if a number is asked for.
    pub fn range(&self) -> Option<&NumberRange> {
        match self {
            Control::Number(range) => Some(range),
            Control::One { .. } | Control::Many { .. } | Control::Text | Control::Rank { .. } => {
                None
            }
        }
    }

    /// How many places there are, if options are ranked.
    pub fn places(&self) -> Option<usize> {
        match self {
            Control::Rank { places, .. } => Some(*places),
            Control::One { .. } | Control::Many { .. } | Control::Text | Control::Number(_) => None,
        }
    }

    /// Each option once: in the given order for a ranking, otherwise in the order of the question.
    pub fn arranged(&self, mut chosen: Vec<OptionId>) -> Vec<OptionId> {
        if self.places().is_none() {
            chosen.sort_by_key(|id| self.options().iter().position(|option| option.id == *id));
        }
        let mut seen = std::collections::BTreeSet::new();
        chosen.retain(|id| seen.insert(id.clone()));
        chosen
    }

    pub fn option(&self, id: &OptionId) -> Option<&Choice> {
        self.options().iter().find(|option| option.id == *id)
    }

    pub fn bounds(&self) -> Bounds {
        match self {
            Control::One { .. } => Bounds { min: 1, max: 1 },
            Control::Many { bounds, .. } => *bounds,
            Control::Text | Control::Number(_) => Bounds { min: 0, max: 0 },
            Control::Rank { places, .. } => Bounds { min: *places, max: *places },
        }
    }
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    pub id: OptionId,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub recommended: bool,
    /// Declines something irreversible: choosing it needs no second act.
    #[serde(default, skip_serializing_if = "is_false")]
    pub safe: bool,
}

/// Whether the person may write their own answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OwnText {
    Allowed,
    Refused,
}

/// Whether an empty selection is an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Empty {
    Allowed,
    Refused,
}

/// How many options may be chosen, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    pub min: usize,
    pub max: usize,
}

impl Bounds {
    pub fn contains(self, count: usize) -> bool {
        (self.min..=self.max).contains(&count)
    }

    /// `exactly 1`, `1 to 3`, `at most 2`.
    pub fn describe(self) -> String {
        match (self.min, self.max) {
            (min, max) if min == max => format!("exactly {min}"),
            (0, max) => format!("at most {max}"),
            (min, max) => format!("{min} to {max}"),
        }
    }
}

/// Notes on options, by option.
pub type Notes = BTreeMap<OptionId, String>;

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
