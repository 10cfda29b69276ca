//! `sayso config`: shows settings, their sources, and changes them.

use std::ffi::OsStr;

use clap::Subcommand;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap_complete::ArgValueCandidates;
use sayso_core::settings::{Key, Preferences, Setting, Source};
use sayso_desk::{Answering, DeskError};
use serde_json::json;

use super::completions::offers;
use crate::config::{
    Settings, example, find, is_secret, names, remove, shown, unknown, unknown_rule, write,
};
use crate::exit::{ANSWERED, BadInput, Code};
use crate::output::style::{BOLD, DIM};
use crate::output::table::{Give, Table, cell};
use crate::{output, wiring};

#[derive(Subcommand)]
pub(crate) enum Config {
    /// Print every setting, its value and where the value comes from
    #[command(before_help = "Examples:
  sayso config show
  sayso config show --example > ~/.config/sayso/config.toml")]
    Show {
        /// Print an example configuration file instead
        #[arg(long)]
        example: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the value of a setting
    #[command(before_help = "Example:
  sayso config get hub.port")]
    Get {
        /// Name of the setting, as in `sayso config show`
        #[arg(value_parser = Names, hide_possible_values = true)]
        key: Name,
    },
    /// Set a value
    #[command(before_help = "Examples:
  sayso config set language zh
  sayso config set timeout 10m --always
  sayso config set hub.port 8080
  sayso config set hub.database - < address.txt")]
    Set {
        /// Name of the setting, as in `sayso config show`
        #[arg(value_parser = Names, hide_possible_values = true)]
        key: Name,
        /// New value; `-` reads it from stdin, for one with a password
        #[arg(add = ArgValueCandidates::new(offers::values))]
        value: String,
        /// For timeout and timeout_action: override what the agent asks for
        #[arg(long)]
        always: bool,
    },
    /// Reset a setting to its default
    #[command(before_help = "Example:
  sayso config unset timeout")]
    Unset {
        /// Name of the setting, as in `sayso config show`
        #[arg(value_parser = Names, hide_possible_values = true)]
        key: Name,
    },
    /// Print the paths of the configuration file and the data directory
    #[command(before_help = "Example:
  $EDITOR \"$(sayso config path --file)\"")]
    Path {
        /// Print only the path of the configuration file
        #[arg(long, conflicts_with = "data")]
        file: bool,
        /// Print only the path of the data directory
        #[arg(long)]
        data: bool,
    },
}

impl Config {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self {
            Config::Show { example: true, .. } => output::line(example().trim_end())?,
            Config::Show { json, .. } => show(known(settings).await?, json)?,
            Config::Get { key } => {
                let lines = match key {
                    // Not at the hub, which may need just this setting to start.
                    Name::Operational(_) => operational(settings)?,
                    Name::Personal(_) => lines(settings).await?,
                };
                let found = lines.into_iter().find(|line| line.name == key.as_str());
                output::line(found.map(|line| line.value).unwrap_or_default())?;
            }
            Config::Set { key: Name::Personal(key), value, always } => {
                let value = if always { format!("{value} always") } else { value };
                let value = key.parse(&value, wiring::CHATS).map_err(DeskError::from)?;
                wiring::desk(settings)?.set_setting(key, Some(value.clone())).await?;
                output::line(format!("{} = {value}", key.as_str()))?;
            }
            Config::Set { key: Name::Operational(key), always: true, .. } => {
                return Err(BadInput(format!(
                    "{}: --always is for timeout and timeout_action only",
                    key.name
                ))
                .into());
            }
            Config::Set { key: Name::Operational(key), value, always: false } => {
                let value = match value.as_str() {
                    "-" => std::io::read_to_string(std::io::stdin())?.trim_end().to_owned(),
                    _ if is_secret(key, &value) => return Err(on_command_line(key).into()),
                    _ => value,
                };
                let value = key.parse(&value, wiring::CHATS).map_err(DeskError::from)?;
                let file = &settings.config_file;
                if key.name == "policy.disable"
                    && let Some(name) = unknown_rule(file, &value)?
                {
                    return Err(BadInput(format!(
                        "{}: there is no rule `{name}`; `sayso policy list` shows them",
                        key.name
                    ))
                    .into());
                }
                write(file, key.name, &value)?;
                output::line(format!(
                    "{} = {}  ({}; {})",
                    key.name,
                    shown(key, value),
                    file.display(),
                    applies(key)
                ))?;
            }
            Config::Unset { key } => {
                match &key {
                    Name::Personal(key) => wiring::desk(settings)?.set_setting(*key, None).await?,
                    Name::Operational(setting) => remove(&settings.config_file, setting.name)?,
                }
                output::line(format!("{} is at its default again", key.as_str()))?;
            }
            Config::Path { file: only_file, data: only_data } => {
                let file = settings.config_file.display();
                let data = settings.paths.data_dir.display();
                output::line(match (only_file, only_data) {
                    (true, _) => file.to_string(),
                    (_, true) => data.to_string(),
                    (false, false) => format!("config file:    {file}\ndata directory: {data}"),
                })?;
            }
        }
        Ok(ANSWERED)
    }
}

