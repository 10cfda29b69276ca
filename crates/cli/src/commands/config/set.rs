//! `sayso config set`: a personal setting is stored at the desk, an operational one in the file.

use clap::Args;
use sayso_desk::Desk;

use super::{Name, Names};
use crate::config::{Settings, write};
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};

/// Set a value
#[derive(Args)]
pub struct Set {
    /// Name of the setting, as in `sayso config show`
    #[arg(value_parser = Names, hide_possible_values = true)]
    key: Name,
    /// New value
    value: String,
    /// For timeout and timeout_action: override what the agent asks for
    #[arg(long)]
    always: bool,
}

impl Set {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self.key {
            Name::Personal(key) => {
                let value = if self.always { format!("{} always", self.value) } else { self.value };
                let (value, remark) = key.clamped(&value);
                let value =
                    key.parse(&value, wiring::CHATS).map_err(sayso_desk::DeskError::from)?;
                if let Some(remark) = remark {
                    output::warn(format!("{}: {remark}", key.as_str()))?;
                }
                wiring::desk(settings)?.set_setting(key, Some(value.clone())).await?;
                output::line(format!("{} = {value}", key.as_str()))?;
            }
            Name::Operational(key) => {
                let value =
                    key.parse(&self.value, wiring::CHATS).map_err(sayso_desk::DeskError::from)?;
                write(&settings.config_file, key.name, &value)?;
                output::line(format!(
                    "{} = {value}  ({}; restart the hub to apply)",
                    key.name,
                    settings.config_file.display()
                ))?;
            }
        }
        Ok(ANSWERED)
    }
}
