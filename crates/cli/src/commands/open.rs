//! `sayso open`: opens the page in a browser and gives it access.

use std::io::{self, IsTerminal};
use std::sync::Arc;

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_api::RemoteDesk;
use sayso_core::IdPrefix;
use sayso_desk::Asking;

use super::completions::offers;
use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::output::qr::drawn;
use crate::wiring::Portal;
use crate::{output, wiring};

/// Open the page, or one question, in the browser
#[derive(Args)]
#[command(before_help = "Examples:
  sayso open             all waiting questions
  sayso open 3f2a        one question
  sayso open --print     print the link: it works once, for five minutes
  sayso open --pair      a phone or another computer: shows an address and a code to type there
  sayso open --print --at https://sayso.example.com      the same through a proxy")]
pub(crate) struct Open {
    /// Id, or its first characters
    #[arg(add = ArgValueCandidates::new(offers::all))]
    id: Option<IdPrefix>,
    /// Address of the page behind a tunnel or proxy (its host must be in `hub.hosts`)
    #[arg(long, value_name = "URL", value_parser = address)]
    at: Option<String>,
    /// Print the link instead of opening it
    #[arg(long)]
    print: bool,
    /// Pair a browser on another device: shows an address and a code to type there (a paired page can
    /// answer irreversible questions where `irreversible.surfaces` requires it)
    #[arg(long, conflicts_with_all = ["id", "at", "print"])]
    pair: bool,
}

impl Open {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        if let Some(at) = &self.at {
            is_answered(at, &settings.operational()?.hosts)?;
        }
        let desk = Arc::new(wiring::desk(settings)?);
        if self.pair {
            return pair(&desk).await;
        }
        let id = match &self.id {
            Some(prefix) => Some(desk.show(prefix).await?.interaction.id),
            None => None,
        };
        let portal = Portal::new(settings, desk);
        let link = match &self.at {
            Some(base) => portal.link_at(base, id).await?,
            None => portal.link(id).await?,
        };
        if self.print {
            output::line(link.with_code())?;
        } else if portal.show(&link).await {
            output::line(format!("opened {} in the browser", link.page))?;
        } else {
            output::line(link.with_code())?;
            if let Some(tunnel) = portal.tunnel(&link.page) {
                output::line(format!("first, on the computer in front of you: {tunnel}"))?;
            }
        }
        Ok(ANSWERED)
    }
}

async fn pair(desk: &RemoteDesk) -> anyhow::Result<Code> {
    let offered = desk.pair().await?;
    let minutes = offered.expires_in_seconds / 60;
    for address in &offered.addresses {
        output::line(format!("open on the other device: http://{address}/"))?;
    }
    let first = offered.addresses.first().filter(|_| io::stdout().is_terminal());
    for line in first.and_then(|address| drawn(&format!("http://{address}/"))).unwrap_or_default() {
        output::line(line)?;
    }
    output::line(format!("and type this code there:  {}", offered.code))?;
    output::aside(format!(
        "it works once, within {minutes} minutes; `sayso browser list` shows the page"
    ));
    Ok(ANSWERED)
}

/// The hub refuses requests to a host that it isn't configured for, so a link there would open nothing.
fn is_answered(at: &str, hosts: &[String]) -> Result<(), BadInput> {
    let host = at.split_once("://").map_or(at, |(_, rest)| rest);
    let host = host.split('/').next().unwrap_or_default();
    let is_local = ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| {
        host.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    });
    if is_local || hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return Ok(());
    }
    Err(BadInput(format!(
        "the hub does not answer to the host `{host}`\n\
         add it to hub.hosts (`sayso config path` shows the file), restart the hub, and try again"
    )))
}

fn address(typed: &str) -> Result<String, String> {
    let host = typed.strip_prefix("https://").or_else(|| typed.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.starts_with('/') => Ok(typed.to_owned()),
        Some(_) | None => Err("give an address such as https://sayso.example.com".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_made_for_hosts_that_the_hub_answers_to() {
        let hosts = ["sayso.example.com".to_owned()];
        for at in
            ["https://sayso.example.com", "https://Sayso.example.com/x", "http://localhost:80"]
        {
            assert!(is_answered(at, &hosts).is_ok(), "{at}");
        }
        for at in [
            "https://evil.example.com",
            "https://localhost.example.com",
            "https://sayso.example.com:444",
        ] {
            let refused = is_answered(at, &hosts).unwrap_err();
            assert!(refused.0.contains("hub.hosts"), "{at}");
        }
    }
}
