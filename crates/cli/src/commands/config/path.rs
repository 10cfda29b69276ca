//! `sayso config path`: the configuration file and the data directory.

use clap::Args;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output;

/// Print the paths of the configuration file and the data directory
#[derive(Args)]
#[group(multiple = false)]
pub struct Path {
    /// Print only the path of the configuration file
    #[arg(long)]
    file: bool,
    /// Print only the path of the data directory
    #[arg(long)]
    data: bool,
}

impl Path {
    pub fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let file = settings.config_file.display();
        let data = settings.paths.data_dir.display();
        output::line(match (self.file, self.data) {
            (true, _) => file.to_string(),
            (_, true) => data.to_string(),
            (false, false) => format!("config file:    {file}\ndata directory: {data}"),
        })?;
        Ok(ANSWERED)
    }
}
