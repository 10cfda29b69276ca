//! From JSON as a model wrote it to a choice: asks what can be asked, and reports the rest.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::request::{ChoiceOption, ChoiceQuestion, TYPES, UserChoice};
use super::terms::terms;
use crate::dialect::quality::is_marked;
use crate::limits;
use crate::policy::Terms;
use crate::problem::Problem;
use crate::text::filled;

/// What a JSON value is, with regard to choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    Choice {
        choice: UserChoice,
        /// What was left out or fixed.
        warnings: Vec<String>,
    },
    /// It was meant as a choice, but nothing of it can be asked.
    Faulty { problems: Vec<Problem> },
    /// Something else.
    Other,
}

/// A group may omit its type, a single question may not: too many other objects have that shape.
pub fn read(value: &Value) -> Reading {
    let Some(fields) = value.as_object() else {
        return Reading::Other;
    };
    if let Some(inner) = wrapped(fields) {
        return read(&inner);
    }
    let mut problems = Vec::new();
    let kind = fields.get("type").map(|kind| kind.as_str().and_then(kind_of).unwrap_or_default());
    let choice = match kind {
        Some("user_choice_group") => group(fields, &mut problems),
        Some("user_choice") => single(fields, &mut problems),
        Some("user_choices") => several(fields, &mut problems),
        None if is_group(fields) => group(fields, &mut problems),
        Some(_) | None => return Reading::Other,
    };
    match choice {
        Some(mut choice) => {
            *choice.terms_mut() = terms(fields, &mut problems);
            let warnings = problems.iter().map(Problem::to_string).collect();
            Reading::Choice { choice, warnings }
        }
        None => Reading::Faulty { problems },
    }
}

/// The type as it should be written: models also write `USER_CHOICE`, `userChoice` and `user-choice`.
pub fn kind_of(written: &str) -> Option<&'static str> {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|letter| !matches!(letter, '_' | '-' | ' '));
        letters.map(|letter| letter.to_ascii_lowercase()).collect()
    };
    let plain = letters(written);
    TYPES.into_iter().find(|kind| letters(kind) == plain)
}

/// `{"user_choice": {…}}`: the type as the only name of an object around the choice.
fn wrapped(fields: &Map<String, Value>) -> Option<Value> {
    let (name, Value::Object(inner)) = fields.iter().next().filter(|_| fields.len() == 1)? else {
        return None;
    };
    let kind = kind_of(name)?;
    let mut inner = inner.clone();
    inner.entry("type").or_insert_with(|| kind.into());
    Some(Value::Object(inner))
}

/// Without a type: its choices have questions.
fn is_group(fields: &Map<String, Value>) -> bool {
    list(fields, "choices").iter().any(|item| {
        item.as_object().is_some_and(|item| {
            text(item, "question").is_some()
                && ["options", "choices"].iter().any(|name| !list(item, name).is_empty())
        })
    })
}

fn group(fields: &Map<String, Value>, problems: &mut Vec<Problem>) -> Option<UserChoice> {
    let questions = questions(fields, "choices", &["options", "choices"], problems);
    let title = bounded(text(fields, "question"), "question", limits::TITLE, problems);
    let about = bounded(text(fields, "context"), "context", limits::PROMPT, problems);
    normal("choices", title, about, questions, problems)
}

fn single(fields: &Map<String, Value>, problems: &mut Vec<Problem>) -> Option<UserChoice> {
    let ChoiceQuestion { question, context, choices, .. } =
        question(fields, "", &["options", "choices"], problems)?;
    Some(UserChoice::UserChoice { question, context, choices, terms: Terms::default() })
}

/// Its questions only have `choices` (document 5, UC-1).
fn several(fields: &Map<String, Value>, problems: &mut Vec<Problem>) -> Option<UserChoice> {
    let questions = questions(fields, "questions", &["choices"], problems);
    let title = bounded(text(fields, "title"), "title", limits::TITLE, problems);
    let about = bounded(text(fields, "description"), "description", limits::PROMPT, problems);
    normal("questions", title, about, questions, problems)
}

