//! `GET /portal/history`: settled questions, the newest first, by text, agent, project, outcome and
//! time.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query as Parameters, State};
use jiff::Timestamp;
use sayso_access::ProblemDocument;
use sayso_core::{Problem, Status};
use sayso_desk::{Desk, DeskError, HistoryFilter};
use sayso_wire::PageView;
use serde::Deserialize;

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
    fn filter(self) -> Result<(HistoryFilter, Option<String>), Problem> {
        let status = self.status.map(|name| {
            let wrong =
                || Problem::new("status", format!("`{name}` is no outcome"), "use one of a list");
            Status::named(&name).ok_or_else(wrong)
        });
        let moment =
            |millis: Option<i64>| millis.and_then(|it| Timestamp::from_millisecond(it).ok());
        let filter = HistoryFilter {
            search: self.search,
            agent: self.agent,
            project: self.project,
            status: status.transpose()?,
            since: moment(self.since),
            until: moment(self.until),
        };
        Ok((filter, self.after))
    }
}

pub(crate) async fn list(
    State(desk): State<Arc<dyn Desk>>,
    Parameters(wanted): Parameters<Wanted>,
) -> Result<Json<PageView>, ProblemDocument> {
    let (filter, after) = wanted.filter().map_err(DeskError::from)?;
    Ok(Json(filter.find(&*desk, after).await?.into()))
}
