//! People: what each of them does becomes an update, which waits until it is asked for.

use serde_json::{Value, json};

use super::api::as_json;
use super::{Fake, Message, buttons};

pub const ANN: i64 = 1_001;
pub const BOB: i64 = 1_002;
pub(super) const BOT: i64 = 123_456_789;

fn name(person: i64) -> &'static str {
    match person {
        ANN => "Ann",
        BOB => "Bob",
        _ => "Somebody",
    }
}

fn person(id: i64) -> Value {
    json!({ "id": id, "is_bot": false, "first_name": name(id) })
}

pub(super) fn private_chat(chat: i64) -> Value {
    json!({ "id": chat, "type": "private", "first_name": name(chat) })
}

impl Fake {
    /// It waits until somebody asks for updates.
    pub fn push(&self, field: &str, body: Value) -> Value {
        let mut state = self.state();
        let mut update = json!({ "update_id": state.next_update() });
        update[field] = body;
        state.queue.push_back(update.clone());
        update
    }

    /// The same once more, as Telegram gives it if nobody confirmed it.
    pub fn again(&self, update: &Value) {
        let mut update = update.clone();
        let mut state = self.state();
        update["update_id"] = json!(state.next_update());
        state.queue.push_back(update);
    }

    /// A tap on the first button that has these words, of the message as it looked like.
    #[track_caller]
    pub fn tap(&self, who: i64, message: &Message, words: &str) -> Value {
        let found = message.buttons().into_iter().find(|(label, _)| label.contains(words));
        let (_, data) = found.unwrap_or_else(|| panic!("no `{words}` in {:?}", message.labels()));
        self.send_data(who, message, &data)
    }

    /// Data of a button, real or made up.
    pub fn send_data(&self, who: i64, message: &Message, data: &str) -> Value {
        self.send_data_on(who, as_json(message), data)
    }

    /// On any message, such as one that only the person says is there.
    pub fn send_data_on(&self, who: i64, message: Value, data: &str) -> Value {
        let query = format!("query{}", self.state().next_update());
        self.push(
            "callback_query",
            json!({
                "id": query, "from": person(who), "message": message,
                "chat_instance": "1", "data": data,
            }),
        )
    }

    /// The button of an option, as the message was when it was sent.
    pub fn pick(&self, who: i64, message: &Message, question: usize, option: usize) -> Value {
        let ends = format!("p{question}.{option}");
        let found = buttons(&message.first).into_iter().find(|(_, data)| data.ends_with(&ends));
        let (_, data) = found.unwrap_or_else(|| panic!("no {ends} in {:?}", message.first));
        self.send_data(who, message, &data)
    }

    /// A message of the bot in this person's chat, as they make it up.
    pub fn forged(&self, who: i64, id: i64) -> Value {
        json!({ "message_id": id, "date": 0, "chat": private_chat(who) })
    }

    /// A message without words.
    pub fn sticker(&self, who: i64) -> Value {
        let (id, date) = self.state().next_message();
        let message = json!({
            "message_id": id, "date": date, "chat": private_chat(who), "from": person(who),
            "sticker": { "file_id": "1", "file_unique_id": "1", "type": "regular" },
        });
        self.push("message", message)
    }

    pub fn write(&self, who: i64, text: &str) -> Value {
        self.write_in(who, private_chat(who), None, text)
    }

    pub fn reply(&self, who: i64, message: &Message, text: &str) -> Value {
        self.write_in(who, private_chat(message.chat), Some(as_json(message)), text)
    }

    pub fn write_in(&self, who: i64, chat: Value, to: Option<Value>, text: &str) -> Value {
        let (id, date) = self.state().next_message();
        let mut message = json!({
            "message_id": id, "date": date, "chat": chat, "from": person(who), "text": text,
        });
        if let Some(to) = to {
            message["reply_to_message"] = to;
        }
        self.push("message", message)
    }

    /// Changes what was written.
    pub fn edit(&self, written: &Value, text: &str) {
        let mut message = written["message"].clone();
        message["edit_date"] = json!(self.state().now);
        message["text"] = json!(text);
        self.push("edited_message", message);
    }

    /// Deletes a message of the bot, which nobody tells it.
    pub fn delete(&self, message: &Message) {
        self.state().messages.retain(|there| there.id != message.id);
    }

    pub fn block(&self, who: i64, is_blocked: bool) {
        self.state().is_blocked = is_blocked;
        let member =
            |status: &str| json!({ "user": person(BOT), "status": status, "until_date": 0 });
        let (old, new) = if is_blocked { ("member", "kicked") } else { ("kicked", "member") };
        self.push(
            "my_chat_member",
            json!({
                "chat": private_chat(who), "from": person(who), "date": 1,
                "old_chat_member": member(old), "new_chat_member": member(new),
            }),
        );
    }
}
