//! `sayso list`: waiting questions, and recently settled ones.

use std::io::{Write, stdout};

use clap::Args;
use jiff::Timestamp;
use sayso_core::Status;
use sayso_core::search::INDEXED;
use sayso_core::surface::Presence;
use sayso_core::text::clean_line;
use sayso_desk::{Desk, Page, Query, Row, Scope, Unreadable};
use sayso_wire::PageView;
use unicode_width::UnicodeWidthStr;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::ended::{self, title};
use crate::output::style::{ACCENT, BOLD, DIM, DONE, WARN};
use crate::output::table::{Cell, Give, Table, cell, fit};
use crate::output::wrap::{indented, terminal_width, wrap};
use crate::output::{self, time};
use crate::wiring;

/// List waiting questions, or all of them
#[derive(Args)]
#[command(before_help = "Examples:
  sayso list
  sayso list --all --limit 20
  sayso list --all --search 'deploy staging'
  sayso list --json | jq '.rows[].id'")]
pub struct List {
    /// Include settled questions
    #[arg(short, long, conflicts_with = "completed")]
    all: bool,
    /// List settled questions only
    #[arg(short, long)]
    completed: bool,
    /// List only questions that contain all of these words (case-insensitive)
    #[arg(short, long, value_name = "WORDS")]
    search: Option<String>,
    /// Maximum number of rows
    #[arg(short = 'n', long, default_value_t = 100)]
    limit: usize,
    /// Continue after a page, with the value of its `next`
    #[arg(long, value_name = "NEXT")]
    after: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let scope = match (self.all, self.completed) {
            (true, _) => Scope::All,
            (_, true) => Scope::Completed,
            (false, false) => Scope::Active,
        };
        let searching = self.search.is_some();
        let query = Query { scope, after: self.after, limit: self.limit, search: self.search };
        let page = wiring::desk(settings)?.list(query).await?;
        let empty = match scope {
            _ if searching => "Nothing was found.",
            Scope::Active => "Nothing is waiting.",
            Scope::Completed => "Nothing has been answered yet.",
            Scope::All => "Nothing has been asked yet.",
        };
        print(&page, self.json, empty)
    }
}

/// A page as a table or as JSON.
pub fn print(page: &Page, json: bool, empty: &str) -> anyhow::Result<Code> {
    remark(page);
    if json {
        output::json(&PageView::from(page.clone()))?;
        return Ok(ANSWERED);
    }
    if page.rows.is_empty() {
        output::line(format!("{DIM}{empty}{DIM:#}"))?;
        return Ok(ANSWERED);
    }
    let now = time::now();
    let mut table = Table::new(&[Give::Cut(2, READABLE)]);
    for row in &page.rows {
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
            let rows = page.rows.iter().map(|row| stacked(row, now, width));
            let mut out = anstream::stdout().lock();
            out.write_all(rows.collect::<String>().as_bytes())?;
            out.flush()?;
        }
        Some(_) | None => table.print()?,
    }
    if let Some(next) = &page.next {
        output::line(format!("{DIM}there are more: --after {next}{DIM:#}"))?;
    }
    Ok(ANSWERED)
}

/// What the rows don't show, on stderr: questions that were left out, and where a search ended.
fn remark(page: &Page) {
    let mut text = String::new();
    let width = terminal_width(&std::io::stderr());
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
    // If nobody reads stderr there is nobody to tell.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
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
    let (by, via) = match row.actor.as_ref().map(|actor| actor.presence) {
        Some(Presence::Unattended) => (" by a program", row.interface.clone()),
        Some(Presence::AgentTerminal) => {
            ("", format!("{} (in the agent's terminal)", row.interface))
        }
        Some(Presence::Interactive | Presence::Paired) | None => ("", row.interface.clone()),
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
            if !row.live.listening {
                words.push("agent not listening".to_owned());
            }
            let hurry = row.live.remaining_ms.is_some_and(|left| left < 60_000);
            cell(words.join(", "), if hurry { WARN } else { ACCENT })
        }
        Status::Submitted => {
            let fetched = if row.delivered { "" } else { ", not fetched" };
            let style = if row.answered_by_person() { DONE } else { WARN };
            cell(format!("{how}{by} via {via}{fetched}"), style)
        }
        Status::AutoSubmitted => cell(how, WARN),
        Status::Cancelled | Status::Rejected => cell(format!("{how}{by} via {via}"), DIM),
        Status::Timeout | Status::Withdrawn => cell(how, DIM),
    }
}
