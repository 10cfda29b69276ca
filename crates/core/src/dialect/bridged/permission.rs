//! A permission: an action, and whether a person lets it happen once (AD-2, PO-3).

use serde_json::Value;

use super::QUESTION;
use crate::answer::{Answer, Answers};
use crate::control::{Choice, Control, OwnText};
use crate::dialect::read::Fields;
use crate::dialect::{Asking, DialectLimits, title};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::interaction::Outcome;
use crate::limits;
use crate::policy::{TimeoutAction, TimeoutWish, Wishes};
use crate::problem::Problem;

const ALLOW: &str = "allow";
const DENY: &str = "deny";

/// `title` is what would be done, `prompt` everything else about it.
pub(super) fn parse(arguments: &Value, _: &DialectLimits) -> Result<Asking, Vec<Problem>> {
    let mut problems = Vec::new();
    let read = Fields::of(arguments, "", &mut problems).and_then(|mut fields| {
        let title = fields.required("title", limits::TITLE);
        let prompt = fields.required("prompt", limits::PROMPT);
        let irreversible = fields.flag("irreversible").unwrap_or(false);
        let seconds = fields.number("timeout_seconds");
        fields.finish();
        Some((title?, prompt?, irreversible, seconds))
    });
    let Some((title, prompt, irreversible, seconds)) = read.filter(|_| problems.is_empty()) else {
        return Err(problems);
    };
    let options = vec![
        choice(ALLOW, "Allow once"),
        Choice { recommended: irreversible, safe: true, ..choice(DENY, "Deny") },
    ];
    let wishes = Wishes {
        timeout: seconds.map_or(TimeoutWish::Dialect(None), TimeoutWish::Seconds),
        timeout_action: Some(TimeoutAction::Cancel),
        irreversible,
        ..Wishes::default()
    };
    let placeholder = "Deny, and say why";
    Ok(Asking { form: alone(title, prompt, options, placeholder), wishes, warnings: Vec::new() })
}

/// A form of one question, whose options come from here. What is typed instead of an option is a no.
pub(super) fn alone(
    title: String,
    prompt: String,
    options: Vec<Choice>,
    placeholder: &str,
) -> Form {
    let question = Question {
        id: QuestionId::new(QUESTION.to_owned()),
        header: title::header(&title),
        prompt,
        context: None,
        control: Control::One { options, own_text: OwnText::Allowed },
        defaults: Vec::new(),
        placeholder: Some(placeholder.to_owned()),
        notes: Default::default(),
    };
    let questions = vec![question];
    Form { title, context: None, questions, completeness: Completeness::Whole, note: None }
}

pub(super) fn choice(id: &str, label: &str) -> Choice {
    let (id, label) = (OptionId::new(id.to_owned()), label.to_owned());
    Choice { id, label, description: None, recommended: false, safe: false }
}

/// What a person decided about an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consent {
    /// Once, with what they said about it.
    Allow {
        remarks: Vec<String>,
    },
    Deny {
        remarks: Vec<String>,
    },
}

impl Consent {
    /// Only a person's own choice allows: not a text, a timeout, or nothing. `None`: no person has
    /// decided.
    pub fn of(outcome: &Outcome) -> Option<Consent> {
        match outcome {
            Outcome::Answered { answers, .. } => {
                let remarks = answers.texts().map(str::to_owned).collect();
                Some(match chosen(answers) {
                    Some(ALLOW) => Consent::Allow { remarks },
                    Some(_) | None => Consent::Deny { remarks },
                })
            }
            Outcome::Cancelled { note: said, .. } | Outcome::Rejected { reason: said, .. } => {
                Some(Consent::Deny { remarks: said.iter().cloned().collect() })
            }
            Outcome::TimedOut { .. } | Outcome::Withdrawn { .. } => None,
        }
    }
}

/// The one option that was chosen, and nothing typed in its place.
pub(super) fn chosen(answers: &Answers) -> Option<&str> {
    let mut given = answers.questions.values();
    match (given.next()?, given.next()) {
        (Answer::Given { options, text: None, .. }, None) => match &options[..] {
            [only] => Some(only.as_str()),
            _ => None,
        },
        _ => None,
    }
}
