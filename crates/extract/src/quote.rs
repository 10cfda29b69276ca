//! The quotes around a string: those of JSON, and those that models write instead.

use memchr::memchr3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quote {
    Double,
    Single,
    /// “ and ”, in either direction.
    SmartDouble,
    /// ‘ and ’, in either direction.
    SmartSingle,
}

impl Quote {
    /// The quote at the beginning of the text.
    pub(crate) fn of(text: &[u8]) -> Option<Quote> {
        match text {
            [b'"', ..] => Some(Quote::Double),
            [b'\'', ..] => Some(Quote::Single),
            [0xE2, 0x80, 0x9C | 0x9D, ..] => Some(Quote::SmartDouble),
            [0xE2, 0x80, 0x98 | 0x99, ..] => Some(Quote::SmartSingle),
            _ => None,
        }
    }

    pub(crate) fn width(self) -> usize {
        match self {
            Quote::Double | Quote::Single => 1,
            Quote::SmartDouble | Quote::SmartSingle => 3,
        }
    }

    /// Where the string may end, continue on another line, or have an escape.
    pub(crate) fn find(self, bytes: &[u8]) -> Option<usize> {
        let first = match self {
            Quote::Double => b'"',
            Quote::Single => b'\'',
            Quote::SmartDouble | Quote::SmartSingle => 0xE2,
        };
        memchr3(first, b'\\', b'\n', bytes)
    }

    /// Whether this quote may be an apostrophe: it is one between two letters.
    pub(crate) fn is_apostrophe_behind(self, before: Option<&u8>) -> bool {
        match self {
            Quote::Double | Quote::SmartDouble => false,
            Quote::Single | Quote::SmartSingle => before.is_some_and(|byte| is_letter(*byte)),
        }
    }
}

/// A letter of any script. The last byte of a smart quote counts as well, which does no harm: no
/// word begins or ends at two quotes.
pub(crate) fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}
