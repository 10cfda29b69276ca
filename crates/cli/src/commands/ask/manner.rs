//! The flags of every command that asks (until when, where, and whether it waits), and the way to the
//! outcome: a prompt in this terminal, or an answer from another surface.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap_complete::ArgValueCandidates;
use sayso_api::RemoteDesk;
use sayso_core::{Dialect, Purpose, Terms};
use sayso_desk::{self as desk, Asked, Asker, Asking, Patience, Reached, View};
use sayso_tui::{Interrupt, PromptEnd};
use serde_json::Value;

use super::super::completions::offers;
use crate::config::Settings;
use crate::exit::{self, Code, PENDING};
use crate::flag_errors;
use crate::output::outcome::{self, Format, Seen};
use crate::output::{self, time};
use crate::signals::EndSignals;
use crate::typed_ahead::{self, Typing};
use crate::wiring::{self, NoUsableTerminal};

// Its documentation would be that of the command.
#[derive(Args)]
pub(in crate::commands) struct Manner {
    /// Time to answer (90s, 5m, 2h)
    #[arg(long, value_name = "TIME", value_parser = time::seconds)]
    pub(super) timeout: Option<u64>,
    /// Mark as irreversible: only a person can answer it, never a timeout or a program
    #[arg(long)]
    pub(super) irreversible: bool,
    /// Where to show it: auto, terminal, web or the id of a chat
    #[arg(long, value_name = "SURFACE", add = ArgValueCandidates::new(offers::surfaces))]
    pub(super) interface: Option<String>,
    /// Name of the agent, as people see it
    #[arg(long, value_name = "NAME", env = "SAYSO_AGENT")]
    agent: Option<String>,
    /// Don't prompt here; wait for an answer from another surface, at most TIME if given
    #[arg(short, long, value_name = "TIME", num_args = 0..=1, require_equals = true, value_parser = time::seconds)]
    pub(super) wait: Option<Option<u64>>,
    /// Print the id and exit without waiting (exit code 75: still waiting)
    #[arg(long, conflicts_with = "wait")]
    pub(super) no_wait: bool,
    /// Ask line by line: numbered options, typed answers (for screen readers; also SAYSO_PLAIN=1)
    #[arg(long)]
    plain: bool,
}

