//! `sayso list`: waiting questions, and recently settled ones.

use std::io::{Write, stdout};

use clap::Args;
use jiff::Timestamp;
use sayso_core::Status;
use sayso_core::search::INDEXED;
use sayso_core::settings::Language;
use sayso_core::surface::{Presence, Surface};
use sayso_core::text::clean_line;
use sayso_desk::store::LONGEST_PAGE;
use sayso_desk::{Answering, Page, Query, Row, Scope, Unreadable};
use sayso_locale::{Texts, words};
use sayso_wire::PageView;
use unicode_width::UnicodeWidthStr;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::ended::{self, title};
use crate::output::pager::{Pager, Reader};
use crate::output::style::{ACCENT, BOLD, DIM, DONE, WARN};
use crate::output::table::{Cell, Give, Table, cell, fit};
use crate::output::wrap::{indented, terminal_width, wrap};
use crate::output::{self, time};
use crate::wiring;

/// List waiting questions, the next deadline first, or all of them
#[derive(Args)]
#[command(before_help = "Examples:
  sayso list
  sayso list --all --limit 20
  sayso list --all --search 'deploy staging'
  sayso list --json | jq '.rows[].id'")]
pub(crate) struct List {
    /// Include settled questions
    #[arg(long, conflicts_with = "completed")]
    all: bool,
    /// List settled questions only
    #[arg(short, long)]
    completed: bool,
    /// List only questions that contain all of these words (case-insensitive)
    #[arg(short, long, value_name = "WORDS")]
    search: Option<String>,
    /// Maximum number of rows [default: all]
    #[arg(short, long, value_name = "NUMBER", value_parser = rows, allow_negative_numbers = true)]
    limit: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let scope = match (self.all, self.completed) {
            (true, _) => Scope::All,
            (_, true) => Scope::Completed,
            (false, false) => Scope::Active,
        };
        let empty = match scope {
            _ if self.search.is_some() => "Nothing was found.",
            Scope::Active => "Nothing is waiting.",
            Scope::Completed => "Nothing has been answered yet.",
            Scope::All => "Nothing has been asked yet.",
        };
        Listing::new(scope, self.search, self.limit, self.json).print(settings, empty).await
    }
}

/// Which rows to print, and how.
pub(crate) struct Listing {
    scope: Scope,
    search: Option<String>,
    limit: usize,
    json: bool,
}

impl Listing {
    pub(crate) fn new(
        scope: Scope,
        search: Option<String>,
        limit: Option<usize>,
        json: bool,
    ) -> Listing {
        Listing { scope, search, limit: limit.unwrap_or(usize::MAX), json }
    }

    /// What waits is sorted first, so all of it is needed; the others come page by page.
    pub(crate) async fn print(self, settings: &Settings, empty: &str) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        if self.scope == Scope::Active {
            let mut waiting = waiting(&desk, self.search).await?;
            waiting.rows.truncate(self.limit);
            let mut out = Printed::new(self.limit, self.json);
            out.add(waiting)?;
            return out.finish(empty);
        }
        let mut query = Query { scope: self.scope, search: self.search, ..Query::default() };
        let mut out = Printed::new(self.limit, self.json);
        loop {
            query.limit = out.left.min(LONGEST_PAGE);
            let page = desk.list(query.clone()).await?;
            query.after.clone_from(&page.next);
            if out.add(page)? == Reader::HasLeft || query.after.is_none() || out.left == 0 {
                return out.finish(empty);
            }
        }
    }
}

/// Everything that is waiting, the next deadline first.
pub(crate) async fn waiting(desk: &dyn Answering, search: Option<String>) -> anyhow::Result<Page> {
    let mut query = Query { scope: Scope::Active, search, limit: LONGEST_PAGE, after: None };
    let mut all = Page::default();
    loop {
        let page = desk.list(query.clone()).await?;
        query.after = page.next;
        all.rows.extend(page.rows);
        all.unreadable.extend(page.unreadable);
        all.looked_through = page.looked_through;
        if query.after.is_none() {
            all.rows.sort_by_key(ends);
            return Ok(all);
        }
    }
}

/// Rows on their way out: as a table, page by page, or as one document.
pub(crate) struct Printed {
    whole: Option<Page>,
    pager: Pager,
    count: usize,
    /// How many more may come.
    pub(crate) left: usize,
}

impl Printed {
    pub(crate) fn new(limit: usize, json: bool) -> Printed {
        let whole = json.then(Page::default);
        Printed { whole, pager: Pager::new(), count: 0, left: limit }
    }

    pub(crate) fn add(&mut self, mut page: Page) -> anyhow::Result<Reader> {
        page.rows.truncate(self.left);
        self.left = self.left.saturating_sub(page.rows.len() + page.unreadable.len());
        self.count += page.rows.len();
        remark(&page);
        let Some(whole) = &mut self.whole else {
            return Ok(self.pager.add(&rendered(&page.rows))?);
        };
        whole.rows.extend(page.rows);
        whole.unreadable.extend(page.unreadable);
        whole.looked_through = page.looked_through;
        Ok(Reader::Reads)
    }

    pub(crate) fn finish(self, empty: &str) -> anyhow::Result<Code> {
        if let Some(whole) = self.whole {
            output::json(&PageView::from(whole))?;
            return Ok(ANSWERED);
        }
        self.pager.finish()?;
        if self.count == 0 {
            output::aside(empty);
        }
        Ok(ANSWERED)
    }
}

