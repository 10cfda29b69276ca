//! One pass over the available text: its progress, and what is released.

use std::borrow::Cow;
use std::ops::Range;

use crate::LARGEST;
use crate::fence::End;
use crate::json::{Json, Step};
use crate::skip::Skip;

/// One pass over the available text.
pub(crate) struct Pass<'t> {
    pub(crate) text: &'t str,
    pub(crate) bytes: &'t [u8],
    pub(crate) at: usize,
    /// Everything before this is released or cut out.
    pub(crate) from: usize,
    /// How far the backticks of the line are counted; only inside a line.
    pub(crate) counted: usize,
    pub(crate) out: Released,
    pub(crate) end: End,
}

impl<'t> Pass<'t> {
    pub(crate) fn new(text: &'t str, at: usize) -> Pass<'t> {
        let out = Released::default();
        Pass { text, bytes: text.as_bytes(), at, from: 0, counted: at, out, end: End::Open }
    }

    pub(crate) fn rest(&self) -> &'t [u8] {
        &self.bytes[self.at..]
    }

    /// From the beginning of the undecided text, as far as a choice may reach.
    pub(crate) fn region(&self) -> &'t [u8] {
        &self.bytes[self.from..self.bytes.len().min(self.from + LARGEST)]
    }

    pub(crate) fn cut_to(&mut self, at: usize) {
        self.at = at;
        self.from = at;
    }

    /// Follows the object as far as there is text, or to the maximum size.
    pub(crate) fn follow(&mut self, json: &mut Json) -> Followed {
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

pub(crate) enum Followed {
    More,
    /// The position is just after the object.
    Ends,
    /// The position is where it failed.
    Fails(Failure),
}

pub(crate) struct Failure {
    pub(crate) why: &'static str,
    /// What is left of it.
    pub(crate) skip: Skip,
    /// How far it was read, possibly beyond the position.
    pub(crate) read_to: usize,
}

/// What one chunk releases: usually one range of it, which then isn't copied.
#[derive(Debug, Default)]
pub(crate) struct Released {
    /// The last range; earlier text is in `earlier`.
    stretch: Range<usize>,
    earlier: Option<String>,
}

impl Released {
    /// Ranges come in order and don't overlap.
    pub(crate) fn add(&mut self, text: &str, stretch: Range<usize>) {
        if stretch.is_empty() {
            return;
        }
        if self.stretch.is_empty() {
            self.stretch = stretch;
        } else if self.stretch.end == stretch.start {
            self.stretch.end = stretch.end;
        } else {
            let earlier = self.earlier.get_or_insert_default();
            earlier.push_str(&text[std::mem::replace(&mut self.stretch, stretch)]);
        }
    }

    /// The released text; `text` is the one that the ranges were added with.
    pub(crate) fn of(self, text: &str) -> Cow<'_, str> {
        let last = &text[self.stretch];
        match self.earlier {
            None => Cow::Borrowed(last),
            Some(earlier) => Cow::Owned(earlier + last),
        }
    }
}
