//! What has been found so far: choices, and what should have been some.

use memchr::memmem;
use serde_json::Value;

use crate::MOST_CHOICES;
use crate::repair::repair;
use sayso_core::dialect::user_choice::{self, Reading, UserChoice};

#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Those that nobody has taken yet.
    pub(crate) choices: Vec<UserChoice>,
    /// How many there were.
    count: usize,
    pub(crate) warnings: Vec<String>,
    /// What is wrong with those that were meant as choices and are none.
    pub(crate) malformed: Vec<String>,
    /// What has failed, while it is not known whether it was meant.
    suspect: Option<Suspect>,
}

/// What says that something was meant as a choice.
const NAME: &[u8] = b"user_choice";

#[derive(Debug)]
struct Suspect {
    why: &'static str,
    /// So much of the name stands at the end of what was seen.
    begun: usize,
}

impl Found {
    /// Whether the object is a choice; if so it is kept.
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

    /// Whether anything is to be said about the object: it is a choice, or perhaps should be one.
    pub(crate) fn matters(object: &str) -> bool {
        value(object).map_or(true, |value| match user_choice::read(&value) {
            Reading::Choice { .. } | Reading::Faulty { .. } => true,
            Reading::Other => false,
        })
    }

    /// What was read so far is no choice; whether it was meant as one may be said in the rest of it.
    pub(crate) fn fails(&mut self, region: &[u8], why: &'static str) {
        self.suspect = Some(Suspect { why, begun: 0 });
        self.goes_on(region);
    }

    /// More of what has failed.
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

    /// What has failed has come to its end.
    pub(crate) fn is_over(&mut self) {
        self.suspect = None;
    }

    fn malformed(&mut self, why: String) {
        push(&mut self.malformed, why);
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

/// As JSON, or as what can only mean one thing.
fn value(object: &str) -> serde_json::Result<Value> {
    serde_json::from_str(object).or_else(|_| serde_json::from_str(&repair(object)))
}

fn push(list: &mut Vec<String>, line: String) {
    /// Enough to see what goes wrong; a text of nothing but faults says the same again and again.
    const MOST: usize = 100;
    if list.len() < MOST {
        list.push(line);
    }
}
