//! Slack's events, read: clicks, modals, messages. Everything else is ignored.

use sayso_chat::{Arrived, ChatText, Click, Deleted, Incoming, Person, Typed, WindowReply};
use serde_json::Value;

use crate::action_ids::{self, Action};
use crate::blocks::TYPED;

/// From the payload of an interaction.
pub fn interactive(payload: &Value) -> Option<Incoming> {
    let person = Person {
        id: text(payload, "/user/id")?,
        name: text(payload, "/user/name").or_else(|| text(payload, "/user/username")),
    };
    match payload["type"].as_str()? {
        "block_actions" => click(payload, person).map(Incoming::Click),
        "view_submission" => typed(payload, person).map(Incoming::Typed),
        _ => None,
    }
}

fn click(payload: &Value, person: Person) -> Option<Click> {
    let action = payload.pointer("/actions/0")?;
    let (action_id, block_id) = (action["action_id"].as_str()?, action["block_id"].as_str()?);
    let (id, wish) = action_ids::read(&Action { action_id, block_id, values: values(action) })?;
    let at = action["action_ts"].as_str().unwrap_or_default();
    Some(Click {
        key: format!("click {} {at} {block_id} {action_id}", person.id),
        person,
        id,
        wish,
        channel: text(payload, "/channel/id").or_else(|| text(payload, "/container/channel_id"))?,
        message: text(payload, "/message/ts").or_else(|| text(payload, "/container/message_ts"))?,
        thread: text(payload, "/message/thread_ts")
            .or_else(|| text(payload, "/container/thread_ts")),
        trigger: text(payload, "/trigger_id").unwrap_or_default(),
        hub: text(payload, "/message/metadata/event_payload/hub"),
        sure: None,
    })
}

fn values(action: &Value) -> Vec<&str> {
    let many = action["selected_options"].as_array().into_iter().flatten();
    let one = action.get("selected_option").into_iter();
    let selected = many.chain(one).filter_map(|option| option["value"].as_str());
    selected.chain(action["value"].as_str()).collect()
}

fn typed(payload: &Value, person: Person) -> Option<Typed> {
    let asked = serde_json::from_str(payload.pointer("/view/private_metadata")?.as_str()?).ok()?;
    let state = payload.pointer("/view/state/values")?.as_object()?;
    let fields = state.iter().map(|(field, value)| {
        let typed = value[TYPED]["value"].as_str().unwrap_or_default();
        (field.clone(), typed.to_owned())
    });
    let view = text(payload, "/view/id").unwrap_or_default();
    let key = format!("view {} {view}", person.id);
    let verdict = WindowReply::default();
    Some(Typed { fields: fields.collect(), asked, person, verdict, unnamed: None, key })
}

/// From the payload of an event.
pub fn event(payload: &Value) -> Option<Incoming> {
    let event = &payload["event"];
    if event["type"] == "message" && event["subtype"] == "message_deleted" {
        let (channel, message) = (text(event, "/channel")?, text(event, "/deleted_ts")?);
        let key = format!("deleted {channel} {message}");
        return Some(Incoming::Deleted(Deleted { channel, message, key }));
    }
    if event["type"] == "message_metadata_posted" {
        return arrived(event).map(Incoming::Arrived);
    }
    // Other programs, and changes of messages, say nothing that is meant for us.
    if event.get("bot_id").is_some_and(|bot| !bot.is_null()) || !is_said(event) {
        return None;
    }
    let mentioned = match event["type"].as_str()? {
        "app_mention" => true,
        "message" => false,
        _ => return None,
    };
    let (channel, message) = (text(event, "/channel")?, text(event, "/ts")?);
    Some(Incoming::Said(ChatText {
        // A mention in a channel comes as both; it is said once.
        key: format!("said {channel} {message}"),
        user: text(event, "/user")?,
        text: text(event, "/text").unwrap_or_default(),
        thread: text(event, "/thread_ts").filter(|thread| *thread != message),
        addressed: mentioned || event["channel_type"] == "im",
        channel,
        message,
    }))
}

/// A message with our metadata; another program may use the same name for something else.
fn arrived(event: &Value) -> Option<Arrived> {
    let (channel, message) = (text(event, "/channel_id")?, text(event, "/message_ts")?);
    let payload = &event["metadata"]["event_payload"];
    Some(Arrived {
        id: text(payload, "/question")?.parse().ok()?,
        part: u32::try_from(payload["part"].as_u64()?).ok()?,
        key: format!("arrived {channel} {message}"),
        channel,
        message,
    })
}

/// A person's words; with a file, or shown in the channel as well, they are still words.
fn is_said(event: &Value) -> bool {
    matches!(event["subtype"].as_str(), None | Some("file_share" | "thread_broadcast"))
}

fn text(value: &Value, path: &str) -> Option<String> {
    value.pointer(path)?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sayso_core::InteractionId;
    use serde_json::json;

    #[test]
    fn a_message_of_ours_that_arrived_is_known_by_its_metadata() {
        let id = InteractionId::new(uuid::Uuid::from_u128(7));
        let event = |payload: Value| {
            json!({ "event": {
                "type": "message_metadata_posted", "channel_id": "C1", "message_ts": "1.1",
                "metadata": { "event_type": "sayso_question", "event_payload": payload },
            } })
        };
        let ours = super::event(&event(json!({ "hub": "h", "question": id, "part": 2 })));
        let (channel, message) = ("C1".to_owned(), "1.1".to_owned());
        let key = "arrived C1 1.1".to_owned();
        assert_eq!(ours, Some(Incoming::Arrived(Arrived { id, part: 2, channel, message, key })));
        for strange in [json!({}), json!({ "question": "?", "part": 0 }), json!({ "question": id })]
        {
            assert_eq!(super::event(&event(strange)), None);
        }
    }

    #[test]
    fn what_people_say_is_heard_and_nothing_else() {
        let check = |more: Value, heard: bool| {
            let mut event = json!({
                "type": "message", "channel": "C1", "ts": "1.1", "user": "U1", "text": "hello",
            });
            for (name, value) in more.as_object().unwrap() {
                event[name] = value.clone();
            }
            let is_heard = super::event(&json!({ "event": event })).is_some();
            assert_eq!(is_heard, heard, "{more}");
        };
        check(json!({}), true);
        check(json!({ "bot_id": null }), true);
        check(json!({ "subtype": "file_share", "files": [{}] }), true);
        check(json!({ "subtype": "thread_broadcast", "thread_ts": "1.0" }), true);
        check(json!({ "bot_id": "B1" }), false);
        for subtype in ["message_changed", "message_deleted", "bot_message", "channel_join"] {
            check(json!({ "subtype": subtype }), false);
        }
        check(json!({ "type": "reaction_added" }), false);
    }
}
