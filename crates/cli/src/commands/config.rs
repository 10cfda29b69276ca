//! `sayso config`: what is set, where it came from, and how to change it.

mod get;
mod path;
mod set;
mod show;
mod unset;

use clap::{Args, Subcommand};
use sayso_core::settings;

use crate::config::{Key, Settings};
use crate::exit::{BadInput, Code};

/// Show and change settings
#[derive(Args)]
#[command(before_help = "Examples:
  sayso config show
  sayso config set language zh
  sayso config set timeout '600 always'
  sayso config set hub.port 8080
  sayso config unset timeout")]
pub struct Config {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Show(show::Show),
    Get(get::Get),
    Set(set::Set),
    Unset(unset::Unset),
    Path(path::Path),
}

impl Config {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self.command {
            Command::Show(show) => show.run(settings).await,
            Command::Get(get) => get.run(settings).await,
            Command::Set(set) => set.run(settings).await,
            Command::Unset(unset) => unset.run(settings).await,
            Command::Path(path) => path.run(settings),
        }
    }
}

/// A setting by its name: the person's, kept at the desk, or the operator's, kept in the file.
enum Name {
    Personal(settings::Key),
    Operational(&'static Key),
}

impl Name {
    fn parse(name: &str) -> Result<Name, BadInput> {
        let personal = name.strip_prefix("personal.").unwrap_or(name).replace('-', "_");
        if let Some(key) = settings::Key::from_name(&personal) {
            return Ok(Name::Personal(key));
        }
        Key::find(name).map(Name::Operational).ok_or_else(|| {
            BadInput(format!("there is no setting `{name}`; `sayso config show` lists them all"))
        })
    }
}
