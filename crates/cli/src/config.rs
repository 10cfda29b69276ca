//! Sources of settings: built-in, `config.toml`, environment, flag. Personal settings that a person
//! has changed are stored at the desk.

mod environment;
mod example;
mod file;
mod operational;
mod policy;
mod relay;
mod table;
mod values;

use std::path::{Path, PathBuf};

use etcetera::base_strategy::BaseStrategy;
use sayso_api::desktop::DesktopSession;
use sayso_chat::Given;
use sayso_core::settings::SettingsLayer;
use sayso_guard::ToolUse;
use sayso_hub::Paths;

use crate::browser::Browser;
use crate::exit::BadInput;
use crate::notification::Notifications;

pub(crate) use environment::{Environment, base, variable, variables};
pub(crate) use example::example;
pub(crate) use file::{remove, write};
pub(crate) use operational::Operational;
pub(crate) use policy::{Policy, unknown_rule};
pub(crate) use table::{all as operational_settings, find, is_secret, names, shown, unknown};

/// Everything a command needs to know before it does anything.
#[derive(Clone)]
pub(crate) struct Settings {
    pub paths: Paths,
    pub config_file: PathBuf,
    /// URL and token of a remote hub.
    pub remote: Option<(String, String)>,
    /// Personal settings from the environment, sent with each ask.
    pub environment: SettingsLayer,
    /// Values of the environment that could not be used as they are, and older names, for the log.
    pub remarks: Vec<String>,
    pub log_level: String,
    pub log_file: Option<PathBuf>,
    variables: Environment,
}

impl Settings {
    /// Whether a command that names no data directory uses this one, also in another environment.
    pub(crate) fn has_usual_data_dir(&self) -> bool {
        let moved = self.variables.first(&["XDG_DATA_HOME"]).is_some();
        let usual = base().map(|base| base.data_dir().join("sayso"));
        !moved && usual.is_ok_and(|usual| usual == self.paths.data_dir)
    }

    pub(crate) fn load(
        variables: Environment,
        data_dir: Option<&Path>,
    ) -> anyhow::Result<Settings> {
        let data_dir = match data_dir {
            Some(dir) => dir.to_owned(),
            None => variables.data_dir()?,
        };
        let (environment, mut remarks) = variables.personal();
        remarks.extend(variables.deprecated());
        let remote = remote_hub(&variables)?;
        // Locks, sockets and hubs are found by the path, so it must not depend on the current
        // directory.
        let data_dir = std::path::absolute(data_dir)?;
        let paths = Paths::new(&data_dir);
        let config_file = variables.config_file()?;
        let log_level = variables.first(&["SAYSO_LOG_LEVEL", "CHOICE_LOG_LEVEL"]);
        let log_file = variables.first(&["SAYSO_LOG_FILE", "CHOICE_LOG_FILE"]).map(PathBuf::from);
        Ok(Settings {
            paths,
            config_file,
            remote,
            environment,
            remarks,
            // A command's own log is only written on request.
            log_level: log_level.map_or_else(|| "warn".to_owned(), |level| level.to_lowercase()),
            log_file,
            variables,
        })
    }

    /// The first of these variables that is set.
    pub(crate) fn variable(&self, names: &[&str]) -> Option<String> {
        self.variables.first(names)
    }

    /// The working directory of a hub: it may be started from anywhere.
    pub(crate) fn home(&self) -> PathBuf {
        self.variable(&["HOME"]).map_or_else(|| PathBuf::from("/"), PathBuf::from)
    }

    /// The settings of a chat.
    pub(crate) fn given<T>(
        &self,
        operational: &Operational,
        read: impl FnOnce(&Given<'_>) -> Result<T, String>,
    ) -> Result<T, BadInput> {
        operational.values.given(&self.variables, read).map_err(BadInput)
    }

    /// Operational settings, for the hub or for showing what it would use.
    pub(crate) fn operational(&self) -> anyhow::Result<Operational> {
        let file = file::read(&self.config_file)?;
        let remark = match table::SECRETS.iter().any(|name| file.contains_key(*name)) {
            true => file::keep_private(&self.config_file)?,
            false => None,
        };
        let mut operational = operational::resolve(file, &self.variables)?;
        operational.remarks.extend(remark);
        Ok(operational)
    }

    /// The desktop session of this process; empty if it has none.
    pub(crate) fn desktop(&self) -> DesktopSession {
        self.variables.desktop()
    }

    /// The browser of this process.
    pub(crate) fn browser(&self) -> Browser {
        Browser::of(&self.variables)
    }

    /// The browser of another desktop session on this machine.
    pub(crate) fn browsers(&self) -> impl Fn(&DesktopSession) -> Browser + Send + Sync + use<> {
        let variables = self.variables.clone();
        move |session| Browser::of(&variables.on_desktop(session))
    }

    pub(crate) fn notifications(&self) -> Notifications {
        Notifications::new(self.variables.clone())
    }

    /// Which actions of agents need a person's decision.
    pub(crate) fn policy(&self) -> anyhow::Result<Policy> {
        Policy::read(&self.config_file, &self.variables, None)
    }

    /// The same with the rules that can apply to this tool use.
    pub(crate) fn policy_about(&self, tool_use: &ToolUse) -> anyhow::Result<Policy> {
        Policy::read(&self.config_file, &self.variables, Some(tool_use))
    }
}

/// URL and token, without the line break that an env file or a mounted secret may end with.
fn remote_hub(variables: &Environment) -> Result<Option<(String, String)>, BadInput> {
    let trimmed = |name| variables.first(&[name]).map(|value| value.trim().to_owned());
    let Some(url) = trimmed("SAYSO_HUB") else { return Ok(None) };
    let Some(token) = trimmed("SAYSO_TOKEN") else {
        return Err(BadInput(
            "SAYSO_HUB is set but SAYSO_TOKEN is not: make a token with `sayso token create` on the hub's machine".to_owned(),
        ));
    };
    if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(BadInput(
            "SAYSO_TOKEN is not a token: it contains a space, a line break or a character outside ASCII".to_owned(),
        ));
    }
    Ok(Some((url, token)))
}
