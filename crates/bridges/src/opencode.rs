//! OpenCode: a server, or a terminal with a port. Its dialogs stay open there; the winner of a race
//! gets 200 from the server, the loser 404.

mod calls;
mod events;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sayso_core::dialect::bridged::{AgentReply, Consent, PlanReply, QuestionReply};
use sayso_core::race::Seen;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::BridgeSetup;
use crate::dialog::AgentName;
use crate::races::{Races, Stage, Step};
use crate::report::RaceSign;
use crate::server::OpenCodeServer;
use crate::turn::Turn;
use calls::{EventStream, OpenCodeCalls};
use events::OpenCodeEvent;

const NAME: AgentName = AgentName { id: "opencode", title: "OpenCode" };

/// Before each attempt to connect: a terminal starts our server before it listens itself.
const TRIES: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];
/// A stream that has said nothing by then was opened while the terminal was starting, and stays mute.
const MUTE: Duration = Duration::from_secs(2);
/// It says at least every 10 s that it is there.
const SILENCE: Duration = Duration::from_secs(30);
/// What was said there comes this soon after somebody was first, or never.
const LATE: Duration = Duration::from_secs(1);

/// How often an answer is given again that the server did not take.
const AGAIN: usize = 2;

/// Connects whenever its server may have started, and holds the connection while that runs.
pub(crate) async fn keep(setup: Arc<BridgeSetup>, place: Box<OpenCodeServer>, mut turn: Turn) {
    let mut changed = setup.changed.clone();
    let calls = OpenCodeCalls::new(*place, setup.is_ours);
    let mut races = Races::new(Arc::clone(&setup), NAME);
    loop {
        changed.mark_unchanged();
        let mut tries = TRIES.iter();
        while let Some(pause) = tries.next() {
            tokio::time::sleep(*pause).await;
            match calls.events().await {
                Ok(stream) if !turn.is_ours() => {
                    drop(stream);
                    races.meanwhile(turn.begins()).await;
                    tries = TRIES.iter();
                }
                Ok(stream) => {
                    // It was there: a stream that broke is opened again soon.
                    tokio::select! {
                        served = serve(&calls, stream, &mut races) => if served.is_some() {
                            tries = TRIES[1..].iter();
                        },
                        () = turn.ends() => tries = TRIES.iter(),
                    }
                }
                // Nothing listens any more, so nothing is open.
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => races.end().await,
                Err(_) => {}
            }
        }
        races.end().await;
        races.close_given().await;
        turn.let_go();
        if races.meanwhile(changed.changed()).await.is_err() {
            return;
        }
    }
}

/// While the stream lasts; `None`: it never said anything.
async fn serve(calls: &OpenCodeCalls, mut stream: EventStream, races: &mut Races) -> Option<()> {
    let first = timeout(MUTE, stream.next()).await.ok()?.ok()?;
    let directory = calls.directory().await;
    let directory = directory.as_deref();
    // What is asked from here on is in the stream.
    let listed = calls.pending(directory).await.ok()?;
    tracing::info!(host = calls.host(), pending = listed.len(), "connected to OpenCode");
    for key in races.others(&listed) {
        match races.stage(&key) {
            Some(Stage::Sent) => races.tell(&key, RaceSign::Seen(Seen::Ended)).await,
            _ => races.answered_there(&key, "answered").await,
        }
    }
    let (mut said, mut unsure) = (first, HashMap::new());
    for dialog in &listed {
        races.begin(dialog).await;
        // The server did not take it when the stream broke.
        if let Some(reply) = races.reply(&dialog.key) {
            let step = Step::Decided { key: dialog.key.clone(), reply };
            stepped(step, calls, &mut unsure, races).await;
        }
    }
    races.close_given().await;
    loop {
        for event in said.iter().filter_map(|data| OpenCodeEvent::read(data, directory)) {
            happened(event, &unsure, races).await;
        }
        said = loop {
            tokio::select! {
                said = timeout(SILENCE, stream.next()) => match said {
                    Ok(Ok(said)) => break said,
                    Ok(Err(error)) => {
                        tracing::info!(%error, host = calls.host(), "OpenCode is gone");
                        return Some(());
                    }
                    Err(_) => return Some(()),
                },
                step = races.next() => stepped(step, calls, &mut unsure, races).await,
            }
        };
    }
}

