//! `sayso show`: one interaction, whole.

use std::io::Write;

use clap::Args;
use sayso_core::interaction::Outcome;
use sayso_core::text::{clean, clean_line};
use sayso_core::{Answer, IdPrefix, Question, TimeoutAction};
use sayso_desk::{Desk, View};

use crate::config::Settings;
use crate::exit::{ANSWERED, Code};
use crate::output::style::{ACCENT, BOLD, DIM, DONE};
use crate::output::{self, time};
use crate::wiring;

/// Show one question and what became of it
#[derive(Args)]
#[command(before_help = "Example:
  sayso show 3f2a")]
pub struct Show {
    /// Id, or its first characters
    id: IdPrefix,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        let view = wiring::desk(settings)?.show(&self.id).await?;
        if self.json {
            output::json(&view)?;
        } else {
            let mut out = anstream::stdout().lock();
            out.write_all(render(&view).as_bytes())?;
            out.flush()?;
        }
        Ok(ANSWERED)
    }
}

/// Who asks, what, until when, what happens if you do nothing; then the options.
pub fn render(view: &View) -> String {
    let interaction = &view.interaction;
    let form = &interaction.form;
    let mut text = format!("\n  {DIM}{}{DIM:#}\n\n", header(view));
    text.push_str(&format!("  {BOLD}{}{BOLD:#}\n", clean_line(&form.title)));
    if let Some(context) = &form.context {
        text.push_str(&indented(context));
    }
    let answers = match interaction.outcome() {
        Some(Outcome::Answered { answers, .. } | Outcome::TimedOut { sent: Some(answers), .. }) => {
            Some(answers)
        }
        Some(_) | None => None,
    };
    for (number, asked) in form.questions.iter().enumerate() {
        if form.questions.len() > 1 {
            let heading = format!("{}. {}", number + 1, clean_line(&asked.header));
            text.push_str(&format!("\n  {BOLD}{heading}{BOLD:#}\n"));
        }
        let answer = answers.and_then(|answers| answers.get(&asked.id));
        text.push_str(&question(asked, answer));
    }
    text.push_str(&format!("\n  {}\n", closing(view)));
    text
}

fn header(view: &View) -> String {
    let interaction = &view.interaction;
    let origin = &interaction.origin;
    let now = time::now();
    let mut parts: Vec<String> = Vec::new();
    parts.extend(origin.agent.clone());
    parts.extend(origin.project().map(str::to_owned));
    parts.push(format!("asked {}", time::clock(interaction.created_at, now)));
    parts.extend(view.live.remaining_ms.map(|left| format!("{} left", time::left(left))));
    if interaction.policy.irreversible {
        parts.push("irreversible".to_owned());
    }
    if interaction.is_pending() && !view.live.listening {
        parts.push("agent not listening".to_owned());
    }
    parts.push(interaction.id.short());
    clean_line(&parts.join(" · "))
}

fn question(question: &Question, answer: Option<&Answer>) -> String {
    let mut text = String::new();
    if question.prompt != question.header {
        text.push_str(&indented(&question.prompt));
    }
    if let Some(context) = &question.context {
        text.push_str(&format!("{DIM}{}{DIM:#}", indented(context)));
    }
    let (chosen, own_text, notes) = match answer {
        Some(Answer::Given { options, text, notes }) => {
            (&options[..], text.as_deref(), Some(notes))
        }
        Some(Answer::Elaborate { .. } | Answer::Skipped { .. }) | None => (&[][..], None, None),
    };
    text.push('\n');
    for (number, option) in question.control.options().iter().enumerate() {
        let mark =
            if chosen.contains(&option.id) { format!("{DONE}✓{DONE:#}") } else { " ".to_owned() };
        let label = clean_line(&option.label);
        text.push_str(&format!("  {mark} {DIM}{}{DIM:#}  {BOLD}{label}{BOLD:#}", number + 1));
        if let Some(description) = &option.description {
            text.push_str(&format!("  {DIM}{}{DIM:#}", clean_line(description)));
        }
        if option.recommended {
            text.push_str(&format!("  {ACCENT}recommended{ACCENT:#}"));
        }
        text.push('\n');
        if let Some(note) = notes.and_then(|notes| notes.get(&option.id)) {
            text.push_str(&format!("       └ note: {}\n", clean_line(note)));
        }
    }
    let more = match answer {
        Some(Answer::Elaborate { note }) => Some(remark("asked to explain", note.as_deref())),
        Some(Answer::Skipped { reason }) => Some(remark("skipped", reason.as_deref())),
        Some(Answer::Given { .. }) | None => own_text.map(str::to_owned),
    };
    if let Some(more) = more {
        text.push_str(&format!("  {DONE}✓{DONE:#} {}\n", clean_line(&more)));
    }
    text
}

fn closing(view: &View) -> String {
    let Some(outcome) = view.interaction.outcome() else { return fallback(view) };
    let at = view.interaction.settled_at().map(|at| time::clock(at, time::now()));
    let at = at.unwrap_or_default();
    let told = if view.interaction.delivered_at.is_some() {
        "the agent has it"
    } else {
        "saved; the agent gets it when it asks"
    };
    let what = match outcome {
        Outcome::Answered { answers, actor } => {
            remark(&format!("answered by {actor} at {at}"), answers.note.as_deref())
        }
        Outcome::Cancelled { note, actor } => {
            remark(&format!("cancelled by {actor} at {at}"), note.as_deref())
        }
        Outcome::Rejected { reason, actor } => {
            remark(&format!("rejected by {actor} at {at}"), reason.as_deref())
        }
        Outcome::TimedOut { sent: Some(_), .. } => format!("timed out at {at}, answered for you"),
        Outcome::TimedOut { sent: None, .. } => format!("timed out at {at}, nobody answered"),
        Outcome::Withdrawn { why } => return format!("withdrawn at {at}: {}", clean_line(why)),
    };
    format!("{} {DIM}· {told}{DIM:#}", clean_line(&what))
}

/// What happens if nothing is done.
pub fn fallback(view: &View) -> String {
    let interaction = &view.interaction;
    let text = match (view.live.remaining_ms, interaction.policy.timeout_action) {
        (None, _) => "it waits until somebody answers".to_owned(),
        (Some(_), TimeoutAction::Submit) => {
            let proposal = interaction.form.proposal();
            let labels = interaction.form.questions.iter().flat_map(|question| {
                let chosen = proposal.questions.get(&question.id).and_then(|e| e.options.clone());
                chosen.unwrap_or_default().into_iter().filter_map(|id| {
                    question.control.option(&id).map(|option| clean_line(&option.label))
                })
            });
            format!("then {} is sent for you", labels.collect::<Vec<_>>().join(", "))
        }
        (Some(_), TimeoutAction::Cancel) => "then the agent is told to stop".to_owned(),
        (Some(_), TimeoutAction::Reinvoke) => {
            "then the agent is told that nobody answered".to_owned()
        }
    };
    format!("{DIM}{text}{DIM:#}")
}

fn remark(what: &str, note: Option<&str>) -> String {
    note.map_or_else(|| what.to_owned(), |note| format!("{what}: {note}"))
}

fn indented(text: &str) -> String {
    clean(text).lines().map(|line| format!("  {line}\n")).collect()
}
