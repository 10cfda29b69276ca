//! `sayso hub`: the background process.

mod install;
mod run;
mod status;
mod stop;

use clap::Subcommand;

use crate::config::Settings;
use crate::exit::Code;

#[derive(Subcommand)]
pub(crate) enum Hub {
    Run(run::Run),
    Status(status::Status),
    Stop(stop::Stop),
    Install(install::Install),
}

impl Hub {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self {
            Hub::Run(_) => unreachable!("it has its own log and runtime"),
            Hub::Status(status) => status.run(settings).await,
            Hub::Stop(stop) => stop.run(settings).await,
            Hub::Install(install) => install.run(),
        }
    }
}
