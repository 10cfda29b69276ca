//! Texts of the surfaces, in every language, from one set of Fluent files.
//!
//! Texts for people only: what an agent reads is English and belongs to its dialect. A file of
//! `texts/<language>/` holds what one surface says; `words` holds what all of them share. What core
//! says as data (faults, answers) is put into words here, once for all surfaces.

mod page;
mod source;
mod texts;
pub mod words;

pub use fluent_bundle::FluentValue;
pub use page::page;
pub use texts::Texts;

#[cfg(test)]
mod tests;
