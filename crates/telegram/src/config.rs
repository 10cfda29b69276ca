//! `[telegram]`: the file with token and account, which is never shown and never in `config.toml`.

use std::path::PathBuf;
use std::sync::Arc;

use sayso_chat::{Given, Offer, OpenChat, Opened, Proof};
use sayso_core::settings::Setting;
use sayso_core::settings::ValueKind::{AnyText, Checked};

use crate::account::{Account, TelegramFile};
use crate::client::{API_BASE, BotApi, TelegramError};
use crate::open::{TelegramSetup, open};

/// Telegram, for the wiring.
pub const OFFER: Offer = Offer {
    chat: crate::CHAT,
    settings: &SETTINGS,
    secrets: &[TOKEN],
    check: |given| TelegramConfig::read(given).map(drop),
    open: opening,
    prove: proof,
};

static SETTINGS: [Setting; 2] = [
    Setting::new(
        "telegram.file",
        AnyText,
        "",
        "file with the bot's token and the paired account, written by `sayso telegram setup` and `sayso telegram pair`; SAYSO_TELEGRAM_BOT_TOKEN overrides its token",
    ),
    Setting::new(
        "telegram.api_base",
        Checked(url),
        API_BASE,
        "where Telegram's Bot API is; without TLS only on this machine",
    ),
];

const TOKEN: &str = "SAYSO_TELEGRAM_BOT_TOKEN";

/// The settings of Telegram; nothing is asked there without a token and an account.
pub struct TelegramConfig {
    pub api_base: String,
    pub token: Option<String>,
    pub account: Option<Account>,
    file: Option<PathBuf>,
}

impl TelegramConfig {
    pub fn read(given: &Given<'_>) -> Result<TelegramConfig, String> {
        let filled = |name: &str| Some((given.value)(name)).filter(|text| !text.is_empty());
        let path = filled("telegram.file").map(PathBuf::from);
        let file = match &path {
            Some(path) => TelegramFile::read(path)?,
            None => TelegramFile::default(),
        };
        Ok(TelegramConfig {
            api_base: (given.value)("telegram.api_base"),
            token: (given.variable)(TOKEN).or(file.bot_token),
            account: file.account,
            file: path,
        })
    }

    pub fn api(&self) -> Result<BotApi, TelegramError> {
        BotApi::new(&self.api_base, self.token.as_deref().unwrap_or_default())
    }
}

fn proof(given: &Given<'_>) -> Result<Option<Proof>, String> {
    let config = TelegramConfig::read(given)?;
    if config.token.is_none() {
        return Ok(None);
    }
    let api = config.api().map_err(|error| error.to_string())?;
    let account = config.account;
    Ok(Some(Box::pin(async move {
        let me = api.get_me().await.map_err(|error| error.to_string())?;
        match account {
            Some(account) => Ok(format!("@{}, paired with {}", me.username, account.name)),
            None => Err(format!("@{} is paired with nobody: `sayso telegram pair`", me.username)),
        }
    })))
}

fn opening(given: &Given<'_>) -> Result<Option<OpenChat>, String> {
    let config = TelegramConfig::read(given)?;
    if config.token.is_none() {
        return Ok(None);
    }
    let Some(account) = config.account.clone() else {
        tracing::warn!("Telegram has a token, but is paired with nobody: `sayso telegram pair`");
        return Ok(None);
    };
    let api = match config.api() {
        Ok(api) => Arc::new(api),
        // The rest of the hub works; `sayso doctor` says this too.
        Err(error @ TelegramError::NoToken) => {
            tracing::error!(%error, "nothing goes to Telegram");
            return Ok(None);
        }
        Err(error) => return Err(error.to_string()),
    };
    let pairing = config.file.map(|file| file.with_extension("lock"));
    Ok(Some(Box::new(move |context| {
        let (api, account) = (Arc::clone(&api), account.clone());
        let pairing = pairing.clone();
        let running = open(TelegramSetup { api, account, context, pairing });
        Opened { signed: None, running: Box::pin(running) }
    })))
}

fn url(text: &str) -> Result<String, String> {
    match text.starts_with("https://") || text.starts_with("http://") {
        true => Ok(text.to_owned()),
        false => Err(format!("`{text}` is not a URL")),
    }
}
