//! The reply to what an agent asked by itself.

use serde_json::{Value, json};

use super::permission::Consent;
use super::plan::PlanReply;
use super::question::QuestionReply;
use crate::dialect::Reply;
use crate::interaction::Interaction;

/// A person's decision, by what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentReply {
    Permission(Consent),
    Question(QuestionReply),
    Plan(PlanReply),
}

impl AgentReply {
    /// `None`: no person has decided, so the agent gets no reply.
    pub fn of(interaction: &Interaction) -> Option<AgentReply> {
        interaction.origin.dialect.decided(interaction, interaction.outcome()?)
    }

    /// Whether the agent goes on with what it wanted.
    pub fn is_consent(&self) -> bool {
        match self {
            AgentReply::Permission(consent) => matches!(consent, Consent::Allow { .. }),
            AgentReply::Question(reply) => matches!(reply, QuestionReply::Answers(_)),
            AgentReply::Plan(reply) => matches!(reply, PlanReply::Approve { .. }),
        }
    }

    /// The answers by question, if it has any.
    pub fn answers(&self) -> Option<&[(String, String)]> {
        match self {
            AgentReply::Question(QuestionReply::Answers(answers)) => Some(answers.each()),
            AgentReply::Question(QuestionReply::Decline { .. })
            | AgentReply::Permission(_)
            | AgentReply::Plan(_) => None,
        }
    }

    /// A no with a person's own words.
    pub fn has_remarks(&self) -> bool {
        match self {
            AgentReply::Permission(Consent::Deny { remarks })
            | AgentReply::Question(QuestionReply::Decline { remarks })
            | AgentReply::Plan(PlanReply::KeepPlanning { remarks }) => !remarks.is_empty(),
            AgentReply::Permission(Consent::Allow { .. })
            | AgentReply::Question(QuestionReply::Answers(_))
            | AgentReply::Plan(PlanReply::Approve { .. }) => false,
        }
    }

    /// For a model, if it is a no.
    pub fn refusal(&self) -> Option<String> {
        let said = |what: &str, remarks: &[String]| match remarks {
            [] => Some(format!("The user {what}.")),
            some => Some(format!("The user {what}. They said: {}", some.join("; "))),
        };
        match self {
            AgentReply::Permission(Consent::Deny { remarks }) => {
                said("doesn't want to proceed with this tool use; it was not run", remarks)
            }
            AgentReply::Question(QuestionReply::Decline { remarks }) => {
                said("doesn't want to answer these questions", remarks)
            }
            AgentReply::Plan(PlanReply::KeepPlanning { remarks }) => {
                said("wants to keep planning", remarks)
            }
            AgentReply::Permission(Consent::Allow { .. })
            | AgentReply::Question(QuestionReply::Answers(_))
            | AgentReply::Plan(PlanReply::Approve { .. }) => None,
        }
    }
}

pub(super) fn reply(interaction: &Interaction) -> Reply {
    let given = AgentReply::of(interaction);
    let text = match &given {
        None if interaction.is_pending() => "The user has not decided yet.".to_owned(),
        None => "Nobody decided.".to_owned(),
        Some(given) => given.refusal().unwrap_or_else(|| match given.answers() {
            Some(answers) => {
                let lines = answers.iter().map(|(asked, answer)| format!("{asked}: {answer}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            None => "The user allowed it once.".to_owned(),
        }),
    };
    let answers = given.as_ref().and_then(AgentReply::answers).map(|answers| {
        let each = answers.iter().map(|(asked, answer)| (asked.clone(), answer.clone().into()));
        Value::Object(each.collect())
    });
    let structured = json!({
        "session_id": interaction.id.to_string(),
        "status": interaction.status().as_str(),
        "allowed": given.map(|given| given.is_consent()),
        "answers": answers,
        "text": text,
    });
    Reply { structured, text, is_error: false }
}
