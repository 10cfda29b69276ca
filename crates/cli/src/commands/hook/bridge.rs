//! `sayso hook --questions`: brings an agent's own dialogs to the desk while they stay open in its
//! terminal, and reports what became of them.
//!
//! The first answer wins. Without sayso, or if it fails, the agent is as it was: nothing on stdout,
//! exit code 0, whatever happens.

mod notes;
mod report;
mod session;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sayso_agents::{AGENTS, Agent};
use sayso_core::dialect::bridged::AgentReply;
use sayso_core::{InteractionId, Purpose};
use sayso_desk::{Ask, Asked, Asker, Asking, Patience, Repeat, View};
use sayso_guard::hook::{BridgeEvent, BridgedCall, BridgedKind, Details, arguments, reply};
use sayso_guard::judge;
use sayso_setup::diff;
use serde_json::Value;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use super::caller::Caller;
use super::input::Input;
use super::{FAREWELL, MARGIN, READ_WITHIN, fallen, input, start_log};
use crate::commands::pause;
use crate::commands::policy::Here;
use crate::config::{Environment, Settings};
use crate::exit::{ANSWERED, Code};
use crate::{output, wiring};
use notes::Notes;

/// A hub that has said nothing for this long is not there; the agent's own dialog is all there is.
const HUB: Duration = Duration::from_secs(3);
/// Seconds for which a subagent's dialog waits for us, unless the hook's command says otherwise.
pub(super) const SUBAGENTS: u64 = 60;

/// The agent whose dialogs these are: the only one so far that has such hooks.
fn agent() -> Option<&'static Agent> {
    AGENTS.iter().copied().find(|agent| agent.is_bridged())
}

/// When the agent cuts the hook off, and when a subagent gets its dialog back.
pub(super) struct Limits {
    pub(super) hook: u64,
    pub(super) subagents: u64,
}

pub(super) fn run(data_dir: Option<&Path>, limits: &Limits) -> Code {
    let (begun, caller) = (Instant::now(), Caller::of_process());
    let Input::Whole(text) = input::read_stdin(READ_WITHIN / wiring::test_speed()) else {
        return ANSWERED;
    };
    let (Some(event), Some(agent)) = (BridgeEvent::read(&text), agent()) else {
        return ANSWERED;
    };
    let Ok(settings) = Settings::load(Environment::of_process(), data_dir) else {
        return ANSWERED;
    };
    let notes = Notes::of(&settings.paths.data_dir, event.session());
    let call = match event {
        BridgeEvent::Asks(call) => call,
        // Nothing was asked in this session, so nothing is reported: this is the usual case.
        _ if notes.is_empty() => return ANSWERED,
        event => {
            start_log(&settings);
            with_runtime(report::report(&event, &notes, &settings, agent.name));
            return ANSWERED;
        }
    };
    start_log(&settings);
    if pause::is_paused(&settings, agent.id) {
        return ANSWERED;
    }
    let limit = match &call.subagent {
        Some(_) => limits.subagents.min(limits.hook),
        None => limits.hook,
    };
    let until = begun + Duration::from_secs(limit).saturating_sub(MARGIN);
    let bridge = Bridge { agent, call: *call, notes, settings, until };
    with_runtime(async {
        tokio::select! {
            biased;
            () = bridge.ask() => {}
            // The question is withdrawn with the connection.
            () = caller.gone() => {}
        }
    });
    ANSWERED
}

fn with_runtime(work: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    runtime.block_on(work);
    runtime.shutdown_background();
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
        let Ok(desk) = wiring::deciding_desk(&self.settings) else { return };
        let desk = Arc::new(desk);
        let (tell, silence) = watch::channel(None);
        desk.on_silence(move |silence| {
            tell.send_replace(silence.cloned());
        });
        let asked = tokio::select! {
            asked = desk.ask_and_claim(self.question()) => asked,
            () = tokio::time::sleep(HUB) => return,
        };
        let Asked { view, claim: _claim, .. } = match asked {
            Ok(asked) => asked,
            Err(error) => {
                tracing::warn!(%error, "left to the agent's own dialog");
                return;
            }
        };
        let id = view.interaction.id;
        self.notes.write(id, &self.call.note);
        let ended = tokio::select! {
            waited = desk.wait(id, Patience::Forever) => waited.ok(),
            _ = fallen(silence) => None,
            why = self.left() => answered_there(desk.as_ref(), id, why).await,
            () = tokio::time::sleep_until((self.until + HUB).into()) => None,
        };
        let given = ended.as_ref().and_then(|view| AgentReply::of(&view.interaction));
        match given {
            Some(given) => {
                let reply = reply(&given, &self.call.tool_use.input);
                // What cannot be printed has not been given; the agent's next report says so.
                let _ = output::json(&reply);
            }
            // Nothing is left to be confirmed.
            None => self.notes.remove(id),
        }
    }

    fn question(&self) -> Ask {
        let BridgedCall { tool_use, subagent, purpose, .. } = &self.call;
        let name = self.agent.name;
        let left = self.until.saturating_duration_since(Instant::now()).as_secs();
        let remark = subagent.as_ref().map(|_| {
            format!("{name}'s own dialog opens when nobody has answered here for {left} s.")
        });
        let kind = self.call.kind();
        let arguments = match kind {
            BridgedKind::Question | BridgedKind::Plan => tool_use.input.clone(),
            BridgedKind::Permission => {
                let policy = self.settings.policy();
                let rules =
                    policy.map_or_else(|_| sayso_guard::shipped(), |policy| policy.in_force());
                let facts = Here::new(tool_use.directory.as_deref());
                let matches = judge(&rules, tool_use, &facts);
                let diff = changes(&tool_use.tool, &tool_use.input);
                let details = Details {
                    agent: name,
                    purpose: purpose.as_deref(),
                    diff: diff.as_deref(),
                    remark: remark.as_deref(),
                    timeout: None,
                };
                arguments(tool_use, &matches, &details)
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
            _ = stopped => format!("declined in {}", self.agent.name),
            () = closed => format!("answered in {}", self.agent.name),
        }
    }
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

/// What an edit changes in the file as it is now.
fn changes(tool: &str, input: &Value) -> Option<String> {
    let text = |value: &Value, name: &str| value[name].as_str().map(str::to_owned);
    let before = std::fs::read_to_string(input["file_path"].as_str()?).unwrap_or_default();
    let edited = |before: &str, edit: &Value| {
        let (old, new) = (text(edit, "old_string")?, text(edit, "new_string")?);
        Some(match edit["replace_all"].as_bool() {
            Some(true) => before.replace(&old, &new),
            _ => before.replacen(&old, &new, 1),
        })
    };
    let after = match tool {
        "Write" => text(input, "content")?,
        "Edit" => edited(&before, input)?,
        "MultiEdit" => {
            let mut edits = input["edits"].as_array()?.iter();
            edits.try_fold(before.clone(), |before, edit| edited(&before, edit))?
        }
        _ => return None,
    };
    let lines: Vec<String> = diff(&before, &after).iter().map(ToString::to_string).collect();
    Some(lines.join("\n")).filter(|diff| !diff.is_empty())
}
