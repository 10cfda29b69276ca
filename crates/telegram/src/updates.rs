//! Updates, read: taps, texts, edited texts, and whether the person has blocked the bot.

use serde_json::Value;

/// What happened, and its number there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Update {
    pub id: i64,
    pub what: BotUpdate,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotUpdate {
    Tap {
        query: String,
        from: Writer,
        message: i64,
        data: String,
    },
    Text {
        from: Writer,
        message: i64,
        /// The same, or the last one if it was several.
        last: i64,
        date: i64,
        reply_to: Option<i64>,
        text: String,
    },
    Edited {
        from: Writer,
        message: i64,
        text: String,
    },
    Blocked {
        from: Writer,
        is_blocked: bool,
    },
    /// Nothing of ours. It is confirmed like all others.
    Other,
}

/// Who did it, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Writer {
    pub id: i64,
    pub name: String,
    pub chat: i64,
    /// Nobody else is in that chat.
    pub is_private: bool,
}

pub(crate) fn read(update: &Value) -> Option<Update> {
    let id = update["update_id"].as_i64()?;
    let parts = [
        tap(&update["callback_query"]),
        text(&update["message"]),
        edited(&update["edited_message"]),
        member(&update["my_chat_member"]),
    ];
    let what = parts.into_iter().flatten().next().unwrap_or(BotUpdate::Other);
    Some(Update { id, what })
}

fn tap(query: &Value) -> Option<BotUpdate> {
    Some(BotUpdate::Tap {
        query: query["id"].as_str()?.to_owned(),
        // An old message comes without its text, but with this.
        from: writer(&query["from"], &query["message"]["chat"])?,
        message: query["message"]["message_id"].as_i64()?,
        data: query["data"].as_str()?.to_owned(),
    })
}

fn text(message: &Value) -> Option<BotUpdate> {
    Some(BotUpdate::Text {
        from: writer(&message["from"], &message["chat"])?,
        message: message["message_id"].as_i64()?,
        last: message["message_id"].as_i64()?,
        date: message["date"].as_i64().unwrap_or_default(),
        reply_to: message["reply_to_message"]["message_id"].as_i64(),
        text: words(message),
    })
}

fn edited(message: &Value) -> Option<BotUpdate> {
    Some(BotUpdate::Edited {
        from: writer(&message["from"], &message["chat"])?,
        message: message["message_id"].as_i64()?,
        text: words(message),
    })
}

fn member(change: &Value) -> Option<BotUpdate> {
    let from = writer(&change["from"], &change["chat"])?;
    let is_blocked = change["new_chat_member"]["status"] == "kicked";
    Some(BotUpdate::Blocked { from, is_blocked })
}

/// A picture has words too.
fn words(message: &Value) -> String {
    let words = message["text"].as_str().or_else(|| message["caption"].as_str());
    words.unwrap_or_default().to_owned()
}

fn writer(from: &Value, chat: &Value) -> Option<Writer> {
    let [first, last] = ["first_name", "last_name"].map(|name| from[name].as_str());
    let name: Vec<&str> = [first, last].into_iter().flatten().collect();
    Some(Writer {
        id: from["id"].as_i64()?,
        name: name.join(" "),
        chat: chat["id"].as_i64()?,
        is_private: chat["type"] == "private",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_old_message_says_no_more_than_where_it_is() {
        let update = json!({ "update_id": 7, "callback_query": {
            "id": "9", "from": { "id": 1, "first_name": "Ann" }, "data": "x",
            "message": { "chat": { "id": 1, "type": "private" }, "message_id": 3, "date": 0 },
        } });
        let from = Writer { id: 1, name: "Ann".to_owned(), chat: 1, is_private: true };
        let (query, data) = ("9".to_owned(), "x".to_owned());
        let what = BotUpdate::Tap { query, from, message: 3, data };
        assert_eq!(read(&update), Some(Update { id: 7, what }));
    }

    #[test]
    fn what_is_not_known_is_still_counted() {
        let update = json!({ "update_id": 8, "message_reaction": {} });
        assert_eq!(read(&update), Some(Update { id: 8, what: BotUpdate::Other }));
        assert_eq!(read(&json!({})), None);
    }
}
