//! `sayso config get`: one value, for scripts.

use clap::Args;

use super::{Name, Names, show};
use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output;

/// Print the value of a setting
#[derive(Args)]
pub struct Get {
    /// Name of the setting, as in `sayso config show`
    #[arg(value_parser = Names, hide_possible_values = true)]
    key: Name,
}

impl Get {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let lines = show::lines(settings).await?;
        let found = lines.into_iter().find(|line| line.name == self.key.as_str());
        output::line(found.map(|line| line.value).unwrap_or_default())?;
        Ok(ANSWERED)
    }
}
