//! `sayso hub run`: runs the hub.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sayso_api::Pace;
use sayso_desk::DeskError;
use sayso_hub::{Announcement, HubError, Starting, detach};

use crate::config::{Operational, Settings};
use crate::exit::{ANSWERED, BadInput, Code};
use crate::output::time::seconds;
use crate::{logs, output, wiring};

/// Run the hub in the foreground
#[derive(Args)]
#[command(before_help = "Example:
  sayso hub run --linger never")]
pub(crate) struct Run {
    /// Started by another command: report when ready, then detach
    #[arg(long, hide = true)]
    detached: bool,
    /// How long to keep running with nothing to do (90s, 10m), or `never` to run until it is stopped
    #[arg(long, value_name = "TIME")]
    linger: Option<String>,
    /// Port to listen on; 0 picks a free one
    #[arg(long)]
    port: Option<u16>,
}

impl Run {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let detached = self.detached;
        let result = self.serve(settings);
        match result {
            Ok(()) => Ok(ANSWERED),
            Err(error) if detached => {
                let announcement = match error.downcast_ref::<HubError>() {
                    Some(HubError::Taken) => Announcement::Taken,
                    Some(
                        HubError::Starting(_)
                        | HubError::StillEnding { .. }
                        | HubError::Desk(_)
                        | HubError::Io(_),
                    )
                    | None => Announcement::Failed(format!("{error:#}")),
                };
                announcement.send()?;
                Err(error)
            }
            Err(error) => match error.downcast_ref::<HubError>() {
                Some(HubError::Taken) => Err(beside(settings)?.unwrap_or(error)),
                Some(_) | None => Err(error),
            },
        }
    }

    fn serve(self, settings: &Settings) -> anyhow::Result<()> {
        // Held until it serves, or until this process ends.
        let starting = self.detached.then(Starting::handed_over).transpose()?;
        let mut operational = settings.operational()?;
        operational.port = self.port.or(operational.port);
        if let Some(linger) = &self.linger {
            operational.linger = match linger.as_str() {
                "never" => None,
                time => Some(
                    seconds(time)
                        .map(Duration::from_secs)
                        .map_err(|why| BadInput(format!("--linger: {why}, or `never`")))?,
                ),
            };
        }
        if self.detached {
            detach(&settings.paths).map_err(HubError::Io)?;
        }
        logs::start(&operational.log_level, self.log_file(settings, &operational).as_deref())?;
        for remark in &operational.remarks {
            tracing::warn!("{remark}");
        }
        // Two threads are enough: the hub mostly waits. The store has its own threads.
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let setup = wiring::hub(settings, operational, starting)?;
        let detached = self.detached;
        let ready = |info: &sayso_hub::HubInfo, remark: Option<&str>| {
            let told = if detached {
                Announcement::Ready(remark.map(str::to_owned)).send()
            } else {
                output::line(format!("ready on port {}, pid {}", info.port, info.pid))
            };
            if let Err(error) = told {
                tracing::debug!(%error, "the process that started the hub is gone");
            }
        };
        let ended = runtime.block_on(sayso_hub::run(setup, ready))?;
        // Tasks end with the runtime, the store with its last task, and only then the lock is
        // released.
        drop(runtime);
        let lost = ended.lost().map(str::to_owned);
        ended.finish();
        match lost {
            // The starter of a detached hub is gone; the reason is in the log.
            Some(lost) if !detached => Err(anyhow::Error::msg(lost)),
            Some(_) | None => Ok(()),
        }
    }

    fn log_file(&self, settings: &Settings, operational: &Operational) -> Option<PathBuf> {
        let file = match (&operational.log_file, self.detached) {
            (Some(file), _) => file.clone(),
            (None, true) => settings.paths.log(),
            (None, false) => return None,
        };
        logs::rotate(&file, operational.log_rotate_bytes);
        Some(file)
    }
}

/// The running hub may be one that nobody can use.
fn beside(settings: &Settings) -> anyhow::Result<Option<anyhow::Error>> {
    let desk = wiring::running_hub(settings, Pace::PROMPT)?;
    desk.on_unresponsive(|_| {});
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let status = runtime.block_on(desk.status());
    runtime.shutdown_background();
    Ok(match status {
        Err(error @ DeskError::NoAnswer { .. }) => Some(error.into()),
        Ok(_) | Err(_) => None,
    })
}
