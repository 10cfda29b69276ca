//! `sayso hub status`: whether the hub is running, and its state.

use clap::Args;
use sayso_api::Pace;
use sayso_core::text::clean_line;
use sayso_desk::{DeskError, HubState, Unresponsive, UnresponsiveHub};
use sayso_hub::HubInfo;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code, FAILED, even_if_unread};
use crate::output::style::DIM;
use crate::output::wrap::{indented, terminal_width};
use crate::output::{self, time};
use crate::wiring;

/// Show whether the hub is running, and its state
#[derive(Args)]
#[command(before_help = "Examples:
  sayso hub status
  sayso hub status --json")]
pub(crate) struct Status {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Status {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::running_hub(settings, Pace::default())?;
        let status = match desk.status().await {
            Ok(status) => status,
            Err(DeskError::NoAnswer { unresponsive, .. }) => return self.silent(&unresponsive),
            Err(error @ DeskError::Unreachable(_)) if settings.remote.is_none() => {
                // Without a socket it may still be running.
                let holder = HubInfo::holder(&settings.paths.lock())?;
                return match holder {
                    Some(HubInfo { pid, stage, .. }) => {
                        tracing::info!(%error, "the lock is held");
                        self.silent(&Unresponsive::of(pid, stage.into()))
                    }
                    None => self.absent(),
                };
            }
            Err(error) => {
                // Of several it may be any.
                if let Some(url) = desk.url() {
                    output::aside(format!("the hub in use is {url}"));
                }
                return Err(error.into());
            }
        };
        if self.json {
            let mut value = serde_json::to_value(&status)?;
            value["running"] = true.into();
            if let Some(url) = desk.url() {
                value["url"] = url.into();
            }
            output::json(&value)?;
            return Ok(ANSWERED);
        }
        let connections = connections(&status);
        let surfaces =
            status.attached.iter().map(|open| format!("{} ({})", open.surface.0, open.label));
        let surfaces = surfaces.collect::<Vec<_>>().join(", ");
        let others: Vec<String> = status.hubs.into_iter().map(|hub| hub.name).collect();
        let mut rows = vec![
            ("version", status.version),
            ("pid", status.pid.to_string()),
            ("waiting", status.pending.to_string()),
            ("connections", connections),
            ("up", time::span(status.uptime_seconds)),
            ("address", status.portal.unwrap_or_default()),
            ("data", status.data_dir),
            ("store", status.database.unwrap_or_else(|| "SQLite".to_owned())),
            ("open", if surfaces.is_empty() { "nothing".to_owned() } else { surfaces }),
        ];
        if let Some(url) = desk.url() {
            rows.insert(0, ("hub", url.to_owned()));
        }
        if !others.is_empty() {
            rows.push(("other hubs", others.join(", ")));
        }
        if status.unreadable > 0 {
            let count = status.unreadable;
            let hint = format!("{count}; `sayso list --all` names them and says what to do");
            rows.push(("unreadable", hint));
        }
        let width = terminal_width(&std::io::stdout());
        for (name, value) in rows {
            let value = indented(&clean_line(&value), NAMES, width);
            output::line(format!("{DIM}{name:<NAMES$}{DIM:#}{}", value.trim()))?;
        }
        Ok(ANSWERED)
    }

    fn absent(self) -> anyhow::Result<Code> {
        let printed = if self.json {
            output::json(&serde_json::json!({ "running": false }))
        } else {
            let words = "The hub is not running; any command starts it when it is needed.";
            output::line(words).map_err(Into::into)
        };
        even_if_unread(printed, FAILED)
    }

    fn silent(self, unresponsive: &Unresponsive) -> anyhow::Result<Code> {
        even_if_unread(self.print_silent(unresponsive), FAILED)
    }

    /// It is running and can't be used.
    fn print_silent(self, unresponsive: &Unresponsive) -> anyhow::Result<()> {
        if self.json {
            let state = match unresponsive.state {
                HubState::Starting => "starting",
                HubState::Replaced => "being_replaced",
                HubState::Ending => "ending",
                HubState::NoAnswer => "no_answer",
            };
            let pid = match &unresponsive.hub {
                UnresponsiveHub::Process(pid) => Some(pid),
                UnresponsiveHub::At(_) | UnresponsiveHub::Unknown => None,
            };
            return output::json(
                &serde_json::json!({ "running": true, "state": state, "pid": pid }),
            );
        }
        let words = unresponsive.to_string();
        let mut letters = words.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        output::line(format!("{}{}.", first.unwrap_or_default(), letters.as_str()))?;
        if unresponsive.state == HubState::NoAnswer {
            output::line("End it with `sayso hub stop`; the next command starts another one.")?;
        }
        Ok(())
    }
}

/// How many there are, and the usage of each kind.
fn connections(status: &sayso_wire::HubStatus) -> String {
    let taken = status.places.iter().filter(|fill| fill.taken > 0);
    let kinds = taken.map(|fill| {
        let what = match fill.kind.as_str() {
            "strangers" => "not yet known",
            "short" => "in a call",
            "waiting" => "agents that wait",
            "people" => "pages and terminals",
            other => other,
        };
        // The limit matters where it is near.
        match fill.taken * 2 > fill.most {
            true => format!("{} {what}, at most {}", fill.taken, fill.most),
            false => format!("{} {what}", fill.taken),
        }
    });
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    match kinds.is_empty() {
        true => status.connections.to_string(),
        false => format!("{} ({kinds})", status.connections),
    }
}

/// Width of the names, and two columns before the values.
const NAMES: usize = 13;
