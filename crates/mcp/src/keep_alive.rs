//! Waiting for a person on behalf of a client with a time limit: sends progress while it waits, and
//! ends in time.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ProgressNotificationParam, ProgressToken};
use sayso_core::InteractionId;
use sayso_core::dialect::ReplyWanted;
use sayso_desk::{Clock, DeskError, Replied, Unresponsive, View};

use crate::clients::CallPatience;
use crate::delivery::Connection;
use crate::http::Receipt;
use crate::server::{Context, McpServer, McpSetup};

/// Clients that take progress as a sign of life allow at least 60 s between two notifications.
const EVERY: Duration = Duration::from_secs(15);

/// A desk that has not ended the wait by then is asked how it stands.
const OVERDUE: Duration = Duration::from_millis(500);

/// After this the client gets what is known, even if it is only the id.
const LAST_LOOK: Duration = Duration::from_secs(4);

/// How long a call of this client may take, and when it started.
pub(crate) struct Window {
    pub(crate) begun: Duration,
    pub(crate) patience: CallPatience,
}

/// How a wait ended.
pub(crate) enum Waited {
    /// With an outcome, or with the question still open when the client's time was up.
    Replied(Box<Replied>),
    /// The client no longer wants the reply.
    Cancelled,
}

/// Waits for the outcome for as long as this client can.
pub(crate) async fn wait(
    server: &McpServer,
    connection: &Connection,
    context: &Context,
    view: &View,
    wanted: ReplyWanted,
    told: String,
    window: Window,
) -> Result<Waited, DeskError> {
    let McpSetup { desk, clock, .. } = &*server.setup;
    let id = view.interaction.id;
    if !view.interaction.is_pending() {
        let look = || desk.wait_for_reply(id, sayso_desk::Patience::NONE, wanted.clone());
        return Ok(Waited::Replied(Box::new(server.patiently(context, look).await?)));
    }
    // The desk ends the wait: one that is dropped is one that the client gave up.
    let end = match window.patience {
        CallPatience::Endless => None,
        CallPatience::For(duration) => Some(window.begun.saturating_add(duration)),
    };
    let wait = || {
        let patience = end.map_or(sayso_desk::Patience::Forever, |end| {
            sayso_desk::Patience::For(end.saturating_sub(clock.running()))
        });
        desk.wait_for_reply(id, patience, wanted.clone())
    };
    let last_look = || last_look(server, connection, context, id, wanted.clone());
    let out_of_time = async {
        match end {
            Some(end) => clock.sleep_until(end + OVERDUE).await,
            None => std::future::pending().await,
        }
    };
    let over = async {
        match Receipt::of(context) {
            Some(receipt) => receipt.over().await,
            None => std::future::pending().await,
        }
    };
    let progress = async {
        match context.meta.get_progress_token() {
            Some(token) => report(clock, connection, context, token, told).await,
            None => std::future::pending().await,
        }
    };
    let settled = tokio::select! {
        // The wait begins in any case, so that the desk learns of its end.
        biased;
        replied = server.patiently(context, wait) => match replied? {
            replied if replied.is_pending() => last_look().await?,
            settled => settled,
        },
        () = context.ct.cancelled() => return Ok(Waited::Cancelled),
        () = out_of_time => last_look().await?,
        // If the client comes back for the rest of the stream, it learns how to fetch the answer.
        () = over => last_look().await?,
        () = progress => return Ok(Waited::Cancelled),
    };
    Ok(Waited::Replied(Box::new(settled)))
}

/// The state when the call has to end. Bounded, so that the client doesn't wait for a hub that
/// hangs.
async fn last_look(
    server: &McpServer,
    connection: &Connection,
    context: &Context,
    id: InteractionId,
    wanted: ReplyWanted,
) -> Result<Replied, DeskError> {
    let McpSetup { desk, clock, .. } = &*server.setup;
    let pending_replies = connection.questions.count_pending_reply(id);
    let command = connection.questions.command(id);
    let wanted = ReplyWanted { pending_replies, command, ..wanted };
    let look = || desk.wait_for_reply(id, sayso_desk::Patience::NONE, wanted.clone());
    tokio::select! {
        replied = server.patiently(context, look) => replied,
        () = clock.sleep_until(clock.running() + LAST_LOOK) => {
            Err(DeskError::NoAnswer { unresponsive: Unresponsive::UNKNOWN, waited: LAST_LOOK })
        }
    }
}

/// Tells the client where to answer, at once and then periodically, with a rising number. Ends only
/// when the client is gone.
async fn report(
    clock: &Arc<dyn Clock>,
    connection: &Connection,
    context: &Context,
    token: ProgressToken,
    message: String,
) {
    let start = clock.running();
    let mut sent: u32 = 0;
    loop {
        let progress = ProgressNotificationParam::new(token.clone(), f64::from(sent))
            .with_message(message.clone());
        if context.peer.notify_progress(progress).await.is_err() {
            return;
        }
        connection.progressed(&context.id);
        sent += 1;
        clock.sleep_until(start + EVERY * sent).await;
    }
}

/// For the person, who may see it in the client. `answer` is the command; `directions` are for a
/// person who was not shown the question.
pub(crate) fn where_to_answer(view: &View, answer: &str, directions: &str) -> String {
    let mut told = format!("Waiting for the user. To answer in a terminal: `{answer}`");
    if let Some(url) = &view.live.url {
        told.push_str(&format!("; in a browser: {url}"));
    }
    if !directions.is_empty() {
        told.push_str(&format!("; no browser is open: {directions}"));
    }
    told.push_str(". If this call times out, the same call again finds this question.");
    told
}
