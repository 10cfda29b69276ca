//! What the tools take and give, as JSON Schema: every field described, no formats and no nullable
//! types, which some clients refuse.

use serde_json::{Value, json};

pub(super) fn provide_choice_input() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "title": text("What is to be decided, in a few words."),
            "prompt": text("The question, with the context of the task and the reason why you ask. At least a sentence of context: the user may be looking at several agents."),
            "selection_mode": choice(&["single", "multi", "text_input", "hybrid"], "single: exactly one option. multi: as many as the bounds say. text_input: free text only. hybrid: options, a text, or both."),
            "options": {
                "type": "array",
                "description": "What can be chosen; not for text_input. Two to four are best.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "id": text("Comes back in selected_ids."),
                        "label": text("A few words that say what would be done."),
                        "description": text("What it costs and what it brings."),
                        "recommended": flag("What you would take. Exactly one for single, at least one otherwise."),
                        "safe": flag("Declines something irreversible, such as Keep or Deny: the user can choose it without confirming twice."),
                    },
                    "required": ["id", "label"],
                },
            },
            "placeholder": text("Shown in the empty text field; for text_input and hybrid."),
            "show_placeholder": flag("Whether the placeholder is shown."),
            "default_selection_ids": { "type": "array", "items": { "type": "string" }, "description": "Options chosen beforehand; untouched, they are the answer." },
            "min_selections": number("Fewest options to choose. Default 1 for multi, 0 for hybrid."),
            "max_selections": number("Most options to choose. Default: all."),
            "single_submit_mode": flag("Choosing sends at once; for single only."),
            "timeout_seconds": number("Time to answer, 5 to 604800. Default: the user's setting, 300."),
            "timeout_action": choice(&["submit", "cancel", "reinvoke"], "When nobody answers: submit the defaults or recommended options, cancel the subtask, or tell you to ask again."),
            "irreversible": flag("It cannot be undone: never submitted by the clock."),
            "interface": choice(&["auto", "terminal", "web", "slack"], "Where to show it. Default auto."),
            "allow_annotations": flag("Whether the user may add notes. Default true."),
            "option_annotations": { "type": "object", "additionalProperties": { "type": "string" }, "description": "Notes on options, by id, that the user may edit." },
            "global_annotation": text("A note on the whole that the user may edit."),
            "session_id": text("Follow up on an earlier call: give this alone, and nothing else is needed."),
            "allow_cancel": flag("Ignored: cancel is always possible."),
            "type": choice(&["single_select", "multi_select"], "Deprecated: use selection_mode."),
        },
    })
}

pub(super) fn provide_choice_output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "action_status": choice(&["selected", "custom_input", "cancelled", "timeout", "pending", "pending_terminal_launch"], "What happened."),
            "session_id": text("Names this question; give it to follow up."),
            "timeout_action": choice(&["submit", "cancel", "reinvoke"], "After a timeout: what was done."),
            "auto_submitted": flag("The clock submitted the defaults; no person confirmed them."),
            "terminal_command": text("For a hand-off: the command to run in a terminal the user sees."),
            "instructions": text("What to do next."),
            "warnings": { "type": "array", "items": { "type": "string" }, "description": "What to do better next time." },
            "selection": {
                "type": "object",
                "description": "What was chosen.",
                "properties": {
                    "selected_ids": { "type": "array", "items": { "type": "string" }, "description": "In the order of the options." },
                    "selected_indices": { "type": "array", "items": { "type": "integer" }, "description": "The same as positions from 0." },
                    "custom_input": text("What the user wrote."),
                    "option_annotations": { "type": "object", "additionalProperties": { "type": "string" }, "description": "Notes of the user, by option id." },
                    "global_annotation": text("A note of the user on the whole."),
                    "interface": text("Where it was answered, or is to be."),
                    "summary": text("All of it in a sentence."),
                    "url": text("Where a person finds it."),
                },
                "required": ["selected_ids", "selected_indices", "option_annotations", "interface", "summary"],
            },
        },
        "required": ["action_status", "session_id", "selection"],
    })
}

pub(super) fn ask_user_questions_input() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "questions": {
                "type": "array",
                "description": "One to four questions.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "prompt": text("The whole question."),
                        "title": text("A short label, about 12 characters."),
                        "context": text("What the answer decides and why you ask."),
                        "options": {
                            "type": "array",
                            "description": "Two to four. The user can always type an answer of their own: do not add 'Other'.",
                            "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "properties": {
                                    "label": text("One to five words. '(recommended)' in it marks it as recommended."),
                                    "description": text("What it means or costs."),
                                    "recommended": flag("What you would take."),
                                },
                                "required": ["label"],
                            },
                        },
                        "multiSelect": flag("Several may be chosen. Default false."),
                        "question": text("The same as prompt."),
                        "header": text("The same as title."),
                    },
                    "required": ["options"],
                },
            },
            "nonBlocking": flag("Return the id at once instead of waiting. Default false."),
        },
        "required": ["questions"],
    })
}

pub(super) fn get_answered_questions_input() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "session_id": text("Whole, or its first eight characters."),
            "blocking": flag("Wait a while for the answers. Default false."),
        },
        "required": ["session_id"],
    })
}

pub(super) fn answers_output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "session_id": text("Names this set of questions."),
            "call_id": text("Names the call that asked them."),
            "status": choice(&["answered", "pending", "rejected", "cancelled", "timed_out", "withdrawn"], "What happened."),
            "reason": text("Why it was rejected, cancelled or withdrawn."),
            "note": text("A note of the user on the whole."),
            "warnings": { "type": "array", "items": { "type": "string" }, "description": "What to do better next time." },
            "questions": {
                "type": "array",
                "description": "Each question with its answer.",
                "items": {
                    "type": "object",
                    "properties": {
                        "title": text("Its label."),
                        "prompt": text("The question."),
                        "state": choice(&["answered", "elaborate", "skipped", "not_answered"], "What became of it."),
                        "selected": {
                            "type": "array",
                            "description": "The chosen options.",
                            "items": {
                                "type": "object",
                                "properties": { "label": text("As you gave it."), "description": text("As you gave it.") },
                                "required": ["label"],
                            },
                        },
                        "other": text("What the user wrote."),
                        "note": text("Why it was skipped, or what is to be explained."),
                        "notes": { "type": "object", "additionalProperties": { "type": "string" }, "description": "Notes of the user, by label." },
                    },
                    "required": ["prompt", "state", "selected"],
                },
            },
        },
        "required": ["session_id", "status"],
    })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

fn number(description: &str) -> Value {
    json!({ "type": "integer", "description": description })
}

fn choice(values: &[&str], description: &str) -> Value {
    json!({ "type": "string", "enum": values, "description": description })
}
