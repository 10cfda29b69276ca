//! `GET /portal/history`: settled questions, the newest first, by text, agent, project, outcome and
//! time. What searching means is the desk's; here its pages are only looked through.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query as Parameters, State};
use sayso_access::ProblemDocument;
use sayso_core::InteractionId;
use sayso_desk::store::{LONGEST_PAGE, PageEnd, Scope};
use sayso_desk::{Desk, Page, Query, Row};
use sayso_wire::PageView;
use serde::Deserialize;

/// Rows looked through for one reply; the page asks on from there, and the person sees it working.
const LOOKED_AT: usize = 10_000;
const LIMIT: usize = 100;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    search: Option<String>,
    /// As shown in a list.
    agent: Option<String>,
    project: Option<String>,
    /// As in a list: `submitted`, `cancelled`, …
    status: Option<String>,
    /// In milliseconds since 1970.
    since: Option<i64>,
    until: Option<i64>,
    /// `next` of the page before.
    after: Option<String>,
}

impl Wanted {
    fn fits(&self, row: &Row) -> bool {
        let same = |wanted: &Option<String>, is: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| is == Some(wanted))
        };
        same(&self.agent, row.agent.as_deref())
            && same(&self.project, row.project.as_deref())
            && same(&self.status, Some(row.status.as_str()))
    }

    /// The names of agent and project are in the text that is searched, so the index finds them.
    fn words(&self) -> Option<String> {
        let words = [&self.search, &self.agent, &self.project];
        let words: Vec<&str> = words.into_iter().filter_map(|word| word.as_deref()).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Everything that was settled before this.
    fn begin(&self) -> Option<String> {
        let until = self.until.map(|millis| PageEnd { millis, id: InteractionId::lowest(0) });
        self.after.clone().or(until.map(PageEnd::encode))
    }
}

pub(crate) async fn list(
    State(desk): State<Arc<dyn Desk>>,
    Parameters(wanted): Parameters<Wanted>,
) -> Result<Json<PageView>, ProblemDocument> {
    let narrow = wanted.agent.is_some() || wanted.project.is_some() || wanted.status.is_some();
    let limit = if narrow { LONGEST_PAGE } else { LIMIT };
    let mut found = Page {
        rows: Vec::new(),
        next: wanted.begin(),
        unreadable: Vec::new(),
        looked_through: None,
    };
    let mut looked_at = 0;
    loop {
        let query = Query {
            scope: Scope::Completed,
            search: wanted.words(),
            after: found.next.take(),
            limit,
        };
        let page = desk.list(query).await?;
        looked_at += page.rows.len();
        found.looked_through = page.looked_through;
        found.unreadable.extend(page.unreadable);
        for row in page.rows {
            let at = row.settled_at.unwrap_or(row.created_at);
            if wanted.since.is_some_and(|since| at.as_millisecond() < since) {
                return Ok(Json(found.into()));
            }
            if wanted.fits(&row) {
                found.next = Some(PageEnd { millis: at.as_millisecond(), id: row.id }.encode());
                found.rows.push(row);
            }
            if found.rows.len() == LIMIT {
                return Ok(Json(found.into()));
            }
        }
        found.next = page.next;
        if found.next.is_none() || looked_at >= LOOKED_AT {
            return Ok(Json(found.into()));
        }
    }
}
