//! `sayso ask`: asks a question and waits for its answer.

mod flags;
mod stdin;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::ArgValueCandidates;
use sayso_api::RemoteDesk;
use sayso_core::dialect::provide_choice;
use sayso_core::text::counted;
use sayso_core::{Dialect, Purpose, Terms};
use sayso_desk::{self as desk, Asker, Asking, Patience, Reached, View};
use sayso_tui::Ended;
use serde_json::Value;

use super::completions::offers;
use super::wait;
use crate::config::Settings;
use crate::end::End;
use crate::exit::{ANSWERED, Code, PENDING};
use crate::faults;
use crate::output::outcome::{self, Format, Seen};
use crate::output::{self, time};
use crate::typed_ahead::{self, Typing};
use crate::wiring::{self, Unseated};
use flags::QuestionFlags;

/// Ask a question: with flags, or as JSON on stdin (provide_choice, ask_user_questions or user_choice)
#[derive(Args)]
#[command(before_help = "Examples:
  sayso ask 'Which database?' -o PostgreSQL -o SQLite
  sayso ask 'Deploy to production?' -o yes -o no --irreversible --timeout 1h
  sayso ask 'Which features?' -o Auth -o Cache -o Search --multi --max 2
  sayso ask 'Name of the release?' --text
  sayso ask 'What first?' -o Auth -o Cache -o Search --rank
  sayso ask 'How much memory?' --number --min 1 --max 64 --unit GB
  sayso ask < question.json                                one question, or one after the other")]
pub(crate) struct Ask {
    /// The question
    title: Option<String>,
    /// Context for the question: what depends on it, why you ask
    #[arg(short, long)]
    prompt: Option<String>,
    #[command(flatten)]
    flags: QuestionFlags,
    /// Time to answer (90s, 5m, 2h)
    #[arg(long, value_name = "TIME", value_parser = time::seconds)]
    timeout: Option<u64>,
    /// If nobody answers in time: submit (send the defaults or what is recommended), cancel, or reinvoke (let the agent ask again)
    #[arg(long, value_name = "ACTION", add = ArgValueCandidates::new(offers::actions))]
    on_timeout: Option<String>,
    /// Mark as irreversible: only a person can answer it, never a timeout or a program
    #[arg(long)]
    irreversible: bool,
    /// Where to show it: auto, terminal, web or the id of a chat
    #[arg(long, value_name = "SURFACE", add = ArgValueCandidates::new(offers::surfaces))]
    interface: Option<String>,
    /// Name of the agent, as people see it
    #[arg(long, value_name = "NAME", env = "SAYSO_AGENT")]
    agent: Option<String>,
    /// Don't prompt here; wait for an answer from another surface, at most TIME if given
    #[arg(short, long, value_name = "TIME", num_args = 0..=1, require_equals = true, value_parser = time::seconds)]
    wait: Option<Option<u64>>,
    /// Print the id and exit without waiting (exit code 75: pending)
    #[arg(long, conflicts_with = "wait")]
    no_wait: bool,
    /// Print the reply as JSON
    #[arg(long)]
    json: bool,
    /// Ask line by line: numbered options, typed answers (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    plain: bool,
    /// Format of the JSON on stdin [default: detected]
    #[arg(long, value_name = "DIALECT", conflicts_with = "title", value_parser = dialects())]
    dialect: Option<Dialect>,
}

/// The dialects that come as JSON, under their usual names.
fn dialects() -> impl TypedValueParser<Value = Dialect> {
    let named = |name: String| Dialect::ALL.into_iter().find(|known| known.as_str() == name);
    let names = PossibleValuesParser::new(Dialect::of_json().map(Dialect::as_str));
    names.map(move |name| named(name).expect("one of them"))
}

impl Ask {
    /// An empty variable is none.
    fn agent(&self) -> String {
        let named = self.agent.clone().filter(|name| !name.trim().is_empty());
        named.unwrap_or_else(|| "shell".to_owned())
    }

    pub(crate) async fn run(self, settings: &Settings) -> anyhow::Result<Code> {
        if let Some(title) = &self.title {
            self.fits_together()?;
            self.is_no_file(title)?;
            let arguments = self.arguments(title);
            return self.ask(settings, Dialect::Shell, arguments, Terms::default()).await;
        }
        let given = stdin::read(self.dialect)?;
        self.leaves_json_alone()?;
        self.terms()?;
        stdin::check(settings, &given)?;
        self.ask_in_turn(settings, given).await
    }

    /// One after the other. The code is that of the first one without an answer.
    async fn ask_in_turn(
        &self,
        settings: &Settings,
        given: Vec<(Dialect, Value)>,
    ) -> anyhow::Result<Code> {
        let (mut code, mut left) = (ANSWERED, given.len());
        for (dialect, arguments) in given {
            left -= 1;
            let this = self.ask(settings, dialect, arguments, self.terms()?).await?;
            if code == ANSWERED {
                code = this;
            }
            // The person left it, or nobody waits any longer: the next ones would be in the way.
            if this == PENDING && !self.no_wait && left > 0 {
                let more = counted(left, "question", "questions");
                output::warn(format!("{more} more: not asked"));
                break;
            }
        }
        Ok(code)
    }

