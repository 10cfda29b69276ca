//! The line of our own configuration by which the hub connects to an agent's server.

use std::io;
use std::path::{Path, PathBuf};

use sayso_agents::{Agent, DialogServer, ServerPlace};
use sayso_bridges::AgentServer;
use sayso_setup::files_of;

use super::Ground;
use crate::config::{Settings, find, remove, shown, write};
use crate::exit::BadInput;
use crate::output;
use crate::output::style::{BOLD, DIM, DONE};

/// What becomes of it; `after`: `None` removes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BridgeLine {
    setting: &'static str,
    before: Option<String>,
    after: Option<String>,
}

impl BridgeLine {
    /// `ports`: those that the agent's server listens on.
    pub(crate) fn adding(
        agent: &'static Agent,
        ports: &[u16],
        ground: &Ground,
        settings: &Settings,
    ) -> Result<Option<BridgeLine>, BadInput> {
        let Some(DialogServer { setting, at, .. }) = agent.dialog_server else { return Ok(None) };
        let before = current(settings, setting);
        let after = match at {
            ServerPlace::Port { password, usual } => {
                let password = (ground.place.variable)(password);
                let ports = match (ports, &before) {
                    // What was set once stays.
                    ([], Some(before)) => return Ok(Some(BridgeLine::of(setting, before, before))),
                    ([], None) => &[usual],
                    (ports, _) => ports,
                };
                let urls =
                    ports.iter().map(|port| AgentServer::opencode_url(*port, password.as_deref()));
                urls.collect::<Vec<_>>().join(",")
            }
            ServerPlace::Home { .. } => {
                let home = home(agent, ground).ok_or_else(|| {
                    BadInput(format!("the directory of {} is not known", agent.name))
                })?;
                home.display().to_string()
            }
        };
        Ok(Some(BridgeLine { setting, before, after: Some(after) }))
    }

    pub(crate) fn removing(agent: &Agent, settings: &Settings) -> Option<BridgeLine> {
        let setting = agent.dialog_server?.setting;
        let before = current(settings, setting)?;
        Some(BridgeLine { setting, before: Some(before), after: None })
    }

    fn of(setting: &'static str, before: &str, after: &str) -> BridgeLine {
        BridgeLine { setting, before: Some(before.to_owned()), after: Some(after.to_owned()) }
    }

    pub(crate) fn is_change(&self) -> bool {
        self.before != self.after
    }

    pub(crate) fn perform(&self, settings: &Settings) -> anyhow::Result<()> {
        match &self.after {
            Some(value) => write(&settings.config_file, self.setting, value),
            None => remove(&settings.config_file, self.setting),
        }
    }

    /// What would change, for a person; a password is not printed.
    pub(crate) fn show(
        &self,
        agent: &Agent,
        ground: &Ground,
        settings: &Settings,
    ) -> io::Result<()> {
        if !self.is_change() {
            return Ok(());
        }
        let path = ground.place.short(&settings.config_file);
        output::line(format!("{BOLD}{}{BOLD:#}  {path}", agent.name))?;
        let printed = |value: &String| match find(self.setting) {
            Some(setting) => shown(setting, value.clone()),
            None => String::new(),
        };
        match &self.after {
            Some(value) => {
                output::item("·", DIM, "bring its own questions and permission prompts here")?;
                let line = format!("+ {} = \"{}\"", self.setting, printed(value));
                output::line(format!("  {DONE}{line}{DONE:#}"))?;
                if let Some(ServerPlace::Port { .. }) = agent.dialog_server.map(|server| server.at)
                {
                    let says = format!("{} has to be started with that port: `--port`", agent.name);
                    output::item("·", DIM, says)?;
                }
            }
            None => output::line(format!("  {DIM}{} is removed{DIM:#}", self.setting))?,
        }
        output::line("")
    }
}

fn current(settings: &Settings, setting: &str) -> Option<String> {
    let all = settings.operational().ok()?;
    all.values.filled(setting).map(str::to_owned)
}

/// The directory of its first file.
fn home(agent: &'static Agent, ground: &Ground) -> Option<PathBuf> {
    let file = files_of(agent).next()?.path(&ground.place)?;
    file.parent().map(Path::to_owned)
}
