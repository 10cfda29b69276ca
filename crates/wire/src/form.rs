//! The form: each control, what it allows, and what can be wrong with its answer.

use std::collections::BTreeMap;

use sayso_core::{Bounds, Choice, Control, Decimal, Fault, Form, NumberRange, Question, Ranking};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::declare::{both_ways, record, variants};
use crate::translate::{NotKnown, Wire};
use crate::words::{CompletenessWord, EmptyWord, OwnTextWord, UnitWord};

record! {
    /// What an agent asks: questions under a title.
    FormView = Form {
        title: String,
        questions: Vec<QuestionView>,
        completeness: CompletenessWord,
        /// The title in parts, of which every second one is marked: what a rule matched in a command.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        marked: Vec<String>,
        /// The title is all of what would be done.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        says_all: bool,
    } maybe {
        context: String,
        /// A note on the whole that the agent proposes and the person may edit.
        note: String,
    }
}

record! {
    /// One question of a form.
    QuestionView = Question {
        id: String,
        /// A word or two, for tabs and lists.
        header: String,
        prompt: String,
        control: ControlView,
        /// Chosen beforehand by the agent; untouched, they are the answer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defaults: Vec<String>,
        /// Notes that the agent proposes and the person may edit, by option.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        notes: BTreeMap<String, String>,
    } maybe {
        context: String,
        placeholder: String,
    }
}

/// How a question is answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ControlView {
    /// Exactly one option, or the person's own text where that is allowed.
    One {
        options: Vec<OptionView>,
        own_text: OwnTextWord,
    },
    /// As many options as the bounds say, and perhaps a text beside them.
    Many {
        options: Vec<OptionView>,
        own_text: OwnTextWord,
        bounds: BoundsView,
        empty: EmptyWord,
    },
    /// A text and nothing else.
    Text,
    /// The options in the person's order: all of them, or only the first places.
    Rank {
        options: Vec<OptionView>,
        places: usize,
    },
    Number(NumberRangeView),
    /// Of a newer version.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl Wire<Control> for ControlView {
    fn of(control: Control) -> ControlView {
        match control {
            Control::One { options, own_text } => {
                ControlView::One { options: Wire::of(options), own_text: own_text.into() }
            }
            Control::Many { options, own_text, bounds, empty } => ControlView::Many {
                options: Wire::of(options),
                own_text: own_text.into(),
                bounds: bounds.into(),
                empty: empty.into(),
            },
            Control::Text => ControlView::Text,
            Control::Rank(Ranking { options, places }) => {
                ControlView::Rank { options: Wire::of(options), places }
            }
            Control::Number(range) => ControlView::Number(range.into()),
        }
    }

    fn read(self) -> Result<Control, NotKnown> {
        Ok(match self {
            ControlView::One { options, own_text } => {
                Control::One { options: options.read()?, own_text: own_text.try_into()? }
            }
            ControlView::Many { options, own_text, bounds, empty } => Control::Many {
                options: options.read()?,
                own_text: own_text.try_into()?,
                bounds: bounds.try_into()?,
                empty: empty.try_into()?,
            },
            ControlView::Text => Control::Text,
            ControlView::Rank { options, places } => {
                Control::Rank(Ranking { options: options.read()?, places })
            }
            ControlView::Number(range) => Control::Number(range.try_into()?),
            ControlView::Unknown => return Err(NotKnown::Variant { what: "control" }),
        })
    }
}

both_ways!(ControlView = Control);

record! {
    /// Which numbers answer a question.
    NumberRangeView = NumberRange {} maybe {
        min: DecimalText,
        max: DecimalText,
        /// Counted from the minimum, or from 0 where there is none.
        step: DecimalText,
        unit: String,
        /// Given by the agent; untouched, it is the answer.
        default: DecimalText,
    }
}

/// An exact decimal, as text so that no reader rounds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DecimalText(#[schemars(regex(pattern = r"^-?[0-9]+(\.[0-9]+)?$"))] pub String);

impl Wire<Decimal> for DecimalText {
    fn of(number: Decimal) -> DecimalText {
        DecimalText(number.to_string())
    }

    fn read(self) -> Result<Decimal, NotKnown> {
        let DecimalText(word) = self;
        word.parse().map_err(|_| NotKnown::Word { what: "number", word, known: Vec::new() })
    }
}

record! {
    /// Something that can be chosen.
    OptionView = Choice {
        id: String,
        label: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        recommended: bool,
        /// Says no to what is irreversible: choosing it needs no confirmation.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        safe: bool,
    } maybe {
        description: String,
    }
}

record! {
    /// How many options may be chosen, both ends included.
    BoundsView = Bounds {
        min: usize,
        max: usize,
    }
}

variants! { lenient
    /// What is wrong with an answer, or with a number beside it.
    FaultView = Fault, by "kind", called "fault" {
        ChooseOne { chosen: usize, },
        ChooseOrWrite {},
        TooFew { min: usize, chosen: usize, },
        TooMany { max: usize, chosen: usize, },
        Write {},
        OptionOrText {},
        NoOwnText {},
        SeveralWays {},
        NotSkippable {},
        NothingAnswered {},
        TooLong { count: usize, max: usize, unit: UnitWord, },
        UnknownOption { option: String, known: Vec<String>, },
        UnknownQuestion { question: String, known: Vec<String>, },
        OutOfRange { min: u64, max: u64, },
        RankMore { places: usize, ranked: usize, },
        RankedTwice { option: String, label: String, },
        NotANumber {},
        TooManyDigits {},
        BelowMin { min: DecimalText, },
        AboveMax { max: DecimalText, },
        OffStep { step: DecimalText, nearest: DecimalText, },
    }
}
