//! A permission prompt for which an agent waits before it opens its own dialog: asked here first, and
//! given back by silence.
//!
//! What the hook says is what the agent does, so an answer counts as soon as it was printed.

use std::time::{Duration, Instant};

use sayso_agents::Agent;
use sayso_core::Purpose;
use sayso_core::dialect::bridged::AgentReply;
use sayso_desk::{Ask, Asked, Asker, Asking, Patience, Repeat};
use sayso_guard::hook::{BridgedCall, BridgedKind, Details, reply};

use super::super::caller::Caller;
use super::super::{FAREWELL, fallen, start_log};
use super::{Brought, HUB, bring, while_there};
use crate::commands::pause;
use crate::config::Settings;
use crate::{output, permission_card};

/// Says nothing unless a person has answered here.
pub(super) fn run(
    agent: &'static Agent,
    call: BridgedCall,
    settings: Settings,
    until: Instant,
    caller: Caller,
) {
    // Consent without answers is none: these stay in its own dialog.
    if call.tool_use.is_dialog() || pause::is_paused(&settings.paths.data_dir, agent.id) {
        return;
    }
    start_log(&settings);
    let waiting = Waiting { agent, call: call.in_known_names(), settings, until };
    while_there(caller, async move {
        if !waiting.is_asked_by_hub().await {
            waiting.ask().await;
        }
    });
}

/// A dialog that waits for us.
struct Waiting {
    agent: &'static Agent,
    call: BridgedCall,
    settings: Settings,
    until: Instant,
}

impl Waiting {
    /// Whether a bridge of the hub brings the dialog here while it is open: the server to which it connects
    /// has started us.
    async fn is_asked_by_hub(&self) -> bool {
        let Ok(all) = self.settings.operational() else { return false };
        for server in all.bridges {
            if server.process().await.is_some_and(sayso_access::process::is_below) {
                return true;
            }
        }
        false
    }

    async fn ask(&self) {
        let Some(brought) = bring(&self.settings, self.question()).await else { return };
        let Brought { desk, unresponsive, asked: Asked { view, claim: _claim, .. } } = brought;
        let id = view.interaction.id;
        let ended = tokio::select! {
            waited = desk.wait(id, Patience::Forever) => waited.ok(),
            _ = fallen(unresponsive) => None,
            () = tokio::time::sleep_until((self.until + HUB).into()) => None,
        };
        let given = ended.as_ref().and_then(|view| AgentReply::of(&view.interaction));
        let Some(given) = given else { return };
        if output::json(&reply(&given, &self.call)).is_ok() {
            // The agent has it and waits for nothing else.
            let noted = tokio::time::timeout(FAREWELL, desk.delivered(id)).await;
            if !matches!(noted, Ok(Ok(()))) {
                tracing::warn!(session_id = %id, "could not note the delivery");
            }
        }
    }

    fn question(&self) -> Ask {
        let BridgedCall { tool_use, purpose, session, .. } = &self.call;
        let name = self.agent.name;
        let left = self.until.saturating_duration_since(Instant::now());
        // Rounded to the nearest second: rounding down would lose up to a whole one.
        let left = (left + Duration::from_millis(500)).as_secs();
        let remark = format!(
            "{name} waits for you with its own approval, which follows when nobody has answered here for \
             {left} s."
        );
        let details = Details {
            agent: name,
            purpose: purpose.as_deref(),
            diff: tool_use.input["patch"].as_str(),
            remark: Some(&remark),
            ..Details::default()
        };
        let rules = permission_card::rules(&self.settings);
        Ask {
            dialect: BridgedKind::Permission.dialect(),
            purpose: Purpose::Decision,
            arguments: permission_card::arguments(&rules, tool_use, &details),
            asker: Asker {
                agent: Some(self.agent.id.to_owned()),
                agent_title: Some(name.to_owned()),
                directory: tool_use.directory.clone(),
                session: Some(session.clone()),
                environment: self.settings.environment.clone(),
                // Then its own approval is all there is.
                limit_seconds: Some(left),
                ..Asker::default()
            },
            call_id: None,
            repeat: Repeat::Permission,
        }
    }
}