/// How many rows at most.
pub(crate) fn rows(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("`{text}` is not a number of rows; use 1 or more"))
}

/// The next deadline comes first; without a deadline, what was asked first.
fn ends(row: &Row) -> (u64, Timestamp) {
    (row.live.remaining_ms.unwrap_or(u64::MAX), row.created_at)
}

/// Rows as a table that fits the terminal.
fn rendered(rows: &[Row]) -> String {
    let now = time::now();
    let mut table = Table::new(&[Give::Cut(2, READABLE)]);
    for row in rows {
        table.push(vec![
            cell(row.id.short(), DIM),
            cell(who(row), DIM),
            cell(title(row), BOLD),
            status(row),
            cell(time::age(row.created_at, now), DIM),
        ]);
    }
    match terminal_width(&stdout()) {
        Some(width) if !table.fits(width) => {
            rows.iter().map(|row| stacked(row, now, width)).collect()
        }
        width => table.render(width),
    }
}

/// What the rows don't show, on stderr: questions that were left out, and where a search ended.
fn remark(page: &Page) {
    let text = remarks(page, terminal_width(&std::io::stderr()));
    // If nobody reads stderr there is nobody to tell.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

fn remarks(page: &Page, width: Option<usize>) -> String {
    let mut text = String::new();
    for Unreadable { id, why } in &page.unreadable {
        let (id, why) = (id.short(), clean_line(why));
        let line = format!(
            "warning: {id} cannot be read ({why}): `sayso show {id} --raw` prints what is stored, \
             `sayso forget {id}` removes it"
        );
        text.push_str(&indented(&line, 0, width));
    }
    if let Some(newest) = page.looked_through {
        let line = format!(
            "note: only the newest {newest} were searched, because every word is shorter than {INDEXED} \
             characters; add a longer word to search all of them"
        );
        text.push_str(&indented(&line, 0, width));
    }
    text
}

/// Fewer characters of a title say nothing.
const READABLE: usize = 30;

/// Two or three lines per row, for a terminal that is too narrow for a table.
fn stacked(row: &Row, now: Timestamp, width: usize) -> String {
    const INDENT: usize = 10;
    let age = time::age(row.created_at, now);
    let room = width.saturating_sub(INDENT + 2 + age.width());
    let title = fit(&clean_line(&title(row)), room);
    let pad = " ".repeat(room.saturating_sub(title.width()));
    let id = row.id.short();
    let mut text = format!("{DIM}{id}{DIM:#}  {BOLD}{title}{BOLD:#}{pad}  {DIM}{age}{DIM:#}\n");
    let Cell { text: status, style } = status(row);
    let who = clean_line(&who(row));
    let room = width.saturating_sub(INDENT);
    let margin = " ".repeat(INDENT);
    if status.width() + 3 + who.width() <= room {
        text.push_str(&format!("{margin}{style}{status}{style:#}{DIM} · {who}{DIM:#}\n"));
        return text;
    }
    for line in wrap(&status, room) {
        text.push_str(&format!("{margin}{style}{line}{style:#}\n"));
    }
    text.push_str(&format!("{margin}{DIM}{}{DIM:#}\n", fit(&who, room)));
    text
}

fn who(row: &Row) -> String {
    let who = [row.agent.as_deref(), row.project.as_deref()];
    who.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn status(row: &Row) -> Cell {
    let surface = words::surface(Texts::of(Language::default()), &row.interface);
    let (by, via) = match row.actor.as_ref().map(|actor| actor.presence) {
        Some(Presence::Unattended) => (" by a program", surface),
        Some(Presence::AgentTerminal) => ("", format!("{surface} (in the agent's terminal)")),
        Some(Presence::Interactive | Presence::Paired) | None => ("", surface),
    };
    // `by a program via program` would say one thing twice.
    let via = match row.actor.as_ref().map(|actor| &actor.via) {
        Some(Surface::Api) => String::new(),
        Some(_) | None => format!(" via {via}"),
    };
    let how = ended::status(row.status);
    match row.status {
        Status::Pending => {
            let mut words = vec![match row.live.remaining_ms {
                Some(left) => format!("{} left", time::left(left)),
                None => "waiting".to_owned(),
            }];
            if row.irreversible {
                words.push("irreversible".to_owned());
            }
            if row.live.stopped {
                words.push("the agent stopped waiting".to_owned());
            } else if !row.live.listening {
                words.push("agent not listening".to_owned());
            }
            let hurry = row.live.remaining_ms.is_some_and(|left| left < 60_000);
            cell(words.join(", "), if hurry { WARN } else { ACCENT })
        }
        Status::Submitted => {
            let fetched = if row.delivered { "" } else { ", not fetched" };
            let style = if row.answered_by_person() { DONE } else { WARN };
            cell(format!("{how}{by}{via}{fetched}"), style)
        }
        Status::Given => cell(format!("{how}{by}{via}"), WARN),
        Status::AutoSubmitted => cell(how, WARN),
        Status::Cancelled | Status::Rejected => cell(format!("{how}{by}{via}"), DIM),
        Status::Timeout | Status::Withdrawn => cell(how, DIM),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: SA-9
    #[test]
    fn a_search_that_did_not_look_at_everything_says_so() {
        assert_eq!(remarks(&Page::default(), None), "");
        let page = Page { looked_through: Some(20_000), ..Page::default() };
        let said = remarks(&page, None);
        assert!(said.contains("only the newest 20000 were searched"), "{said}");
        assert!(said.contains("shorter than 3 characters; add a longer word"), "{said}");
    }
}
