//! `sayso hook --questions`: brings an agent's own dialogs to the desk while they stay open in its
//! terminal, and reports what became of them; or before they open, where the agent waits for its hook.
//!
//! The first answer wins. Without sayso, or if it fails, the agent is as it was: nothing on stdout,
//! exit code 0, whatever happens.

#![expect(clippy::disallowed_methods, reason = "the timer of a connection or a process")]

mod ends;
mod exclusive;
mod notes;
mod observed;
mod report;
mod session;
mod uses;
mod waits;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sayso_agents::{AGENTS, Agent, DialogBeside};
use sayso_api::RemoteDesk;
use sayso_core::dialect::bridged::{AgentReply, REMARK};
use sayso_core::{InteractionId, Purpose};
use sayso_desk::{Ask, Asked, Asker, Asking, Patience, Repeat, Unresponsive, View};
use sayso_guard::hook::{
    AnsweredBy, BridgeEvent, BridgedCall, BridgedKind, Details, reply, sender,
};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use super::caller::Caller;
use super::input::Input;
use super::{FAREWELL, MARGIN, READ_WITHIN, fallen, input, start_log, watched_desk};
use crate::commands::pause;
use crate::config::{Environment, Settings};
use crate::exit::{ANSWERED, Code};
use crate::{output, permission_card, wiring};
pub(crate) use ends::{Hubs, watch_agents};
use notes::Notes;
use observed::Observation;
pub(crate) use observed::{Behaviour, since};
use uses::Uses;

/// A hub that has said nothing for this long is not there; the agent's own dialog is all there is.
const HUB: Duration = Duration::from_secs(3);
/// Seconds for which a subagent's dialog waits for us, if the settings can't be read.
const SUBAGENTS: u64 = 60;

/// The agent whose dialogs stay open: the only one so far that has such hooks.
fn agent() -> Option<&'static Agent> {
    let stays_open = |agent: &&Agent| beside(agent) == Some(DialogBeside::Open);
    AGENTS.iter().copied().find(stays_open)
}

fn beside(agent: &Agent) -> Option<DialogBeside> {
    agent.bridge().map(|bridge| bridge.dialog)
}

/// `limit`: the seconds after which the agent cuts the hook off.
pub(super) fn run(data_dir: Option<&Path>, limit: u64) -> Code {
    let (begun, caller) = (Instant::now(), Caller::of_process());
    let Input::Whole(text) = input::read_stdin(READ_WITHIN / wiring::test_speed()) else {
        return ANSWERED;
    };
    let (Some(event), Some(agent)) = (BridgeEvent::read(&text), sender(AGENTS, &text)) else {
        return ANSWERED;
    };
    let Ok(settings) = Settings::load(Environment::of_process(), data_dir) else {
        return ANSWERED;
    };
    let until = |limit: u64| begun + Duration::from_secs(limit).saturating_sub(MARGIN);
    if beside(agent) == Some(DialogBeside::Waits) {
        if let BridgeEvent::Asks(call) = event {
            let until = until(subagents(&settings).min(limit));
            exclusive::run(agent, *call, settings, until, caller);
        }
        return ANSWERED;
    }
    let data_dir = &settings.paths.data_dir;
    let session = event.session();
    let (Some(notes), Some(uses)) = (Notes::of(data_dir, session), Uses::of(data_dir, session))
    else {
        return ANSWERED;
    };
    uses.note(&event);
    let is_report = match &event {
        BridgeEvent::Begins { .. } => return ANSWERED,
        BridgeEvent::Asks(_) | BridgeEvent::Waits { .. } => false,
        BridgeEvent::Started { .. } => true,
        // Nothing was asked in this session, so nothing is reported: this is the usual case.
        _ if notes.is_empty() => return ANSWERED,
        _ => true,
    };
    start_log(&settings);
    if is_report {
        with_runtime(report::report(&event, &notes, &settings, agent.name));
        return ANSWERED;
    }
    if pause::is_paused(&settings.paths.data_dir, agent.id) {
        return ANSWERED;
    }
    match event {
        BridgeEvent::Asks(mut call) => {
            // That of a dialog; before the tool it is known.
            call.note.use_id = call.note.use_id.take().or_else(|| uses.claim(&call.note));
            let limit = match &call.subagent {
                Some(_) => subagents(&settings).min(limit),
                None => limit,
            };
            let bridge = Bridge { agent, call: *call, notes, until: until(limit), settings };
            while_there(caller, bridge.ask());
        }
        // What is shown can be answered: this is about another dialog only if there is none.
        BridgeEvent::Waits { directory, says, session } if notes.is_empty() => {
            let dialog =
                waits::Dialog { agent, session, directory, says, until: until(limit), settings };
            while_there(caller, dialog.show());
        }
        _ => {}
    }
    ANSWERED
}

/// Seconds for which a subagent's dialog waits for us.
fn subagents(settings: &Settings) -> u64 {
    settings.policy().map_or(SUBAGENTS, |policy| policy.subagents)
}

/// A question is withdrawn with the connection.
fn while_there(caller: Caller, work: impl Future<Output = ()>) {
    with_runtime(async {
        tokio::select! {
            biased;
            () = work => {}
            () = caller.gone() => {}
        }
    });
}

fn with_runtime(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    runtime.block_on(work);
    runtime.shutdown_background();
}

/// A dialog that is at the desk.
struct Brought {
    desk: Arc<RemoteDesk>,
    unresponsive: watch::Receiver<Option<Unresponsive>>,
    asked: Asked,
}

