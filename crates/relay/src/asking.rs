//! From the agent's question to a call of the desk, and from its outcome back.

use sayso_core::dialect::bridged::{AgentReply, AnswerParts, QuestionReply};
use sayso_core::dialect::user_choice::{self, UserChoice};
use sayso_core::interaction::Outcome;
use sayso_core::text::{clean_command, cut, fenced};
use sayso_core::{Answer, Dialect, Interaction, limits};
use sayso_locale::Texts;
use serde_json::{Value, json};

use crate::agent::{Permission, ToolCall};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Question {
    /// A choice in the agent's text.
    Choice(UserChoice),
    Permission(Permission),
    /// Whether a message that a process had started with is given to another one.
    Repeat {
        message: String,
        /// How the process ended.
        why: String,
    },
}

/// As long as a choice: a day.
const SECONDS: u64 = 24 * 60 * 60;
/// How much of a message is quoted.
const QUOTED: usize = 500;
/// Enough for anything that a person would read to its end.
const SHOWN: usize = 20_000;

impl Question {
    /// Index of the option that repeats the message.
    pub(crate) const REPEAT: usize = 0;

    /// As a call of the desk.
    pub(crate) fn call(
        &self,
        texts: &Texts,
        card: &dyn Fn(&ToolCall) -> Value,
    ) -> (Dialect, Value) {
        match self {
            Question::Choice(choice) => {
                let arguments = serde_json::to_value(choice).expect("texts make valid JSON");
                (Dialect::UserChoice, arguments)
            }
            Question::Permission(Permission { questions: Some(questions), .. }) => {
                (Dialect::ClaudeQuestion, questions.clone())
            }
            Question::Permission(Permission { call: Some(call), .. }) => {
                (Dialect::Permission, card(call))
            }
            Question::Permission(permission) => (Dialect::Shell, permit(permission, texts)),
            Question::Repeat { message, why } => (Dialect::Shell, repeat(message, why, texts)),
        }
    }
}

fn permit(Permission { title, detail, options, .. }: &Permission, texts: &Texts) -> Value {
    let words = texts.say("relay-permission");
    let prompt = match detail {
        Some(detail) => format!("{words}\n\n{}", fenced(&clean_command(detail), SHOWN)),
        None => words.into_owned(),
    };
    let options = options.iter().enumerate().map(|(place, option)| {
        let label = cut(&option.label, limits::LABEL);
        json!({ "id": (place + 1).to_string(), "label": label, "safe": option.declines })
    });
    json!({
        "title": cut(&clean_command(title), limits::TITLE),
        "prompt": prompt,
        "selection_mode": "single",
        "options": options.collect::<Vec<_>>(),
        // The program that asks for permission must not be able to give it.
        "irreversible": true,
        "timeout_seconds": SECONDS,
        "timeout_action": "cancel",
    })
}

fn repeat(message: &str, why: &str, texts: &Texts) -> Value {
    let quoted = fenced(message, QUOTED);
    let prompt =
        [texts.say("relay-repeat-words").into_owned(), quoted, fenced(why, SHOWN)].join("\n\n");
    let option = |id: &str, key: &str| json!({ "id": id, "label": texts.say(key) });
    json!({
        "title": cut(&texts.say("relay-repeat"), limits::TITLE),
        "prompt": prompt,
        "selection_mode": "single",
        "options": [option("1", "relay-repeat-yes"), option("2", "relay-repeat-no")],
        "timeout_seconds": SECONDS,
        "timeout_action": "cancel",
    })
}

/// The outcome of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Settlement {
    /// For the agent, if it was a choice.
    pub(crate) reply: String,
    /// Index of the first chosen option; `None`: nothing was chosen.
    pub(crate) chosen: Option<usize>,
    /// Why a permission was not given, for the model.
    pub(crate) refusal: Option<String>,
    /// The answers to an agent's own questions.
    pub(crate) answers: Vec<AnswerParts>,
}

impl Settlement {
    pub(crate) fn of(interaction: &Interaction) -> Settlement {
        let reply = user_choice::reply(interaction).text;
        let decided = AgentReply::of(interaction);
        let refusal = decided.as_ref().and_then(AgentReply::refusal);
        let answers = match decided {
            Some(AgentReply::Question(QuestionReply::Answers(answers))) => answers.parts().to_vec(),
            Some(_) | None => Vec::new(),
        };
        Settlement { reply, chosen: chosen(interaction), refusal, answers }
    }

    /// The desk no longer knows the question.
    pub(crate) fn removed() -> Settlement {
        let reply = "The question was deleted before anybody answered it.".to_owned();
        Settlement { reply, ..Settlement::default() }
    }
}

fn chosen(interaction: &Interaction) -> Option<usize> {
    let Some(Outcome::Answered { answers, .. }) = interaction.outcome() else { return None };
    let question = interaction.form.questions.first()?;
    let Some(Answer::Given { options, .. }) = answers.get(&question.id) else { return None };
    let first = options.first()?;
    question.control.options().iter().position(|option| option.id == *first)
}
