//! The Web API: arguments, effects and replies of each method.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State as Given};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::{APP, BOT, Fault, File, Message, Shared, State, limits};

pub async fn call(
    Given(shared): Given<Shared>,
    Path(method): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let arguments = arguments(&headers, &body);
    let fault = {
        let mut state = shared.state.lock();
        state.calls.push((method.clone(), arguments.clone()));
        state.fault(&method, &arguments)
    };
    if let Some(Fault::AfterAcknowledgement) = fault {
        let state = Arc::clone(&shared.state);
        let waited = move || state.comes_to(|state| !state.acks.is_empty());
        let _ = tokio::task::spawn_blocking(waited).await;
    }
    let mut state = shared.state.lock();
    let fault = match fault {
        Some(Fault::Lost(reply)) => {
            run(&mut state, &method, &arguments, shared.port).unwrap();
            Some(*reply)
        }
        other => other,
    };
    let result = match fault {
        Some(Fault::Slower(seconds)) => {
            let body = json!({ "ok": false, "error": "ratelimited" }).to_string();
            let head = [("retry-after", seconds.to_string())];
            return (StatusCode::TOO_MANY_REQUESTS, head, body).into_response();
        }
        Some(Fault::Down(status)) => {
            let body = json!({ "ok": false, "error": "channel_not_found" }).to_string();
            return (StatusCode::from_u16(status).unwrap(), body).into_response();
        }
        Some(Fault::Broken | Fault::Lost(_)) => {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        Some(Fault::Refused(code) | Fault::RefusedAbout(_, code)) => Err(code),
        Some(Fault::AfterAcknowledgement) | None => authorised(&method, &headers, &arguments)
            .and_then(|()| run(&mut state, &method, &arguments, shared.port)),
    };
    let scopes = state.scopes.unwrap_or(
        "chat:write,files:write,im:write,im:history,app_mentions:read,channels:history,groups:history,users:read,usergroups:read",
    );
    let body = match result {
        Ok(mut body) => {
            body["ok"] = json!(true);
            body
        }
        Err("missing_scope") => {
            json!({ "ok": false, "error": "missing_scope", "needed": "im:write", "provided": scopes })
        }
        Err(code) => json!({ "ok": false, "error": code }),
    };
    let head = [("content-type", "application/json"), ("x-oauth-scopes", scopes)];
    (head, body.to_string()).into_response()
}

/// The upload address of files: knowing it is enough to send one.
pub async fn upload(
    Given(shared): Given<Shared>,
    Path(file): Path<String>,
    body: Bytes,
) -> StatusCode {
    match shared.state.lock().files.get_mut(&file) {
        Some(file) => {
            file.content = String::from_utf8(body.to_vec()).unwrap();
            StatusCode::OK
        }
        None => StatusCode::NOT_FOUND,
    }
}

fn authorised(method: &str, headers: &HeaderMap, arguments: &Value) -> Result<(), &'static str> {
    let header = headers.get("authorization").and_then(|value| value.to_str().ok());
    let token = header.and_then(|value| value.strip_prefix("Bearer "));
    let token = token.or_else(|| arguments["token"].as_str()).ok_or("not_authed")?;
    let wanted = if method == "apps.connections.open" { APP } else { BOT };
    match token {
        _ if token == wanted => Ok(()),
        BOT | APP => Err("not_allowed_token_type"),
        _ => Err("invalid_auth"),
    }
}

