//! People who click, type and write, as Slack reports it to an app.

use serde_json::{Value, json};

use super::api::name;
use super::socket::Frame;
use super::{Fake, Message, elements};

impl Fake {
    /// Clicks the element whose action id has this prefix; returns the envelope, to deliver it
    /// again.
    #[track_caller]
    pub fn click(&self, user: &str, message: &Message, action: &str) -> Value {
        self.choose(user, message, action, &[])
    }

    /// The same for a menu: selects by the beginning of the option's text.
    #[track_caller]
    pub fn choose(&self, user: &str, message: &Message, action: &str, texts: &[&str]) -> Value {
        let payload = self.action(user, message, action, texts);
        self.deliver("interactive", payload)
    }

    /// What Slack would send.
    #[track_caller]
    pub fn action(&self, user: &str, message: &Message, action: &str, texts: &[&str]) -> Value {
        let all = elements(&message.blocks);
        let id = |element: &Value| element["action_id"].as_str().unwrap().to_owned();
        let exact = all.iter().find(|(_, element)| id(element) == action);
        let found =
            exact.or_else(|| all.iter().find(|(_, element)| id(element).starts_with(action)));
        let (block, element) =
            found.unwrap_or_else(|| panic!("no `{action}` in {:?}", message.actions()));
        let mut state = self.state();
        let at = format!("1700000001.{:06}", state.next());
        let mut clicked = json!({
            "type": element["type"], "action_id": element["action_id"],
            "block_id": block["block_id"], "action_ts": at,
        });
        let option = |text: &str| {
            let mut options = element["options"].as_array().unwrap().iter();
            let is = |option: &&Value| option["text"]["text"].as_str().unwrap().starts_with(text);
            options.find(is).unwrap_or_else(|| panic!("no option `{text}` in {element}")).clone()
        };
        match element["type"].as_str().unwrap() {
            "button" => clicked["value"] = element["value"].clone(),
            "static_select" | "overflow" => clicked["selected_option"] = option(texts[0]),
            _ => clicked["selected_options"] = texts.iter().map(|text| option(text)).collect(),
        }
        let trigger = state.trigger();
        let mut shown = json!({ "ts": message.ts, "text": message.text, "blocks": message.blocks });
        if !message.metadata.is_null() {
            shown["metadata"] = message.metadata.clone();
        }
        if let Some(thread) = &message.thread {
            shown["thread_ts"] = json!(thread);
        }
        json!({
            "type": "block_actions",
            "user": person(user),
            "api_app_id": "A1", "token": "legacy", "team": { "id": "T1", "domain": "acme" },
            "container": {
                "type": "message", "message_ts": message.ts, "channel_id": message.channel,
                "is_ephemeral": false,
            },
            "trigger_id": trigger,
            "channel": { "id": message.channel, "name": "general" },
            "message": shown,
            "state": { "values": {} },
            "response_url": "https://hooks.slack.com/actions/T1/1/x",
            "actions": [clicked],
        })
    }

    /// Types into the modal that was opened last and submits it.
    #[track_caller]
    pub fn type_in(&self, user: &str, count: usize, fields: &[(&str, &str)]) {
        let payload = self.typed(user, count, fields);
        self.deliver("interactive", payload);
    }

    /// What Slack would send.
    #[track_caller]
    pub fn typed(&self, user: &str, count: usize, fields: &[(&str, &str)]) -> Value {
        self.wait("a modal", |state| state.views.len() >= count);
        let view = self.state().views[count - 1].clone();
        let values: serde_json::Map<String, Value> = fields
            .iter()
            .map(|(field, text)| {
                let typed = json!({ "typed": { "type": "plain_text_input", "value": text } });
                ((*field).to_owned(), typed)
            })
            .collect();
        let mut view = view;
        view["state"] = json!({ "values": values });
        json!({
            "type": "view_submission", "user": person(user), "team": { "id": "T1" }, "view": view,
        })
    }

    /// Writes in a thread.
    #[track_caller]
    pub fn write(&self, user: &str, message: &Message, text: &str) {
        let thread = message.thread.as_ref().unwrap_or(&message.ts);
        self.said(user, &message.channel, Some(thread), text, "message");
    }

