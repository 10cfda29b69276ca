//! `sayso config unset`: back to the default.

use clap::Args;
use sayso_desk::Desk;

use super::Name;
use crate::config::{Settings, remove};
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Reset a setting to its default
#[derive(Args)]
pub struct Unset {
    /// Name of the setting, as in `sayso config show`
    key: String,
}

impl Unset {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let name = match Name::parse(&self.key)? {
            Name::Personal(key) => {
                wiring::desk(settings)?.set_setting(key, None).await?;
                key.as_str()
            }
            Name::Operational(key) => {
                remove(&settings.config_file, key.name)?;
                key.name
            }
        };
        output::line(format!("{name} is at its default again"))?;
        Ok(ANSWERED)
    }
}
