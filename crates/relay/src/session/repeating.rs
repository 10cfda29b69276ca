//! A process that ended in the middle of a turn: whether the turn is repeated is for a person to say.
//! It may have done half of it, and nobody can know which half.

use sayso_core::text::cut;
use sayso_core::{Dialect, Interaction, limits};
use serde_json::json;

use super::questions::{Kind, LEAVE_SECONDS, chosen, fenced, language};
use super::{Delivery, RETRY, Session};
use crate::memory::Doubt;

/// How much of the message is quoted.
const QUOTED: usize = 500;

impl Session {
    /// The first message of the inbox waits for a person's decision.
    pub(super) fn doubt(&mut self, why: String) {
        self.delivery = Delivery::Undecided;
        if self.memory.doubt.is_none() {
            let call_id = self.memory.call_id(&self.key);
            self.memory.doubt = Some(Doubt { call_id, why });
        }
    }

    pub(super) async fn ask_whether_to_repeat(&mut self) {
        let is_open = self.open.iter().any(|open| open.kind == Kind::Repeat);
        let (Some(Doubt { call_id, why }), Some(message), false) =
            (&self.memory.doubt, self.memory.inbox.front(), is_open)
        else {
            return;
        };
        let texts = language(&self.ground.setup).await;
        let said = fenced(&cut(&message.text, QUOTED));
        let prompt = [texts.say("relay-repeat-words").into_owned(), said, fenced(why)].join("\n\n");
        let option = |id: &str, key: &str| json!({ "id": id, "label": texts.say(key) });
        let arguments = json!({
            "title": cut(&texts.say("relay-repeat"), limits::TITLE),
            "prompt": prompt,
            "selection_mode": "single",
            "options": [option("1", "relay-repeat-yes"), option("2", "relay-repeat-no")],
            "timeout_seconds": LEAVE_SECONDS,
            "timeout_action": "cancel",
        });
        match self.ask(Dialect::Shell, arguments, *call_id).await {
            Ok(view) => self.wait_for(&view, Kind::Repeat).await,
            Err(error) => {
                tracing::warn!(key = self.key, %error, "nobody was asked; trying again");
                self.retry_at = Some(self.running() + RETRY);
            }
        }
    }

    pub(super) async fn decided(&mut self, decision: Decision) {
        self.memory.doubt = None;
        self.memory.begun = false;
        self.delivery = Delivery::None;
        match decision {
            Decision::Repeat => {}
            Decision::Skip => {
                self.failures = 0;
                self.memory.turn += 1;
                self.take_first();
            }
        }
        self.note().await;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    Repeat,
    Skip,
}

impl Decision {
    /// Whoever does not decide does not want it repeated.
    pub(super) fn of(interaction: Option<&Interaction>) -> Decision {
        let ids = [REPEAT, SKIP].map(str::to_owned);
        match interaction.and_then(|interaction| chosen(interaction, &ids)).as_deref() {
            Some(REPEAT) => Decision::Repeat,
            Some(_) | None => Decision::Skip,
        }
    }
}

/// The options in their order.
const REPEAT: &str = "repeat";
const SKIP: &str = "skip";
