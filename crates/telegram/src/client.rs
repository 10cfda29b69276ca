//! The Bot API: the few methods that are needed, each answered or refused with a reason.

mod error;

pub use error::{TelegramError, TelegramFault};

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Bytes;
use hyper::{Request, header};
use sayso_chat::ChannelOrder;
use sayso_http::{Address, Calls, Connector};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use crate::updates::{self, Update};

/// Where Telegram is.
pub(crate) const API_BASE: &str = "https://api.telegram.org";
/// For one call, with connecting.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long Telegram holds a call for updates if there are none; it allows no more.
pub(crate) const LONG_POLL: Duration = Duration::from_secs(50);
/// If Telegram does not say how long.
const RATE_PAUSE: Duration = Duration::from_secs(1);
/// A call that would have to wait longer fails.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// Everything else is not sent to us.
const ALLOWED: [&str; 4] = ["message", "edited_message", "callback_query", "my_chat_member"];

pub struct BotApi {
    calls: Calls,
    /// Stands in every path, and in nothing that is printed.
    token: String,
    turns: ChannelOrder,
    /// Methods that Telegram takes again only then.
    paused: Mutex<HashMap<&'static str, Instant>>,
}

/// Who the bot is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotUser {
    pub id: i64,
    pub username: String,
}

impl BotApi {
    pub fn new(api_base: &str, token: &str) -> Result<BotApi, TelegramError> {
        let address = Address::parse_private(api_base)
            .map_err(|why| TelegramError::Address { url: api_base.to_owned(), why })?;
        let connector =
            Connector::new().map_err(|error| TelegramError::Unreachable(error.to_string()))?;
        let is_secret = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        match token.split_once(':') {
            Some((id, secret))
                if id.parse::<u64>().is_ok()
                    && secret.len() > 20
                    && secret.bytes().all(is_secret) => {}
            _ => return Err(TelegramError::NoToken),
        }
        let calls = Calls::new(connector, address);
        let (turns, paused) = Default::default();
        Ok(BotApi { calls, token: token.to_owned(), turns, paused })
    }

    pub async fn get_me(&self) -> Result<BotUser, TelegramError> {
        let me = self.call("getMe", &json!({})).await?;
        let id = me["id"].as_i64().unwrap_or_default();
        Ok(BotUser { id, username: me["username"].as_str().unwrap_or_default().to_owned() })
    }

    /// Waits until there are some, at most this long. What is before `offset` is deleted there.
    pub async fn updates(
        &self,
        offset: Option<i64>,
        wait: Duration,
    ) -> Result<Vec<Update>, TelegramError> {
        const METHOD: &str = "getUpdates";
        let mut arguments = json!({ "timeout": wait.min(LONG_POLL).as_secs(), "limit": 100, "allowed_updates": ALLOWED });
        if let Some(offset) = offset {
            arguments["offset"] = json!(offset);
        }
        let result = self.call_within(METHOD, &arguments, wait.min(LONG_POLL) + PATIENCE).await?;
        match result.as_array() {
            Some(all) => Ok(all.iter().filter_map(updates::read).collect()),
            None => Err(TelegramError::Protocol { method: METHOD, detail: "no list".to_owned() }),
        }
    }

    /// Otherwise Telegram calls somebody, and there are no updates for us. What waits stays.
    pub async fn delete_webhook(&self) -> Result<(), TelegramError> {
        let keep = json!({ "drop_pending_updates": false });
        self.call("deleteWebhook", &keep).await.map(drop)
    }

    /// Plain words.
    pub async fn say(&self, chat: i64, words: &str) -> Result<i64, TelegramError> {
        self.send(chat, json!({ "text": words })).await.map(|(message, _)| message)
    }

    /// Its id there, and when it was sent.
    pub(crate) async fn send(
        &self,
        chat: i64,
        message: Value,
    ) -> Result<(i64, i64), TelegramError> {
        const METHOD: &str = "sendMessage";
        let message = prepared(message);
        let sent = self.change(METHOD, chat, message).await?;
        match (sent["message_id"].as_i64(), sent["date"].as_i64()) {
            (Some(id), date) => Ok((id, date.unwrap_or_default())),
            (None, _) => {
                Err(TelegramError::Protocol { method: METHOD, detail: "no id".to_owned() })
            }
        }
    }

