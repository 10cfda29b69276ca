//! Slack's Web API: the few methods that are needed, each with its own errors.

mod error;
pub(crate) mod http;

pub use error::{SlackError, SlackFault};

use std::time::Duration;

use hyper::StatusCode;
use sayso_chat::ChannelOrder;
use sayso_http::Connector;
use serde::Serialize;
use serde_json::{Value, json};

use http::{Answer, Body, Http};

/// Where Slack is.
pub(crate) const API_BASE: &str = "https://slack.com/api";

/// If Slack does not say how long.
const RATE_PAUSE: Duration = Duration::from_secs(1);
/// A call that would have to wait longer fails.
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// What speaks for the app. Never printed.
#[derive(Clone)]
pub struct Tokens {
    pub bot: String,
    /// For Socket Mode.
    pub app: Option<String>,
}

pub struct Client {
    http: Http,
    pub(crate) connector: Connector,
    tokens: Tokens,
    turns: ChannelOrder,
}

/// Who the app is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub team: String,
    pub bot: String,
    pub user_id: String,
    /// What the token may do; empty if Slack does not tell.
    pub scopes: Vec<String>,
}

impl Client {
    pub fn new(api_base: &str, tokens: Tokens) -> Result<Client, SlackError> {
        let is_one = |token: &String| {
            token.bytes().all(|byte| byte.is_ascii_graphic())
                && !token.ends_with('-')
                && !token.contains("...")
        };
        if !is_one(&tokens.bot) {
            return Err(SlackError::NoToken { which: "bot" });
        }
        if !tokens.app.iter().all(is_one) {
            return Err(SlackError::NoToken { which: "app" });
        }
        let connector =
            Connector::new().map_err(|error| SlackError::Unreachable(error.to_string()))?;
        let http = Http::new(connector.clone(), api_base)?;
        Ok(Client { http, connector, tokens, turns: ChannelOrder::default() })
    }

    pub async fn auth_test(&self) -> Result<Identity, SlackError> {
        let (body, answer) =
            self.call("auth.test", &self.tokens.bot, Body::Form(String::new())).await?;
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        let scopes = answer.headers().get("x-oauth-scopes").and_then(|list| list.to_str().ok());
        let scopes = scopes.unwrap_or_default().split(',').map(str::trim);
        Ok(Identity {
            team: text("team"),
            bot: text("user"),
            user_id: text("user_id"),
            scopes: scopes.filter(|scope| !scope.is_empty()).map(str::to_owned).collect(),
        })
    }

    /// The address of a socket, good for one connection.
    pub async fn open_connection(&self) -> Result<String, SlackError> {
        const METHOD: &str = "apps.connections.open";
        let Some(app) = &self.tokens.app else {
            return Err(SlackError::refused(METHOD, "not_authed", None));
        };
        let (body, _) = self.call(METHOD, app, Body::Form(String::new())).await?;
        field(METHOD, &body, &["url"])
    }

    /// The channel for talking to one person.
    pub async fn open_conversation(&self, person: &str) -> Result<String, SlackError> {
        const METHOD: &str = "conversations.open";
        let body = self.json(METHOD, &json!({ "users": person })).await?;
        field(METHOD, &body, &["channel", "id"])
    }

    /// Returns what Slack calls the message.
    pub async fn post(
        &self,
        channel: &str,
        thread: Option<&str>,
        message: &impl Serialize,
    ) -> Result<String, SlackError> {
        const METHOD: &str = "chat.postMessage";
        let mut arguments = said(message);
        // No link that an agent wrote is made a picture.
        for name in ["unfurl_links", "unfurl_media"] {
            arguments[name] = json!(false);
        }
        if let Some(thread) = thread {
            arguments["thread_ts"] = json!(thread);
        }
        let body = self.change(METHOD, channel, arguments).await?;
        field(METHOD, &body, &["ts"])
    }

