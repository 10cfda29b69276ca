//! Looking back, the same from every surface: settled questions, the newest first, by words, agent,
//! project, outcome and time. What searching means is the desk's; here its pages are only looked
//! through.

use jiff::{SignedDuration, Timestamp};
use sayso_core::search::fold;
use sayso_core::text::duration;
use sayso_core::{InteractionId, Status};

use crate::answering::Answering;
use crate::error::Result;
use crate::store::{LONGEST_PAGE, PageEnd, Query, Scope};
use crate::view::{Page, Row};

/// Rows looked through for one page; the caller asks on from there, and the person sees it working.
const LOOKED_AT: usize = 10_000;
const LIMIT: usize = 100;

/// Which settled questions; what is not set means any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HistoryFilter {
    /// All of these words occur.
    pub search: Option<String>,
    /// As shown in a list, in any case, with `-` for a blank.
    pub agent: Option<String>,
    pub project: Option<String>,
    pub status: Option<Status>,
    /// Settled then, or later.
    pub since: Option<Timestamp>,
    pub until: Option<Timestamp>,
}

/// A filter with a value that it doesn't take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misread {
    Outcome,
    Since,
}

impl HistoryFilter {
    /// As typed into a search field: `agent:codex project:api outcome:cancelled since:7d` and words.
    pub fn typed(text: &str, now: Timestamp) -> HistoryFilter {
        let mut filter = HistoryFilter::default();
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            match word.split_once(':').filter(|(_, value)| !value.is_empty()) {
                Some(("agent", name)) => filter.agent = Some(name.to_owned()),
                Some(("project", name)) => filter.project = Some(name.to_owned()),
                Some(("outcome", name)) if Status::named(name).is_some() => {
                    filter.status = Status::named(name);
                }
                Some(("since", time)) if since(time, now).is_some() => {
                    filter.since = since(time, now);
                }
                Some(_) | None => words.push(word),
            }
        }
        filter.search = (!words.is_empty()).then(|| words.join(" "));
        filter
    }

    /// Filters in such a text whose value is none: they are searched for as words, which is rarely
    /// what was meant.
    pub fn misread(text: &str) -> Vec<Misread> {
        let is_time = |time: &str| since(time, Timestamp::UNIX_EPOCH).is_some();
        let filters = text.split_whitespace().filter_map(|word| word.split_once(':'));
        let misread = filters.filter_map(|(name, value)| match name {
            "outcome" if Status::named(value).is_none() => Some(Misread::Outcome),
            "since" if !is_time(value) => Some(Misread::Since),
            _ => None,
        });
        misread.collect()
    }

    /// The next hundred of them.
    pub async fn find(&self, desk: &dyn Answering, after: Option<String>) -> Result<Page> {
        let narrow = self.agent.is_some() || self.project.is_some() || self.status.is_some();
        let limit = if narrow { LONGEST_PAGE } else { LIMIT };
        let mut found = Page { next: self.begin(after), ..Page::default() };
        let mut looked_at = 0;
        loop {
            let (scope, after) = (Scope::Completed, found.next.take());
            let page = desk.list(Query { scope, search: self.words(), after, limit }).await?;
            looked_at += page.rows.len();
            found.looked_through = page.looked_through;
            found.unreadable.extend(page.unreadable);
            for row in page.rows {
                let at = row.settled_at.unwrap_or(row.created_at);
                if self.since.is_some_and(|since| at < since) {
                    return Ok(found);
                }
                if self.fits(&row) {
                    found.next = Some(PageEnd { millis: at.as_millisecond(), id: row.id }.encode());
                    found.rows.push(row);
                }
                if found.rows.len() == LIMIT {
                    return Ok(found);
                }
            }
            found.next = page.next;
            if found.next.is_none() || looked_at >= LOOKED_AT {
                return Ok(found);
            }
        }
    }

    fn fits(&self, row: &Row) -> bool {
        let same = |wanted: &Option<String>, is: &Option<String>| {
            let is = is.as_deref().map(named);
            wanted.as_deref().is_none_or(|wanted| is == Some(named(wanted)))
        };
        same(&self.agent, &row.agent)
            && same(&self.project, &row.project)
            && self.status.is_none_or(|status| status == row.status)
    }

    /// The names of agent and project are in the text that is searched, so the index finds them.
    fn words(&self) -> Option<String> {
        let names = [&self.agent, &self.project].into_iter().flatten();
        let names = names.map(|name| name.replace('-', " "));
        let words: Vec<String> = self.search.iter().cloned().chain(names).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Everything that was settled before this.
    fn begin(&self, after: Option<String>) -> Option<String> {
        let lowest =
            |at: Timestamp| PageEnd { millis: at.as_millisecond(), id: InteractionId::lowest(0) };
        after.or(self.until.map(lowest).map(PageEnd::encode))
    }
}

/// `7d` ago, or the beginning of a day (UTC) such as `2026-11-01`.
pub fn since(text: &str, now: Timestamp) -> Option<Timestamp> {
    if let Some(seconds) = duration(text) {
        return now.checked_sub(SignedDuration::from_secs(i64::try_from(seconds).ok()?)).ok();
    }
    let day: jiff::civil::Date = text.trim().parse().ok()?;
    Some(day.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp())
}

/// Names that a person takes for the same.
fn named(name: &str) -> String {
    fold(name).replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: CL-3
    #[test]
    fn a_search_field_takes_filters_and_words() {
        let now: Timestamp = "2026-11-18T12:00:00Z".parse().unwrap();
        let typed = |text| HistoryFilter::typed(text, now);
        let text = "deploy agent:claude-code since:7d outcome:answered project:api staging";
        assert_eq!(
            typed(text),
            HistoryFilter {
                search: Some("deploy staging".to_owned()),
                agent: Some("claude-code".to_owned()),
                project: Some("api".to_owned()),
                status: Some(Status::Submitted),
                since: Some("2026-11-11T12:00:00Z".parse().unwrap()),
                until: None,
            }
        );
        let text = "outcome:perhaps since:once agent: http://x";
        let words = HistoryFilter { search: Some(text.to_owned()), ..HistoryFilter::default() };
        assert_eq!(typed(text), words, "anything else is a word");
        assert_eq!(HistoryFilter::misread(text), [Misread::Outcome, Misread::Since]);
        assert_eq!(HistoryFilter::misread("deploy since:7d outcome:answered x:y"), []);
        assert_eq!(typed("  "), HistoryFilter::default());
        let day = typed("since:2026-11-01").since;
        assert_eq!(day, Some("2026-11-01T00:00:00Z".parse().unwrap()));
    }
}
