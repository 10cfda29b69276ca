//! From a choice to the form that surfaces draw (UC-1 to UC-3), and what it may expect (SL-7).

use serde_json::Value;

use super::QUESTION;
use super::read::{Reading, read};
use super::request::{Asked, Item, UserChoice};
use crate::control::{Choice, Control, OwnText};
use crate::dialect::quality;
use crate::dialect::{Asking, title};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::policy::{TimeoutWish, Wishes};
use crate::problem::Problem;

/// Every choice lives for a day (SL-7): long enough for a person who is out, and no longer than a
/// conversation is worth going on with.
pub(super) const LIFE_SECONDS: u64 = 24 * 60 * 60;

/// What a model wrote; three formats are understood, broken parts are left out and told.
pub fn parse(arguments: &Value) -> Result<Asking, Vec<Problem>> {
    match read(arguments) {
        Reading::Choice { choice, mut warnings } => {
            let form = form(choice);
            warnings.extend(advice(&form));
            let timeout = TimeoutWish::Dialect(Some(LIFE_SECONDS));
            Ok(Asking { form, wishes: Wishes { timeout, ..Wishes::default() }, warnings })
        }
        Reading::Faulty { problems } => Err(problems),
        Reading::Other => Err(vec![Problem::new(
            "type",
            "this is not a choice",
            "use `user_choice_group` with `choices`, or `user_choice` with `question` and `options`",
        )]),
    }
}

fn form(choice: UserChoice) -> Form {
    let (title, context, questions) = match choice {
        UserChoice::UserChoice { question, context, choices } => {
            let asked = Asked { id: QUESTION.to_owned(), question, context, choices };
            (Some(title::line(&asked.question)), None, vec![asked])
        }
        UserChoice::UserChoices { title, description, questions } => {
            (title.as_deref().map(title::line), description, questions)
        }
    };
    let questions: Vec<Question> = questions.into_iter().map(question).collect();
    Form {
        title: title.unwrap_or_else(|| title::of(&questions)),
        context,
        questions,
        // Only a whole form is handed in (SL-6).
        completeness: Completeness::Whole,
        note: None,
    }
}

fn question(asked: Asked) -> Question {
    let Asked { id, question, context, choices } = asked;
    Question {
        id: QuestionId::new(id),
        header: title::header(&question),
        prompt: question,
        context,
        control: Control::One {
            options: choices.into_iter().map(option).collect(),
            own_text: OwnText::Allowed,
        },
        defaults: Vec::new(),
        placeholder: None,
        notes: Default::default(),
    }
}

fn option(item: Item) -> Choice {
    let Item { id, label, description, recommended } = item;
    Choice { id: OptionId::new(id), label, description, recommended, safe: false }
}

/// UC-9. A question of several is named by its id: the model's own list may have had broken ones.
fn advice(form: &Form) -> Vec<String> {
    let mut findings = Vec::new();
    for question in &form.questions {
        let prefix = match form.questions.len() {
            1 => String::new(),
            _ => format!("{}.", question.id),
        };
        findings.extend(quality::of_options(&prefix, question));
        findings.extend(quality::of_recommendation(&prefix, question));
        findings.extend(quality::of_context(&prefix, question, "context"));
    }
    quality::warnings(findings)
}
