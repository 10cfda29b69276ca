//! The arguments as typed values: types are checked, nothing else.

use std::collections::BTreeMap;

use serde_json::Value;

use super::legacy::{self, Contract};
use super::mode::{Mode, OwnFields};
use crate::dialect::read::{Fields, Type};
use crate::limits;
use crate::policy::TimeoutAction;
use crate::problem::Problem;
use crate::surface::{Chats, Preferred};

/// Who asks: an agent must give reasons, a shell script need not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaker {
    Agent,
    Shell,
}

#[derive(Debug)]
pub(super) struct Request {
    pub(super) title: Option<String>,
    pub(super) prompt: Option<String>,
    /// `None`: missing or unknown, which has been reported.
    pub(super) mode: Option<Mode>,
    pub(super) contract: Contract,
    pub(super) options: Vec<TypedOption>,
    pub(super) placeholder: Option<String>,
    pub(super) show_placeholder: Option<bool>,
    pub(super) defaults: Vec<String>,
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) own: OwnFields,
    pub(super) single_submit: Option<bool>,
    pub(super) timeout: Option<i64>,
    pub(super) timeout_action: Option<TimeoutAction>,
    pub(super) irreversible: Option<bool>,
    pub(super) surface: Option<Preferred>,
    pub(super) annotations: Option<bool>,
    pub(super) notes: BTreeMap<String, String>,
    pub(super) note: Option<String>,
    pub(super) allow_cancel: Option<bool>,
}

#[derive(Debug, Default)]
pub(super) struct TypedOption {
    /// `None`: missing or invalid, which has been reported.
    pub(super) id: Option<String>,
    pub(super) label: Option<String>,
    pub(super) description: Option<String>,
    pub(super) recommended: bool,
    pub(super) safe: bool,
}

/// `None`: the arguments are not an object.
pub(super) fn read(
    arguments: &Value,
    speaker: Speaker,
    chats: Chats,
    problems: &mut Vec<Problem>,
) -> Option<Request> {
    let surfaces = chats.preferred();
    let surfaces: Vec<_> = surfaces.iter().map(|surface| (surface.as_str(), *surface)).collect();
    let mut fields = Fields::of(arguments, "", problems)?;
    let title = fields.required("title", limits::TITLE);
    let prompt = match speaker {
        Speaker::Agent => fields.required("prompt", limits::PROMPT),
        Speaker::Shell => fields.text("prompt", limits::PROMPT),
    };
    let (mode, contract) = legacy::mode(&mut fields);
    let request = Request {
        title,
        prompt,
        mode,
        contract,
        options: read_options(&mut fields, contract),
        placeholder: fields.text("placeholder", limits::DESCRIPTION),
        show_placeholder: fields.flag("show_placeholder"),
        defaults: fields.texts("default_selection_ids", limits::ID).unwrap_or_default(),
        min: fields.count("min_selections"),
        max: fields.count("max_selections"),
        own: OwnFields::read(&mut fields),
        single_submit: fields.flag("single_submit_mode"),
        timeout: fields.number("timeout_seconds"),
        timeout_action: fields
            .word("timeout_action", &TimeoutAction::ALL.map(|action| (action.as_str(), action))),
        irreversible: fields.flag("irreversible"),
        surface: fields.word("interface", &surfaces),
        annotations: fields.flag("allow_annotations"),
        notes: fields.text_map("option_annotations", limits::ANSWER).unwrap_or_default(),
        note: fields.text("global_annotation", limits::ANSWER),
        allow_cancel: fields.flag("allow_cancel"),
    };
    // A follow-up never comes here; with a new question it has no effect.
    fields.value("session_id", Type::Text);
    fields.finish();
    Some(request)
}

fn read_options(fields: &mut Fields<'_, '_>, contract: Contract) -> Vec<TypedOption> {
    let items = fields.list("options").unwrap_or_default();
    if items.len() > limits::OPTIONS {
        let rule = format!("{} options, at most {} are allowed", items.len(), limits::OPTIONS);
        fields.refuse("options", rule, "offer fewer, or use `selection_mode` `text_input`");
        return Vec::new();
    }
    let mut options = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let path = format!("options[{at}]");
        let Some(mut option) = Fields::of(item, &path, fields.problems) else {
            // Keeps its position, so that the paths of the following ones stay correct.
            options.push(TypedOption::default());
            continue;
        };
        options.push(TypedOption {
            id: legacy::option_id(&mut option, contract, at),
            label: option.required("label", limits::LABEL),
            description: option.text("description", limits::DESCRIPTION),
            recommended: option.flag("recommended").unwrap_or(false),
            safe: option.flag("safe").unwrap_or(false),
        });
        option.finish();
    }
    options
}
