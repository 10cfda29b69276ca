//! Real servers among the agents of a storm, and the person who answers what they ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Scope, ScopedJoinHandle};

use sayso_api::RemoteDesk;
use sayso_core::{Command, InteractionId, OptionId, QuestionId, Status, Submission};
use sayso_desk::{Answering, Cursor, DeskError, EventKind, Row};
use serde_json::{Value, json};

use super::AT_LAST;
use crate::crash::ledger::Ledger;
use crate::harness::{World, nobody};
use crate::mcp::lines::Agent;

/// An agent has its answer before the others have got this much more: several minutes of an idle machine. By a
/// clock a busy machine would look like a lost answer.
const PASSED_BY: u64 = 60_000;

/// A real server with an agent that asks one question after the other; returns how many. Whatever becomes of
/// its hub or of the database, the agent gets nothing but the answer.
pub(super) fn serve<'scope>(
    scope: &'scope Scope<'scope, '_>,
    world: &'scope World,
    number: usize,
    ledger: &'scope Ledger,
    stop: &'scope AtomicBool,
) -> ScopedJoinHandle<'scope, usize> {
    scope.spawn(move || {
        let mut agent = Agent::start(world, "mcp");
        let mut answered = 0;
        while !stop.load(Ordering::Relaxed) {
            let title = format!("{} {number}.{answered}", Ledger::FOREIGN);
            let mut call = |arguments: Value| {
                let id = agent.send_call("provide_choice", &arguments);
                replied(&mut agent, id, ledger)
            };
            let mut reply = call(json!({
                "title": title,
                "prompt": "Three hubs share one database, and one of them may be gone. Which way?",
                "selection_mode": "single",
                "interface": "web",
                "options": [
                    { "id": "left", "label": "Left", "recommended": true },
                    { "id": "right", "label": "Right" },
                ],
            }));
            // On a busy machine the answer may take longer than a call of this client.
            while reply["structuredContent"]["action_status"] == "pending" {
                let id = &reply["structuredContent"]["session_id"];
                reply = call(json!({ "session_id": id }));
            }
            if reply["structuredContent"]["selection"]["selected_ids"] == json!(["right"]) {
                answered += 1;
            } else {
                // The next call joins what may have been asked.
                ledger.contradict(format!("{title}: {reply}"));
            }
        }
        answered
    })
}

/// The reply, however long it takes, while it is everybody who has to wait.
fn replied(agent: &mut Agent, call: u64, ledger: &Ledger) -> Value {
    let acknowledged = ledger.acknowledged();
    let first = *acknowledged.borrow();
    loop {
        let before = *acknowledged.borrow();
        if let Some(reply) = agent.reply_if_within(AT_LAST, call) {
            return reply;
        }
        let now = *acknowledged.borrow();
        assert!(now > before, "an agent gets no reply, and nothing else goes on");
        assert!(now - first < PASSED_BY, "an agent gets no reply; the others had {}", now - first);
    }
}

/// Answers what the servers ask.
pub(super) async fn answer_servers(desk: RemoteDesk, ledger: Arc<Ledger>) {
    let mut after: Option<Cursor> = None;
    loop {
        let news = match desk.events(after).await {
            Ok(news) => news,
            Err(error) => return ledger.contradict(format!("no more events: {error}")),
        };
        after = Some(news.cursor);
        let created = news.events.into_iter().filter_map(|event| match event.kind {
            EventKind::Created { row } => Some(*row),
            _ => None,
        });
        let rows: Vec<Row> = news.reset.into_iter().flatten().chain(created).collect();
        for row in rows {
            if row.title.starts_with(Ledger::FOREIGN) && row.status == Status::Pending {
                choose_right(&desk, &ledger, row.id).await;
            }
        }
    }
}

async fn choose_right(desk: &RemoteDesk, ledger: &Ledger, id: InteractionId) {
    let mut submission = Submission::default();
    submission.choose(QuestionId::from(""), vec![OptionId::from("right")]);
    match desk.act(id, Command::Answer { submission }, nobody()).await {
        Ok(_) | Err(DeskError::Refused(_)) => {}
        Err(error) => ledger.contradict(format!("{id}: not answered: {error}")),
    }
}