    async fn ask(
        &self,
        settings: &Settings,
        dialect: Dialect,
        arguments: Value,
        terms: Terms,
    ) -> anyhow::Result<Code> {
        let format = if self.json { Format::Json } else { Format::Plain };
        let session = Some(&arguments).filter(|_| dialect == Dialect::ProvideChoice);
        if let Some(id) = session.and_then(provide_choice::session_id) {
            self.leaves_session_alone()?;
            if let Some(warning) = provide_choice::ignored_beside_session_id(&arguments) {
                output::warn(warning);
            }
            let patience = if self.no_wait { Some(0) } else { self.wait.flatten() };
            let id = id.map_err(sayso_desk::DeskError::from)?;
            return wait::fetch(settings, &id, patience, format, Seen::Call).await;
        }
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        let asker = Asker {
            agent: Some(self.agent()),
            directory: std::env::current_dir().ok().map(|dir| dir.display().to_string()),
            environment: settings.environment.clone(),
            terms,
            ..Asker::default()
        };
        let view = desk
            .ask(desk::Ask {
                dialect,
                purpose: Purpose::Decision,
                arguments,
                asker,
                call_id: None,
                repeat: sayso_desk::Repeat::New,
            })
            .await
            .map_err(|error| if self.title.is_some() { faults::by_flag(error) } else { error })?;
        let id = view.interaction.id;
        if self.no_wait {
            return outcome::print(&*desk, id, Patience::NONE, format, Seen::Nothing).await;
        }
        // Now: when the answer is there it is too late to ask otherwise.
        if self.timeout.is_some() {
            let cut = view.interaction.warnings.iter().filter(|it| it.starts_with("timeout"));
            cut.for_each(output::warn);
        }
        let unseated = match (self.wait, wiring::seat_of_person()) {
            (None, Ok(())) => return prompt(settings, desk, view, format, self.plain).await,
            (None, Err(why)) => Some(why),
            (Some(_), _) => None,
        };
        let reached = wiring::bring(settings, &desk, &view).await;
        announce(&view, &reached, unseated);
        let patience = match self.wait.flatten() {
            Some(seconds) => Patience::For(Duration::from_secs(seconds)),
            None => Patience::Forever,
        };
        outcome::print(&*desk, id, patience, format, Seen::Nothing).await
    }
}

/// Prompts in place. The asking process waits for the answer at the same time, wherever it is
/// given.
async fn prompt(
    settings: &Settings,
    desk: Arc<RemoteDesk>,
    mut view: View,
    format: Format,
    plain: bool,
) -> anyhow::Result<Code> {
    let id = view.interaction.id;
    // From the start, so that no signal is missed while the prompt ends.
    let mut end = End::listen()?;
    let waiting = Arc::clone(&desk);
    let waiting = tokio::spawn(async move { waiting.wait(id, Patience::Forever).await });
    // The asking process is here: no need to say that the agent isn't listening.
    view.live.listening = true;
    let session = wiring::session_in(settings, Arc::clone(&desk), plain);
    match sayso_tui::prompt(session, view, Some(wiring::looking_at(id))).await? {
        Ended::Settled { .. } => {
            outcome::print(&*desk, id, Patience::NONE, format, Seen::Summary).await
        }
        // The terminal's part has ended, the question hasn't.
        Ended::HandedToWeb { .. } => {
            wiring::tell_silence(&desk);
            let still_waiting = || {
                output::aside(format!("still waiting: sayso answer {}", id.short()));
                Ok(PENDING)
            };
            if typed_ahead::pause().await == Typing::Interrupted {
                return still_waiting();
            }
            tokio::select! {
                settled = waiting => drop(settled??),
                () = end.comes() => {
                    typed_ahead::flush();
                    return still_waiting();
                }
            }
            typed_ahead::forget().await;
            outcome::print(&*desk, id, Patience::NONE, format, Seen::Nothing).await
        }
        Ended::Left => Ok(PENDING),
        Ended::Failed(why) => anyhow::bail!(why),
    }
}

/// What is waited for and where to answer, for anyone who watches the command or reads its log.
pub(super) fn announce(view: &View, reached: &Reached, unseated: Option<Unseated>) {
    let (short, directions) = (view.interaction.id.short(), reached.directions());
    tracing::info!(session_id = %view.interaction.id, directions, "waiting for an answer");
    let mut text = String::new();
    if let Some(why) = unseated {
        text.push_str(&format!("the question is not shown here: {why}\n"));
    }
    text.push_str(&format!("waiting for an answer: sayso answer {short}\n"));
    if !directions.is_empty() {
        text.push_str(&format!("to answer in a browser: {directions}\n"));
    }
    // If nobody reads stderr there is nobody to tell; the answer is on stdout.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}
