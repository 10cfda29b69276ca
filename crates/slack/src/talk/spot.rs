//! Where a conversation is led: a thread. Also the name under which it is remembered.

use std::fmt;
use std::str::FromStr;

use crate::incoming::Said;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    pub(crate) channel: String,
    /// The message that began it.
    pub(crate) thread: String,
}

impl Spot {
    /// Of what is said, be it the first word of a thread or a later one.
    pub(crate) fn of(said: &Said) -> Spot {
        let thread = said.thread.as_ref().unwrap_or(&said.message);
        Spot { channel: said.channel.clone(), thread: thread.clone() }
    }
}

const SURFACE: &str = "slack";

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SURFACE} {} {}", self.channel, self.thread)
    }
}

/// It is none of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Elsewhere;

impl FromStr for Spot {
    type Err = Elsewhere;

    fn from_str(key: &str) -> Result<Spot, Elsewhere> {
        let mut parts = key.split(' ');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(SURFACE), Some(channel), Some(thread), None) => {
                Ok(Spot { channel: channel.to_owned(), thread: thread.to_owned() })
            }
            _ => Err(Elsewhere),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_is_found_by_its_name() {
        let spot = Spot { channel: "C1".to_owned(), thread: "1700.1".to_owned() };
        assert_eq!(spot.to_string().parse(), Ok(spot));
        for other in ["terminal", "slack", "slack C1", "slack C1 1 shown", ""] {
            assert_eq!(other.parse::<Spot>(), Err(Elsewhere), "{other}");
        }
    }
}
