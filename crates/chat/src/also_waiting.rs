//! Others that wait beside a permission, of the same session: what its message says of them.

use sayso_core::InteractionId;
use sayso_desk::Row;
use sayso_locale::Texts;

use crate::text::{escaped_line, width};

/// What waits beside a permission, of the same session.
#[derive(Debug, Clone, Default)]
pub struct AlsoWaiting {
    /// The first of them.
    pub listed: Vec<Row>,
    pub count: usize,
    /// Those that one click may allow, itself among them.
    pub allowed: Vec<InteractionId>,
}

impl AlsoWaiting {
    /// Letters of a title that are shown, as they are sent.
    pub const TITLE: usize = 200;

    /// One that is longer has to be opened.
    pub(crate) fn shows_whole(row: &Row) -> bool {
        width(&escaped_line(&row.title, usize::MAX)) <= AlsoWaiting::TITLE
    }

    pub fn heading(&self, texts: &Texts) -> String {
        texts.say_with("together", [("count", self.count.into())])
    }

    /// Why one that is listed is not allowed with the others.
    pub fn why_not(&self, row: &Row, texts: &Texts) -> Option<String> {
        match self.allowed.contains(&row.id) {
            true => None,
            false if row.irreversible => Some(format!("⚠️ {}", texts.say("irreversible"))),
            false => Some(texts.say("together-opened").into_owned()),
        }
    }

    /// How many are not listed.
    pub fn more(&self, texts: &Texts) -> Option<String> {
        let more = self.count.checked_sub(self.listed.len()).filter(|more| *more > 0)?;
        Some(texts.say_with("together-more", [("count", more.into())]))
    }

    /// What the button says that allows them, in the message of this one.
    pub fn button(&self, own: InteractionId, texts: &Texts) -> Option<String> {
        let count = self.allowed.len();
        // Of four titles nobody knows which both are.
        let (words, count) = match self.allowed.contains(&own) {
            true => ("together-this", count.checked_sub(1)?),
            false => ("together-all", count),
        };
        (self.allowed.len() > 1).then(|| texts.say_with(words, [("count", count.into())]))
    }
}
