//! Ids of interactions, questions and options.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::problem::Problem;

/// A UUID. Its first eight characters, the short id, are unique in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InteractionId(Uuid);

impl InteractionId {
    pub const fn new(uuid: Uuid) -> InteractionId {
        InteractionId(uuid)
    }

    pub const fn uuid(self) -> Uuid {
        self.0
    }

    /// The first eight characters as a number.
    pub fn short_number(self) -> u32 {
        self.0.as_fields().0
    }

    /// The lowest id that begins with this number.
    pub const fn lowest(short: u32) -> InteractionId {
        InteractionId(Uuid::from_fields(short, 0, 0, &[0; 8]))
    }

    pub const fn highest(short: u32) -> InteractionId {
        InteractionId(Uuid::from_fields(short, u16::MAX, u16::MAX, &[u8::MAX; 8]))
    }

    /// The first eight characters, as people type and agents print them.
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(SHORT);
        text
    }
}

impl fmt::Display for InteractionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for InteractionId {
    type Err = Problem;

    fn from_str(text: &str) -> Result<InteractionId, Problem> {
        Uuid::try_parse(text.trim()).map(InteractionId).map_err(|_| malformed(text))
    }
}

const SHORT: usize = 8;
const FULL: usize = 36;
/// Fewer characters would match by accident too easily.
const SHORTEST_PREFIX: usize = 4;

/// An id as a person or an agent gives it: complete, or its first four or more characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdPrefix(String);

impl IdPrefix {
    /// As a regular expression.
    pub const PATTERN: &str = "^[0-9a-fA-F]{4,8}$|^[0-9a-fA-F]{8}-[0-9a-fA-F]{0,4}$\
        |^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){1,2}-[0-9a-fA-F]{0,4}$\
        |^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{0,12}$";

    /// The complete id, if this is one.
    pub fn whole(&self) -> Option<InteractionId> {
        (self.0.len() == FULL).then(|| Uuid::try_parse(&self.0).ok()).flatten().map(InteractionId)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The short ids with this prefix, as numbers.
    pub fn shorts(&self) -> RangeInclusive<u32> {
        let digits = &self.0[..self.0.len().min(SHORT)];
        let filled_with = |digit: &str| {
            let number = digits.to_owned() + &digit.repeat(SHORT - digits.len());
            u32::from_str_radix(&number, 16).expect("a prefix begins with hexadecimal digits")
        };
        filled_with("0")..=filled_with("f")
    }
}

impl From<InteractionId> for IdPrefix {
    fn from(id: InteractionId) -> IdPrefix {
        IdPrefix(id.to_string())
    }
}

impl fmt::Display for IdPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for IdPrefix {
    type Err = Problem;

    fn from_str(text: &str) -> Result<IdPrefix, Problem> {
        let id = text.trim().to_ascii_lowercase();
        let fits = (SHORTEST_PREFIX..=FULL).contains(&id.len())
            && id.bytes().enumerate().all(|(at, byte)| match at {
                8 | 13 | 18 | 23 => byte == b'-',
                _ => byte.is_ascii_hexdigit(),
            });
        if fits { Ok(IdPrefix(id)) } else { Err(malformed(text)) }
    }
}

/// Without a field: where the id was given is known only to the reader of the input.
fn malformed(text: &str) -> Problem {
    let shown: String = text.chars().take(FULL + 4).collect();
    Problem::new(
        "",
        format!("`{shown}` is not an id"),
        "give the whole id, or at least its first four characters",
    )
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            pub fn new(name: impl Into<String>) -> $name {
                $name(name.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> $name {
                $name(name.to_owned())
            }
        }
    };
}

name! {
    /// Identifies a question inside its form.
    QuestionId
}
name! {
    /// Identifies an option inside its question.
    OptionId
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: PC-17
    #[test]
    fn prefixes_are_checked_before_anything_is_looked_up() {
        for good in ["e053", "e0537fd0", "E0537FD0-1", "e0537fd0-1111-4222-8333-944455556666"] {
            assert!(good.parse::<IdPrefix>().is_ok(), "{good}");
        }
        for bad in ["", " ", "e05", "xyz12345", "e0537fd01", "e0537fd0_1111", "%", &"a".repeat(400)]
        {
            let problem = bad.parse::<IdPrefix>().unwrap_err();
            assert_eq!(problem.field, "", "{bad}");
        }
    }

    #[test]
    fn only_a_full_id_is_whole() {
        let id: InteractionId = "e0537fd0-1111-4222-8333-944455556666".parse().unwrap();
        assert_eq!(id.to_string().parse::<IdPrefix>().unwrap().whole(), Some(id));
        assert_eq!(id.short(), "e0537fd0");
        assert_eq!(id.short().parse::<IdPrefix>().unwrap().whole(), None);
    }

    #[test]
    fn a_prefix_is_a_range_of_short_ids() {
        for (prefix, range) in [
            ("e053", 0xe053_0000..=0xe053_ffff),
            ("e0537fd", 0xe053_7fd0..=0xe053_7fdf),
            ("e0537fd0", 0xe053_7fd0..=0xe053_7fd0),
            ("e0537fd0-1111-4222-8333-944455556666", 0xe053_7fd0..=0xe053_7fd0),
        ] {
            assert_eq!(prefix.parse::<IdPrefix>().unwrap().shorts(), range);
        }
    }
}
