//! `sayso list`: what is waiting, and what was answered lately.

use clap::Args;
use sayso_core::Status;
use sayso_desk::{Desk, Page, Query, Row, Scope};

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::style::{ACCENT, BOLD, DIM, DONE, WARN};
use crate::output::table::{Cell, Table, cell};
use crate::output::{self, time};
use crate::wiring;

/// List questions: those that wait, or all of them
#[derive(Args)]
#[command(before_help = "Examples:
  sayso list
  sayso list --all --limit 20
  sayso list --json | jq '.rows[].id'")]
pub struct List {
    /// Also those that have ended
    #[arg(short, long, conflicts_with = "completed")]
    all: bool,
    /// Only those that have ended
    #[arg(short, long)]
    completed: bool,
    /// At most so many
    #[arg(short = 'n', long, default_value_t = 100)]
    limit: usize,
    /// Go on where a page ended (its `next`)
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
        let query = Query { scope, after: self.after, limit: self.limit, search: None };
        let page = wiring::desk(settings)?.list(query).await?;
        let empty = match scope {
            Scope::Active => "Nothing is waiting.",
            Scope::Completed => "Nothing has been answered yet.",
            Scope::All => "Nothing has been asked yet.",
        };
        print(&page, self.json, empty)
    }
}

/// A page as a table or as JSON.
pub fn print(page: &Page, json: bool, empty: &str) -> anyhow::Result<Code> {
    if json {
        output::json(page)?;
        return Ok(ANSWERED);
    }
    if page.rows.is_empty() {
        output::line(format!("{DIM}{empty}{DIM:#}"))?;
        return Ok(ANSWERED);
    }
    let now = time::now();
    let mut table = Table::new(2);
    for row in &page.rows {
        let who = [row.agent.as_deref(), row.project.as_deref()];
        let who = who.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        table.push(vec![
            cell(row.id.short(), DIM),
            cell(who, DIM),
            cell(title(row), BOLD),
            status(row),
            cell(time::age(row.created_at, now), DIM),
        ]);
    }
    table.print()?;
    if let Some(next) = &page.next {
        output::line(format!("{DIM}there are more: --after {next}{DIM:#}"))?;
    }
    Ok(ANSWERED)
}

fn title(row: &Row) -> String {
    match &row.answer {
        Some(answer) => format!("{} → {answer}", row.title),
        None => row.title.clone(),
    }
}

fn status(row: &Row) -> Cell {
    let via = if row.unattended() {
        format!("{} (no terminal)", row.interface)
    } else {
        row.interface.clone()
    };
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
            cell(format!("answered via {via}{fetched}"), if row.unattended() { WARN } else { DONE })
        }
        Status::AutoSubmitted => cell("answered for you (timed out)", WARN),
        Status::Cancelled => cell(format!("cancelled via {via}"), DIM),
        Status::Rejected => cell(format!("rejected via {via}"), DIM),
        Status::Timeout => cell("timed out", DIM),
        Status::Withdrawn => cell("withdrawn", DIM),
    }
}
