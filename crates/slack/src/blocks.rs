//! Blocks of messages and modals. Every constructor makes its texts fit, and only known properties
//! can be written, so that no payload is refused for its shape.

mod element;
mod view;

pub(crate) use element::{Confirm, Element, Item, Style};
pub(crate) use view::{Field, Needed, TYPED, View};

use serde::Serialize;

use sayso_chat::text;

use crate::limits;

/// Text, plain or with Slack's own marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Text {
    PlainText {
        text: String,
        emoji: bool,
    },
    /// Verbatim: what looks like a channel or a mention is not made one.
    Mrkdwn {
        text: String,
        verbatim: bool,
    },
}

impl Text {
    pub(crate) fn plain(words: &str, most: usize) -> Text {
        // Slack refuses an empty text, and an agent's label may be nothing but control characters.
        let fits = Some(text::plain(words, most)).filter(|text| !text.is_empty());
        Text::PlainText { text: fits.unwrap_or_else(|| "…".to_owned()), emoji: true }
    }

    /// Of parts that are escaped already.
    pub(crate) fn mrkdwn(marked: &str, most: usize) -> Text {
        let fits = Some(text::cut(marked.trim(), most)).filter(|text| !text.is_empty());
        Text::Mrkdwn { text: fits.unwrap_or_else(|| "…".to_owned()), verbatim: true }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Block {
    Section {
        #[serde(skip_serializing_if = "Option::is_none")]
        block_id: Option<String>,
        text: Text,
        #[serde(skip_serializing_if = "Option::is_none")]
        accessory: Option<Element>,
    },
    Actions {
        block_id: String,
        elements: Vec<Element>,
    },
    Context {
        elements: Vec<Text>,
    },
    Divider {},
    Input {
        block_id: String,
        label: Text,
        optional: bool,
        element: Element,
    },
}

impl Block {
    pub(crate) fn section(marked: &str) -> Block {
        let text = Text::mrkdwn(marked, limits::SECTION);
        Block::Section { block_id: None, text, accessory: None }
    }

    pub(crate) fn section_with(block_id: String, marked: &str, accessory: Element) -> Block {
        let text = Text::mrkdwn(marked, limits::SECTION);
        Block::Section { block_id: Some(id(&block_id)), text, accessory: Some(accessory) }
    }

    /// Nothing if there is nothing to click on.
    pub(crate) fn actions(block_id: String, mut elements: Vec<Element>) -> Option<Block> {
        elements.truncate(limits::ACTIONS);
        (!elements.is_empty()).then(|| Block::Actions { block_id: id(&block_id), elements })
    }

    pub(crate) fn context(lines: &[String]) -> Block {
        let lines = lines.iter().take(limits::CONTEXT_ELEMENTS);
        let elements = lines.map(|line| Text::mrkdwn(line, limits::CONTEXT)).collect();
        Block::Context { elements }
    }
}

pub(crate) fn id(id: &str) -> String {
    text::verbatim(id, limits::ID)
}

/// What is posted: blocks, and the same in words for notifications and screen readers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SlackMessage {
    text: String,
    /// Empty: the text is all there is. Always there, or an update would leave the old ones standing.
    blocks: Vec<Block>,
}

impl SlackMessage {
    pub(crate) fn new(words: &str, mut blocks: Vec<Block>) -> SlackMessage {
        blocks.truncate(limits::BLOCKS);
        SlackMessage { text: text::cut(words.trim(), limits::FALLBACK), blocks }
    }

    /// A remark below what an agent says. Its words are escaped already.
    pub(crate) fn remark(words: &str) -> SlackMessage {
        SlackMessage::new(words, vec![Block::context(&[words.to_owned()])])
    }

    /// Words alone, with Slack's marks; agents' words in it are escaped already.
    pub fn words(words: &str) -> SlackMessage {
        SlackMessage::new(words, Vec::new())
    }
}
