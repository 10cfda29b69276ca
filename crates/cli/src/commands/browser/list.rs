//! `sayso browser list`: browsers with access, since when, and at which address.

use clap::Args;
use sayso_wire::PageLine;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::style::{ACCENT, BOLD, DIM};
use crate::output::table::{Give, Table, cell};
use crate::output::{self, time};
use crate::wiring;

/// List browsers with access to the portal
#[derive(Args)]
#[command(before_help = "Examples:
  sayso browser list
  sayso browser list --json | jq '.[].id'")]
pub struct List {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let pages = wiring::desk(settings)?.pages().await?;
        if self.json {
            output::json(&pages)?;
            return Ok(ANSWERED);
        }
        if pages.is_empty() {
            output::line(format!(
                "{DIM}No browser has access; `sayso open` gives access to one.{DIM:#}"
            ))?;
            return Ok(ANSWERED);
        }
        let now = time::now();
        let mut table = Table::new(&[Give::Drop(4), Give::Cut(2, 12), Give::Cut(1, 10)]);
        for page in &pages {
            let seen = match page.open {
                0 => cell(format!("last seen {}", ago(&time::age(page.seen_at.0, now))), DIM),
                _ => cell("open now", ACCENT),
            };
            table.push(vec![
                cell(&page.id, DIM),
                cell(&page.browser, BOLD),
                cell(place(page), DIM),
                seen,
                cell(format!("let in {}", ago(&time::age(page.created_at.0, now))), DIM),
            ]);
        }
        table.print()?;
        Ok(ANSWERED)
    }
}

fn place(page: &PageLine) -> String {
    let paired = if page.paired { ", paired" } else { "" };
    format!("{}{paired}", page.origin)
}

fn ago(age: &str) -> String {
    if age == "now" { "just now".to_owned() } else { format!("{age} ago") }
}
