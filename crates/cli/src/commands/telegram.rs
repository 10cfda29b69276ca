//! `sayso telegram`: the bot's token, and the account that may answer.

mod pair;
mod setup;

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use sayso_api::Pace;
use sayso_core::text::clean_line;
use sayso_hub::has_ended;
use sayso_telegram::{Account, TelegramConfig, TelegramFile};
use sayso_wire::StopRequest;

use crate::config::Settings;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::{output, wiring};

#[derive(Subcommand)]
pub(crate) enum Telegram {
    Setup(setup::Setup),
    Pair(pair::Pair),
    /// Show the paired account
    #[command(before_help = "Example:
  sayso telegram list")]
    List {},
    Revoke(Revoke),
}

/// Disconnect the paired account; questions no longer go there
#[derive(Args)]
#[command(before_help = "Example:
  sayso telegram revoke")]
pub(crate) struct Revoke {}

impl Telegram {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        match self {
            Telegram::Setup(setup) => setup.run(settings).await,
            Telegram::Pair(pair) => pair.run(settings).await,
            Telegram::List {} => list(settings),
            Telegram::Revoke(Revoke {}) => revoke(settings).await,
        }
    }
}

fn list(settings: &Settings) -> anyhow::Result<Code> {
    output::line(match config(settings)?.account {
        Some(account) => named(&account),
        None => "no account is paired: `sayso telegram pair`".to_owned(),
    })?;
    Ok(ANSWERED)
}

async fn revoke(settings: &Settings) -> anyhow::Result<Code> {
    of_a_person("an account is disconnected")?;
    let (path, mut file) = (file(settings)?, read(settings)?);
    let Some(account) = file.account.take() else {
        return Err(BadInput("no account is paired".to_owned()).into());
    };
    file.write(&path)?;
    stop_hub(settings).await?;
    output::line(format!("revoked: {}", named(&account)))?;
    Ok(ANSWERED)
}

/// The bot and the account are part of who may answer.
fn of_a_person(what: &str) -> anyhow::Result<()> {
    let is_persons = wiring::persons_terminal();
    let refused = |why| BadInput(format!("{what} in a terminal of your own, but {why}"));
    Ok(is_persons.map_err(refused)?)
}

/// `Ann (account 1001)`
fn named(account: &Account) -> String {
    format!("{} (account {})", clean_line(&account.name), account.id)
}

fn config(settings: &Settings) -> anyhow::Result<TelegramConfig> {
    Ok(settings.given(&settings.operational()?, TelegramConfig::read)?)
}

/// The file that is set, else one beside `config.toml`.
fn file(settings: &Settings) -> anyhow::Result<PathBuf> {
    let set =
        settings.given(&settings.operational()?, |given| Ok((given.value)("telegram.file")))?;
    Ok(match set.is_empty() {
        true => settings.config_file.with_file_name("telegram.toml"),
        false => PathBuf::from(set),
    })
}

fn read(settings: &Settings) -> anyhow::Result<TelegramFile> {
    Ok(TelegramFile::read(&file(settings)?).map_err(BadInput)?)
}

/// The next one knows token and account.
async fn stop_hub(settings: &Settings) -> io::Result<()> {
    let Ok(desk) = wiring::running_hub(settings, Pace::PROMPT) else { return Ok(()) };
    desk.on_unresponsive(|_| {});
    if desk.stop(StopRequest::default()).await.is_ok() && settings.remote.is_none() {
        drop(desk);
        has_ended(&settings.paths, std::time::Duration::from_secs(10))
            .await
            .map_err(io::Error::other)?;
    }
    Ok(())
}
