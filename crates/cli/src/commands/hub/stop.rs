//! `sayso hub stop`: stops it; waiting questions are kept.

use std::time::Duration;

use clap::Args;
use sayso_api::Pace;
use sayso_desk::DeskError;
use sayso_hub::{Stopped, has_ended, stop_by_lock};
use sayso_wire::StopRequest;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Stop the hub, even if it does not respond; waiting questions are kept, the next command starts it again
#[derive(Args)]
#[command(before_help = "Example:
  sayso hub stop")]
pub(crate) struct Stop {}

/// How long a hub that doesn't respond has to end by itself, before it is killed.
const GRACE: Duration = Duration::from_secs(5);
/// How long to wait for one that does respond.
const ENDS: Duration = Duration::from_secs(10);

impl Stop {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let desk = wiring::running_hub(settings, Pace::PROMPT)?;
        desk.on_unresponsive(|_| {});
        match desk.stop(StopRequest::default()).await {
            Ok(()) => {
                drop(desk);
                // The next command should get the next hub, not the end of this one.
                let ended = settings.remote.is_none() && has_ended(&settings.paths, ENDS).await?;
                output::line(if ended { "The hub has ended." } else { "The hub is ending." })?;
                return Ok(ANSWERED);
            }
            Err(error @ (DeskError::Unreachable(_) | DeskError::NoAnswer { .. })) => {
                if settings.remote.is_some() {
                    return Err(error.into());
                }
                tracing::info!(%error, "ending the hub by its lock");
            }
            Err(error) => return Err(error.into()),
        }
        let grace = GRACE / wiring::test_speed();
        let said = match stop_by_lock(&settings.paths, grace).await? {
            Stopped::NotRunning => "The hub was not running.".to_owned(),
            Stopped::Terminated { pid } => {
                format!("The hub (pid {pid}) did not answer; it has ended (SIGTERM).")
            }
            Stopped::Killed { pid } => {
                format!("The hub (pid {pid}) did not answer; it was killed (SIGKILL).")
            }
            Stopped::StillThere { pid } => anyhow::bail!(
                "the hub (pid {pid}) does not end; the system holds it, perhaps a disk that does not answer"
            ),
        };
        output::line(said)?;
        Ok(ANSWERED)
    }
}
