//! What setup and doctor stand on: where agents keep their files, and how they start us.

use anyhow::Context;
use etcetera::base_strategy::BaseStrategy;
use sayso_setup::{Place, Platform, Server};

use crate::config::{Environment, Settings, base};
use crate::exit::BadInput;

pub struct Ground {
    pub place: Place,
    pub server: Server,
}

impl Ground {
    pub fn new(settings: &Settings) -> anyhow::Result<Ground> {
        let variables = Environment::of_process();
        let place = Place {
            // As the agents themselves find it if HOME is not set.
            home: base()?.home_dir().to_owned(),
            platform: Platform::HERE,
            project: std::env::current_dir().map(|dir| Place::project_of(&dir)).unwrap_or_default(),
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
        let mut server = Server::new(&binary, on_path.filter(same).as_deref());
        // An agent may not have the variables that name these.
        let data_dir = &settings.paths.data_dir;
        if *data_dir != place.home.join(".local/share/sayso") {
            server = server.with_data_dir(data_dir);
        }
        let config = &settings.config_file;
        if *config != place.home.join(".config/sayso/config.toml") {
            server = server.with_variable("SAYSO_CONFIG", &config.to_string_lossy());
        }
        Ok(Ground { place, server })
    }
}
