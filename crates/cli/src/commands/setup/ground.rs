//! The context of setup and doctor: where agents keep their files, and how they start us.

use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::base_strategy::BaseStrategy;
use sayso_setup::{AgentHome, Platform, ProgramOrigin, ServerCommand, quoted};

use super::lasting;
use crate::config::{Environment, Settings, base};
use crate::exit::BadInput;

pub(crate) struct Ground {
    pub place: AgentHome,
    pub server: ServerCommand,
    /// This program.
    pub binary: PathBuf,
    pub origin: ProgramOrigin,
}

impl Ground {
    pub(crate) fn new(settings: &Settings) -> anyhow::Result<Ground> {
        let variables = Environment::of_process();
        let place = AgentHome {
            // As the agents themselves find it if HOME is not set.
            home: base()?.home_dir().to_owned(),
            platform: Platform::HERE,
            project: std::env::current_dir()
                .map(|dir| AgentHome::project_of(&dir))
                .unwrap_or_default(),
            variable: Box::new(move |name| variables.first(&[name])),
        };
        if !place.home.is_absolute() {
            let home = &place.home;
            return Err(BadInput(format!("HOME has to be an absolute path; it is {home:?}")).into());
        }
        let binary = std::env::current_exe().context("cannot tell where this program is")?;
        // A link on the search path stays valid after an update.
        let on_path = place.program("sayso");
        let same =
            |path: &std::path::PathBuf| std::fs::canonicalize(path).ok().as_ref() == Some(&binary);
        let mut server = ServerCommand::new(&binary, on_path.filter(same).as_deref());
        // An agent may not have the variables that name these.
        let data_dir = &settings.paths.data_dir;
        if *data_dir != place.home.join(".local/share/sayso") {
            server = server.with_data_dir(data_dir);
        }
        let config = &settings.config_file;
        if *config != place.home.join(".config/sayso/config.toml") {
            server = server.with_variable("SAYSO_CONFIG", &config.to_string_lossy());
        }
        let origin = ProgramOrigin::of(&binary);
        let mut ground = Ground { place, server, binary, origin };
        if origin != ProgramOrigin::Installed && ground.copy().is_file() {
            ground.start_copy();
        }
        Ok(ground)
    }

    /// Where a copy of this program stays.
    pub(crate) fn copy(&self) -> PathBuf {
        self.place.home.join(".local/bin/sayso")
    }

    /// Agents start a copy that is another version or build than this program.
    pub(crate) fn copy_differs(&self) -> bool {
        let copy = self.copy();
        Path::new(&self.server.command) == copy
            && !lasting::same(&self.binary, &copy).unwrap_or(true)
    }

    /// Agents start the copy.
    pub(crate) fn start_copy(&mut self) {
        self.server = self.server.clone().started_from(&self.copy(), self.origin);
    }

    /// The beginning of a command that the person can run from where they are.
    pub(crate) fn command(&self) -> String {
        let typed = self.server.typed(self.origin);
        let program = Path::new(&typed[0]);
        let is_program = |path: &PathBuf| {
            std::fs::canonicalize(path).ok() == std::fs::canonicalize(program).ok()
        };
        // Somebody who builds it stands in the clone.
        let here = std::env::current_dir().ok().filter(|_| self.origin == ProgramOrigin::Build);
        let below = here.and_then(|here| program.strip_prefix(here).ok());
        let below = below.filter(|_| program == self.binary);
        let program = match (program.is_absolute(), self.place.program("sayso")) {
            (true, Some(path)) if is_program(&path) => "sayso".to_owned(),
            _ => quoted(&below.unwrap_or(program).to_string_lossy()),
        };
        let words = typed[1..].iter().map(|word| quoted(word));
        std::iter::once(program).chain(words).collect::<Vec<_>>().join(" ")
    }
}
