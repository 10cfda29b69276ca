//! `sayso telegram pair`: a code from this terminal, sent to the bot, and a yes at this terminal.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::time::Duration;

use clap::Args;
use rustix::fs::{FlockOperation, flock};
use sayso_desk::{Clock, SystemClock};
use sayso_telegram::{
    Account, AccountCode, BotApi, BotUpdate, TelegramError, TelegramFault, Update,
};

use super::{config, file, named, of_a_person, read, stop_hub};
use crate::commands::chat_trial;
use crate::config::Settings;
use crate::confirmation::is_confirmed;
use crate::exit::{ANSWERED, BadInput, Code};
use crate::{output, wiring};

/// Connect your account: shows a code to send to the bot. Replaces the account that was paired before
#[derive(Args)]
#[command(before_help = "Examples:
  sayso telegram pair                    shows a link, and then asks a question there
  sayso telegram pair --no-question")]
pub(crate) struct Pair {
    /// Don't ask a test question
    #[arg(long)]
    no_question: bool,
}

/// Between two looks at updates that are not for us.
const PAUSE: Duration = Duration::from_secs(1);
/// As many as Telegram gives at once.
const ALL: usize = 100;

impl Pair {
    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        // Someone who sees the code can answer from then on.
        of_a_person("an account is paired")?;
        let mut terminal = wiring::usable_terminal().map_err(|why| BadInput(why.to_string()))?;
        let config = config(settings)?;
        if config.token.is_none() {
            return Err(BadInput("there is no bot yet: `sayso telegram setup`".to_owned()).into());
        }
        let api = config.api()?;
        let bot = api.get_me().await?.username;
        let path = file(settings)?;
        // The hub asks for no updates as long as this is held.
        let lock = File::create(path.with_extension("lock"))?;
        flock(&lock, FlockOperation::LockExclusive)?;
        let clock = SystemClock::new();
        let seen = waiting(&api, &clock).await?;
        let mut code = AccountCode::new(clock.running()).map_err(BadInput)?;
        writeln!(
            terminal,
            "On your phone open  https://t.me/{bot}?start={code}\nor send this to @{bot}:  /start {code}\nThe code works once, within {} minutes.",
            AccountCode::LASTS.as_secs() / 60,
            code = code.as_str(),
        )?;
        let account = heard(&api, &clock, &mut code, seen, config.account.is_none()).await?;
        let question = format!("Pair with {}?", named(&account));
        if !is_confirmed(terminal, &question).await? {
            return Err(BadInput("no account was paired".to_owned()).into());
        }
        let mut kept = read(settings)?;
        kept.account = Some(account.clone());
        kept.write(&path)?;
        stop_hub(settings).await?;
        drop(lock);
        output::line(format!("paired: {}", named(&account)))?;
        if self.no_question {
            return Ok(ANSWERED);
        }
        let agent = "sayso telegram pair";
        chat_trial::ask(settings, &sayso_telegram::OFFER, &account.name, agent).await
    }
}

/// What was sent before there was a code is no try at it, and waits there for a day.
async fn waiting(api: &BotApi, clock: &SystemClock) -> anyhow::Result<HashSet<i64>> {
    loop {
        match api.updates(None, Duration::ZERO).await {
            Ok(updates) => return Ok(updates.into_iter().map(|update| update.id).collect()),
            Err(error) => unless_it_passes(error, clock).await?,
        }
    }
}

/// The hub's last call ends, or Telegram is away for a moment.
async fn unless_it_passes(error: TelegramError, clock: &SystemClock) -> anyhow::Result<()> {
    if error.fault() == Some(TelegramFault::Token) {
        return Err(error.into());
    }
    tracing::info!(%error, "no updates yet");
    clock.sleep_until(clock.running() + PAUSE).await;
    Ok(())
}

/// Who sends the code, in a private chat. Nothing is confirmed, so that the hub misses nothing.
async fn heard(
    api: &BotApi,
    clock: &SystemClock,
    code: &mut AccountCode,
    mut seen: HashSet<i64>,
    nobody_answers: bool,
) -> anyhow::Result<Account> {
    let mut offset = None;
    while code.is_good(clock.running()) {
        let wait = code.time_left(clock.running());
        let updates = match api.updates(offset, wait).await {
            Ok(updates) => updates,
            Err(error) => {
                unless_it_passes(error, clock).await?;
                continue;
            }
        };
        let count = updates.len();
        let last = updates.last().map(|update| update.id);
        let mut is_news = false;
        for Update { id, what } in updates {
            if !seen.insert(id) {
                continue;
            }
            is_news = true;
            if let BotUpdate::Text { from, text, .. } = what
                && from.is_private
                && code.is_sent_in(&text, clock.running())
            {
                return Ok(Account { id: from.id, name: from.name });
            }
        }
        if count >= ALL && nobody_answers {
            // No account is paired: no answers are among them.
            offset = last.map(|last| last + 1);
        } else if !is_news && count > 0 {
            clock.sleep_until(clock.running() + PAUSE).await;
        }
    }
    let why = match clock.running() {
        now if code.time_left(now).is_zero() => "nobody sent the code in time",
        _ => "wrong codes were sent to the bot",
    };
    Err(BadInput(format!("{why}; no account was paired. Run `sayso telegram pair` again")).into())
}
