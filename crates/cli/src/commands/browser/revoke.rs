//! `sayso browser revoke`: revokes a browser's access and disconnects its open pages.

use anyhow::bail;
use clap::Args;
use sayso_wire::PageLine;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Revoke a browser's access to the portal; its open pages are disconnected at once
#[derive(Args)]
#[command(before_help = "Examples:
  sayso browser revoke 3f2a      one of `sayso browser list`
  sayso browser revoke --all     every browser")]
#[group(required = true, multiple = false)]
pub struct Revoke {
    /// Ids, or their first characters
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Revoke every browser and all unused links
    #[arg(long)]
    all: bool,
}

impl Revoke {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::desk(settings)?;
        if self.all {
            let browsers = match desk.revoke_all().await?.pages {
                0 => "no browser had access".to_owned(),
                1 => "1 browser".to_owned(),
                several => format!("{several} browsers"),
            };
            output::line(format!("revoked: {browsers}"))?;
            return Ok(ANSWERED);
        }
        let pages = desk.pages().await?;
        // All of them are looked up before the first is revoked.
        let meant = self.ids.iter().map(|id| find(&pages, id)).collect::<Result<Vec<_>, _>>()?;
        for page in meant {
            desk.revoke(&page.id).await?;
            output::line(format!("revoked: {} {} at {}", page.id, page.browser, page.origin))?;
        }
        Ok(ANSWERED)
    }
}

fn find<'a>(pages: &'a [PageLine], prefix: &str) -> anyhow::Result<&'a PageLine> {
    let prefix = prefix.to_ascii_lowercase();
    let mut found = pages.iter().filter(|page| page.id.starts_with(&prefix));
    match (found.next(), found.next()) {
        (Some(page), None) => Ok(page),
        (Some(_), Some(_)) => {
            bail!("{prefix} could be several browsers; give more of the id")
        }
        (None, _) => bail!("no browser has the id {prefix}; see `sayso browser list`"),
    }
}
