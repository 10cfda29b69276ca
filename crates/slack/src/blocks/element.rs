//! Elements that can be clicked, chosen from or typed into.

use serde::Serialize;

use super::{Text, id};
use sayso_chat::text;

use crate::limits;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Element {
    Button {
        action_id: String,
        text: Text,
        value: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        style: Option<Style>,
        #[serde(skip_serializing_if = "Option::is_none")]
        confirm: Option<Confirm>,
    },
    StaticSelect {
        action_id: String,
        placeholder: Text,
        options: Vec<Item>,
        #[serde(skip_serializing_if = "Option::is_none")]
        confirm: Option<Confirm>,
    },
    MultiStaticSelect {
        action_id: String,
        placeholder: Text,
        options: Vec<Item>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        initial_options: Vec<Item>,
    },
    Checkboxes {
        action_id: String,
        options: Vec<Item>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        initial_options: Vec<Item>,
    },
    Overflow {
        action_id: String,
        options: Vec<Item>,
    },
    PlainTextInput {
        action_id: String,
        multiline: bool,
        max_length: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        initial_value: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        placeholder: Option<Text>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Style {
    Primary,
    Danger,
}

impl Element {
    pub(crate) fn button(action_id: &str, words: &str, value: &str) -> Element {
        Element::Button {
            action_id: id(action_id),
            text: Text::plain(words, limits::BUTTON),
            value: text::verbatim(value, limits::BUTTON_VALUE),
            style: None,
            confirm: None,
        }
    }

    /// Highlighted.
    pub(crate) fn styled(mut self, wanted: Style) -> Element {
        if let Element::Button { style, .. } = &mut self {
            *style = Some(wanted);
        }
        self
    }

    /// Asks for confirmation.
    pub(crate) fn confirmed(mut self, wanted: Option<Confirm>) -> Element {
        if let Element::Button { confirm, .. } | Element::StaticSelect { confirm, .. } = &mut self {
            *confirm = wanted;
        }
        self
    }

    pub(crate) fn select(action_id: &str, placeholder: &str, mut options: Vec<Item>) -> Element {
        options.truncate(limits::SELECT);
        let placeholder = Text::plain(placeholder, limits::PLACEHOLDER);
        Element::StaticSelect { action_id: id(action_id), placeholder, options, confirm: None }
    }

    /// `chosen` are indexes in `options`.
    pub(crate) fn multi_select(
        action_id: &str,
        placeholder: &str,
        mut options: Vec<Item>,
        chosen: &[usize],
    ) -> Element {
        options.truncate(limits::SELECT);
        let initial_options = chosen.iter().filter_map(|at| options.get(*at).cloned()).collect();
        let placeholder = Text::plain(placeholder, limits::PLACEHOLDER);
        Element::MultiStaticSelect {
            action_id: id(action_id),
            placeholder,
            options,
            initial_options,
        }
    }

    pub(crate) fn checkboxes(action_id: &str, mut options: Vec<Item>, chosen: &[usize]) -> Element {
        options.truncate(limits::CHECKBOXES);
        let initial_options = chosen.iter().filter_map(|at| options.get(*at).cloned()).collect();
        Element::Checkboxes { action_id: id(action_id), options, initial_options }
    }

    pub(crate) fn overflow(action_id: &str, mut options: Vec<Item>) -> Element {
        options.truncate(limits::OVERFLOW);
        Element::Overflow { action_id: id(action_id), options }
    }

    pub(crate) fn input(action_id: &str, initial: &str, placeholder: Option<&str>) -> Element {
        let placeholder = placeholder.map(|words| Text::plain(words, limits::PLACEHOLDER));
        // Line breaks stay: it is the person's own text.
        let initial = text::verbatim(initial, limits::INPUT);
        Element::PlainTextInput {
            action_id: id(action_id),
            multiline: true,
            max_length: limits::INPUT,
            initial_value: (!initial.is_empty()).then_some(initial),
            placeholder,
        }
    }
}

/// An entry of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Item {
    text: Text,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Text>,
}

impl Item {
    pub(crate) fn new(words: &str, value: &str) -> Item {
        Item {
            text: Text::plain(words, limits::OPTION),
            value: text::verbatim(value, limits::OPTION),
            description: None,
        }
    }

    pub(crate) fn value(&self) -> &str {
        &self.value
    }

    pub(crate) fn described(mut self, words: Option<&str>, most: usize) -> Item {
        let most = most.min(limits::OPTION);
        self.description = words.filter(|_| most > 0).map(|words| Text::plain(words, most));
        self
    }
}

/// The confirmation of an irreversible action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Confirm {
    title: Text,
    text: Text,
    confirm: Text,
    deny: Text,
}

impl Confirm {
    pub(crate) fn new(title: &str, words: &str, confirm: &str, deny: &str) -> Confirm {
        Confirm {
            title: Text::plain(title, limits::CONFIRM_TITLE),
            text: Text::plain(words, limits::CONFIRM_TEXT),
            confirm: Text::plain(confirm, limits::CONFIRM_BUTTON),
            deny: Text::plain(deny, limits::CONFIRM_BUTTON),
        }
    }
}
