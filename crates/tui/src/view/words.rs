//! Interactions as text: who asks, and the outcome.

use sayso_core::interaction::Outcome;
use sayso_core::surface::Presence;
use sayso_core::text::{clean_line, time_left};
use sayso_core::{Answer, Answers, Form, Interaction, Refusal, Status, Surface};
use sayso_desk::{DeskError, HubState, Silence, SilentHub, View};
use sayso_locale::Texts;
use sayso_locale::words::{self, Marks};

use super::text::cut;
use crate::state::card::Card;

/// `claude-code · api-server`.
pub fn who(texts: &Texts, agent: Option<&str>, project: Option<&str>) -> String {
    let agent = agent.map_or_else(|| texts.say("unknown-agent").into_owned(), clean_line);
    match project {
        Some(project) => format!("{agent} · {}", clean_line(project)),
        None => agent,
    }
}

/// Why the desk refused, in the person's language if possible.
pub fn refusal_words(texts: &Texts, error: &DeskError) -> String {
    match error {
        DeskError::Refused(Refusal::PastLimit { seconds }) => {
            let time = time_left(seconds * 1_000);
            texts.say_with("refused-past-limit", [("time", time.into())])
        }
        DeskError::Refused(Refusal::Elsewhere { surfaces }) => words::elsewhere(texts, surfaces),
        DeskError::Refused(Refusal::AgentTerminal) => {
            texts.say("refused-agent-terminal").into_owned()
        }
        DeskError::NoAnswer { silence, .. } => {
            let words = silence_words(texts, silence);
            format!("{words} · {}", texts.say("nothing-sent"))
        }
        other => clean_line(&other.to_string()),
    }
}

/// Where this question can be decided, if not in a terminal.
pub fn elsewhere(texts: &Texts, card: &Card) -> Option<String> {
    let policy = &card.view.interaction.policy;
    let here = policy.counts(Surface::Terminal, Presence::Interactive);
    (!here).then(|| words::elsewhere(texts, &policy.surfaces))
}

/// Which process doesn't respond, and its state.
pub fn silence_words(texts: &Texts, silence: &Silence) -> String {
    let key = match silence.state {
        HubState::NoAnswer => "hub-no-answer",
        HubState::Starting => "hub-starting",
        HubState::Replaced => "hub-replaced",
        HubState::Ending => "hub-ending",
    };
    let hub = match &silence.hub {
        SilentHub::Process(pid) => format!("pid {pid}"),
        SilentHub::At(place) => clean_line(place),
        SilentHub::Unknown => "pid ?".to_owned(),
    };
    texts.say_with(key, [("hub", hub.into())])
}

/// Columns of a title: the outcome has priority over the full title.
const TITLE: usize = 48;

/// `Pick a database → PostgreSQL  (2 notes)`.
pub fn outcome_words(texts: &Texts, view: &View) -> String {
    let interaction = &view.interaction;
    let title = cut(&clean_line(&interaction.form.title), TITLE);
    let Some(outcome) = interaction.outcome() else { return title };
    match outcome {
        Outcome::Answered { answers, .. } | Outcome::TimedOut { sent: Some(answers), .. } => {
            let mut words =
                format!("{title} → {}", answers_in_words(texts, &interaction.form, answers));
            let notes = count_notes(answers);
            if notes > 0 {
                words.push_str(&format!(
                    "  ({})",
                    texts.say_with("notes", [("count", notes.into())])
                ));
            }
            words
        }
        Outcome::Cancelled { note: remark, .. } | Outcome::Rejected { reason: remark, .. } => {
            let status = texts.say(status_key(interaction.status()));
            match remark {
                Some(remark) => format!("{title} · {status}: {}", clean_line(remark)),
                None => format!("{title} · {status}"),
            }
        }
        Outcome::TimedOut { sent: None, .. } | Outcome::Withdrawn { .. } => {
            format!("{title} · {}", texts.say(status_key(interaction.status())))
        }
    }
}

/// One after the other.
fn answers_in_words(texts: &Texts, form: &Form, answers: &Answers) -> String {
    let words = form
        .questions
        .iter()
        .map(|question| words::answer(texts, &Marks::PLAIN, question, answers.get(&question.id)));
    words.collect::<Vec<_>>().join("; ")
}

fn count_notes(answers: &Answers) -> usize {
    let on_options = answers.questions.values().map(|answer| match answer {
        Answer::Given { notes, .. } => notes.len(),
        Answer::Elaborate { .. } | Answer::Skipped { .. } => 0,
    });
    on_options.sum::<usize>() + usize::from(answers.note.is_some())
}

/// Who ended it, where and when: `ann · web · 14:05`.
pub(super) fn settled_by(texts: &Texts, interaction: &Interaction, at: &str) -> String {
    let actor = interaction.outcome().and_then(Outcome::actor);
    let mut parts = Vec::new();
    if let Some(actor) = actor {
        parts.extend(actor.by.as_deref().map(clean_line));
        parts.push(words::surface(texts, actor.via.as_str()));
    }
    parts.push(at.to_owned());
    parts.join(" · ")
}

pub(super) fn status_key(status: Status) -> &'static str {
    match status {
        Status::Pending => "status-pending",
        Status::Submitted => "status-submitted",
        Status::AutoSubmitted => "status-auto-submitted",
        Status::Cancelled => "status-cancelled",
        Status::Rejected => "status-rejected",
        Status::Timeout => "status-timeout",
        Status::Withdrawn => "status-withdrawn",
    }
}
