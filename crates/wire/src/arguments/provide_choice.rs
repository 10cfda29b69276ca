//! The arguments of `provide_choice`, as a model reads them.

use sayso_core::limits;
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::surface::{Chats, Preferred};
use serde_json::{Value, json};

use super::pieces::{bounded, choice, decimal, flag, map, text, texts, within};

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
            "title": bounded(limits::TITLE, "What is to be decided, in a few words. Required for a new question."),
            "prompt": bounded(limits::PROMPT, "The question, with the context of the task and the reason why you ask. The user may be looking at several agents: give at least a sentence of context. Required for a new question."),
            "selection_mode": choice(&MODES, "Required for a new question. single: exactly one option. multi: as many as the bounds allow. text_input: free text only. hybrid: options, a text, or both. rank: all options, or the first max_selections, in the user's order. number: one number from min to max."),
            "options": {
                "type": "array",
                "maxItems": limits::OPTIONS,
                "description": "What the user can choose. Required, except for text_input and number, which have none. Two to four are best.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "id": bounded(limits::ID, "Unique; comes back in selected_ids. Required with selection_mode."),
                        "label": bounded(limits::LABEL, "A few words that say what will be done."),
                        "description": bounded(limits::DESCRIPTION, "What it costs and what it brings."),
                        "recommended": flag("What you would choose. Exactly one option for single, at least one otherwise; for rank, what you would put first."),
                        "safe": flag("For irreversible questions: this option declines, such as Keep or Deny. The user can choose it without a second confirmation."),
                    },
                    "required": ["label"],
                },
            },
            "placeholder": bounded(limits::DESCRIPTION, "Shown in the empty text field; for text_input and hybrid."),
            "show_placeholder": flag("Whether to show the placeholder; for text_input and hybrid."),
            "default_selection_ids": texts("Preselected options. If the user changes nothing, they are the answer. For rank: in your order."),
            "min_selections": within(0, options, "Minimum number of options to choose; not for rank. Default: 1 for multi, 0 for hybrid."),
            "max_selections": within(1, options, "Maximum number of options to choose; for rank, how many places to fill. Default: all."),
            "min": decimal("Smallest number allowed; for number only, like the four below. Numbers have at most 15 digits."),
            "max": decimal("Largest number allowed."),
            "step": decimal("Allowed numbers are this far apart, counted from min, else from 0. Default: any number."),
            "unit": bounded(sayso_core::LONGEST_UNIT, "Shown beside the number, such as GB or %."),
            "default_number": decimal("Filled in beforehand. If the user changes nothing, it is the answer."),
            "single_submit_mode": flag("Choosing an option submits it immediately; for single only."),
            "timeout_seconds": within(*TIMEOUT_RANGE.start(), *TIMEOUT_RANGE.end(), "Time to answer. Default: the user's setting, usually 300."),
            "timeout_action": choice(&TIMEOUT_ACTIONS, "If nobody answers in time: submit the defaults or recommended options, cancel the subtask, or tell you to ask again. Default: submit with valid default_selection_ids or default_number, else reinvoke."),
            "irreversible": flag("The action cannot be undone. The question is then never submitted by the clock, and the user confirms twice, except for options marked `safe`."),
            "interface": choice(&surfaces, "Where to show it. Default: auto. With session_id, `terminal` gives a new hand-off command."),
            "allow_annotations": flag("Whether the user can add notes. Default: true."),
            "option_annotations": map("Notes on options, by option id, that the user can edit."),
            "global_annotation": bounded(limits::ANSWER, "A note on the whole question that the user can edit."),
            "session_id": text("Follow up on an earlier call. Give this alone; nothing else is needed."),
            "allow_cancel": flag("Deprecated and ignored: the user can always cancel."),
            "type": choice(&["single_select", "multi_select"], "Deprecated: use selection_mode."),
        },
    })
}
