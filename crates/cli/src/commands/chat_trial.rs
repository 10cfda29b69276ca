//! A question to try a chat with: it decides nothing.

use std::time::Duration;

use sayso_chat::Offer;
use sayso_core::{Dialect, Purpose, Surface};
use sayso_desk::{Answering, Ask, Asker, Asking, Patience, Repeat};
use serde_json::json;

use crate::config::Settings;
use crate::exit::{BadInput, Code};
use crate::output::outcome::{self, Format, Seen};
use crate::{output, wiring};

/// A hub that was just started needs a moment to connect; an old one never will.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// Asks there, waits for the answer, and prints it.
pub(crate) async fn ask(
    settings: &Settings,
    offer: &Offer,
    whom: &str,
    agent: &str,
) -> anyhow::Result<Code> {
    let chat = offer.chat.id;
    let desk = wiring::desk(settings)?;
    let mut cursor = desk.events(None).await?.cursor;
    let introduced = async {
        loop {
            let here = Surface::Chat(chat);
            if desk.attached().await?.iter().any(|open| open.surface == here) {
                return anyhow::Ok(());
            }
            cursor = desk.events(Some(cursor)).await?.cursor;
        }
    };
    let Ok(introduced) = tokio::time::timeout(INTRODUCTION, introduced).await else {
        anyhow::bail!(BadInput(
            "the running hub is not connected there yet: `sayso hub stop`, then try again"
                .to_owned()
        ));
    };
    introduced?;
    let asked = desk.ask(question(&chat.to_string(), agent)).await?;
    output::line(format!("asked {whom} a question; waiting for a click …"))?;
    let id = asked.interaction.id;
    outcome::print(settings, &desk, id, Patience::Forever, Format::Plain, Seen::Nothing).await
}

fn question(interface: &str, agent: &str) -> Ask {
    Ask {
        dialect: Dialect::Shell,
        purpose: Purpose::Decision,
        arguments: json!({
            "title": "Does it work?",
            "prompt": "This is a question to try sayso with: it decides nothing. Did it reach you?",
            "selection_mode": "single",
            "options": [
                { "id": "yes", "label": "It works", "recommended": true },
                { "id": "no", "label": "Something is odd" },
            ],
            "interface": interface,
            "timeout_seconds": 600,
        }),
        asker: Asker { agent: Some(agent.to_owned()), ..Asker::default() },
        call_id: None,
        repeat: Repeat::New,
    }
}
