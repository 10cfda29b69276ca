//! An input error: which field, what rule, what to do.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::worksheet::Fault;

/// One error in one field. Parsers collect all of them before they refuse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Path of the field, such as `options[2].id`; empty for the input as a whole.
    pub field: String,
    /// The rule that was broken.
    pub rule: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The error as data, for surfaces that show it in the person's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Box<Fault>>,
}

impl Problem {
    pub fn new(
        field: impl Into<String>,
        rule: impl Into<String>,
        hint: impl Into<String>,
    ) -> Problem {
        let (field, rule, hint) = (field.into(), rule.into(), hint.into());
        Problem { field, rule, hint, fault: None }
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
