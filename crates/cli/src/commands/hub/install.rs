//! `sayso hub install`: makes the session manager start it.

use std::path::Path;
use std::process::Command;

use anyhow::Context;
use clap::Args;
use etcetera::base_strategy::BaseStrategy;
use sayso_hub::{PACKAGED, Unit, packaged, unit};

use crate::config::base;
use crate::exit::{ANSWERED, Code, FAILED};
use crate::output;

/// Start the hub at login (systemd or launchd), for chats and agents over HTTP
#[derive(Args)]
#[command(before_help = "Examples:
  sayso hub install --dry-run
  sayso hub install")]
pub(crate) struct Install {
    /// Print what would be written and run, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl Install {
    pub(crate) fn run(self) -> anyhow::Result<Code> {
        let base = base()?;
        let binary = std::env::current_exe().context("cannot tell where this binary is")?;
        let Unit { path, text, enable } = unit(base.home_dir(), &base.config_dir(), &binary);
        // A unit of one's own goes first: what is there already is written again.
        let places = PACKAGED.map(Path::new);
        let brought = Some(&path).filter(|path| !path.exists());
        let brought = brought.and_then(|_| packaged(&places, &binary));
        if self.dry_run {
            match &brought {
                Some(unit) => output::line(format!("{} is used as it is\n", unit.display()))?,
                None => output::line(format!("{}:\n\n{text}", path.display()))?,
            }
            for command in enable {
                output::line(command.join(" "))?;
            }
            return Ok(ANSWERED);
        }
        match &brought {
            Some(unit) => output::line(format!("used as it is: {}", unit.display()))?,
            None => {
                let directory = path.parent().context("a unit lies in a directory")?;
                std::fs::create_dir_all(directory)
                    .and_then(|()| std::fs::write(&path, text))
                    .with_context(|| format!("cannot write {}", path.display()))?;
                output::line(format!("written: {}", path.display()))?;
            }
        }
        for command in enable {
            let done = Command::new(&command[0]).args(&command[1..]).status();
            if !done.is_ok_and(|status| status.success()) {
                output::line(format!("this did not work, run it yourself: {}", command.join(" ")))?;
                return Ok(FAILED);
            }
        }
        output::line("The hub starts with your session from now on.")?;
        Ok(ANSWERED)
    }
}
