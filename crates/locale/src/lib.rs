//! What the surfaces say, in every language, from one set of Fluent files.
//!
//! Texts for people only: what an agent reads is English and belongs to its dialect. A file of
//! `texts/<language>/` holds what one surface says; `words` holds what all of them share. Nothing of
//! ours is known here, so a language is its code.

mod page;
mod source;
mod texts;

pub use fluent_bundle::FluentValue;
pub use page::page;
pub use texts::Texts;

/// Codes of all languages; the first is the one that others fall back to.
pub const LANGUAGES: [&str; 3] = ["en", "zh", "ko"];

#[cfg(test)]
mod tests;
