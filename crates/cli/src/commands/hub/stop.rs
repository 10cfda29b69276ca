//! `sayso hub stop`: end it; nothing that is pending is lost.

use clap::Args;
use sayso_api::wire;
use sayso_desk::DeskError;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// End the hub; what is pending stays, and the next command starts it again
#[derive(Args)]
pub struct Stop {}

impl Stop {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match wiring::running_hub(settings)?.stop(wire::Stop::default()).await {
            Ok(()) => output::line("The hub is ending.")?,
            Err(DeskError::Unreachable(_)) => output::line("The hub was not running.")?,
            Err(error) => return Err(error.into()),
        }
        Ok(ANSWERED)
    }
}
