//! A dialog that no hook can answer: shown here as waiting in the agent's terminal, until it was left
//! there.

use std::sync::Arc;
use std::time::Instant;

use sayso_agents::Agent;
use sayso_core::text::clean_line;
use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asked, Asker, Asking, Patience, Repeat};
use serde_json::json;
use tokio::sync::watch;

use super::super::fallen;
use super::{HUB, answered_there, session};
use crate::config::{Environment, Settings};
use crate::wiring;

pub(super) struct Dialog {
    pub(super) agent: &'static Agent,
    pub(super) session: String,
    pub(super) directory: Option<String>,
    /// What the agent says about it.
    pub(super) says: String,
    pub(super) until: Instant,
    pub(super) settings: Settings,
}

impl Dialog {
    /// Says nothing to the agent, whatever happens.
    pub(super) async fn show(&self) {
        let environment = Environment::of_process();
        // It also reports that it is idle.
        if session::is_open(&environment) != Some(true) {
            return;
        }
        let Ok(desk) = wiring::deciding_desk(&self.settings) else { return };
        let desk = Arc::new(desk);
        let (tell, silence) = watch::channel(None);
        desk.on_unresponsive(move |silence| {
            tell.send_replace(silence.cloned());
        });
        let asked = tokio::select! {
            asked = desk.ask_and_claim(self.question()) => asked,
            () = tokio::time::sleep(HUB) => return,
        };
        let Ok(Asked { view, claim: _claim, .. }) = asked else { return };
        let id = view.interaction.id;
        let why = format!("answered in {}", self.agent.name);
        tokio::select! {
            _ = desk.wait(id, Patience::Forever) => {}
            _ = fallen(silence) => {}
            () = session::left(&environment) => {
                answered_there(desk.as_ref(), id, why).await;
            }
            () = tokio::time::sleep_until(self.until.into()) => {}
        }
    }

    fn question(&self) -> Ask {
        let name = self.agent.name;
        let prompt = format!(
            "{}\n\nThis dialog can only be answered in {name}'s own terminal, not here.",
            clean_line(&self.says)
        );
        let title = format!("{name} waits in its terminal");
        Ask {
            dialect: Dialect::Permission,
            purpose: Purpose::Decision,
            arguments: json!({ "title": title, "prompt": prompt, "elsewhere": true }),
            asker: Asker {
                agent: Some(self.agent.id.to_owned()),
                agent_title: Some(name.to_owned()),
                directory: self.directory.clone(),
                environment: self.settings.environment.clone(),
                limit_seconds: Some(self.until.saturating_duration_since(Instant::now()).as_secs()),
                // It is reported again and again.
                tool_use: Some(format!("waits {}", self.session)),
                ..Asker::default()
            },
            call_id: None,
            repeat: Repeat::Permission,
        }
    }
}
