//! `sayso store`: where questions are kept.

mod check;
mod copy;
mod place;
mod progress;

use clap::Subcommand;

use crate::config::Settings;
use crate::exit::Code;

#[derive(Subcommand)]
pub(crate) enum Store {
    Copy(copy::Copy),
    Check(check::Check),
}

impl Store {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self {
            Store::Copy(copy) => copy.run(settings).await,
            Store::Check(check) => check.run(settings).await,
        }
    }
}
