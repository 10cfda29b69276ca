//! A modal: fields to type into.

use serde::Serialize;

use super::{Block, Element, Text, id};
use sayso_chat::text;

use crate::limits;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename = "modal")]
pub(crate) struct View {
    callback_id: String,
    private_metadata: String,
    title: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    submit: Option<Text>,
    close: Text,
    blocks: Vec<Block>,
}

/// One input field.
pub(crate) struct Field<'a> {
    pub(crate) id: String,
    pub(crate) label: &'a str,
    pub(crate) initial: &'a str,
    pub(crate) placeholder: Option<&'a str>,
    pub(crate) needed: Needed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needed {
    Yes,
    No,
}

/// The one element of each input block.
pub(crate) const TYPED: &str = "typed";

impl View {
    /// A modal with text; each of `sections` fits into one section.
    pub(crate) fn reading([title, close]: [&str; 2], sections: &[String]) -> View {
        let mut room = limits::VIEW;
        let fitting = sections.iter().take(limits::VIEW_BLOCKS).take_while(|section| {
            room = room.saturating_sub(section.len());
            room > 0
        });
        View {
            callback_id: "read".to_owned(),
            private_metadata: String::new(),
            title: Text::plain(title, limits::VIEW_TITLE),
            submit: None,
            close: Text::plain(close, limits::VIEW_TITLE),
            blocks: fitting.map(|section| Block::section(section)).collect(),
        }
    }

    /// `metadata` is returned with the input.
    pub(crate) fn new(
        callback_id: &str,
        metadata: &str,
        [title, submit, close]: [&str; 3],
        about: Option<&str>,
        fields: Vec<Field<'_>>,
    ) -> View {
        let mut blocks: Vec<Block> = about.map(Block::section).into_iter().collect();
        blocks.extend(fields.into_iter().map(|field| Block::Input {
            block_id: id(&field.id),
            label: Text::plain(field.label, limits::LABEL),
            optional: field.needed == Needed::No,
            element: Element::input(TYPED, field.initial, field.placeholder),
        }));
        blocks.truncate(limits::VIEW_BLOCKS);
        View {
            callback_id: id(callback_id),
            private_metadata: text::verbatim(metadata, limits::METADATA),
            title: Text::plain(title, limits::VIEW_TITLE),
            submit: Some(Text::plain(submit, limits::VIEW_TITLE)),
            close: Text::plain(close, limits::VIEW_TITLE),
            blocks,
        }
    }
}
