//! Extracts choices from a model's text as it streams: the JSON is taken out, the rest passes
//! through.
//!
//! It is a single pass: only the beginning of a line, which is short, is read twice. Text that
//! can't be part of a choice any more is released at once; what is held back is limited by
//! [`LARGEST`]. The result doesn't depend on how the text is split into chunks.
//!
//! Fences follow CommonMark. Those marked as JSON, or not marked at all, are searched for a choice;
//! code in other languages is never a question. An object in plain text counts as well; then the
//! text after it is dropped, as agreed with the model. In a code span, a quotation or indented code
//! it is an example. Marks after other text open no fence, but are cut out with the choice that
//! follows them. A choice may also begin on the line that opens its fence, or behind prose in a block
//! of JSON. A fence that was not closed ends where a block of JSON begins, or with the first choice
//! that begins a line, or follows a sentence in one, and that nothing closes.
//!
//! Slightly malformed JSON is repaired if its meaning is certain. What was meant as a choice but
//! can't be asked stays in the text and is listed, with a [`correction`] for the model.
//!
//! # Questions in a model's text
//! `crates/extract/src/lib.rs` takes choices out of text as it streams: one pass
//! (`crates/extract/src/scan.rs`) over lines, fences by CommonMark (`crates/extract/src/fence.rs`),
//! objects (`crates/extract/src/json.rs`) and the backticks around them
//! (`crates/extract/src/marks.rs`: a choice in a span of code is an example). What models get wrong
//! is repaired (`crates/extract/src/repair.rs`) or reported (`crates/extract/src/correction.rs`).
//! It holds back only what may still be a choice, 256 KB at most, and gives the same however the
//! text is cut. What it finds is a `UserChoice`, the normal form of three formats
//! (`crates/core/src/dialect/user_choice/read.rs`); it is asked like any other question, lives for
//! a day, and its reply is the text that goes back to the model.

#[cfg(test)]
mod cases;
mod closing;
mod correction;
mod cut;
mod decode;
mod fence;
mod fenced;
mod found;
mod json;
mod later;
mod marks;
mod opening;
mod pass;
mod quote;
mod raw;
mod repair;
mod scan;
mod skip;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use found::Found;
use pass::Pass;
use sayso_core::dialect::user_choice::UserChoice;
use scan::Scanner;

pub use correction::correction;
pub use decode::Decoder;

/// Maximum size of a fenced block or object that can be a choice, in bytes. Fifty questions of 500
/// bytes with four options of 200 each are 65 KB; nobody answers four times that. The fuzzer must
/// reach it with inputs of a few kilobytes.
pub const LARGEST: usize = if cfg!(fuzzing) { 2 * 1024 } else { 256 * 1024 };

/// Maximum nesting of a choice. A group has five levels (group, choices, question, options,
/// option); the rest is for unknown fields.
pub const DEEPEST: u32 = 32;

/// Maximum length of a line that opens a fence: a language and possibly attributes.
pub const OPENING: usize = 512;

/// Maximum number of choices of one text that are asked. It limits what is kept; nobody answers
/// that many.
pub const MOST_CHOICES: usize = 50;

/// Takes choices out of a text that comes in chunks.
///
/// It takes text, not bytes, because its output is text for a screen. For bytes, use a [`Decoder`]
/// before it, which completes split characters.
#[derive(Debug, Default)]
pub struct Extractor {
    /// Text that is still undecided.
    held: String,
    /// How far it has been scanned.
    scanned: usize,
    scanner: Scanner,
}

/// The result at the end of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// Text that was held back and turned out not to be a choice.
    pub rest: String,
    /// In the order of the text, without those that were taken before.
    pub choices: Vec<UserChoice>,
    /// What was left out of them.
    pub warnings: Vec<String>,
    /// What is wrong with each object that was meant as a choice and stays in the text.
    pub malformed: Vec<String>,
}

/// The result for a complete text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// Without the choices.
    pub text: String,
    pub choices: Vec<UserChoice>,
    pub warnings: Vec<String>,
    /// What is wrong with each object that was meant as a choice and stays in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub malformed: Vec<String>,
    /// What to tell the model in that case: what is wrong, and how to write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<String>,
}

impl Extracted {
    /// `text` is everything that was released.
    pub fn new(text: String, finished: Finished) -> Extracted {
        let Finished { choices, warnings, malformed, .. } = finished;
        let correction = correction(&malformed);
        Extracted { text, choices, warnings, malformed, correction }
    }
}

impl Extractor {
    pub fn new() -> Extractor {
        Extractor::default()
    }

    /// Takes the next chunk; returns what can no longer be part of a choice.
    pub fn push<'c>(&mut self, chunk: &'c str) -> Cow<'c, str> {
        if self.held.is_empty() {
            let mut pass = Pass::new(chunk, 0);
            self.scanner.run(&mut pass);
            self.scanned = pass.at - pass.from;
            self.scanner.let_go(pass.from);
            self.held.push_str(&chunk[pass.from..]);
            return pass.out.of(chunk);
        }
        let mut text = std::mem::take(&mut self.held);
        text.push_str(chunk);
        let mut pass = Pass::new(&text, self.scanned);
        self.scanner.run(&mut pass);
        self.scanned = pass.at - pass.from;
        self.scanner.let_go(pass.from);
        let (from, released) = (pass.from, pass.out.of(&text).into_owned());
        text.drain(..from);
        self.held = text;
        Cow::Owned(released)
    }

    /// What is wrong with the objects meant as choices, as far as the text has been read, except
    /// what was taken before.
    pub fn take_malformed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.scanner.found.malformed)
    }

    /// The complete choices that have not been taken yet: they can be asked while the text
    /// continues.
    pub fn take_found(&mut self) -> Vec<UserChoice> {
        std::mem::take(&mut self.scanner.found.choices)
    }

    /// How many bytes are held back: at most [`LARGEST`].
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// The text has ended.
    pub fn finish(mut self) -> Finished {
        let mut pass = Pass::new(&self.held, self.scanned);
        self.scanner.end(&mut pass);
        let rest = pass.out.of(&self.held).into_owned();
        let Found { choices, warnings, malformed, .. } = self.scanner.found;
        Finished { rest, choices, warnings, malformed }
    }
}

/// The choices of a complete text.
pub fn extract(text: &str) -> Extracted {
    let mut extractor = Extractor::new();
    let mut kept = extractor.push(text).into_owned();
    let finished = extractor.finish();
    kept.push_str(&finished.rest);
    Extracted::new(kept, finished)
}

#[cfg(test)]
#[path = "extract_tests.rs"]
mod tests;
