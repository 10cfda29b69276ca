//! `sayso config get`: one value, for scripts.

use clap::Args;

use super::{Name, show};
use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output;

/// Print the value of a setting
#[derive(Args)]
pub struct Get {
    /// Name of the setting, as in `sayso config show`
    key: String,
}

impl Get {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let wanted = match Name::parse(&self.key)? {
            Name::Personal(key) => key.as_str(),
            Name::Operational(key) => key.name,
        };
        let lines = show::lines(settings).await?;
        let found = lines.into_iter().find(|line| line.name == wanted);
        output::line(found.map(|line| line.value).unwrap_or_default())?;
        Ok(ANSWERED)
    }
}
