//! Choices in a model's text.

use sayso_extract::Extracted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a model wrote, whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtractText {
    pub text: String,
}

/// A model's text without the choices in it, and the choices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExtractedView {
    pub text: String,
    /// As the `user_choice` dialect takes them.
    pub choices: Vec<Value>,
    pub warnings: Vec<String>,
    /// What is wrong with each that was meant as a choice and stays in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub malformed: Vec<String>,
    /// What to tell the model if there are any: what is wrong, and how to write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<String>,
}

impl From<Extracted> for ExtractedView {
    fn from(extracted: Extracted) -> ExtractedView {
        let Extracted { text, choices, warnings, malformed, correction } = extracted;
        let choices = choices
            .iter()
            .map(|choice| serde_json::to_value(choice).expect("texts make valid JSON"))
            .collect();
        ExtractedView { text, choices, warnings, malformed, correction }
    }
}