    pub(crate) async fn edit(
        &self,
        chat: i64,
        id: i64,
        message: Value,
    ) -> Result<(), TelegramError> {
        let mut message = prepared(message);
        message["message_id"] = json!(id);
        match self.change("editMessageText", chat, message).await {
            Err(error) if error.fault() == Some(TelegramFault::NotModified) => Ok(()),
            done => done.map(drop),
        }
    }

    /// One that is gone already is what was wanted.
    pub(crate) async fn delete(&self, chat: i64, id: i64) -> Result<(), TelegramError> {
        match self.change("deleteMessage", chat, json!({ "message_id": id })).await {
            Err(error) if error.fault() == Some(TelegramFault::Message) => Ok(()),
            done => done.map(drop),
        }
    }

    /// Ends the waiting on the person's screen; words are shown there until they are read.
    pub(crate) async fn answer_tap(
        &self,
        query: &str,
        words: Option<&str>,
    ) -> Result<(), TelegramError> {
        let mut arguments = json!({ "callback_query_id": query });
        if let Some(words) = words {
            arguments["text"] = json!(words);
            arguments["show_alert"] = json!(true);
        }
        self.call("answerCallbackQuery", &arguments).await.map(drop)
    }

    /// A method that changes something in this chat, when it is its turn there.
    async fn change(
        &self,
        method: &'static str,
        chat: i64,
        mut arguments: Value,
    ) -> Result<Value, TelegramError> {
        arguments["chat_id"] = json!(chat);
        let _turn = self.turns.turn(&chat.to_string()).await;
        self.call(method, &arguments).await
    }

    async fn call(&self, method: &'static str, arguments: &Value) -> Result<Value, TelegramError> {
        self.call_within(method, arguments, PATIENCE).await
    }

    /// Waits as long as Telegram says, then goes on; later calls for the same chat wait behind it.
    async fn call_within(
        &self,
        method: &'static str,
        arguments: &Value,
        patience: Duration,
    ) -> Result<Value, TelegramError> {
        let body = Bytes::from(serde_json::to_vec(arguments).expect("plain data serialises"));
        loop {
            if let Some(left) = self.pause_left(method) {
                return Err(long_pause(left));
            }
            let request = || self.request(method, &body);
            let late = |_| TelegramError::Unreachable("no answer in time".to_owned());
            let answer = timeout(patience, self.calls.send(request)).await.map_err(late)?;
            let answer = answer.map_err(|error| TelegramError::Unreachable(error.to_string()))?;
            let status = answer.status();
            let Ok(mut answer) = serde_json::from_slice::<Value>(answer.body()) else {
                let detail = format!("{status}, and no JSON");
                return Err(TelegramError::Protocol { method, detail });
            };
            if answer["ok"] == true {
                return Ok(answer["result"].take());
            }
            let code = answer["error_code"].as_u64().unwrap_or(u64::from(status.as_u16()));
            if code != 429 {
                let description = answer["description"].as_str().unwrap_or_default();
                let description = description.replace(&self.token, "…");
                return Err(TelegramError::Refused { method, code, description });
            }
            let seconds = answer["parameters"]["retry_after"].as_u64();
            let pause = seconds.map_or(RATE_PAUSE, Duration::from_secs);
            if pause > LONGEST_PAUSE {
                self.pause(method, pause);
                return Err(long_pause(pause));
            }
            tracing::info!(method, seconds = pause.as_secs(), "Telegram asks to go slower");
            tokio::time::sleep(pause).await;
        }
    }

    fn pause(&self, method: &'static str, pause: Duration) {
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        paused.insert(method, now() + pause);
    }

    fn pause_left(&self, method: &'static str) -> Option<Duration> {
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        let left = paused.get(method)?.saturating_duration_since(now());
        if left.is_zero() {
            paused.remove(method);
        }
        Some(left).filter(|left| !left.is_zero())
    }

    fn request(&self, method: &str, body: &Bytes) -> Request<Bytes> {
        let base = self.calls.base();
        Request::post(format!("{}/bot{}/{method}", base.path, self.token))
            .header(header::HOST, &base.authority)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("sayso/", env!("CARGO_PKG_VERSION")))
            .body(body.clone())
            .expect("the token is checked to be plain ASCII")
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "what Telegram asks for is a timer of the connection"
)]
fn now() -> Instant {
    Instant::now()
}

fn long_pause(left: Duration) -> TelegramError {
    TelegramError::Unreachable(format!("Telegram asks to wait for {} s", left.as_secs()))
}

/// No link that an agent wrote is made a picture.
fn prepared(mut message: Value) -> Value {
    message["link_preview_options"] = json!({ "is_disabled": true });
    message
}
