//! `sayso config path`: which file is read.

use clap::Args;

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output;

/// Print the path of the configuration file
#[derive(Args)]
pub struct Path {
    /// Print the data directory instead
    #[arg(long)]
    data: bool,
}

impl Path {
    pub fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let path = if self.data { &settings.paths.data_dir } else { &settings.config_file };
        output::line(path.display())?;
        Ok(ANSWERED)
    }
}
