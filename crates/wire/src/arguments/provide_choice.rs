//! The arguments of `provide_choice`, as a model reads them.

use sayso_core::limits;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::surface::{Chats, Preferred};
use serde_json::{Value, json};

use super::pieces::{bounded, choice, decimal, deprecated, flag, map, text, texts, within};

const MODES: [&str; 6] = ["single", "multi", "text_input", "hybrid", "rank", "number"];
pub const TIMEOUT_ACTIONS: [&str; 3] = ["submit", "cancel", "reinvoke"];

/// With the chats that it can be shown in.
pub fn provide_choice(chats: Chats) -> Value {
    let surfaces = chats.preferred();
    let surfaces: Vec<&str> = surfaces.iter().map(Preferred::as_str).collect();
    let options = u64::try_from(limits::OPTIONS).expect("a small constant");
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "title": bounded(limits::TITLE, "What is to be decided, in a few words."),
            "prompt": bounded(limits::PROMPT, "The question, with the context of the task and why you ask."),
            "selection_mode": choice(&MODES, "single: one option. multi: several. text_input: text only. hybrid: options, text or both. rank: options in the user's order. number: from min to max."),
            "options": {
                "type": "array",
                "maxItems": limits::OPTIONS,
                "description": "Two to four are best.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "id": bounded(limits::ID, "Unique; comes back in selected_ids."),
                        "label": bounded(limits::LABEL, "What will be done, in a few words."),
                        "description": bounded(limits::DESCRIPTION, "What it costs and brings."),
                        "recommended": flag("What you would choose: exactly one for single, at least one otherwise."),
                        "safe": flag("Declines an irreversible action, such as Keep: needs no second confirmation."),
                    },
                    "required": ["label"],
                },
            },
            "placeholder": bounded(limits::DESCRIPTION, "Shown in the empty text field."),
            "show_placeholder": flag("Whether to show it."),
            "default_selection_ids": texts("Preselected: the answer if the user changes nothing."),
            "min_selections": within(0, options, "Default: 1 for multi, 0 for hybrid."),
            "max_selections": within(1, options, "Default: all. For rank: places to fill."),
            "min": decimal("Smallest number."),
            "max": decimal("Largest number."),
            "step": decimal("Distance between allowed numbers, from min or 0."),
            "unit": bounded(sayso_core::LONGEST_UNIT, "Such as GB."),
            "default_number": decimal("Filled in beforehand."),
            "single_submit_mode": flag("For single: choosing submits at once."),
            "timeout_seconds": within(*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end(), "Default: the user's setting, usually 300."),
            "timeout_action": choice(&TIMEOUT_ACTIONS, "If nobody answers: submit the defaults or recommended options, cancel the subtask, or let you ask again. Default: submit with defaults, else reinvoke."),
            "irreversible": flag("Cannot be undone: never submitted by the clock, and the user confirms twice unless the option is safe."),
            "interface": choice(&surfaces, "Where to show it. With session_id, terminal gives a new hand-off command."),
            "allow_annotations": flag("Whether the user can add notes. Default: true."),
            "option_annotations": map("Notes by option id that the user can edit."),
            "global_annotation": bounded(limits::ANSWER, "The same for the whole question."),
            "session_id": text("Follow up on an earlier call; give it alone."),
            "allow_cancel": deprecated(flag("Ignored: the user can always cancel.")),
            "type": deprecated(choice(&["single_select", "multi_select"], "Use selection_mode.")),
        },
    })
}