fn run(
    state: &mut State,
    method: &str,
    arguments: &Value,
    port: u16,
) -> Result<Value, &'static str> {
    let text = |name: &str| arguments[name].as_str();
    match method {
        "auth.test" => Ok(json!({
            "url": "https://acme.slack.com/", "team": "Acme", "user": "sayso", "team_id": "T1",
            "user_id": "UBOT", "bot_id": "B1",
        })),
        "apps.connections.open" => {
            let ticket = state.next().to_string();
            state.tickets.insert(ticket.clone());
            Ok(json!({ "url": format!("ws://127.0.0.1:{port}/link?ticket={ticket}") }))
        }
        "conversations.open" => match text("users") {
            Some(user) if user.starts_with('U') => {
                Ok(json!({ "channel": { "id": format!("D{}", &user[1..]) } }))
            }
            _ => Err("user_not_found"),
        },
        "chat.postMessage" => {
            let channel = known_channel(text("channel"))?;
            let (words, blocks) = limits::message(arguments)?;
            let ts = state.ts();
            let message = Message {
                channel: channel.to_owned(),
                ts: ts.clone(),
                thread: text("thread_ts").map(str::to_owned),
                text: words,
                blocks,
                metadata: arguments["metadata"].clone(),
                edits: 0,
            };
            state.messages.push(message);
            Ok(json!({ "channel": channel, "ts": ts, "message": { "ts": ts } }))
        }
        "chat.update" => {
            let channel = known_channel(text("channel"))?;
            let (words, blocks) = limits::message(arguments)?;
            let ts = text("ts").ok_or("message_not_found")?;
            let mut messages = state.messages.iter_mut();
            let message = messages
                .find(|message| message.channel == channel && message.ts == ts)
                .ok_or("message_not_found")?;
            (message.text, message.blocks) = (words, blocks);
            message.edits += 1;
            Ok(json!({ "channel": channel, "ts": ts }))
        }
        "chat.delete" => {
            let channel = known_channel(text("channel"))?;
            let ts = text("ts").ok_or("message_not_found")?;
            let is_it = |message: &Message| message.channel == channel && message.ts == ts;
            let at = state.messages.iter().position(is_it).ok_or("message_not_found")?;
            state.messages.remove(at);
            Ok(json!({ "channel": channel, "ts": ts }))
        }
        "conversations.history" | "conversations.replies" => {
            let channel = known_channel(text("channel"))?;
            let there = state.messages.iter().filter(|message| {
                message.channel == channel && message.thread.as_deref() == text("ts")
            });
            let mut all: Vec<Value> = there
                .map(|message| {
                    json!({ "ts": message.ts, "text": message.text, "metadata": message.metadata })
                })
                .collect();
            // A thread begins with its oldest message, a channel with its newest.
            if method == "conversations.history" {
                all.reverse();
            }
            // Slack may give fewer than were asked for.
            let start = text("cursor").map_or(0, |cursor| cursor.parse().unwrap());
            let end = all.len().min(start + 2);
            let next = if end < all.len() { end.to_string() } else { String::new() };
            let messages = all.drain(start..end).collect::<Vec<_>>();
            Ok(json!({ "messages": messages, "response_metadata": { "next_cursor": next } }))
        }
        "chat.postEphemeral" => {
            known_channel(text("channel"))?;
            text("user").filter(|user| user.starts_with('U')).ok_or("user_not_in_channel")?;
            limits::message(arguments)?;
            state.ephemerals.push(arguments.clone());
            Ok(json!({ "message_ts": "1700000000.000000" }))
        }
        "files.getUploadURLExternal" => {
            let length = text("length").and_then(|length| length.parse().ok());
            let (name, length) =
                (text("filename").ok_or("no_filename")?, length.ok_or("no_length")?);
            let file = format!("F{}", state.next());
            let url = format!("http://127.0.0.1:{port}/upload/{file}?ticket=1");
            let upload = File { name: name.to_owned(), length, ..File::default() };
            state.files.insert(file.clone(), upload);
            Ok(json!({ "upload_url": url, "file_id": file }))
        }
        "files.completeUploadExternal" => {
            let channel = known_channel(text("channel_id"))?;
            let thread = text("thread_ts").map(str::to_owned);
            for given in arguments["files"].as_array().ok_or("invalid_arguments")? {
                let id = given["id"].as_str().ok_or("invalid_arguments")?;
                let file = state.files.get_mut(id).ok_or("file_not_found")?;
                if file.content.len() != file.length {
                    return Err("file_update_failed");
                }
                file.place = Some((channel.to_owned(), thread.clone()));
            }
            Ok(json!({ "files": arguments["files"] }))
        }
        "views.open" => {
            let trigger = text("trigger_id").unwrap_or_default().to_owned();
            let used = state.triggers.get_mut(&trigger).ok_or("invalid_trigger_id")?;
            if std::mem::replace(used, true) {
                return Err("exchanged_trigger_id");
            }
            limits::view(&arguments["view"])?;
            let mut view = arguments["view"].clone();
            view["id"] = json!(format!("V{}", state.next()));
            state.views.push(view.clone());
            Ok(json!({ "view": view }))
        }
        "users.info" => Ok(json!({ "user": { "id": text("user"), "name": name(text("user")) } })),
        "usergroups.users.list" => {
            let members = text("usergroup").and_then(|group| state.groups.get(group));
            Ok(json!({ "users": members.ok_or("no_such_subteam")? }))
        }
        _ => Err("unknown_method"),
    }
}

/// Users are named after their ids.
pub fn name(user: Option<&str>) -> String {
    user.unwrap_or_default().trim_start_matches('U').to_lowercase()
}

fn known_channel(channel: Option<&str>) -> Result<&str, &'static str> {
    match channel {
        Some("CNOT") => Err("not_in_channel"),
        Some(channel) if channel.starts_with(['C', 'D']) && channel != "CNONE" => Ok(channel),
        _ => Err("channel_not_found"),
    }
}

fn arguments(headers: &HeaderMap, body: &Bytes) -> Value {
    let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/json") {
        return serde_json::from_slice(body).unwrap_or_default();
    }
    // In form encoding, values other than strings are JSON.
    let pairs = std::str::from_utf8(body).unwrap_or_default().split('&');
    let fields: Map<String, Value> = pairs
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| {
            let value = decoded(value);
            let json = ["blocks", "view", "attachments", "metadata", "files"].contains(&name);
            let parsed = json.then(|| serde_json::from_str(&value).ok()).flatten();
            (name.to_owned(), parsed.unwrap_or(Value::String(value)))
        })
        .collect();
    Value::Object(fields)
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'+' => bytes.push(b' '),
            b'%' if tail.len() >= 2 => {
                let digits = std::str::from_utf8(&tail[..2]).unwrap();
                bytes.push(u8::from_str_radix(digits, 16).unwrap());
                rest = &tail[2..];
            }
            other => bytes.push(*other),
        }
    }
    String::from_utf8(bytes).unwrap()
}
