//! From the state of an interaction to what `provide_choice` returns (PC-10 to PC-14, TO-3, TO-6).
//!
//! The text is the structured content again, as compact JSON in the order of the fields below.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::QUESTION;
use crate::answer::{Answer, AnswerPart, Answers};
use crate::dialect::pending::{self, FollowUp};
use crate::dialect::{Reply, ReplyContext};
use crate::id::{InteractionId, QuestionId};
use crate::interaction::{Interaction, Outcome, Purpose};
use crate::policy::TimeoutAction;
use crate::text::cut;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum ActionStatus {
    Selected,
    CustomInput,
    Cancelled,
    Timeout,
    Pending,
    PendingTerminalLaunch,
}

#[derive(Debug, Serialize)]
struct Body<'a> {
    action_status: ActionStatus,
    session_id: String,
    #[serde(skip_serializing_if = "Purpose::is_decision")]
    purpose: Purpose,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_action: Option<TimeoutAction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    auto_submitted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminal_command: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining_seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<Timestamp>,
    /// While it is pending: whether a surface shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    selection: Selection<'a>,
}

#[derive(Debug, Serialize)]
struct Selection<'a> {
    selected_ids: Vec<&'a str>,
    selected_indices: Vec<usize>,
    /// What only this control has.
    #[serde(flatten)]
    own: BTreeMap<&'static str, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_input: Option<&'a str>,
    option_annotations: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    global_annotation: Option<String>,
    interface: &'a str,
    /// In English, for the agent.
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

/// The reply for the current state of the interaction.
pub fn reply(interaction: &Interaction, standing: &ReplyContext<'_>) -> Reply {
    let mut body = Body::new(interaction, standing.url);
    match interaction.outcome() {
        None => {
            let mut instructions = pending::keep_waiting(&wait_on(interaction), standing);
            if standing.command.is_some() {
                instructions.push_str(" The user answers in a terminal: ");
                instructions.push_str(RUN_COMMAND);
            }
            body.instructions = Some(instructions);
            body.terminal_command = standing.command;
            body.selection.summary = "The user has not answered yet.".to_owned();
            body.say_open(interaction, standing);
        }
        Some(Outcome::Answered { answers, .. }) => body.say_answered(interaction, answers),
        Some(Outcome::Cancelled { note, .. }) => {
            body.say_stopped("The user cancelled.", "Note", note.clone());
        }
        Some(Outcome::Rejected { reason, .. }) => {
            body.say_stopped("The user rejected the question.", "Reason", reason.clone());
        }
        Some(Outcome::Withdrawn { why }) => {
            let happened = "The question was withdrawn before anybody answered it.";
            body.say_stopped(happened, "Reason", Some(why.clone()));
        }
        Some(Outcome::TimedOut { action, sent }) => {
            body.say_timed_out(interaction, *action, sent.as_ref());
        }
    }
    body.finish()
}

/// The reply when a person should answer in their own terminal (PC-14, PC-16).
pub fn hand_off_reply(
    interaction: &Interaction,
    command: &str,
    standing: &ReplyContext<'_>,
) -> Reply {
    let mut body = Body::new(interaction, standing.url);
    let FollowUp { call, do_not_guess } = wait_on(interaction);
    let instructions = format!(
        "Run `terminal_command` in a terminal that the user sees, or show it to them. Then call {call}: \
         the answer is the result of that call. {do_not_guess} The command is single-use: it opens one \
         terminal. To get a new one, make this same call again."
    );
    body.instructions = Some(pending::directed(instructions, standing));
    body.selection.summary = format!("To answer, run `{command}`; session_id {}.", body.session_id);
    body.action_status = ActionStatus::PendingTerminalLaunch;
    body.terminal_command = Some(command);
    body.say_open(interaction, standing);
    body.finish()
}

/// How to fetch the answer of an earlier call.
pub fn follow_up(id: InteractionId) -> String {
    format!("provide_choice with session_id \"{id}\" and nothing else")
}

fn wait_on(interaction: &Interaction) -> FollowUp {
    FollowUp { call: follow_up(interaction.id), do_not_guess: DO_NOT_GUESS }
}

