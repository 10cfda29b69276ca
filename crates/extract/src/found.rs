//! Findings so far: choices, and failed attempts.

use memchr::memmem;
use serde_json::Value;

use crate::MOST_CHOICES;
use crate::repair::repair;
use sayso_core::dialect::user_choice::{self, Reading, UserChoice};

#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Choices that have not been taken yet.
    pub(crate) choices: Vec<UserChoice>,
    /// The number of choices so far.
    count: usize,
    pub(crate) warnings: Vec<String>,
    /// What is wrong with the objects that were meant as choices.
    pub(crate) malformed: Vec<String>,
    /// A failed object, while it isn't known whether it was meant as a choice.
    suspect: Option<Suspect>,
    /// The same as `malformed` for a fence that may never be closed: in one that is, they are examples.
    doubtful: Option<Vec<String>>,
}

/// Indicates that something was meant as a choice.
const NAME: &[u8] = b"user_choice";

#[derive(Debug)]
struct Suspect {
    why: &'static str,
    /// How much of the name is at the end of what was read.
    begun: usize,
}

impl Found {
    /// Whether the object is a choice, which is then kept.
    pub(crate) fn takes(&mut self, object: &str) -> bool {
        self.suspect = None;
        let value = match value(object) {
            Ok(value) => value,
            Err(error) => {
                if memmem::find(object.as_bytes(), NAME).is_some() {
                    self.malformed(format!("it is not valid JSON: {error}"));
                }
                return false;
            }
        };
        match user_choice::read(&value) {
            Reading::Choice { choice, warnings } if self.count < MOST_CHOICES => {
                warnings.into_iter().for_each(|warning| push(&mut self.warnings, warning));
                self.choices.push(choice);
                self.count += 1;
                true
            }
            Reading::Choice { .. } => {
                let warning =
                    format!("more than {MOST_CHOICES} choices in one text; one is skipped");
                push(&mut self.warnings, warning);
                false
            }
            Reading::Faulty { problems } => {
                problems.iter().for_each(|problem| self.malformed(problem.to_string()));
                false
            }
            Reading::Other => false,
        }
    }

    /// Whether the object is a choice, or possibly should be one.
    pub(crate) fn matters(object: &str) -> bool {
        value(object).map_or(true, |value| match user_choice::read(&value) {
            Reading::Choice { .. } | Reading::Faulty { .. } => true,
            Reading::Other => false,
        })
    }

    /// Whether it is a choice, or what is wrong with it can be told.
    pub(crate) fn is_choice(object: &str) -> bool {
        match value(object) {
            Ok(value) => match user_choice::read(&value) {
                Reading::Choice { .. } | Reading::Faulty { .. } => true,
                Reading::Other => false,
            },
            Err(_) => memmem::find(object.as_bytes(), NAME).is_some(),
        }
    }

    /// From now on in a fence that may never be closed.
    pub(crate) fn doubts(&mut self) {
        self.doubtful.get_or_insert_default();
    }

    /// Its fence is closed.
    pub(crate) fn were_examples(&mut self) {
        self.doubtful = None;
    }

    /// Its fence was not closed.
    pub(crate) fn were_meant(&mut self) {
        for why in self.doubtful.take().into_iter().flatten() {
            self.malformed(why);
        }
    }

    /// What was read so far isn't a choice; the rest may show whether it was meant as one.
    pub(crate) fn fails(&mut self, region: &[u8], why: &'static str) {
        self.suspect = Some(Suspect { why, begun: 0 });
        self.goes_on(region);
    }

    /// More of the failed object.
    pub(crate) fn goes_on(&mut self, bytes: &[u8]) {
        let Some(suspect) = &mut self.suspect else { return };
        let (start, end) = (bytes.len().min(NAME.len()), bytes.len().saturating_sub(NAME.len()));
        let mut found = bytes[..start].iter().any(|byte| suspect.goes_on(*byte));
        found = found || memmem::find(bytes, NAME).is_some();
        if found {
            let why = suspect.why.to_owned();
            self.suspect = None;
            self.malformed(why);
        } else if bytes.len() > start {
            suspect.begun = 0;
            bytes[end..].iter().for_each(|byte| {
                suspect.goes_on(*byte);
            });
        }
    }

    /// The failed object has ended.
    pub(crate) fn is_over(&mut self) {
        self.suspect = None;
    }

    fn malformed(&mut self, why: String) {
        push(self.doubtful.as_mut().unwrap_or(&mut self.malformed), why);
    }
}

impl Suspect {
    /// Whether the name ends with this byte. No letter but the first occurs at its beginning.
    fn goes_on(&mut self, byte: u8) -> bool {
        self.begun = match byte {
            _ if byte == NAME[self.begun] => self.begun + 1,
            _ if byte == NAME[0] => 1,
            _ => 0,
        };
        self.begun == NAME.len()
    }
}

/// As JSON, or as something with only one possible meaning.
fn value(object: &str) -> serde_json::Result<Value> {
    serde_json::from_str(object).or_else(|_| serde_json::from_str(&repair(object)))
}

fn push(list: &mut Vec<String>, line: String) {
    /// Enough to see what is wrong; a text full of errors only repeats them.
    const MOST: usize = 100;
    if list.len() < MOST {
        list.push(line);
    }
}
