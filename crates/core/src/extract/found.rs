//! What has been found so far: choices, and what should have been some.

use memchr::memmem;

use super::MOST_CHOICES;
use crate::dialect::user_choice::{self, Reading, UserChoice};

#[derive(Debug, Default)]
pub(super) struct Found {
    /// Those that nobody has taken yet.
    pub(super) choices: Vec<UserChoice>,
    /// How many there were.
    count: usize,
    pub(super) warnings: Vec<String>,
}

impl Found {
    /// Whether the object is a choice; if so it is kept.
    pub(super) fn takes(&mut self, object: &str) -> bool {
        let value = match serde_json::from_str(object) {
            Ok(value) => value,
            Err(error) => {
                self.warn_if_meant(object.as_bytes(), &error.to_string());
                return false;
            }
        };
        match user_choice::read(&value) {
            Reading::Choice { choice, warnings } if self.count < MOST_CHOICES => {
                warnings.into_iter().for_each(|warning| self.warn(warning));
                self.choices.push(choice);
                self.count += 1;
                true
            }
            Reading::Choice { .. } => {
                self.warn(format!("more than {MOST_CHOICES} choices in one text; one is left out"));
                false
            }
            Reading::Faulty { problems } => {
                for problem in problems {
                    self.warn(format!("a choice is left in the text: {problem}"));
                }
                false
            }
            Reading::Other => false,
        }
    }

    /// Whether anything is to be said about the object: it is a choice, or perhaps should be one.
    pub(super) fn matters(object: &str) -> bool {
        serde_json::from_str(object).map_or(true, |value| match user_choice::read(&value) {
            Reading::Choice { .. } | Reading::Faulty { .. } => true,
            Reading::Other => false,
        })
    }

    /// Says why something is no choice that was meant to be one.
    pub(super) fn warn_if_meant(&mut self, region: &[u8], why: &str) {
        if memmem::find(region, b"\"user_choice").is_some() {
            self.warn(format!("what looks like a choice is left in the text: {why}"));
        }
    }

    fn warn(&mut self, warning: String) {
        /// Enough to see what goes wrong; a text of nothing but faults says the same again and again.
        const MOST: usize = 100;
        if self.warnings.len() < MOST {
            self.warnings.push(warning);
        }
    }
}
