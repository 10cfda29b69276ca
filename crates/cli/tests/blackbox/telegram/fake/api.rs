//! The Bot API: arguments, effects and replies of each method.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State as Given};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::people::{BOT, private_chat};
use super::{Fault, Look, Message, Shared, State, limits};

/// A code and a description, as Telegram says them.
pub(super) type Refused = (u16, String);

pub(super) fn refused(description: &str) -> Refused {
    (400, format!("Bad Request: {description}"))
}

pub(super) async fn call(
    Given(shared): Given<Shared>,
    Path((bot, method)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let method = known(&method);
    let arguments = arguments(&headers, uri.query(), &body);
    let fault = {
        let mut state = shared.state.lock();
        state.calls.push((method.to_owned(), arguments.clone()));
        match bot.strip_prefix("bot") {
            Some(token) if token == state.token => {}
            Some(token) if token.contains(':') => {
                return no((401, "Unauthorized".to_owned()), None);
            }
            _ => return no((404, "Not Found".to_owned()), None),
        }
        match state.is_away {
            true => Some(Fault::Gone),
            false => state.fault(method, &arguments),
        }
    };
    let broken = || (StatusCode::BAD_GATEWAY, "<html>Bad Gateway</html>").into_response();
    match fault {
        Some(Fault::Slower(seconds)) => {
            let words = format!("Too Many Requests: retry after {seconds}");
            return no((429, words), Some(json!({ "retry_after": seconds })));
        }
        Some(Fault::Refused(code, words)) => return no((code, words.to_owned()), None),
        Some(Fault::Broken) => return broken(),
        Some(Fault::Gone) => return cut(),
        Some(Fault::Cut) => {
            let _ = run(&mut shared.state.lock(), method, &arguments);
            return cut();
        }
        Some(Fault::Lost) => {
            let _ = run(&mut shared.state.lock(), method, &arguments);
            return broken();
        }
        Some(Fault::Held | Fault::About(..)) | None => {}
    }
    let is_held = matches!(fault, Some(Fault::Held));
    let result = match method {
        "getUpdates" => updates(&shared, &arguments).await,
        _ => run(&mut shared.state.lock(), method, &arguments),
    };
    if is_held {
        released(&shared).await;
    }
    match result {
        Err((0, _)) => cut(),
        Ok(result) => axum::Json(json!({ "ok": true, "result": result })).into_response(),
        Err(refused) => no(refused, None),
    }
}

async fn released(shared: &Shared) {
    loop {
        let changed = shared.state.next_change();
        if !shared.state.lock().is_held {
            return;
        }
        changed.await;
    }
}

/// The connection ends before the answer does.
fn cut() -> Response {
    let cut = futures_util::stream::once(async { Err::<Bytes, _>(std::io::Error::other("")) });
    Body::from_stream(cut).into_response()
}

fn no((code, description): Refused, parameters: Option<Value>) -> Response {
    let mut body = json!({ "ok": false, "error_code": code, "description": description });
    if let Some(parameters) = parameters {
        body["parameters"] = parameters;
    }
    (StatusCode::from_u16(code).unwrap(), axum::Json(body)).into_response()
}

/// Names of methods are not case-sensitive.
fn known(method: &str) -> &'static str {
    const METHODS: [&str; 7] = [
        "getMe",
        "getUpdates",
        "sendMessage",
        "editMessageText",
        "deleteMessage",
        "answerCallbackQuery",
        "deleteWebhook",
    ];
    METHODS.into_iter().find(|known| known.eq_ignore_ascii_case(method)).unwrap_or("")
}

/// JSON, or a form whose nested values are JSON.
fn arguments(headers: &HeaderMap, query: Option<&str>, body: &[u8]) -> Value {
    let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/json") {
        return serde_json::from_slice(body).unwrap_or_default();
    }
    assert!(!kind.starts_with("multipart"), "the fake takes no files");
    let query = query.unwrap_or_default().as_bytes();
    let pairs = form_urlencoded::parse(query).chain(form_urlencoded::parse(body));
    let read = |(name, value): (std::borrow::Cow<'_, str>, std::borrow::Cow<'_, str>)| {
        let is_text = ["text", "callback_query_id", "parse_mode"].contains(&&*name);
        let json = serde_json::from_str(&value).ok().filter(|_| !is_text);
        (name.into_owned(), json.unwrap_or_else(|| json!(value)))
    };
    Value::Object(pairs.map(read).collect::<Map<_, _>>())
}

/// What is before the offset is deleted. A second one that waits ends the first.
async fn updates(shared: &Shared, arguments: &Value) -> Result<Value, Refused> {
    let limit = arguments["limit"].as_u64().unwrap_or(100) as usize;
    let seconds = arguments["timeout"].as_u64().unwrap_or_default().min(50);
    let mine = {
        let mut state = shared.state.lock();
        if state.webhook {
            let words = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
            return Err((409, words.to_owned()));
        }
        if let Some(offset) = arguments["offset"].as_i64() {
            state.queue.retain(|update| update["update_id"].as_i64().unwrap() >= offset);
        }
        state.polls += 1;
        state.waiting += 1;
        state.waiting
    };
    let asked = async {
        loop {
            let changed = shared.state.next_change();
            if let Some(said) = handed(&mut shared.state.lock(), mine, limit) {
                return said;
            }
            changed.await;
        }
    };
    let wait = Duration::from_secs(seconds);
    tokio::time::timeout(wait, asked).await.unwrap_or_else(|_| Ok(json!([])))
}

