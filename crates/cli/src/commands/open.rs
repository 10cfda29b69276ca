//! `sayso open`: the portal in a browser, with a way in.

use std::sync::Arc;

use clap::Args;
use sayso_core::IdPrefix;
use sayso_desk::Desk;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::wiring::Portal;
use crate::{output, wiring};

/// Open the portal, or one question, in the browser
#[derive(Args)]
#[command(before_help = "Examples:
  sayso open             everything that waits
  sayso open 3f2a        one question
  sayso open --print     only the link: it works once, within five minutes")]
pub struct Open {
    /// Id, or its first characters
    id: Option<IdPrefix>,
    /// Print the link and open nothing
    #[arg(long)]
    print: bool,
}

impl Open {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = Arc::new(wiring::desk(settings)?);
        let id = match &self.id {
            Some(prefix) => Some(desk.show(prefix).await?.interaction.id),
            None => None,
        };
        let portal = Portal::new(settings, desk);
        let link = portal.link(id).await?;
        if self.print {
            output::line(link.with_code())?;
        } else if portal.show(&link).await {
            output::line(format!("opened {} in the browser", link.page))?;
        } else {
            output::line(link.with_code())?;
            if let Some(tunnel) = portal.tunnel(&link.page) {
                output::line(format!("first, on the machine you sit at: {tunnel}"))?;
            }
        }
        Ok(ANSWERED)
    }
}
