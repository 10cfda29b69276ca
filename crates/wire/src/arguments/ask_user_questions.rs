//! The arguments of `ask_user_questions`, as a model reads them.

use sayso_core::dialect::DialectLimits;
use sayso_core::limits;
use serde_json::{Value, json};

use super::pieces::{bounded, deprecated, flag};

/// With the configured limits.
pub fn ask_user_questions(limits: &DialectLimits) -> Value {
    let (questions, options) = (limits.most_questions(), limits.most_options());
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "questions": {
                "type": "array",
                "minItems": 1,
                "maxItems": questions,
                "description": "In the order to answer them.",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "prompt": bounded(limits::PROMPT, "The whole question."),
                        "title": bounded(limits::TITLE, "About 12 characters."),
                        "context": bounded(limits::PROMPT, "What it decides and why you ask."),
                        "options": {
                            "type": "array",
                            "minItems": 2,
                            "maxItems": options,
                            "description": "Without 'Other': the user can always type an answer.",
                            "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "properties": {
                                    "label": bounded(limits::LABEL, "One to five words."),
                                    "description": bounded(limits::DESCRIPTION, "What it means or costs."),
                                    "recommended": flag("What you would choose."),
                                },
                                "required": ["label"],
                            },
                        },
                        "multiSelect": flag("Several can be chosen. Default: false."),
                        "question": deprecated(bounded(limits::PROMPT, "The same as prompt.")),
                        "header": deprecated(bounded(limits::TITLE, "The same as title.")),
                    },
                    "required": ["options"],
                },
            },
            "nonBlocking": flag("Return a session_id at once. Default: false."),
        },
        "required": ["questions"],
    })
}
