//! What is wrong with an input: which field, what rule, what to do.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One fault of one field. Parsers collect all of them before they refuse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Path of the field, such as `options[2].id`; empty for the input as a whole.
    pub field: String,
    /// The rule that was broken.
    pub rule: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    #[serde(default, skip_serializing_if = "Fault::is_unfit")]
    pub fault: Fault,
}

/// What kind of fault it is, for surfaces that say it in their person's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It does not fit what was asked for; left out on the wire.
    #[default]
    Unfit,
    TooLong,
    /// A number outside its range.
    OutOfRange,
}

impl Fault {
    const fn is_unfit(&self) -> bool {
        matches!(self, Fault::Unfit)
    }
}

impl Problem {
    pub fn new(
        field: impl Into<String>,
        rule: impl Into<String>,
        hint: impl Into<String>,
    ) -> Problem {
        let (field, rule, hint) = (field.into(), rule.into(), hint.into());
        Problem { field, rule, hint, fault: Fault::Unfit }
    }

    pub fn being(self, fault: Fault) -> Problem {
        Problem { fault, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.rule)?;
        if !self.hint.is_empty() {
            write!(f, " ({})", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
