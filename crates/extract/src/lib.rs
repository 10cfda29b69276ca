//! Choices in a model's text: the JSON is taken out while the text streams by, the rest goes on.
//!
//! One pass: no byte is looked at again but the beginning of a line, which is short. What cannot be
//! part of a choice any more is released at once; what is held back is bounded by [`LARGEST`]. The
//! same text gives the same result however it is cut into pieces.
//!
//! Fences follow CommonMark. In those marked as JSON, or not marked at all, a choice is looked for;
//! code in other languages is never a question. An object in plain text counts as well; then the
//! text behind it is dropped, as the contract with the model says. In a span of code, a quotation or
//! indented code it is an example.
//! Marks behind other text open no fence, but are cut out with the choice that follows them; a choice
//! may also begin on the line that opens its fence. A fence that nobody closed ends where a block of
//! JSON begins.
//!
//! JSON that is not quite JSON is repaired where its meaning is certain. What was meant as a choice and
//! cannot be asked stays in the text and is listed, with a [`correction`] for the model.

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
mod marks;
mod opening;
mod pass;
mod quote;
mod raw;
mod repair;
mod scan;
mod skip;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use found::Found;
use pass::Pass;
use sayso_core::dialect::user_choice::UserChoice;
use scan::Scanner;

pub use correction::correction;
pub use decode::Decoder;

/// The longest fenced block or object that may be a choice, in bytes. Fifty questions of 500 bytes with
/// four options of 200 each are 65 KB; four times that is more than anybody answers. The fuzzer must
/// reach it with inputs of a few kilobytes.
pub const LARGEST: usize = if cfg!(fuzzing) { 2 * 1024 } else { 256 * 1024 };

/// How deep a choice may nest. A group has five levels (group, choices, question, options, option);
/// the rest is for fields that we do not know.
pub const DEEPEST: u32 = 32;

/// The longest line that may open a fence: a language and perhaps some attributes.
pub const OPENING: usize = 512;

/// The most choices of one text that are asked. It bounds what is kept; nobody answers that many.
pub const MOST_CHOICES: usize = 50;

/// Takes choices out of a text that comes in pieces.
///
/// It takes text, not bytes, because its output is text for a screen. For bytes, put a [`Decoder`]
/// before it, which completes characters that were cut in two.
#[derive(Debug, Default)]
pub struct Extractor {
    /// What is not decided yet.
    held: String,
    /// How far of it has been scanned.
    scanned: usize,
    scanner: Scanner,
}

/// All that is known at the end of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// Text that was held back and turned out to be no choice.
    pub rest: String,
    /// In the order of the text, without those that were taken before.
    pub choices: Vec<UserChoice>,
    /// What was left out of them.
    pub warnings: Vec<String>,
    /// Of each that was meant as a choice and stays in the text: what is wrong with it.
    pub malformed: Vec<String>,
}

/// A text that was there as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Extracted {
    /// Without the choices.
    pub text: String,
    pub choices: Vec<UserChoice>,
    pub warnings: Vec<String>,
    /// What is wrong with each that was meant as a choice and stays in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub malformed: Vec<String>,
    /// What to tell the model if there are any: what is wrong, and how to write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<String>,
}

impl Extracted {
    /// `text` is all that was released.
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

    /// Takes the next piece; returns what can no longer be part of a choice.
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

    /// What is wrong with those that were meant as choices, as far as the text is read and nobody has
    /// taken it yet.
    pub fn take_malformed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.scanner.found.malformed)
    }

    /// The choices that are complete and have not been handed over yet: they can be asked while the
    /// text goes on.
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

/// The choices of a text that is there as a whole.
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
