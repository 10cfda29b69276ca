//! The definition of searching, for every store and surface: all words of the query occur somewhere
//! in the text of an interaction, in any case.
//!
//! Text and query are case-folded here, before anything is indexed, so that a database's own
//! definition of case doesn't matter. A store may search in any way, but must find exactly what
//! [`Words::occur_in`] says.

use crate::form::Form;
use crate::interaction::{Interaction, Outcome};

/// Shorter words are in no index: indexes consist of trigrams.
pub const INDEXED: usize = 3;

/// If all words are shorter than [`INDEXED`], only this many of the newest are searched.
pub const LOOKED_THROUGH: usize = 20_000;

/// The words of a query, case-folded and without duplicates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words(Vec<String>);

impl Words {
    /// Words are separated by spaces; every other character is part of one.
    pub fn of(query: &str) -> Words {
        let mut words: Vec<String> = Vec::new();
        for word in fold(query).split_whitespace() {
            if !words.iter().any(|known| known == word) {
                words.push(word.to_owned());
            }
        }
        Words(words)
    }

    /// Matches everything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all of them occur in a case-folded text.
    pub fn occur_in(&self, folded: &str) -> bool {
        self.0.iter().all(|word| folded.contains(word.as_str()))
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The words that an index can find.
    pub fn indexed(&self) -> impl Iterator<Item = &str> {
        self.iter().filter(|word| word.chars().nth(INDEXED - 1).is_some())
    }

    /// No index helps: only the newest are searched.
    pub fn are_short(&self) -> bool {
        !self.is_empty() && self.indexed().next().is_none()
    }
}

/// Equal for all texts that differ only in case: `STRASSE`, `straße` and `Straße` are the same, and
/// so are the three sigmas. Folding twice changes nothing.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            // Ends a string in C, and databases treat it differently.
            '\0' => folded.push(char::REPLACEMENT_CHARACTER),
            _ if character.is_ascii() => folded.push(character.to_ascii_lowercase()),
            // To upper case and back: some letters have an upper case of several letters, some two
            // lower cases.
            _ => folded.extend(
                character.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase),
            ),
        }
    }
    folded
}

/// All searchable text, case-folded. Its parts are on separate lines, so that no word spans the end
/// of one and the beginning of the next.
pub fn text_of(interaction: &Interaction) -> String {
    let Form { title, context, questions, .. } = &interaction.form;
    let origin = &interaction.origin;
    let mut parts = vec![title.as_str()];
    parts.extend(context.as_deref());
    parts.extend(origin.agent.as_deref());
    parts.extend(origin.agent_title.as_deref());
    parts.extend(origin.project());
    for question in questions {
        parts.extend([question.header.as_str(), question.prompt.as_str()]);
        parts.extend(question.context.as_deref());
        for option in question.control.options() {
            parts.push(option.label.as_str());
            parts.extend(option.description.as_deref());
        }
    }
    match interaction.outcome() {
        Some(Outcome::Answered { answers, .. } | Outcome::TimedOut { sent: Some(answers), .. }) => {
            parts.extend(answers.texts());
        }
        Some(Outcome::Cancelled { note: text, .. } | Outcome::Rejected { reason: text, .. }) => {
            parts.extend(text.as_deref());
        }
        Some(Outcome::TimedOut { sent: None, .. } | Outcome::Withdrawn { .. }) | None => {}
    }
    fold(&parts.join("\n"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// REQ: SA-9
    #[test]
    fn case_is_no_difference_in_any_script() {
        for (one, other) in [
            ("Größe ÄNDERN", "GRÖSSE ändern"),
            ("STRASSE", "straße"),
            ("STRAẞE", "strasse"),
            ("ΟΔΟΣ", "οδος"),
            ("ΟΔΟΣ", "οδοσ"),
            ("ПРИВЕТ", "привет"),
            ("ǅ", "ǆ"),
            ("数据库", "数据库"),
            ("Ａ１", "ａ１"),
            ("İ", "i̇"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        assert_ne!(fold("a\0b"), fold("ab"));
    }

    /// REQ: SA-9
    #[test]
    fn all_words_must_occur_in_any_order() {
        let text = fold("Deploy to PROD?\nPostgreSQL 17, 数据库迁移 100%");
        for (query, found) in [
            ("prod deploy", true),
            ("gres 迁移", true),
            ("deploy deploy", true),
            ("100% \"", false),
            ("prod?", true),
            ("to prod", true),
            ("deploy staging", false),
            ("prod?postgres", false),
            ("  \t ", true),
        ] {
            assert_eq!(Words::of(query).occur_in(&text), found, "{query}");
        }
    }

    /// REQ: SA-9
    #[test]
    fn short_words_alone_are_in_no_index() {
        for (query, indexed, short) in [
            ("ab 数据", vec![], true),
            ("AB Abc", vec!["abc"], false),
            ("数据库 ß", vec!["数据库"], false),
            ("ßa", vec!["ssa"], false),
            ("", vec![], false),
        ] {
            let words = Words::of(query);
            assert_eq!(words.indexed().collect::<Vec<_>>(), indexed, "{query}");
            assert_eq!(words.are_short(), short, "{query}");
        }
    }

    proptest! {
        /// REQ: SA-9
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC*|.*") {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }

        /// REQ: SA-9
        /// A part of a word is found wherever the word is, in whatever case it is typed.
        #[test]
        fn what_is_there_is_found(before in ".{0,9}", word in "\\w{1,6}", after in ".{0,9}") {
            let text = fold(&format!("{before}{word}{after}"));
            prop_assert!(Words::of(&word).occur_in(&text));
            prop_assert!(Words::of(&word.to_uppercase()).occur_in(&text));
        }
    }
}
