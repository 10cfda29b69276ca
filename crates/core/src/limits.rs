//! Size limits, in characters as a person sees them. Generous for people, small enough to prevent
//! flooding.

use unicode_segmentation::UnicodeSegmentation;

use crate::worksheet::{Fault, LengthUnit};

/// Title of a form or header of a question. A line on any screen; longer ones are wrapped.
pub const TITLE: usize = 1_000;
/// Prompt or context: several printed pages.
pub const PROMPT: usize = 64 * 1024;
pub const LABEL: usize = 1_000;
pub const DESCRIPTION: usize = 8 * 1024;
/// Ids are used in URLs and in the values of a chat's buttons.
pub const ID: usize = 64;
/// Above eight a filter appears; above this nobody can choose.
pub const OPTIONS: usize = 200;
/// Questions in one form; `ask_user_questions` has its own, smaller and configurable limit.
pub const QUESTIONS: usize = 50;
/// What a person types into one field.
pub const ANSWER: usize = 64 * 1024;
/// One JSON document with a whole form of the largest texts that still make sense.
pub const BODY: usize = 1024 * 1024;
/// A message with such a document in it, and what says what it is for.
pub const MESSAGE: usize = BODY + 1_024;

/// Whether a text has at most this many characters as a person sees them: a letter with its
/// accents, or a family of emoji, is one.
pub fn fits(text: &str, most: usize) -> Result<(), Fault> {
    // There are never fewer bytes than characters, and counting them is free.
    if text.len() <= most {
        return Ok(());
    }
    let max = most_bytes(most);
    if text.len() > max {
        // Few characters, but with very many combining marks each.
        return Err(Fault::TooLong { count: text.len(), max, unit: LengthUnit::Bytes });
    }
    match characters(text) {
        count if count <= most => Ok(()),
        count => Err(Fault::TooLong { count, max: most, unit: LengthUnit::Characters }),
    }
}

/// Characters as a person sees them.
pub fn characters(text: &str) -> usize {
    if text.is_ascii() {
        // Each byte is one, except in a line's end of two.
        let ends = if text.contains('\r') { text.matches("\r\n").count() } else { 0 };
        return text.len() - ends;
    }
    text.graphemes(true).count()
}

/// Maximum size of this many characters in memory. The longest emoji in use take 35 bytes, a
/// Chinese character 3; the larger limits are for prose, of which four fit into a whole document.
pub const fn most_bytes(most: usize) -> usize {
    let generous = most * 40;
    if generous < BODY / 4 { generous } else { BODY / 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: RA-10
    #[test]
    fn lengths_are_counted_as_a_person_sees_them() {
        let family = "👨‍👩‍👧‍👦";
        for text in ["x", "é", "e\u{301}", "数", "한", family] {
            assert_eq!(fits(&text.repeat(ID), ID), Ok(()), "{text}");
            let longer = text.repeat(ID + 1);
            let fault = fits(&longer, ID).unwrap_err().to_string();
            assert_eq!(fault, "too long: 65 characters, at most 64 are allowed", "{text}");
        }
        assert_eq!(fits(&"数".repeat(PROMPT), PROMPT), Ok(()));
    }

    /// REQ: RA-10
    #[test]
    fn marks_without_end_are_bounded_in_bytes() {
        let heap = format!("a{}", "\u{301}".repeat(2_000));
        let excess = fits(&heap, ID).unwrap_err();
        assert_eq!(excess.to_string(), "too long: 4001 bytes, at most 2560 are allowed");
    }
}
