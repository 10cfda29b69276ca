//! `sayso browser`: browsers with access to the page.

use clap::{Args, Subcommand};
use clap_complete::ArgValueCandidates;
use sayso_api::RemoteDesk;
use sayso_wire::PageLine;

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::output::style::{ACCENT, BOLD, DIM};
use crate::output::table::{Give, Table, cell};
use crate::output::{self, time};
use crate::wiring;

#[derive(Subcommand)]
pub(crate) enum Browser {
    /// List browsers with access to the page
    #[command(before_help = "Examples:
  sayso browser list
  sayso browser list --json | jq '.[].id'")]
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    Revoke(Revoke),
}

/// Revoke a browser's access; its open pages are disconnected at once
#[derive(Args)]
#[command(before_help = "Examples:
  sayso browser revoke 3f2a      one of `sayso browser list`
  sayso browser revoke --all     every browser")]
#[group(required = true, multiple = false)]
pub(crate) struct Revoke {
    /// Ids, or their first characters
    #[arg(value_name = "ID", add = ArgValueCandidates::new(offers::browsers))]
    ids: Vec<String>,
    /// Revoke every browser and all unused links
    #[arg(long)]
    all: bool,
}

impl Browser {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        match self {
            Browser::List { json: true } => output::json(&desk.pages().await?)?,
            Browser::List { json: false } => list(&desk.pages().await?)?,
            Browser::Revoke(Revoke { all: true, .. }) => {
                let browsers = match desk.revoke_all().await?.pages {
                    0 => "no browser had access".to_owned(),
                    1 => "1 browser".to_owned(),
                    several => format!("{several} browsers"),
                };
                output::line(format!("revoked: {browsers}"))?;
            }
            Browser::Revoke(Revoke { ids, .. }) => revoke(&desk, &ids).await?,
        }
        Ok(ANSWERED)
    }
}

fn list(pages: &[PageLine]) -> std::io::Result<()> {
    if pages.is_empty() {
        return output::line(format!(
            "{DIM}No browser has access; `sayso open` gives access to one.{DIM:#}"
        ));
    }
    let ago = |at| match time::age(at, time::now()).as_str() {
        "now" => "just now".to_owned(),
        age => format!("{age} ago"),
    };
    let mut table = Table::new(&[Give::Drop(4), Give::Cut(2, 12), Give::Cut(1, 10)]);
    for page in pages {
        let paired = if page.paired { ", paired" } else { "" };
        let seen = match page.open {
            0 => cell(format!("last seen {}", ago(page.seen_at.0)), DIM),
            _ => cell("open now", ACCENT),
        };
        table.push(vec![
            cell(&page.id, DIM),
            cell(&page.browser, BOLD),
            cell(format!("{}{paired}", page.origin), DIM),
            seen,
            cell(format!("access since {}", ago(page.created_at.0)), DIM),
        ]);
    }
    table.print()
}

async fn revoke(desk: &RemoteDesk, ids: &[String]) -> anyhow::Result<()> {
    let pages = desk.pages().await?;
    // All of them are looked up before the first is revoked.
    let meant = ids.iter().map(|id| find(&pages, id)).collect::<Result<Vec<_>, _>>()?;
    for page in meant {
        desk.revoke(&page.id).await?;
        output::line(format!("revoked: {} {} at {}", page.id, page.browser, page.origin))?;
    }
    Ok(())
}

fn find<'a>(pages: &'a [PageLine], prefix: &str) -> Result<&'a PageLine, BadInput> {
    let prefix = prefix.to_ascii_lowercase();
    let mut found = pages.iter().filter(|page| page.id.starts_with(&prefix));
    match (found.next(), found.next()) {
        (Some(page), None) => Ok(page),
        (Some(_), Some(_)) => {
            Err(BadInput(format!("{prefix} could be several browsers; give more of the id")))
        }
        (None, _) => {
            Err(BadInput(format!("no browser has the id {prefix}; see `sayso browser list`")))
        }
    }
}
