//! The modes: what each one takes, and the control it becomes. A new mode is a line in each match here.

use crate::control::{Bounds, Choice, Control, Empty, NumberRange, OwnText, Ranking};
use crate::dialect::read::Fields;
use crate::problem::Problem;

/// How the question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Single,
    Multi,
    TextInput,
    Hybrid,
    Rank,
    Number,
}

/// How many options are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    One,
    /// Unless `min_selections` says otherwise.
    AtLeast(usize),
    /// `max_selections`, at least 2 options.
    Exactly,
    /// There are none; the hint for one who gives some.
    NoOptions(&'static str),
}

impl Mode {
    const ALL: [Mode; 6] =
        [Mode::Single, Mode::Multi, Mode::TextInput, Mode::Hybrid, Mode::Rank, Mode::Number];

    /// Its name, how many options are chosen, and whether there is a field for a placeholder.
    const fn traits(self) -> (&'static str, Count, bool) {
        const HYBRID: &str = "remove it, or use `hybrid`, which has options and a text field";
        const RANGE: &str = "remove it; the range of a number is `min` to `max`";
        match self {
            Mode::Single => ("single", Count::One, false),
            Mode::Multi => ("multi", Count::AtLeast(1), false),
            Mode::TextInput => ("text_input", Count::NoOptions(HYBRID), true),
            Mode::Hybrid => ("hybrid", Count::AtLeast(0), true),
            Mode::Rank => ("rank", Count::Exactly, false),
            Mode::Number => ("number", Count::NoOptions(RANGE), true),
        }
    }

    pub(super) fn words() -> [(&'static str, Mode); Mode::ALL.len()] {
        Mode::ALL.map(|mode| (mode.as_str(), mode))
    }

    pub(super) const fn as_str(self) -> &'static str {
        self.traits().0
    }

    pub(super) const fn count(self) -> Count {
        self.traits().1
    }

    pub(super) const fn has_field(self) -> bool {
        self.traits().2
    }

    /// For arguments without problems.
    pub(super) fn control(self, options: Vec<Choice>, bounds: Bounds, own: OwnFields) -> Control {
        match self {
            Mode::Single => Control::One { options, own_text: OwnText::Refused },
            // If no option has to be chosen, an empty selection is an answer.
            Mode::Multi => {
                let empty = if bounds.min == 0 { Empty::Allowed } else { Empty::Refused };
                Control::Many { options, own_text: OwnText::Refused, bounds, empty }
            }
            Mode::Hybrid => {
                let (own_text, empty) = (OwnText::Allowed, Empty::Refused);
                Control::Many { options, own_text, bounds, empty }
            }
            Mode::TextInput => Control::Text,
            Mode::Rank => Control::Rank(Ranking { options, places: bounds.max }),
            Mode::Number => Control::Number(own.number),
        }
    }
}

/// The fields that only one mode has.
#[derive(Debug, Default)]
pub(super) struct OwnFields {
    number: NumberRange,
}

impl OwnFields {
    pub(super) fn read(fields: &mut Fields<'_, '_>) -> OwnFields {
        OwnFields { number: NumberRange::of_fields(fields) }
    }

    pub(super) fn problems(&self, mode: Mode) -> Vec<Problem> {
        let number = self.number.given().into_iter().filter(|(_, given)| *given);
        match mode {
            Mode::Number => self.number.problems(),
            Mode::Single | Mode::Multi | Mode::TextInput | Mode::Hybrid | Mode::Rank => {
                let rule = format!("`{}` takes no number", mode.as_str());
                number.map(|(field, _)| Problem::new(field, &rule, NOT_A_NUMBER)).collect()
            }
        }
    }
}

const NOT_A_NUMBER: &str = "remove it, or use `number`; how many options can be chosen is \
    `min_selections` and `max_selections`";
