//! `sayso config`: shows settings, their sources, and changes them.

mod get;
mod path;
mod set;
mod show;
mod unset;

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Subcommand};
use sayso_core::settings::{Key, Setting};

use crate::config::{Settings, find, names, unknown};
use crate::exit::Code;

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

/// A setting by its name: personal, stored at the desk, or operational, stored in the file.
#[derive(Clone)]
enum Name {
    Personal(Key),
    Operational(&'static Setting),
}

impl Name {
    fn parse(name: &str) -> Option<Name> {
        let personal = name.strip_prefix("personal.").unwrap_or(name).replace('-', "_");
        let operational = || find(name).map(Name::Operational);
        Key::from_name(&personal).map(Name::Personal).or_else(operational)
    }

    fn as_str(&self) -> &'static str {
        match self {
            Name::Personal(key) => key.as_str(),
            Name::Operational(setting) => setting.name,
        }
    }
}

/// Rejects unknown names with a suggestion; completions offer all names.
#[derive(Clone)]
struct Names;

impl TypedValueParser for Names {
    type Value = Name;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Name, clap::Error> {
        let name = value.to_string_lossy();
        Name::parse(&name).ok_or_else(|| {
            clap::Error::raw(ErrorKind::InvalidValue, unknown(&name) + "\n").with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names().into_iter().map(PossibleValue::new)))
    }
}