impl<'a> Body<'a> {
    /// Pending, nothing chosen.
    fn new(interaction: &'a Interaction, url: Option<&'a str>) -> Body<'a> {
        let interface = match interaction.outcome().and_then(Outcome::actor) {
            Some(actor) => actor.via.as_str(),
            None => interaction.presentation.surface.as_str(),
        };
        Body {
            action_status: ActionStatus::Pending,
            session_id: interaction.id.to_string(),
            purpose: interaction.purpose,
            timeout_action: None,
            auto_submitted: None,
            terminal_command: None,
            remaining_seconds: None,
            deadline: None,
            shown: None,
            instructions: None,
            warnings: &interaction.warnings,
            selection: Selection {
                selected_ids: Vec::new(),
                selected_indices: Vec::new(),
                own: BTreeMap::new(),
                custom_input: None,
                option_annotations: BTreeMap::new(),
                global_annotation: None,
                interface,
                summary: String::new(),
                url,
            },
        }
    }

    /// How long it stays open, and whether it is shown.
    fn say_open(&mut self, interaction: &Interaction, standing: &ReplyContext<'_>) {
        self.remaining_seconds = pending::remaining_seconds(standing);
        self.deadline = interaction.deadline();
        self.shown = Some(standing.shown);
    }

    fn say_answered(&mut self, interaction: &'a Interaction, answers: &'a Answers) {
        let note = answers.note.clone();
        match answers.get(&QuestionId::from(QUESTION)) {
            Some(Answer::Given { .. }) => {
                let said = self.fill(interaction, answers);
                self.action_status = match &self.selection {
                    Selection { selected_ids, custom_input: Some(_), .. }
                        if selected_ids.is_empty() =>
                    {
                        ActionStatus::CustomInput
                    }
                    Selection { .. } => ActionStatus::Selected,
                };
                self.selection.summary = format!("The user {said}");
            }
            Some(Answer::Elaborate { note: wish }) => {
                self.say_elaborate(wish.as_deref(), note);
            }
            Some(Answer::Skipped { reason }) => {
                let note = joined(reason.clone(), note);
                self.say_stopped("The user skipped the question.", "Reason", note);
            }
            None => self.say_stopped("The user left the question open.", "Note", note),
        }
    }

    /// Asked back: nothing is chosen, and the subtask continues with a better question.
    fn say_elaborate(&mut self, wish: Option<&str>, note: Option<String>) {
        self.action_status = ActionStatus::Cancelled;
        let asked = wish.map(|wish| format!(": {}", quoted(wish))).unwrap_or_default();
        let happened = format!("The user wants more context before choosing{asked}.");
        self.say(&happened, &format!("Ask again with that context in `prompt`. {DO_NOT_GUESS}"));
        self.selection.global_annotation = joined(wish.map(str::to_owned), note);
    }

    fn say_stopped(&mut self, happened: &str, word: &str, note: Option<String>) {
        self.action_status = ActionStatus::Cancelled;
        let said = note.as_deref().map(|note| format!(" {word}: {}.", quoted(note)));
        self.say(&format!("{happened}{}", said.unwrap_or_default()), STOP);
        self.selection.global_annotation = note;
    }

    fn say_timed_out(
        &mut self,
        interaction: &'a Interaction,
        action: TimeoutAction,
        sent: Option<&'a Answers>,
    ) {
        self.action_status = ActionStatus::Timeout;
        self.timeout_action = Some(action);
        let nobody = "Nobody answered in time.";
        match (action, sent) {
            (TimeoutAction::Submit, Some(answers)) => {
                let chosen = self.fill(interaction, answers);
                self.auto_submitted = Some(true);
                self.say(&format!("{nobody} The clock {chosen}"), UNCONFIRMED);
            }
            (TimeoutAction::Cancel, _) => self.say(nobody, STOP),
            (TimeoutAction::Reinvoke, _) | (TimeoutAction::Submit, None) => {
                self.say(nobody, ASK_AGAIN);
            }
        }
    }

    fn say(&mut self, happened: &str, instructions: &str) {
        self.selection.summary = format!("{happened} {instructions}");
        self.instructions = Some(instructions.to_owned());
    }

    /// Fills in the selection and the summary: `chose: A, B, and wrote: "…". Note on A: "…".`
    fn fill(&mut self, interaction: &'a Interaction, answers: &'a Answers) -> String {
        let id = QuestionId::from(QUESTION);
        let (Some(question), Some(answer @ Answer::Given { options, text, notes })) =
            (interaction.form.question(&id), answers.get(&id))
        else {
            return "chose nothing.".to_owned();
        };
        for (at, option) in question.control.options().iter().enumerate() {
            if options.contains(&option.id) {
                self.selection.selected_ids.push(option.id.as_str());
                self.selection.selected_indices.push(at);
            }
        }
        let published = question.control.published(options, text.as_deref());
        let text = text.as_deref().filter(|_| published.is_none());
        let verb = published.as_ref().map_or("chose", |own| own.verb);
        self.selection.own = published.into_iter().map(|own| (own.field, own.value)).collect();
        self.selection.custom_input = text;
        self.selection.option_annotations =
            notes.iter().map(|(id, note)| (id.as_str(), note.as_str())).collect();
        self.selection.global_annotation = answers.note.clone();
        let labels = answer.said(question).into_iter().filter_map(|said| match said {
            AnswerPart::Text(_) => None,
            AnswerPart::Option { .. } | AnswerPart::Value(_) => {
                Some(said.marked(|label| cut(label, 80), str::to_owned))
            }
        });
        let labels: Vec<String> = labels.collect();
        let mut said = match (labels.is_empty(), text) {
            (true, None) => "chose none of the options.".to_owned(),
            (true, Some(text)) => format!("wrote: {}.", quoted(text)),
            (false, None) => format!("{verb}: {}.", labels.join(", ")),
            (false, Some(text)) => {
                format!("chose: {}, and wrote: {}.", labels.join(", "), quoted(text))
            }
        };
        for option in question.control.options() {
            if let Some(note) = notes.get(&option.id) {
                said.push_str(&format!(" Note on {}: {}.", cut(&option.label, 80), quoted(note)));
            }
        }
        if let Some(note) = &answers.note {
            said.push_str(&format!(" Note: {}.", quoted(note)));
        }
        said
    }

    fn finish(self) -> Reply {
        Reply {
            structured: serde_json::to_value(&self).expect("texts and numbers make valid JSON"),
            text: serde_json::to_string(&self).expect("texts and numbers make valid JSON"),
            is_error: false,
        }
    }
}

const RUN_COMMAND: &str =
    "run `terminal_command` in a terminal that the user sees, or show it to them.";
const DO_NOT_GUESS: &str = "Do not choose yourself.";
const STOP: &str = "Stop this subtask and do not choose yourself; other work may continue.";
const ASK_AGAIN: &str = "Do not choose yourself. If you still need the decision, ask again with a new \
    call to provide_choice; work that does not depend on it may go on.";
const UNCONFIRMED: &str = "You may continue with `selection`, but no person confirmed it: tell the user \
    what was assumed, and do not take it as consent to anything else.";

/// A summary stays short: the complete text is in its own field.
fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(text, 200))
}

fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first}\n{second}")),
        (first, second) => first.or(second),
    }
}