/// One question becomes a single choice, several a form (UC-3). `list` is where they came from.
fn normal(
    list: &str,
    title: Option<String>,
    about: Option<String>,
    mut questions: Vec<ChoiceQuestion>,
    problems: &mut Vec<Problem>,
) -> Option<UserChoice> {
    match questions.len() {
        0 => {
            if problems.is_empty() {
                problems.push(Problem::new(list, "there is no question in it", "ask something"));
            }
            None
        }
        1 => {
            let ChoiceQuestion { question, context, choices, .. } = questions.remove(0);
            // Otherwise the subject of the whole would be lost (E24).
            let title = title.filter(|title| *title != question);
            let parts: Vec<String> = [title, about, context].into_iter().flatten().collect();
            let context = bounded(Some(&parts.join("\n\n")), "context", limits::PROMPT, problems);
            let context = context.filter(|context| !context.is_empty());
            let terms = Terms::default();
            Some(UserChoice::UserChoice { question, context, choices, terms })
        }
        _ => {
            let terms = Terms::default();
            Some(UserChoice::UserChoices { title, description: about, questions, terms })
        }
    }
}

fn questions(
    fields: &Map<String, Value>,
    name: &str,
    options: &[&str],
    problems: &mut Vec<Problem>,
) -> Vec<ChoiceQuestion> {
    let items = list(fields, name);
    if items.len() > limits::QUESTIONS {
        let rule = format!("there are {}, {} are asked", items.len(), limits::QUESTIONS);
        problems.push(Problem::new(name, rule, "ask the most important ones first"));
    }
    let mut questions = Vec::new();
    for (at, item) in items.iter().take(limits::QUESTIONS).enumerate() {
        let path = format!("{name}[{at}]");
        match item.as_object() {
            Some(item) => questions.extend(question(item, &format!("{path}."), options, problems)),
            None => problems.push(Problem::new(path, "must be an object", "it is left out")),
        }
    }
    let ids = unique(questions.iter().map(|question| question.id.as_str()), "q");
    for (question, id) in questions.iter_mut().zip(ids) {
        question.id = id;
    }
    questions
}

/// `None`: it can't be asked, and the reason has been recorded. Its id may be empty or taken.
fn question(
    fields: &Map<String, Value>,
    path: &str,
    names: &[&str],
    problems: &mut Vec<Problem>,
) -> Option<ChoiceQuestion> {
    if let Some(kind) = fields.get("type").filter(|kind| *kind != "user_choice")
        && !path.is_empty()
    {
        let rule = format!("`{kind}` is not a question");
        problems.push(Problem::new(format!("{path}type"), rule, "use `user_choice`"));
        return None;
    }
    let Some(prompt) = text(fields, "question") else {
        let rule = "it is missing or blank";
        problems.push(Problem::new(format!("{path}question"), rule, "give a text"));
        return None;
    };
    let prompt = bounded(Some(prompt), &format!("{path}question"), limits::PROMPT, problems)?;
    let context =
        bounded(text(fields, "context"), &format!("{path}context"), limits::PROMPT, problems);
    let choices = choices(fields, path, names, problems);
    if choices.is_empty() {
        let name = names.first().copied().unwrap_or("choices");
        let hint = match names {
            ["choices"] if !list(fields, "options").is_empty() => {
                "`options` are not read here; call them `choices`, or use `user_choice_group`"
            }
            _ => "give 2 to 4 options, each with a `label`",
        };
        problems.push(Problem::new(format!("{path}{name}"), "there is nothing to choose", hint));
        return None;
    }
    let id = fields.get("id").and_then(id).unwrap_or_default();
    Some(ChoiceQuestion { id, question: prompt, context, choices })
}

