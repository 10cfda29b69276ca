//! Telegram's errors: a code that is documented, and words that are not.

use sayso_chat::ChatError;
use sayso_http::BadUrl;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TelegramError {
    #[error("Telegram refused {method}: {code} {description}{}", TelegramError::advice(*code))]
    Refused { method: &'static str, code: u64, description: String },
    #[error("Telegram cannot be reached: {0}; check the network and telegram.api_base")]
    Unreachable(String),
    #[error("Telegram answered {method} with something unexpected: {detail}")]
    Protocol { method: &'static str, detail: String },
    /// Telegram was not asked.
    #[error("the bot token is not one: it looks like 123456789:AA…, and @BotFather shows it")]
    NoToken,
    #[error("`{url}` cannot be used: {why}")]
    Address { url: String, why: BadUrl },
}

/// What is behind a code and its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TelegramFault {
    /// The token is wrong, or was revoked.
    Token,
    /// Another program asks for the updates of the same bot.
    Conflict,
    /// Telegram sends the updates to an address instead.
    Webhook,
    /// The person has blocked the bot, or never opened it.
    Blocked,
    /// The message is gone.
    Message,
    /// It looks like that already.
    NotModified,
    /// It does not take what was drawn; plain words it may take.
    Drawing,
    /// Telegram is unwell.
    Unwell,
}

impl TelegramError {
    pub fn fault(&self) -> Option<TelegramFault> {
        let TelegramError::Refused { code, description, .. } = self else { return None };
        let says = |words: &[&str]| words.iter().any(|words| description.contains(words));
        Some(match code {
            401 | 404 => TelegramFault::Token,
            409 if says(&["webhook"]) => TelegramFault::Webhook,
            409 => TelegramFault::Conflict,
            403 => TelegramFault::Blocked,
            400 if says(&["not modified"]) => TelegramFault::NotModified,
            400 if says(&["chat not found", "user not found"]) => TelegramFault::Blocked,
            400 if says(&[
                "to edit not found",
                "can't be edited",
                "to delete not found",
                "can't be deleted",
                "MESSAGE_ID_INVALID",
            ]) =>
            {
                TelegramFault::Message
            }
            400 => TelegramFault::Drawing,
            _ => TelegramFault::Unwell,
        })
    }

    fn advice(code: u64) -> &'static str {
        match code {
            401 | 404 => "; the token is wrong or was revoked: @BotFather shows it (/mybots)",
            403 => "; open the bot in Telegram and press Start",
            409 => "; another program uses this bot: end it, or make a bot for sayso alone",
            _ => "",
        }
    }
}

impl From<TelegramError> for ChatError {
    fn from(error: TelegramError) -> ChatError {
        let why = error.to_string();
        match error.fault() {
            Some(TelegramFault::Message) => ChatError::Gone(why),
            Some(TelegramFault::Drawing | TelegramFault::NotModified) => ChatError::Drawing(why),
            Some(TelegramFault::Token | TelegramFault::Blocked) => ChatError::Barred(why),
            Some(TelegramFault::Conflict | TelegramFault::Webhook | TelegramFault::Unwell)
            | None => ChatError::Unreachable(why),
        }
    }
}
