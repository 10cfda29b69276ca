//! Choices in a model's text: the JSON is taken out while the text streams by, the rest goes on.
//!
//! One pass: no byte is looked at again but the beginning of a line, which is short. What cannot be
//! part of a choice any more is released at once; what is held back is bounded by [`LARGEST`]. The
//! same text gives the same result however it is cut into pieces.
//!
//! Fences follow CommonMark. In those marked as JSON, or not marked at all, a choice is looked for;
//! code in other languages is never a question. An object in plain text counts as well; then the
//! text behind it is dropped, as the contract with the model says. In a span of code it is an example.
//! Marks behind other text open no fence, but are cut out with the choice that follows them; a choice
//! may also begin on the line that opens its fence.

#[cfg(test)]
mod cases;
mod decode;
mod fence;
mod found;
mod json;
mod marks;
mod opening;
mod pass;
mod raw;
mod release;
mod scan;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dialect::user_choice::UserChoice;
use found::Found;
use pass::Pass;
use scan::Scanner;

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

/// So many choices of one text are asked. It bounds what is kept; nobody answers that many.
pub const MOST_CHOICES: usize = 50;

/// Takes choices out of a text that comes in pieces.
///
/// It takes text, not bytes, because its output is text for a screen: whoever reads bytes puts a
/// [`Decoder`] before it, which completes characters that were cut in two.
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
    /// What looked like a choice and is none, and what was left out of those that are.
    pub warnings: Vec<String>,
}

/// A text that was there as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Extracted {
    /// Without the choices.
    pub text: String,
    pub choices: Vec<UserChoice>,
    pub warnings: Vec<String>,
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
            self.held.push_str(&chunk[pass.from..]);
            return pass.out.of(chunk);
        }
        let mut text = std::mem::take(&mut self.held);
        text.push_str(chunk);
        let mut pass = Pass::new(&text, self.scanned);
        self.scanner.run(&mut pass);
        self.scanned = pass.at - pass.from;
        let (from, released) = (pass.from, pass.out.of(&text).into_owned());
        text.drain(..from);
        self.held = text;
        Cow::Owned(released)
    }

    /// The choices that are complete and have not been handed over yet: they can be asked while the
    /// text goes on.
    pub fn take_found(&mut self) -> Vec<UserChoice> {
        std::mem::take(&mut self.scanner.found.choices)
    }

    /// So many bytes are held back: never more than [`LARGEST`].
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// The text has ended.
    pub fn finish(mut self) -> Finished {
        let mut pass = Pass::new(&self.held, self.scanned);
        self.scanner.end(&mut pass);
        let rest = pass.out.of(&self.held).into_owned();
        let Found { choices, warnings, .. } = self.scanner.found;
        Finished { rest, choices, warnings }
    }
}

/// The choices of a text that is there as a whole.
pub fn extract(text: &str) -> Extracted {
    let mut extractor = Extractor::new();
    let mut kept = extractor.push(text).into_owned();
    let Finished { rest, choices, warnings } = extractor.finish();
    kept.push_str(&rest);
    Extracted { text: kept, choices, warnings }
}

#[cfg(test)]
#[path = "extract/extract_tests.rs"]
mod tests;
