//! Telegram's limits and its HTML, as its server checks them.

use serde_json::{Value, json};

use super::api::{Refused, refused};

const TAGS: [&str; 16] = [
    "b",
    "strong",
    "i",
    "em",
    "u",
    "ins",
    "s",
    "strike",
    "del",
    "span",
    "tg-spoiler",
    "a",
    "code",
    "pre",
    "blockquote",
    "tg-emoji",
];

/// The text without its marks, if it is taken.
pub(super) fn text(arguments: &Value) -> Result<String, Refused> {
    let source = arguments["text"].as_str().unwrap_or_default();
    let text = match arguments["parse_mode"].as_str() {
        Some("HTML") => parsed(source)?,
        Some(other) => return Err(refused(&format!("unsupported parse_mode {other}"))),
        None => source.to_owned(),
    };
    if text.trim().is_empty() {
        return Err(refused("message text is empty"));
    }
    // In UTF-16 units, after the marks are gone.
    if text.encode_utf16().count() > 4_096 {
        return Err(refused("message is too long"));
    }
    Ok(text)
}

fn parsed(source: &str) -> Result<String, Refused> {
    let cannot = |why: String| refused(&format!("can't parse entities: {why}"));
    let (mut text, mut open, mut rest) = (String::new(), Vec::new(), source);
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('<') {
            let (tag, behind) =
                after.split_once('>').ok_or_else(|| cannot("Unclosed start tag".to_owned()))?;
            let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
            if !TAGS.contains(&name) {
                return Err(cannot(format!("Unsupported start tag \"{name}\"")));
            }
            match tag.starts_with('/') {
                true if open.pop() != Some(name) => {
                    return Err(cannot(format!("Unexpected end tag \"{name}\"")));
                }
                true => {}
                false => open.push(name),
            }
            rest = behind;
            continue;
        }
        let named = [("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&quot;", '"')];
        match named.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, letter)) => {
                text.push(*letter);
                rest = &rest[name.len()..];
            }
            None => {
                text.push('&');
                rest = &rest[1..];
            }
        }
    }
    text.push_str(rest);
    match open.pop() {
        Some(name) => {
            Err(cannot(format!("Can't find end tag corresponding to start tag \"{name}\"")))
        }
        None => Ok(text),
    }
}

/// The markup, if it is taken.
pub(super) fn markup(arguments: &Value) -> Result<Value, Refused> {
    let markup = match &arguments["reply_markup"] {
        Value::Null => return Ok(json!({})),
        markup => markup.clone(),
    };
    let Some(rows) = markup["inline_keyboard"].as_array() else { return Ok(markup) };
    let mut count = 0;
    for row in rows {
        let row = row.as_array().ok_or_else(|| refused("BUTTON_INVALID"))?;
        if row.len() > 8 {
            return Err(refused("BUTTON_INVALID"));
        }
        for button in row {
            count += 1;
            if button["text"].as_str().unwrap_or_default().trim().is_empty() {
                return Err(refused("BUTTON_TEXT_INVALID"));
            }
            let data = button["callback_data"].as_str();
            if button["url"].is_null() && !data.is_some_and(|data| (1..=64).contains(&data.len())) {
                return Err(refused("BUTTON_DATA_INVALID"));
            }
        }
    }
    match count > 100 || markup.to_string().len() > 10_000 {
        true => Err(refused("reply markup is too long")),
        false => Ok(markup),
    }
}
