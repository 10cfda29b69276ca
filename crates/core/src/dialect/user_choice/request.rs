//! A choice in its normal form: complete, with ids that are unique strings.

use serde::{Deserialize, Serialize};

use crate::control::is_false;
use crate::policy::Terms;

/// Values of `type`. A group becomes one of the other two (UC-3).
pub const TYPES: [&str; 3] = ["user_choice_group", "user_choice", "user_choices"];

/// A question, or a form of several. Reading its own JSON gives the same value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum UserChoice {
    UserChoice {
        question: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        context: Option<String>,
        choices: Vec<ChoiceOption>,
        #[serde(flatten)]
        terms: Terms,
    },
    UserChoices {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        questions: Vec<ChoiceQuestion>,
        #[serde(flatten)]
        terms: Terms,
    },
}

impl UserChoice {
    pub fn terms_mut(&mut self) -> &mut Terms {
        match self {
            UserChoice::UserChoice { terms, .. } | UserChoice::UserChoices { terms, .. } => terms,
        }
    }
}

/// One of several questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceQuestion {
    pub id: String,
    pub question: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    pub choices: Vec<ChoiceOption>,
}

/// An option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceOption {
    pub id: String,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub recommended: bool,
}