/// From the first list that isn't empty (E27).
fn choices(
    fields: &Map<String, Value>,
    path: &str,
    names: &[&str],
    problems: &mut Vec<Problem>,
) -> Vec<ChoiceOption> {
    let Some(name) = names.iter().find(|name| !list(fields, name).is_empty()) else {
        return Vec::new();
    };
    let given = list(fields, name);
    if given.len() > limits::OPTIONS {
        let rule = format!("there are {}, {} are offered", given.len(), limits::OPTIONS);
        problems.push(Problem::new(format!("{path}{name}"), rule, "offer fewer"));
    }
    let mut items = Vec::new();
    for (at, value) in given.iter().take(limits::OPTIONS).enumerate() {
        let path = format!("{path}{name}[{at}]");
        match item(value, &path, problems) {
            Some(item) => items.push(item),
            None => problems.push(Problem::new(path, "it has no label", "it is left out")),
        }
    }
    let ids = unique(items.iter().map(|item| item.id.as_str()), "");
    for (item, id) in items.iter_mut().zip(ids) {
        item.id = id;
    }
    items
}

fn item(value: &Value, path: &str, problems: &mut Vec<Problem>) -> Option<ChoiceOption> {
    let (label, fields) = match value {
        Value::String(label) => (filled(label)?, None),
        Value::Object(fields) => (text(fields, "label")?, Some(fields)),
        Value::Number(_) | Value::Bool(_) | Value::Array(_) | Value::Null => return None,
    };
    let label = bounded(Some(label), &format!("{path}.label"), limits::LABEL, problems)?;
    let described = fields.and_then(|fields| text(fields, "description"));
    let flag = fields.and_then(|fields| fields.get("recommended")).and_then(Value::as_bool);
    Some(ChoiceOption {
        id: fields.and_then(|fields| fields.get("id")).and_then(id).unwrap_or_default(),
        description: bounded(
            described,
            &format!("{path}.description"),
            limits::DESCRIPTION,
            problems,
        ),
        recommended: flag.unwrap_or(false) || is_marked(&label),
        label,
    })
}

/// A text or a number that is short enough to be an id; longer ones are replaced by a number.
fn id(value: &Value) -> Option<String> {
    let id = match value {
        Value::String(id) => id.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    (!id.is_empty() && id.len() <= limits::ID).then_some(id)
}

/// A given id stays with the first item that has it. The others get a free one: their position, or
/// a position with a number appended.
fn unique<'a>(given: impl Iterator<Item = &'a str>, prefix: &str) -> Vec<String> {
    let given: Vec<Option<&str>> = given.map(|id| Some(id).filter(|id| !id.is_empty())).collect();
    let mut taken: HashSet<String> = given.iter().flatten().map(|id| (*id).to_owned()).collect();
    let mut seen = HashSet::new();
    let mut ids = Vec::with_capacity(given.len());
    for (at, id) in given.into_iter().enumerate() {
        if let Some(id) = id.filter(|id| seen.insert(*id)) {
            ids.push(id.to_owned());
            continue;
        }
        let place = format!("{prefix}{}", at + 1);
        let mut numbered = (2..).map(|number| format!("{place}-{number}"));
        let mut free = place.clone();
        while taken.contains(&free) {
            free = numbered.next().expect("there is always a next number");
        }
        taken.insert(free.clone());
        ids.push(free);
    }
    ids
}

fn text<'v>(fields: &'v Map<String, Value>, name: &str) -> Option<&'v str> {
    fields.get(name).and_then(Value::as_str).and_then(filled)
}

fn list<'v>(fields: &'v Map<String, Value>, name: &str) -> &'v [Value] {
    fields.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A text that is too long is cut, because the rest of the choice can still be asked.
fn bounded(
    text: Option<&str>,
    field: &str,
    most: usize,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    let text = text?;
    if text.len() <= most {
        return Some(text.to_owned());
    }
    let rule = format!("the text has {} bytes, {most} are allowed; it is cut", text.len());
    problems.push(Problem::new(field, rule, "shorten it"));
    let mark = "…";
    Some(text[..text.floor_char_boundary(most - mark.len())].to_owned() + mark)
}
