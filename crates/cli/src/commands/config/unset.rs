//! `sayso config unset`: resets a setting to its default.

use clap::Args;
use sayso_desk::Desk;

use super::{Name, Names};
use crate::config::{Settings, remove};
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Reset a setting to its default
#[derive(Args)]
pub struct Unset {
    /// Name of the setting, as in `sayso config show`
    #[arg(value_parser = Names, hide_possible_values = true)]
    key: Name,
}

impl Unset {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match &self.key {
            Name::Personal(key) => wiring::desk(settings)?.set_setting(*key, None).await?,
            Name::Operational(setting) => remove(&settings.config_file, setting.name)?,
        }
        output::line(format!("{} is at its default again", self.key.as_str()))?;
        Ok(ANSWERED)
    }
}
