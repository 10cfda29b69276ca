//! One run over the text that is there: how far it is, and what of it is set free.

use std::borrow::Cow;
use std::ops::Range;

use crate::LARGEST;
use crate::fence::End;
use crate::json::{Json, Step};
use crate::skip::Skip;

/// One run over what is there.
pub(crate) struct Pass<'t> {
    pub(crate) text: &'t str,
    pub(crate) bytes: &'t [u8],
    pub(crate) at: usize,
    /// What lies before is released or cut out.
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

    /// From the beginning of what is undecided, as far as a choice may reach.
    pub(crate) fn region(&self) -> &'t [u8] {
        &self.bytes[self.from..self.bytes.len().min(self.from + LARGEST)]
    }

    pub(crate) fn cut_to(&mut self, at: usize) {
        self.at = at;
        self.from = at;
    }

    /// Follows the object as far as there is text, or to the largest size there may be.
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
    /// The place is just behind the object.
    Ends,
    /// The place is where it failed.
    Fails(Failure),
}

pub(crate) struct Failure {
    pub(crate) why: &'static str,
    /// What is left of it.
    pub(crate) skip: Skip,
    /// How far it was read, perhaps beyond the place.
    pub(crate) read_to: usize,
}

/// What one piece of text sets free: usually one stretch of it, which then is not copied.
#[derive(Debug, Default)]
pub(crate) struct Released {
    /// The last stretch; what came before it is in `earlier`.
    stretch: Range<usize>,
    earlier: Option<String>,
}

impl Released {
    /// Stretches come in order and do not overlap.
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

    /// Of the text that the stretches were added with.
    pub(crate) fn of(self, text: &str) -> Cow<'_, str> {
        let last = &text[self.stretch];
        match self.earlier {
            None => Cow::Borrowed(last),
            Some(earlier) => Cow::Owned(earlier + last),
        }
    }
}