/// `None`: it is left to the agent.
async fn bring(settings: &Settings, question: Ask) -> Option<Brought> {
    let (desk, unresponsive) = watched_desk(settings).ok()?;
    match tokio::time::timeout(HUB, desk.ask_and_claim(question)).await {
        Ok(Ok(asked)) => Some(Brought { desk, unresponsive, asked }),
        Ok(Err(error)) => {
            tracing::warn!(%error, "left to the agent's own dialog");
            None
        }
        Err(_) => None,
    }
}

/// One dialog, open in the agent's terminal or held back for us.
struct Bridge {
    agent: &'static Agent,
    call: BridgedCall,
    notes: Notes,
    settings: Settings,
    until: Instant,
}

impl Bridge {
    /// Says nothing unless a person has answered here.
    async fn ask(&self) {
        let Some(brought) = bring(&self.settings, self.question()).await else { return };
        let Brought { desk, unresponsive, asked: Asked { view, claim: _claim, .. } } = brought;
        let id = view.interaction.id;
        let process = session::process(&Environment::of_process());
        self.notes.write(id, &self.call.note, process);
        let ended = tokio::select! {
            waited = desk.wait(id, Patience::Forever) => waited.ok(),
            _ = fallen(unresponsive) => None,
            why = self.left() => answered_there(desk.as_ref(), id, why).await,
            () = tokio::time::sleep_until((self.until + HUB).into()) => None,
        };
        let given = ended.as_ref().and_then(|view| AgentReply::of(&view.interaction));
        match given {
            Some(given) => {
                let reply = reply(&given, &self.call);
                // The dialog of a subagent opens after us; elsewhere there may be none.
                let has_one = self.call.subagent.is_none() && self.call.by == AnsweredBy::Dialog;
                let open = has_one.then(|| session::is_open(&Environment::of_process())).flatten();
                let named = self.call.note.use_id.is_some();
                observed::note(&self.settings.paths.data_dir, Observation::Given { named, open });
                // What cannot be printed has not been given; the agent's next report says so.
                let _ = output::json(&reply);
            }
            // If nothing is left to be confirmed. A hub that doesn't say so may have an answer.
            None if is_over(desk.as_ref(), id).await => self.notes.remove(id),
            None => tracing::warn!(session_id = %id, "it is not known what became of it"),
        }
    }

    fn question(&self) -> Ask {
        let BridgedCall { tool_use, subagent, purpose, .. } = &self.call;
        let name = self.agent.name;
        let left = self.until.saturating_duration_since(Instant::now()).as_secs();
        let remark = subagent.as_ref().map(|_| {
            format!(
                "{name} waits for you with its own dialog, which opens when nobody has answered here \
                 for {left} s."
            )
        });
        let kind = self.call.kind();
        let arguments = match kind {
            BridgedKind::Question | BridgedKind::Plan => {
                let mut input = tool_use.input.clone();
                if let (Some(remark), Some(fields)) = (remark, input.as_object_mut()) {
                    fields.insert(REMARK.to_owned(), remark.into());
                }
                input
            }
            BridgedKind::Permission => {
                let details = Details {
                    agent: name,
                    purpose: purpose.as_deref(),
                    remark: remark.as_deref(),
                    ..Details::default()
                };
                permission_card::arguments(
                    &permission_card::rules(&self.settings),
                    tool_use,
                    &details,
                )
            }
        };
        let title = subagent.as_ref().map(|kind| format!("{name} · {kind}"));
        Ask {
            dialect: kind.dialect(),
            purpose: Purpose::Decision,
            arguments,
            asker: Asker {
                agent: Some(self.agent.id.to_owned()),
                agent_title: Some(title.unwrap_or_else(|| name.to_owned())),
                directory: tool_use.directory.clone(),
                session: Some(self.call.session.clone()),
                environment: self.settings.environment.clone(),
                // Then the dialog is all there is.
                limit_seconds: Some(left),
                ..Asker::default()
            },
            call_id: None,
            repeat: Repeat::Race,
        }
    }

    /// Resolves when the dialog was left in the terminal, with how.
    async fn left(&self) -> String {
        let stopped = async {
            match signal(SignalKind::terminate()) {
                Ok(mut stop) => stop.recv().await,
                Err(_) => std::future::pending().await,
            }
        };
        let closed = async {
            // A subagent's dialog opens after us.
            if self.call.subagent.is_some() {
                return std::future::pending().await;
            }
            session::left(&Environment::of_process()).await
        };
        tokio::select! {
            // By a no or Esc, or with its terminal.
            _ = stopped => format!("closed in {}", self.agent.name),
            () = closed => format!("answered in {}", self.agent.name),
        }
    }
}

/// Whether the hub says that its race is over.
async fn is_over(desk: &dyn Asking, id: InteractionId) -> bool {
    let shown = tokio::time::timeout(FAREWELL, desk.show(&id.into())).await;
    matches!(shown, Ok(Ok(view)) if sayso_bridges::is_over(&view.interaction))
}

/// Takes it back, unless somebody has answered here at the same moment: then that is given, and the
/// agent's next report says what it did.
async fn answered_there(desk: &dyn Asking, id: InteractionId, why: String) -> Option<View> {
    let taken_back = async {
        match desk.withdraw(id, Some(why), wiring::actor()).await {
            Ok(_) => None,
            Err(_) => desk.show(&id.into()).await.ok(),
        }
    };
    tokio::time::timeout(FAREWELL, taken_back).await.ok().flatten()
}