    /// The same, sent at this time.
    #[track_caller]
    pub fn write_at(&self, user: &str, message: &Message, text: &str, ts: &str) {
        let thread = message.thread.as_ref().unwrap_or(&message.ts);
        let mut envelope = self.heard(user, &message.channel, Some(thread), text, "message");
        envelope["event"]["ts"] = json!(ts);
        self.deliver("events_api", envelope);
    }

    /// Somebody deletes a message.
    #[track_caller]
    pub fn delete(&self, message: &Message) {
        let number = {
            let mut state = self.state();
            state.messages.retain(|other| other.ts != message.ts);
            state.next()
        };
        let event = json!({
            "type": "message", "subtype": "message_deleted", "channel": message.channel,
            "deleted_ts": message.ts, "ts": format!("1700000003.{number:06}"), "hidden": true,
        });
        self.deliver("events_api", json!({ "type": "event_callback", "event": event }));
    }

    /// Slack tells that a message with metadata is there.
    #[track_caller]
    pub fn announce(&self, message: &Message) {
        let event = json!({
            "type": "message_metadata_posted", "app_id": "A1", "channel_id": message.channel,
            "message_ts": message.ts, "metadata": message.metadata,
        });
        self.deliver("events_api", json!({ "type": "event_callback", "event": event }));
    }

    /// Writes to the app: in a direct channel, or with a mention, which an app receives twice.
    #[track_caller]
    pub fn call(&self, user: &str, channel: &str, text: &str) -> Value {
        if channel.starts_with('D') {
            return self.said(user, channel, None, text, "message");
        }
        let first = self.said(user, channel, None, &format!("<@UBOT> {text}"), "message");
        let mut second = first.clone();
        second["payload"]["event"]["type"] = json!("app_mention");
        second["envelope_id"] =
            json!(format!("{}-mention", first["envelope_id"].as_str().unwrap()));
        self.redeliver(&second);
        first
    }

    fn said(
        &self,
        user: &str,
        channel: &str,
        thread: Option<&String>,
        text: &str,
        kind: &str,
    ) -> Value {
        let payload = self.heard(user, channel, thread, text, kind);
        self.deliver("events_api", payload)
    }

    /// What Slack would send.
    fn heard(
        &self,
        user: &str,
        channel: &str,
        thread: Option<&String>,
        text: &str,
        kind: &str,
    ) -> Value {
        let number = self.state().next();
        let direct = if channel.starts_with('D') { "im" } else { "channel" };
        let mut event = json!({
            "type": kind, "channel": channel, "channel_type": direct, "user": user, "text": text,
            "ts": format!("1700000002.{number:06}"),
        });
        if let Some(thread) = thread {
            event["thread_ts"] = json!(thread);
        }
        json!({
            "type": "event_callback", "event_id": format!("Ev{number}"), "team_id": "T1",
            "event": event,
        })
    }

    /// Over the socket that was opened last, until it is acknowledged.
    #[track_caller]
    pub fn deliver(&self, kind: &str, payload: Value) -> Value {
        let number = self.state().next();
        let envelope = json!({
            "envelope_id": format!("envelope-{number}"), "type": kind, "payload": payload,
            "accepts_response_payload": kind == "interactive",
        });
        self.redeliver(&envelope);
        envelope
    }

    #[track_caller]
    pub fn redeliver(&self, envelope: &Value) {
        self.wait("a socket", |state| !state.sockets.is_empty());
        let id = envelope["envelope_id"].as_str().unwrap();
        let before = self.state().acks.iter().filter(|ack| *ack == id).count();
        self.send(envelope.clone());
        self.wait("an acknowledgement", |state| {
            state.acks.iter().filter(|ack| *ack == id).count() > before
        });
    }

    pub fn send(&self, frame: Value) {
        let state = self.state();
        let (_, socket) = state.sockets.last().expect("a socket is open");
        socket.send(Frame::Text(frame)).unwrap();
    }

    /// Closes the socket that was opened first.
    pub fn close_first(&self) {
        let _ = self.state().sockets[0].1.send(Frame::Close);
    }
}

fn person(user: &str) -> Value {
    json!({ "id": user, "username": name(Some(user)), "name": name(Some(user)), "team_id": "T1" })
}
