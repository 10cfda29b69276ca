//! From an interaction as it stands to what `provide_choice` returns (PC-10 to PC-14, TO-3, TO-6).
//!
//! The text is the structured content again, as compact JSON in the order of the fields below.

use std::collections::BTreeMap;

use serde::Serialize;

use super::QUESTION;
use crate::answer::{Answer, Answers};
use crate::dialect::Reply;
use crate::id::QuestionId;
use crate::interaction::{Interaction, Outcome};
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
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_action: Option<TimeoutAction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    auto_submitted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminal_command: Option<&'a str>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_input: Option<&'a str>,
    option_annotations: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    global_annotation: Option<String>,
    interface: &'static str,
    /// In English, for the agent.
    summary: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
}

/// What the agent is told about the interaction as it stands.
pub fn reply(interaction: &Interaction, url: Option<&str>) -> Reply {
    let mut body = Body::new(interaction, url);
    match interaction.outcome() {
        None => body.say_pending(),
        Some(Outcome::Answered { answers, .. }) => {
            body.say_answered(interaction, answers);
        }
        Some(Outcome::Cancelled { note, .. }) => {
            body.say_stopped("The user cancelled.", note.clone());
        }
        Some(Outcome::Rejected { reason, .. }) => {
            body.say_stopped("The user rejected the question.", reason.clone());
        }
        Some(Outcome::Withdrawn { why }) => {
            let happened = "The question was withdrawn before anybody answered it.";
            body.say_stopped(happened, Some(why.clone()));
        }
        Some(Outcome::TimedOut { action, sent }) => {
            body.say_timed_out(interaction, *action, sent.as_ref());
        }
    }
    body.finish()
}

/// What the agent is told when it has waited for long enough; `directions` lead a person there who was
/// not shown the question.
pub fn pending_reply(interaction: &Interaction, url: Option<&str>, directions: &str) -> Reply {
    let mut body = Body::new(interaction, url);
    body.say_pending();
    body.add_directions(directions);
    body.finish()
}

/// What the agent is told when a person is to answer in a terminal of their own (PC-14, PC-16).
pub fn hand_off_reply(
    interaction: &Interaction,
    command: &str,
    url: Option<&str>,
    directions: &str,
) -> Reply {
    let mut body = Body::new(interaction, url);
    let id = &body.session_id;
    body.instructions = Some(format!(
        "Run `terminal_command` in a terminal the user sees, or show it to them; then call \
         provide_choice again with session_id \"{id}\" and nothing else. The command is \
         single-use: it opens one terminal; asking for a terminal again gives a new one."
    ));
    body.selection.summary = format!("Run `{command}` to answer; session_id {id}");
    body.add_directions(directions);
    body.action_status = ActionStatus::PendingTerminalLaunch;
    body.terminal_command = Some(command);
    body.finish()
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
            timeout_action: None,
            auto_submitted: None,
            terminal_command: None,
            instructions: None,
            warnings: &interaction.warnings,
            selection: Selection {
                selected_ids: Vec::new(),
                selected_indices: Vec::new(),
                custom_input: None,
                option_annotations: BTreeMap::new(),
                global_annotation: None,
                interface,
                summary: String::new(),
                url,
            },
        }
    }

    fn say_pending(&mut self) {
        self.selection.summary = "The user has not answered yet.".to_owned();
        self.instructions = Some(format!(
            "Call provide_choice again with session_id \"{}\" and nothing else to go on waiting. \
             Do not choose by yourself.",
            self.session_id
        ));
    }

    fn add_directions(&mut self, directions: &str) {
        if let Some(instructions) = self.instructions.as_mut().filter(|_| !directions.is_empty()) {
            instructions.push_str(&format!(" To answer in a browser: {directions}."));
        }
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
                self.selection.summary = format!("The user {said}.");
            }
            Some(Answer::Elaborate { note: wish }) => {
                self.say_elaborate(wish.as_deref(), note);
            }
            Some(Answer::Skipped { reason }) => {
                self.say_stopped("The user skipped the question.", joined(reason.clone(), note));
            }
            None => self.say_stopped("The user left the question open.", note),
        }
    }

    /// Asked back: nothing is chosen, and the subtask goes on with a better question.
    fn say_elaborate(&mut self, wish: Option<&str>, note: Option<String>) {
        self.action_status = ActionStatus::Cancelled;
        let asked = wish.map(|wish| format!(": {}", quoted(wish))).unwrap_or_default();
        let ask_again = "Ask again with that context in `prompt`; do not choose by yourself.";
        self.selection.summary =
            format!("The user wants more context before choosing{asked}. {ask_again}");
        self.instructions = Some(ask_again.to_owned());
        self.selection.global_annotation = joined(wish.map(str::to_owned), note);
    }

    fn say_stopped(&mut self, happened: &str, note: Option<String>) {
        self.action_status = ActionStatus::Cancelled;
        self.selection.global_annotation = note;
        self.say(happened, "Stop this subtask; do not choose by yourself.");
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
                self.selection.summary =
                    format!("{nobody} The clock {chosen}; no person has confirmed it.");
            }
            (TimeoutAction::Cancel, _) => {
                self.say(nobody, "Stop this subtask; do not choose by yourself.");
            }
            (TimeoutAction::Reinvoke, _) | (TimeoutAction::Submit, None) => self
                .say(nobody, "Ask again if the choice is still needed; do not choose by yourself."),
        }
    }

    fn say(&mut self, happened: &str, instructions: &str) {
        self.selection.summary = format!("{happened} {instructions}");
        self.instructions = Some(instructions.to_owned());
    }

    /// Puts the answer into the selection and says it: `chose: A, B and wrote: "…"`.
    fn fill(&mut self, interaction: &'a Interaction, answers: &'a Answers) -> String {
        let id = QuestionId::from(QUESTION);
        let (Some(question), Some(Answer::Given { options, text, notes })) =
            (interaction.form.question(&id), answers.get(&id))
        else {
            return "chose nothing".to_owned();
        };
        let mut labels = Vec::new();
        for (at, option) in question.control.options().iter().enumerate() {
            if options.contains(&option.id) {
                self.selection.selected_ids.push(option.id.as_str());
                self.selection.selected_indices.push(at);
                labels.push(cut(&option.label, 80));
            }
        }
        self.selection.custom_input = text.as_deref();
        self.selection.option_annotations =
            notes.iter().map(|(id, note)| (id.as_str(), note.as_str())).collect();
        self.selection.global_annotation = answers.note.clone();
        match (labels.is_empty(), text) {
            (true, None) => "chose none of the options".to_owned(),
            (true, Some(text)) => format!("wrote: {}", quoted(text)),
            (false, None) => format!("chose: {}", labels.join(", ")),
            (false, Some(text)) => {
                format!("chose: {}, and wrote: {}", labels.join(", "), quoted(text))
            }
        }
    }

    fn finish(self) -> Reply {
        Reply {
            structured: serde_json::to_value(&self).expect("texts and numbers make valid JSON"),
            text: serde_json::to_string(&self).expect("texts and numbers make valid JSON"),
            is_error: false,
        }
    }
}

/// A summary stays a summary: the whole text is in its own field.
fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(text, 200))
}

fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first}\n{second}")),
        (first, second) => first.or(second),
    }
}
