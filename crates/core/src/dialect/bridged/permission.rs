//! A permission: an action, and whether a person lets it happen once (AD-2, PO-3).

use serde_json::Value;

use super::QUESTION;
use crate::answer::{Answer, Answers, Submission};
use crate::control::{Choice, Control, OwnText};
use crate::dialect::read::Fields;
use crate::dialect::{Dialect, DialectLimits, ParsedAsk, title};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::interaction::{Interaction, Outcome};
use crate::limits;
use crate::policy::{TimeoutAction, TimeoutWish, Wishes};
use crate::problem::Problem;

const ALLOW: &str = "allow";
const DENY: &str = "deny";
const SEEN: &str = "seen";

/// `title` is what would be done, `marked` the same in parts, of which every second one is dangerous;
/// `prompt` is everything else about it. `elsewhere`: no answer from here reaches the agent. `says_all`:
/// the title is all of the action.
pub(super) fn parse(arguments: &Value, _: &DialectLimits) -> Result<ParsedAsk, Vec<Problem>> {
    let mut problems = Vec::new();
    let read = Fields::of(arguments, "", &mut problems).and_then(|mut fields| {
        let title = fields.required("title", limits::TITLE);
        let prompt = fields.required("prompt", limits::PROMPT);
        let marked = fields.texts("marked", limits::TITLE).unwrap_or_default();
        if !marked.is_empty() && title.as_ref().is_some_and(|title| marked.concat() != *title) {
            fields.refuse("marked", "must be the title in parts", "");
        }
        let irreversible = fields.flag("irreversible").unwrap_or(false);
        let seconds = fields.number("timeout_seconds");
        let elsewhere = fields.flag("elsewhere").unwrap_or(false);
        let says_all = fields.flag("says_all").unwrap_or(false);
        fields.finish();
        Some((title?, prompt?, marked, irreversible, seconds, elsewhere, says_all))
    });
    let Some((title, prompt, marked, irreversible, seconds, elsewhere, says_all)) =
        read.filter(|_| problems.is_empty())
    else {
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
    let form = match elsewhere {
        true => only_seen(title, prompt),
        false => alone(title, prompt, options, "Deny, and say why"),
    };
    let form = Form { marked, says_all: says_all && !elsewhere, ..form };
    Ok(ParsedAsk { form, wishes, warnings: Vec::new() })
}

/// It can only be answered elsewhere; here it can be put away.
fn only_seen(title: String, prompt: String) -> Form {
    let mut form = alone(title, prompt, Vec::new(), "");
    for question in &mut form.questions {
        let seen = choice(SEEN, "Put it away: I answer it there");
        let options = vec![Choice { safe: true, ..seen }];
        question.control = Control::One { options, own_text: OwnText::Refused };
        question.placeholder = None;
    }
    form
}

/// Whether it can only be answered elsewhere: whatever is done with it here decides nothing.
pub fn is_elsewhere(interaction: &Interaction) -> bool {
    let is_seen = |question: &Question| match question.control.options() {
        [only] => only.id.as_str() == SEEN,
        _ => false,
    };
    interaction.origin.dialect == Dialect::Permission
        && interaction.form.questions.iter().all(is_seen)
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
    let completeness = Completeness::Whole;
    let (context, note, marked, says_all) = Default::default();
    Form { title, context, questions, completeness, note, marked, says_all }
}

pub(super) fn choice(id: &str, label: &str) -> Choice {
    let (id, label) = (OptionId::new(id.to_owned()), label.to_owned());
    Choice { id, label, description: None, recommended: false, safe: false }
}

/// The answer that allows an action, once.
pub fn allow_once() -> Submission {
    let mut submission = Submission::default();
    submission.choose(QuestionId::new(QUESTION.to_owned()), vec![OptionId::new(ALLOW.to_owned())]);
    submission
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
                match chosen(answers) {
                    Some(ALLOW) => Some(Consent::Allow { remarks }),
                    Some(SEEN) => None,
                    Some(_) | None => Some(Consent::Deny { remarks }),
                }
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