impl Manner {
    /// What the flags say, as fields of the dialect.
    pub(in crate::commands) fn fields(&self) -> [(&'static str, Option<Value>); 3] {
        [
            ("timeout_seconds", self.timeout.map(Value::from)),
            ("irreversible", self.irreversible.then_some(Value::Bool(true))),
            ("interface", self.interface.clone().map(Value::from)),
        ]
    }

    /// An empty variable is none.
    fn agent(&self) -> String {
        let named = self.agent.clone().filter(|name| !name.trim().is_empty());
        named.unwrap_or_else(|| "shell".to_owned())
    }

    /// Asks, and returns with the outcome or with why there is none.
    pub(in crate::commands) async fn ask(
        &self,
        settings: &Settings,
        (dialect, arguments): (Dialect, Value),
        terms: Terms,
        format: Format,
    ) -> anyhow::Result<Code> {
        let desk = Arc::new(wiring::terminal_desk(settings)?);
        // In the shell's dialect every field comes from a flag; beside JSON, some.
        let fields = self.fields().into_iter().filter_map(|(name, value)| value.and(Some(name)));
        let flags: Vec<_> = fields.map(|name| (name, arguments.get(name).is_some())).collect();
        let typed =
            |field: &str| dialect == Dialect::Shell || flags.iter().any(|(name, _)| *name == field);
        // What JSON says itself can be the mistake.
        let only_typed = |field: &str| dialect == Dialect::Shell || flags.contains(&(field, false));
        let asker = Asker {
            agent: Some(self.agent()),
            directory: std::env::current_dir().ok().map(|dir| dir.display().to_string()),
            environment: settings.environment.clone(),
            terms,
            ..Asker::default()
        };
        let asked = desk.ask_and_claim(desk::Ask {
            dialect,
            purpose: Purpose::Decision,
            arguments,
            asker,
            call_id: None,
            repeat: sayso_desk::Repeat::New,
        });
        // Held until it waits: the hub knows by it if this process is killed before.
        let Asked { view, claim, .. } =
            asked.await.map_err(|error| flag_errors::by_flag(error, only_typed))?;
        let id = view.interaction.id;
        // Before it waits: when the answer is there it is too late to ask otherwise. JSON has them in it.
        if format != Format::Json {
            for text in &view.interaction.warnings {
                output::warn(flag_errors::warning(text, typed));
            }
        }
        if self.no_wait {
            drop(claim);
            return outcome::print(settings, &*desk, id, Patience::NONE, format, Seen::Nothing)
                .await;
        }
        let no_terminal = match (self.wait, wiring::persons_terminal()) {
            (None, Ok(())) => {
                return prompt(settings, desk, view, format, self.plain).await;
            }
            (None, Err(why)) => Some(why),
            (Some(_), _) => None,
        };
        let reached = wiring::bring(settings, &desk, &view).await;
        announce(settings, &view, &reached, no_terminal);
        let patience = match self.wait.flatten() {
            Some(seconds) => Patience::For(Duration::from_secs(seconds)),
            None => Patience::Forever,
        };
        // From here on the wait says that somebody is here.
        drop(claim);
        outcome::print(settings, &*desk, id, patience, format, Seen::Nothing).await
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
    let mut end = EndSignals::listen()?;
    let waiting = Arc::clone(&desk);
    let waiting = tokio::spawn(async move { waiting.wait(id, Patience::Forever).await });
    // The asking process is here: no need to say that the agent isn't listening.
    view.live.listening = true;
    let session = wiring::session_in(settings, Arc::clone(&desk), plain);
    match sayso_tui::prompt(session, view, Some(wiring::looking_at(id))).await? {
        PromptEnd::Settled { .. } => {
            outcome::print(settings, &*desk, id, Patience::NONE, format, Seen::Summary).await
        }
        // The terminal's part has ended, the question hasn't.
        PromptEnd::HandedToWeb { .. } => {
            wiring::tell_unresponsive(&desk);
            let still_waiting =
                || output::aside(format!("still waiting: {}", wiring::to_answer(settings, id)));
            if typed_ahead::pause().await == Typing::Interrupted {
                still_waiting();
                return Ok(exit::interrupted(Interrupt::Key));
            }
            tokio::select! {
                settled = waiting => drop(settled??),
                why = end.comes() => {
                    typed_ahead::flush();
                    still_waiting();
                    return Ok(why);
                }
            }
            typed_ahead::forget().await;
            outcome::print(settings, &*desk, id, Patience::NONE, format, Seen::Nothing).await
        }
        PromptEnd::Left => Ok(PENDING),
        PromptEnd::Interrupted(how) => Ok(exit::interrupted(how)),
        PromptEnd::Failed(why) => anyhow::bail!(why),
    }
}

/// What is waited for and where to answer, for anyone who watches the command or reads its log.
pub(in crate::commands) fn announce(
    settings: &Settings,
    view: &View,
    reached: &Reached,
    no_terminal: Option<NoUsableTerminal>,
) {
    let (id, directions) = (view.interaction.id, reached.directions());
    tracing::info!(session_id = %id, directions, "waiting for an answer");
    let mut text = String::new();
    if let Some(why) = no_terminal {
        text.push_str(&format!("the question is not shown here: {why}\n"));
    }
    text.push_str(&format!("waiting for an answer: {}\n", wiring::to_answer(settings, id)));
    if !directions.is_empty() {
        text.push_str(&format!("to answer in a browser: {directions}\n"));
    }
    // If nobody reads stderr there is nobody to tell; the answer is on stdout.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}
