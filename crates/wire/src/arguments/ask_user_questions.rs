//! The arguments of `ask_user_questions`, as a model reads them.

use sayso_core::dialect::DialectLimits;
use sayso_core::limits;
use serde_json::{Value, json};

use super::pieces::{bounded, flag};

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
                "description": format!("1 to {questions} questions."),
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "prompt": bounded(limits::PROMPT, "The whole question. Required, here or as `question`."),
                        "title": bounded(limits::TITLE, "A short label, about 12 characters."),
                        "context": bounded(limits::PROMPT, "What the answer decides and why you ask."),
                        "options": {
                            "type": "array",
                            "minItems": 2,
                            "maxItems": options,
                            "description": format!("2 to {options} options. The user can always type their own answer: do not add 'Other'."),
                            "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "properties": {
                                    "label": bounded(limits::LABEL, "One to five words. '(recommended)' in it marks it as recommended."),
                                    "description": bounded(limits::DESCRIPTION, "What it means or costs."),
                                    "recommended": flag("What you would choose."),
                                },
                                "required": ["label"],
                            },
                        },
                        "multiSelect": flag("Whether several options can be chosen. Default: false."),
                        "question": bounded(limits::PROMPT, "The same as prompt."),
                        "header": bounded(limits::TITLE, "The same as title."),
                    },
                    "required": ["options"],
                },
            },
            "nonBlocking": flag("Return the session_id immediately instead of waiting. Default: false."),
        },
        "required": ["questions"],
    })
}
