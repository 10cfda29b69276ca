//! `sayso hub`: the background process.

mod install;
mod run;
mod status;
mod stop;

use clap::{Args, Subcommand};

use crate::config::Settings;
use crate::exit::Code;
use crate::logs;

/// Manage the background hub (started automatically)
#[derive(Args)]
pub struct Hub {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Status(status::Status),
    Stop(stop::Stop),
    Install(install::Install),
}

impl Hub {
    pub fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        // The hub sets up its own log, and needs a runtime with several threads.
        let command = match self.command {
            Command::Run(run) => return run.run(settings),
            command => command,
        };
        logs::start(&settings.log_level, settings.log_file.as_deref())?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            match command {
                Command::Status(status) => status.run(settings).await,
                Command::Stop(stop) => stop.run(settings).await,
                Command::Install(install) => install.run(),
                Command::Run(_) => unreachable!("run above"),
            }
        })
    }
}
