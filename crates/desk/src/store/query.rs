//! Queries: a page of rows, and the point where it ends.

use jiff::Timestamp;
use sayso_core::{Interaction, InteractionId};

/// Which page of which rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    pub scope: Scope,
    /// Rows in which all words of this occur, in any case.
    pub search: Option<String>,
    /// Where the page before this one ended.
    pub after: Option<String>,
    pub limit: usize,
}

impl Default for Query {
    fn default() -> Query {
        Query { scope: Scope::default(), search: None, after: None, limit: default_limit() }
    }
}

fn default_limit() -> usize {
    100
}

/// Maximum length of a page: a page is held in memory completely.
pub const LONGEST_PAGE: usize = 500;

/// `Active` and `All` are ordered by when they were asked, `Completed` by when they ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    #[default]
    All,
    Active,
    Completed,
}

/// The end of a page: the time it is ordered by, in milliseconds, and the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageEnd {
    pub millis: i64,
    pub id: InteractionId,
}

impl PageEnd {
    pub fn of(interaction: &Interaction, scope: Scope) -> PageEnd {
        let at = match scope {
            Scope::Completed => interaction.settled_at().unwrap_or(interaction.created_at),
            Scope::All | Scope::Active => interaction.created_at,
        };
        PageEnd { millis: at.as_millisecond(), id: interaction.id }
    }

    /// Before everything of this moment, going forward.
    pub fn before(at: Timestamp) -> PageEnd {
        PageEnd { millis: at.as_millisecond(), id: InteractionId::lowest(0) }
    }

    pub fn encode(self) -> String {
        format!("{}.{}", self.millis, self.id)
    }

    pub fn decode(text: &str) -> Option<PageEnd> {
        let (millis, id) = text.split_once('.')?;
        Some(PageEnd { millis: millis.parse().ok()?, id: id.parse().ok()? })
    }
}
