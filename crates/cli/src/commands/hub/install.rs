//! `sayso hub install`: makes the session manager start it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use clap::Args;
use etcetera::base_strategy::BaseStrategy;
use sayso_hub::{PACKAGED, ServiceUnit, packaged, unit};

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
        let unit = unit(base.home_dir(), &base.config_dir(), &binary);
        let brought = brought(&unit, &PACKAGED.map(Path::new), &binary);
        if self.dry_run {
            match &brought {
                Some(path) => output::line(format!("{} is used as it is\n", path.display()))?,
                None => output::line(format!("{}:\n\n{}", unit.path.display(), unit.text))?,
            }
            for command in unit.enable {
                output::line(command.join(" "))?;
            }
            return Ok(ANSWERED);
        }
        output::line(put(&unit, brought)?)?;
        for command in unit.enable {
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

/// What a package brought, unless there is a unit of one's own: that goes first, and is written again.
fn brought(unit: &ServiceUnit, places: &[&Path], binary: &Path) -> Option<PathBuf> {
    if unit.path.exists() { None } else { packaged(places, binary) }
}

/// Writes the unit if there is none to use, and says which it is.
fn put(unit: &ServiceUnit, brought: Option<PathBuf>) -> anyhow::Result<String> {
    let ServiceUnit { path, text, .. } = unit;
    if let Some(brought) = brought {
        return Ok(format!("used as it is: {}", brought.display()));
    }
    let directory = path.parent().context("a unit lies in a directory")?;
    std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(path, text))
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(format!("written: {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packaged_unit_is_used_as_it_is_and_nothing_is_written() {
        let dir = tempfile::tempdir().unwrap();
        let (binary, places) = (dir.path().join("sayso"), [dir.path()]);
        let own = ServiceUnit {
            path: dir.path().join("home/sayso-hub.service"),
            text: "mine".to_owned(),
            enable: Vec::new(),
        };
        let install = || put(&own, brought(&own, &places, &binary)).unwrap();
        let packaged = dir.path().join("sayso-hub.service");
        let starts = format!("[Service]\nExecStart={} hub run\n", binary.display());
        std::fs::write(&packaged, starts).unwrap();
        assert_eq!(install(), format!("used as it is: {}", packaged.display()));
        assert!(!own.path.parent().unwrap().exists());
        // Without it there is one of one's own, which stays in use when the package comes back.
        let kept = dir.path().join("kept");
        std::fs::rename(&packaged, &kept).unwrap();
        assert_eq!(install(), format!("written: {}", own.path.display()));
        std::fs::rename(&kept, &packaged).unwrap();
        assert_eq!(install(), format!("written: {}", own.path.display()));
    }
}
