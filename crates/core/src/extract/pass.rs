//! One run over the text that is there: how far it is, and what of it is set free.

use super::LARGEST;
use super::fence::End;
use super::json::{Json, Step};
use super::release::Released;
use super::skip::Skip;

/// One run over what is there.
pub(super) struct Pass<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    /// What lies before is released or cut out.
    pub(super) from: usize,
    /// How far the backticks of the line are counted; only inside a line.
    pub(super) counted: usize,
    pub(super) out: Released,
    pub(super) end: End,
}

impl<'t> Pass<'t> {
    pub(super) fn new(text: &'t str, at: usize) -> Pass<'t> {
        let out = Released::default();
        Pass { text, bytes: text.as_bytes(), at, from: 0, counted: at, out, end: End::Open }
    }

    pub(super) fn rest(&self) -> &'t [u8] {
        &self.bytes[self.at..]
    }

    /// From the beginning of what is undecided, as far as a choice may reach.
    pub(super) fn region(&self) -> &'t [u8] {
        &self.bytes[self.from..self.bytes.len().min(self.from + LARGEST)]
    }

    pub(super) fn cut_to(&mut self, at: usize) {
        self.at = at;
        self.from = at;
    }

    /// Follows the object as far as there is text, or to the largest size there may be.
    pub(super) fn follow(&mut self, json: &mut Json) -> Followed {
        let region = self.region();
        match json.run(region, self.at - self.from) {
            Step::Ends(at) => {
                self.at = self.from + at;
                Followed::Ends
            }
            Step::Fails(at, why) => {
                let read_to = self.from + at;
                let (at, skip) = json.broken().unwrap_or_else(|| (at, json.skip()));
                self.at = self.from + at;
                Followed::Fails(Failure { why, skip, read_to })
            }
            Step::More if region.len() == LARGEST => {
                // Never within a character.
                self.at = self.text.floor_char_boundary(self.from + LARGEST);
                let (why, skip) = ("it is too large", json.skip_from_within());
                Followed::Fails(Failure { why, skip, read_to: self.at })
            }
            Step::More => {
                self.at = self.bytes.len();
                Followed::More
            }
        }
    }
}

pub(super) enum Followed {
    More,
    /// The place is just behind the object.
    Ends,
    /// The place is where it failed.
    Fails(Failure),
}

pub(super) struct Failure {
    pub(super) why: &'static str,
    /// What is left of it.
    pub(super) skip: Skip,
    /// How far it was read, perhaps beyond the place.
    pub(super) read_to: usize,
}
