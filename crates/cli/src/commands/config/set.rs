//! `sayso config set`: a personal setting at the desk, as a surface would; an operational one in the file.

use clap::Args;
use sayso_desk::Desk;

use super::Name;
use crate::config::{Settings, write};
use crate::exit::{ANSWERED, BadInput, Code};
use crate::{output, wiring};

/// Set a value
#[derive(Args)]
pub struct Set {
    /// Name of the setting, as in `sayso config show`
    key: String,
    /// New value
    value: String,
    /// For timeout and timeout_action: override what the agent asks for
    #[arg(long)]
    always: bool,
}

impl Set {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match Name::parse(&self.key)? {
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
                let value = key.parse(&self.value).map_err(BadInput)?;
                write(&settings.config_file, key.name, &value)?;
                output::line(format!(
                    "{} = {value}  ({}; a running hub takes it up when it starts again)",
                    key.name,
                    settings.config_file.display()
                ))?;
            }
        }
        Ok(ANSWERED)
    }
}