/// What was decided here, in words, for each reply that was sent while nobody knows whether it was taken.
type Unsure = HashMap<String, String>;

async fn happened(event: OpenCodeEvent, unsure: &Unsure, races: &mut Races) {
    match event {
        OpenCodeEvent::Connected => {}
        OpenCodeEvent::Asked(dialog) => races.begin(&dialog).await,
        // The first try was taken, and what it returned was lost.
        OpenCodeEvent::Replied { key, what } if unsure.get(&key) == Some(&what) => {
            races.confirm(&key).await;
        }
        // Our own reply is confirmed before this is read.
        OpenCodeEvent::Replied { key, what } => races.answered_there(&key, &what).await,
        OpenCodeEvent::Idle { session } => {
            for key in races.keys(&session) {
                races.answered_there(&key, "stopped").await;
            }
        }
    }
}

async fn stepped(step: Step, calls: &OpenCodeCalls, unsure: &mut Unsure, races: &mut Races) {
    match step {
        Step::Decided { key, reply } => {
            races.set(&key, Stage::Sent);
            let mut taken = calls.reply(&key, &reply).await;
            for _ in 0..AGAIN {
                if taken.is_err() {
                    unsure.insert(key.clone(), events::decided(&self::reply(&key, &reply).1));
                    tokio::time::sleep(LATE).await;
                    taken = calls.reply(&key, &reply).await;
                }
            }
            match taken {
                Ok(true) => races.confirm(&key).await,
                // It may have been ourselves: the stream says what was decided.
                Ok(false) if unsure.contains_key(&key) => {}
                // Who was first, and what they said, is in the stream.
                Ok(false) => {
                    races.set(&key, Stage::Lost);
                    races.due(&key, LATE);
                }
                // Whether it was taken shows when the stream is opened again.
                Err(error) => tracing::warn!(%error, "OpenCode did not take an answer"),
            }
        }
        Step::LeftThere { .. } | Step::Read { .. } => {}
        Step::Again { key } => races.again(&key).await,
        Step::Due { key } => {
            if races.stage(&key) == Some(Stage::Lost) {
                races.answered_there(&key, "answered first").await;
            }
        }
    }
}

/// What an id has.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'_').remove(b'-');

/// The path and the body of a reply.
fn reply(key: &str, reply: &AgentReply) -> (String, Value) {
    let key = utf8_percent_encode(key, PLAIN);
    let permission = |body: Value| (format!("/permission/{key}/reply"), body);
    match reply {
        AgentReply::Permission(Consent::Allow { .. }) => permission(json!({ "reply": "once" })),
        // As in its own dialog: without a reason the turn ends, with one the agent goes on.
        AgentReply::Permission(Consent::Deny { remarks }) if remarks.is_empty() => {
            permission(json!({ "reply": "reject" }))
        }
        AgentReply::Permission(Consent::Deny { remarks }) => {
            permission(json!({ "reply": "reject", "message": remarks.join("; ") }))
        }
        AgentReply::Question(QuestionReply::Answers(answers)) => {
            let each = answers.parts().iter().map(|answer| {
                let all = answer.labels.iter().chain(&answer.text);
                all.cloned().collect::<Vec<String>>()
            });
            let answers: Vec<Vec<String>> = each.collect();
            (format!("/question/{key}/reply"), json!({ "answers": answers }))
        }
        AgentReply::Question(QuestionReply::Decline { .. })
        | AgentReply::Plan(PlanReply::Approve { .. } | PlanReply::KeepPlanning { .. }) => {
            (format!("/question/{key}/reject"), json!({}))
        }
    }
}
