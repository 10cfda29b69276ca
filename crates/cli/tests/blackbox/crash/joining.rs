//! Calls that join what an earlier one has asked.

use sayso_api::RemoteDesk;
use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asked, Asker, Asking, Claim, View};
use serde_json::json;

use super::ledger::Ledger;

pub fn asking(title: &str, timeout_seconds: u32) -> Ask {
    let arguments = json!({
        "title": title,
        "selection_mode": "text_input",
        "timeout_seconds": timeout_seconds,
    });
    Ask {
        dialect: Dialect::Shell,
        purpose: Purpose::Decision,
        arguments,
        asker: Asker::default(),
        call_id: None,
        repeat: sayso_desk::Repeat::Join,
    }
}

/// The same call again, as of a client that lost its first one: it joins the question, and holds it for as
/// long as it waits, whatever becomes of the hubs.
pub async fn join(desk: &RemoteDesk, ledger: &Ledger, view: &View, timeout: u32) -> Option<Claim> {
    let id = view.interaction.id;
    let _joining = ledger.begins(format!("{id} is joined"));
    match desk.ask_and_claim(asking(&view.interaction.form.title, timeout)).await {
        Ok(Asked { view, claim, .. }) => {
            if view.interaction.id == id {
                return Some(claim);
            }
            ledger.contradict(format!("{id}: asked again as {}", view.interaction.id));
        }
        Err(error) => ledger.contradict(format!("{id}: could not be joined: {error}")),
    }
    None
}