/// What waits, if there is something to say to this call. Only then the state has changed: who waits for
/// that would wake itself.
fn handed(state: &mut Look<'_, State>, mine: u64, limit: usize) -> Option<Result<Value, Refused>> {
    if state.is_away {
        return Some(Err((0, String::new())));
    }
    if state.waiting != mine {
        state.conflicts += 1;
        let words = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
        return Some(Err((409, words.to_owned())));
    }
    if state.queue.is_empty() {
        return None;
    }
    state.handed += 1;
    Some(Ok(state.queue.iter().take(limit).cloned().collect()))
}

fn run(state: &mut State, method: &str, arguments: &Value) -> Result<Value, Refused> {
    match method {
        "getMe" => Ok(json!({
            "id": BOT, "is_bot": true, "first_name": "sayso", "username": "sayso_test_bot",
            "can_join_groups": true, "can_read_all_group_messages": false,
            "supports_inline_queries": false,
        })),
        "deleteWebhook" => {
            state.webhook = false;
            Ok(json!(true))
        }
        "sendMessage" => send(state, arguments),
        "editMessageText" => edit(state, arguments),
        "deleteMessage" => {
            let at =
                place(state, arguments).map_err(|()| refused("message to delete not found"))?;
            state.messages.remove(at);
            Ok(json!(true))
        }
        "answerCallbackQuery" => {
            let id = arguments["callback_query_id"].as_str().unwrap_or_default().to_owned();
            if !id.starts_with("query") || state.answered.contains(&id) {
                return Err(refused(
                    "query is too old and response timeout expired or query ID is invalid",
                ));
            }
            state.answered.push(id);
            if let Some(words) = arguments["text"].as_str().filter(|words| !words.is_empty()) {
                if words.encode_utf16().count() > 200 {
                    return Err(refused("MESSAGE_TOO_LONG"));
                }
                state.told.push(words.to_owned());
            }
            Ok(json!(true))
        }
        _ => Err((404, "Not Found".to_owned())),
    }
}

fn send(state: &mut State, arguments: &Value) -> Result<Value, Refused> {
    let chat = arguments["chat_id"].as_i64().ok_or_else(|| refused("chat not found"))?;
    if chat <= 0 {
        return Err(refused("chat not found"));
    }
    if state.is_blocked {
        return Err((403, "Forbidden: bot was blocked by the user".to_owned()));
    }
    let text = limits::text(arguments)?;
    let markup = limits::markup(arguments)?;
    let reply_to = arguments["reply_parameters"]["message_id"].as_i64();
    if let Some(id) = reply_to
        && arguments["reply_parameters"]["allow_sending_without_reply"] != true
        && !state.messages.iter().any(|message| message.chat == chat && message.id == id)
    {
        return Err(refused("message to be replied not found"));
    }
    let (id, date) = state.next_message();
    let is_silent = arguments["disable_notification"] == true;
    if is_silent {
        state.told.push(text.clone());
    }
    let source = arguments["text"].as_str().unwrap_or_default().to_owned();
    let first = markup.clone();
    let message =
        Message { chat, id, date, text, source, markup, reply_to, is_silent, edits: 0, first };
    let shown = as_json(&message);
    state.messages.push(message);
    Ok(shown)
}

fn edit(state: &mut State, arguments: &Value) -> Result<Value, Refused> {
    if state.is_blocked {
        return Err((403, "Forbidden: bot was blocked by the user".to_owned()));
    }
    let at = place(state, arguments).map_err(|()| refused("message to edit not found"))?;
    let text = limits::text(arguments)?;
    let markup = limits::markup(arguments)?;
    let message = &mut state.messages[at];
    if message.first.get("force_reply").is_some() {
        return Err(refused("message can't be edited"));
    }
    let source = arguments["text"].as_str().unwrap_or_default();
    if message.source == source && message.markup == markup {
        return Err(refused(
            "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
        ));
    }
    // Without a markup the buttons go.
    (message.text, message.source, message.markup) = (text, source.to_owned(), markup);
    message.edits += 1;
    Ok(as_json(message))
}

fn place(state: &State, arguments: &Value) -> Result<usize, ()> {
    let (chat, id) = (arguments["chat_id"].as_i64(), arguments["message_id"].as_i64());
    let is_it = |message: &Message| Some(message.chat) == chat && Some(message.id) == id;
    state.messages.iter().position(is_it).ok_or(())
}

/// As it is in an answer and in an update.
pub(super) fn as_json(message: &Message) -> Value {
    let mut shown = json!({
        "message_id": message.id, "date": message.date, "chat": private_chat(message.chat),
        "from": { "id": BOT, "is_bot": true, "first_name": "sayso", "username": "sayso_test_bot" },
        "text": message.text,
    });
    if message.markup.get("inline_keyboard").is_some() {
        shown["reply_markup"] = message.markup.clone();
    }
    shown
}
