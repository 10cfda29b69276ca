//! `sayso telegram setup`: how to make a bot, and a check of its token.

use std::io::{IsTerminal, Read, Write, stdin};

use anyhow::Context;
use clap::Args;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use sayso_telegram::{BotApi, TelegramFile};

use super::{config, file, of_a_person, read, stop_hub};
use crate::config::{Settings, write};
use crate::exit::{ANSWERED, BadInput, Code};
use crate::output;
use crate::signals::EndSignals;

/// Check a bot's token and keep it; explains how to get one. The token is read from stdin
#[derive(Args)]
#[command(before_help = "Examples:
  sayso telegram setup               explains each step, then asks for the token
  sayso telegram setup < token       from a file or a password manager")]
pub(crate) struct Setup {}

const HOW: &str = "\
1. In Telegram open @BotFather and press Start.
2. Send /newbot, then a name such as `sayso`, then a username that ends in `bot`.
3. BotFather replies with the token of your bot, 123456789:AA… Anyone who has it controls the bot: keep it secret.";

/// Longer than any token.
const MOST: u64 = 1_000;

impl Setup {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        of_a_person("a bot is set up")?;
        let current = config(settings)?;
        let token = match token().await? {
            Ok(token) => token,
            Err(code) => return Ok(code),
        };
        let api = BotApi::new(&current.api_base, &token);
        let api = api.map_err(|error| BadInput(error.to_string()))?;
        let me = api.get_me().await.context("the token does not work")?;
        // Otherwise there are no updates for us.
        api.delete_webhook().await?;
        output::line(format!("token: @{}", me.username))?;
        let (path, mut kept) = (file(settings)?, read(settings)?);
        let is_other = kept.bot_token.is_none_or(|before| bot(&before) != bot(&token));
        // Another bot is another address: who may answer is to be said again.
        let account = kept.account.take().filter(|_| !is_other);
        let is_paired = account.is_some();
        TelegramFile { bot_token: Some(token), account }.write(&path)?;
        output::line(format!("kept in {}", path.display()))?;
        let value = path.display().to_string();
        let set =
            settings.given(&settings.operational()?, |given| Ok((given.value)("telegram.file")))?;
        if set != value {
            write(&settings.config_file, "telegram.file", &value)?;
        }
        stop_hub(settings).await?;
        if !is_paired {
            output::line("next: `sayso telegram pair`")?;
        }
        Ok(ANSWERED)
    }
}

/// The number of the bot is the first part of its token.
fn bot(token: &str) -> Option<&str> {
    token.split_once(':').map(|(bot, _)| bot)
}

/// Never from the command line, which others can read.
async fn token() -> anyhow::Result<Result<String, Code>> {
    let mut typed = String::new();
    if !stdin().is_terminal() {
        stdin().lock().take(MOST).read_to_string(&mut typed)?;
        return Ok(Ok(typed.trim().to_owned()));
    }
    output::line(HOW)?;
    let mut ended = EndSignals::listen()?;
    // Before it is asked for: somebody may paste at once.
    let unseen = Unseen::begin()?;
    let mut terminal = std::io::stderr();
    write!(terminal, "Token (not shown): ")?;
    terminal.flush()?;
    let (tell, typed) = tokio::sync::oneshot::channel();
    // Nobody waits for its end: it may never come.
    std::thread::spawn(move || tell.send(stdin().lines().next().transpose()));
    let typed = tokio::select! {
        typed = typed => Ok(typed??.unwrap_or_default()),
        code = ended.comes() => Err(code),
    };
    drop(unseen);
    writeln!(terminal)?;
    Ok(typed.map(|typed| typed.trim().to_owned()))
}

/// The terminal doesn't show what is typed, until this is dropped.
struct Unseen(Termios);

impl Unseen {
    fn begin() -> anyhow::Result<Unseen> {
        let before = tcgetattr(stdin())?;
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        tcsetattr(stdin(), OptionalActions::Now, &silent)?;
        Ok(Unseen(before))
    }
}

impl Drop for Unseen {
    fn drop(&mut self) {
        if let Err(error) = tcsetattr(stdin(), OptionalActions::Now, &self.0) {
            tracing::warn!(%error, "the terminal doesn't show what is typed; `stty echo` changes that");
        }
    }
}
