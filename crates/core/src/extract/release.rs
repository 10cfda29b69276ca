//! What one piece of text sets free: usually one stretch of it, which then is not copied.

use std::borrow::Cow;
use std::ops::Range;

#[derive(Debug, Default)]
pub(super) struct Released {
    /// The last stretch; what came before it is in `earlier`.
    stretch: Range<usize>,
    earlier: Option<String>,
}

impl Released {
    /// Stretches come in order and do not overlap.
    pub(super) fn add(&mut self, text: &str, stretch: Range<usize>) {
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
    pub(super) fn of(self, text: &str) -> Cow<'_, str> {
        let last = &text[self.stretch];
        match self.earlier {
            None => Cow::Borrowed(last),
            Some(earlier) => Cow::Owned(earlier + last),
        }
    }
}
