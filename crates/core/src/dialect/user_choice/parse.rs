//! From a choice to a form (UC-1 to UC-3), and its lifetime (SL-7).

use serde_json::Value;

use super::QUESTION;
use super::read::{Reading, read};
use super::request::{ChoiceOption, ChoiceQuestion, UserChoice};
use crate::control::{Choice, Control, OwnText};
use crate::dialect::{DialectLimits, ParsedAsk, title};
use crate::dialect::{lookalike, quality};
use crate::form::{Completeness, Form, Question};
use crate::id::{OptionId, QuestionId};
use crate::policy::{Terms, TimeoutWish, Wishes};
use crate::problem::Problem;

/// Every choice lives for a day (SL-7): long enough for a person who is out, and no longer than a
/// conversation is worth continuing.
pub(super) const LIFE_SECONDS: u64 = 24 * 60 * 60;

/// Parses what a model wrote, in any of three formats; broken parts are left out, with a warning.
pub fn parse(arguments: &Value, limits: &DialectLimits) -> Result<ParsedAsk, Vec<Problem>> {
    match read(arguments) {
        Reading::Choice { choice, mut warnings } => {
            let (form, mut terms) = form(choice);
            let problems = lookalikes(&form);
            if !problems.is_empty() {
                return Err(problems);
            }
            warnings.extend(advice(&form));
            let surfaces = limits.chats.preferred();
            if let Some(unknown) = terms.interface.take_if(|surface| !surfaces.contains(surface)) {
                let rule = format!("there is no `{}` here", unknown.as_str());
                warnings.push(Problem::new("interface", rule, "it is left out").to_string());
            }
            let timeout = TimeoutWish::Dialect(Some(LIFE_SECONDS));
            let mut wishes = Wishes { timeout, ..Wishes::default() };
            terms.apply_to(&mut wishes);
            Ok(ParsedAsk { form, wishes, warnings })
        }
        Reading::Faulty { problems } => Err(problems),
        Reading::Other => Err(vec![Problem::new(
            "type",
            "this is not a choice",
            "use `user_choice_group` with `choices`, or `user_choice` with `question` and `options`",
        )]),
    }
}

fn form(choice: UserChoice) -> (Form, Terms) {
    let (title, context, questions, terms) = match choice {
        UserChoice::UserChoice { question, context, choices, terms } => {
            let asked = ChoiceQuestion { id: QUESTION.to_owned(), question, context, choices };
            (Some(title::line(&asked.question)), None, vec![asked], terms)
        }
        UserChoice::UserChoices { title, description, questions, terms } => {
            (title.as_deref().map(title::line), description, questions, terms)
        }
    };
    let questions: Vec<Question> = questions.into_iter().map(question).collect();
    let form = Form {
        title: title.unwrap_or_else(|| title::of(&questions)),
        context,
        questions,
        // A form is only submitted as a whole (SL-6).
        completeness: Completeness::Whole,
        note: None,
        marked: Vec::new(),
        says_all: false,
    };
    (form, terms)
}

fn question(asked: ChoiceQuestion) -> Question {
    let ChoiceQuestion { id, question, context, choices } = asked;
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

fn option(item: ChoiceOption) -> Choice {
    let ChoiceOption { id, label, description, recommended } = item;
    Choice { id: OptionId::new(id), label, description, recommended, safe: false }
}

fn lookalikes(form: &Form) -> Vec<Problem> {
    let alike = |question: &Question| {
        let options = question.control.options().iter().enumerate();
        let labels: Vec<_> = options.map(|(at, option)| (at, option.label.as_str())).collect();
        lookalike::labels(&prefix(form, question), &labels)
    };
    form.questions.iter().flat_map(alike).collect()
}

/// One of several questions is named by its id, because the model's own list may have had broken
/// ones.
fn prefix(form: &Form, question: &Question) -> String {
    match form.questions.len() {
        1 => String::new(),
        _ => format!("{}.", question.id),
    }
}

/// UC-9.
fn advice(form: &Form) -> Vec<String> {
    let mut findings = Vec::new();
    for question in &form.questions {
        let prefix = prefix(form, question);
        findings.extend(quality::of_options(&prefix, question));
        findings.extend(quality::of_recommendation(&prefix, question));
        findings.extend(quality::of_context(&prefix, question, "context"));
    }
    quality::warnings(findings)
}