    /// A text as a file in a thread.
    pub(crate) async fn upload(
        &self,
        channel: &str,
        thread: &str,
        name: &str,
        text: &str,
    ) -> Result<(), SlackError> {
        const METHOD: &str = "files.getUploadURLExternal";
        let length = text.len().to_string();
        let body = self.form(METHOD, &[("filename", name), ("length", &length)]).await?;
        let url = field(METHOD, &body, &["upload_url"])?;
        let file = field(METHOD, &body, &["file_id"])?;
        self.http.send_file(&url, text.as_bytes().to_vec().into()).await?;
        let arguments = json!({
            "files": [{ "id": file, "title": name }], "channel_id": channel, "thread_ts": thread,
        });
        let _turn = self.turns.turn(channel).await;
        self.json("files.completeUploadExternal", &arguments).await.map(drop)
    }

    /// A method that changes something in this channel, when it is its turn there.
    pub(crate) async fn change(
        &self,
        method: &'static str,
        channel: &str,
        mut arguments: Value,
    ) -> Result<Value, SlackError> {
        arguments["channel"] = json!(channel);
        let _turn = self.turns.turn(channel).await;
        self.json(method, &arguments).await
    }

    pub(crate) async fn json(
        &self,
        method: &'static str,
        arguments: &Value,
    ) -> Result<Value, SlackError> {
        let json = serde_json::to_vec(arguments).expect("plain data serialises");
        Ok(self.call(method, &self.tokens.bot, Body::Json(json)).await?.0)
    }

    pub(crate) async fn form(
        &self,
        method: &'static str,
        arguments: &[(&str, &str)],
    ) -> Result<Value, SlackError> {
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(arguments).finish();
        Ok(self.call(method, &self.tokens.bot, Body::Form(form)).await?.0)
    }

    /// Waits as long as Slack says, then goes on; later calls wait behind it.
    async fn call(
        &self,
        method: &'static str,
        token: &str,
        body: Body,
    ) -> Result<(Value, Answer), SlackError> {
        loop {
            let answer = self.http.post(method, token, &body).await?;
            let Some(pause) = pause(&answer) else { return read(method, answer) };
            if pause > LONGEST_PAUSE {
                return Err(SlackError::refused(method, "ratelimited", None));
            }
            tracing::info!(method, seconds = pause.as_secs(), "Slack asks to go slower");
            tokio::time::sleep(pause).await;
        }
    }
}

/// What is said, whether it is posted or edited.
pub(crate) fn said<T: Serialize>(message: &T) -> Value {
    let mut arguments = serde_json::to_value(message).expect("plain data serialises");
    // What an agent wrote is neither a mention nor a link.
    arguments["link_names"] = json!(false);
    arguments["parse"] = json!("none");
    arguments
}

fn pause(answer: &Answer) -> Option<Duration> {
    if answer.status() != StatusCode::TOO_MANY_REQUESTS {
        return None;
    }
    let seconds = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
    Some(seconds.and_then(|text| text.parse().ok()).map_or(RATE_PAUSE, Duration::from_secs))
}

fn read(method: &'static str, answer: Answer) -> Result<(Value, Answer), SlackError> {
    let unexpected = |detail: String| SlackError::Protocol { method, detail };
    // Whatever its body says: it was not decided by what was asked.
    if answer.status().is_server_error() {
        return Err(unexpected(answer.status().to_string()));
    }
    let body: Value = serde_json::from_slice(answer.body())
        .map_err(|_| unexpected(format!("{}, and no JSON", answer.status())))?;
    if body["ok"] == true {
        return Ok((body, answer));
    }
    match body["error"].as_str() {
        Some(code) => Err(SlackError::refused(method, code, body["needed"].as_str())),
        None => Err(unexpected(format!("{} without a reason", answer.status()))),
    }
}

pub(crate) fn field(
    method: &'static str,
    body: &Value,
    path: &[&str],
) -> Result<String, SlackError> {
    let found = path.iter().try_fold(body, |value, name| value.get(name)).and_then(Value::as_str);
    found.map(str::to_owned).ok_or_else(|| SlackError::Protocol {
        method,
        detail: format!("there is no {}", path.join(".")),
    })
}