/// When it does: each process reads what it needs when it starts, and a hook lives for one tool use.
fn applies(setting: &Setting) -> &'static str {
    match setting.name.split_once('.') {
        Some(("mcp", _)) => "restart the agent to apply",
        Some(("policy" | "bridges", _)) => "applies at once",
        _ => "restart the hub to apply",
    }
}

/// Name, value, source, meaning.
struct Line {
    name: &'static str,
    value: String,
    source: &'static str,
    about: String,
}

fn show(lines: Vec<Line>, json: bool) -> anyhow::Result<()> {
    if json {
        let lines = lines.iter();
        let lines = lines
            .map(|line| json!({ "key": line.name, "value": line.value, "source": line.source }));
        return output::json(&lines.collect::<Vec<_>>());
    }
    let plain = anstyle::Style::new();
    // The meaning is cut first, then the source is dropped; name and value stay.
    let gives = [Give::Cut(3, 24), Give::Drop(3), Give::Drop(2), Give::Cut(1, 8)];
    let mut table = Table::new(&gives);
    for Line { name, value, source, about } in lines {
        let value = if value.is_empty() { "—".to_owned() } else { value };
        let style = if source == "built-in" { plain } else { BOLD };
        table.push(vec![
            cell(name, plain),
            cell(value, style),
            cell(source, DIM),
            cell(about, DIM),
        ]);
    }
    Ok(table.print()?)
}

/// Other users of the machine can read a command line, and the shell stores it.
fn on_command_line(key: &Setting) -> BadInput {
    BadInput(format!(
        "{name}: not set, because a password on a command line can be read by others. Give the address \
         on stdin (`sayso config set {name} - < FILE`), in {variable}, or in the file that \
         `sayso config path` names",
        name = key.name,
        variable = key.environment().join(" or "),
    ))
}

/// All settings: personal ones from the desk, operational ones from file and environment.
async fn lines(settings: &Settings) -> anyhow::Result<Vec<Line>> {
    // First, so that an invalid file is reported as such and not as a hub that doesn't start.
    let operational = operational(settings)?;
    let personal = wiring::desk(settings)?.settings(settings.environment.clone()).await?;
    let personal = personal.into_iter().map(|view| (view.key.setting(), view.value, view.source));
    Ok(personal.map(line).chain(operational).collect())
}

/// The same as far as it is known without the hub: what is set there is missing then.
async fn known(settings: &Settings) -> anyhow::Result<Vec<Line>> {
    let operational = settings.operational()?;
    let error = match lines(settings).await {
        Ok(lines) => return Ok(lines),
        Err(error) => error,
    };
    output::warn(format!(
        "the hub could not be read, so settings that you have changed there are not shown: {error}"
    ));
    let (file, environment) = (operational.engine.file, settings.environment.clone());
    let preferences = Preferences { file, environment, ..Preferences::default() };
    let personal = Key::ALL.into_iter().map(|key| {
        let (value, source) = preferences.get(key);
        (key.setting(), value.to_owned(), source)
    });
    Ok(personal.chain(operational.values.0).map(line).collect())
}

/// Those from file and environment.
fn operational(settings: &Settings) -> anyhow::Result<Vec<Line>> {
    Ok(settings.operational()?.values.0.into_iter().map(line).collect())
}

fn line((setting, value, source): (&'static Setting, String, Source)) -> Line {
    Line {
        name: setting.name,
        value: shown(setting, value),
        source: source.label(),
        about: setting.about(wiring::CHATS),
    }
}

/// A setting by its name: personal, stored at the desk, or operational, stored in the file.
#[derive(Clone)]
pub(crate) enum Name {
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
pub(crate) struct Names;

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
