//! The part that all asking tools share: ask, bring it before a person, wait, reply.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::dialect::{CallKind, ReplyWanted};
use sayso_core::{Dialect, InteractionId, Purpose, Refusal};
use sayso_desk::{Ask, Asked, Claim, DeskError, Reached, Repeat, Replied, View, present};
use serde_json::Value;

use crate::clients::CallPatience;
use crate::delivery::{AskingCall, Carried, Holder};
use crate::keep_alive::{self, Waited, Window};
use crate::server::{Context, Done, Fault, McpServer, McpSetup};

/// Time limit for bringing a question to a person; a browser opens faster than this.
const BROUGHT: Duration = Duration::from_secs(15);

/// A question that a call waits for.
pub(crate) struct Open {
    pub view: View,
    pub holder: Holder,
    /// Held by the call that asked, so that no identical call gets the answer too.
    pub claim: Option<Claim>,
    /// It was answered before this call came in.
    pub given_earlier: bool,
    /// When the call came in, by the monotonic clock: the client's limit counts from here.
    pub begun: Duration,
}

impl McpServer {
    /// Creates a new command for a terminal and ends the call: an identical call joins the
    /// question. `None`: it was answered in this moment.
    pub(crate) async fn hand_off(
        &self,
        view: &View,
        directions: &str,
        context: &Context,
    ) -> Result<Option<Done>, Fault> {
        let id = view.interaction.id;
        let desk = &self.setup.desk;
        let ticket = match self.patiently(context, || desk.hand_off(id)).await {
            Err(DeskError::Refused(Refusal::AlreadySettled { .. })) => return Ok(None),
            handed => handed.map_err(Fault::after(id))?,
        };
        let command = (self.setup.command)(&["attach", &id.to_string(), "--ticket", &ticket]);
        self.connection(context).questions.set_command(id, &command);
        let wanted =
            ReplyWanted { command: Some(command), ..reply_wanted(CallKind::HandedOff, directions) };
        self.reply_now(id, wanted, context).await.map(Some)
    }

    /// How it stands, with nothing to wait for.
    pub(crate) async fn reply_now(
        &self,
        id: InteractionId,
        wanted: ReplyWanted,
        context: &Context,
    ) -> Result<Done, Fault> {
        Ok(Done::Reply(self.as_it_stands(id, wanted, context).await?.reply))
    }

    pub(crate) async fn as_it_stands(
        &self,
        id: InteractionId,
        wanted: ReplyWanted,
        context: &Context,
    ) -> Result<Replied, Fault> {
        let (desk, patience) = (&self.setup.desk, sayso_desk::Patience::NONE);
        let look = || desk.wait_for_reply(id, patience, wanted.clone());
        self.patiently(context, look).await.map_err(Fault::after(id))
    }

    pub(crate) async fn ask(
        &self,
        dialect: Dialect,
        arguments: Value,
        context: &Context,
    ) -> Result<Open, Fault> {
        let begun = self.setup.clock.running();
        let asker = self.asker(context).await;
        let ask = Ask {
            dialect,
            purpose: purpose(context),
            arguments,
            asker,
            call_id: None,
            repeat: Repeat::Join,
        };
        let connection = self.connection(context);
        let questions = &connection.questions;
        let fingerprint = ask.fingerprint();
        if let Some(fingerprint) = &fingerprint {
            tokio::select! {
                () = questions.left(fingerprint) => {}
                // What came of the call before can't be noted without the database either.
                () = self.setup.clock.sleep_until(self.end_of_patience(context)) => {}
            }
        }
        let (Asked { view, joined, claim }, is_repeated) = loop {
            let mut call =
                fingerprint.clone().map(|fingerprint| connection.unsure.begin(fingerprint, begun));
            let ask = Ask { call_id: call.as_ref().map(AskingCall::id), ..ask.clone() };
            let desk = &self.setup.desk;
            let asked = self.patiently(context, || desk.ask_and_claim(ask.clone())).await?;
            let is_repeated = call.as_mut().is_some_and(|call| {
                call.has_its_question();
                call.is_repeated
            });
            // The question of an earlier call, whose answer another agent has got.
            if asked.view.interaction.delivered_at.is_none() {
                break (asked, is_repeated);
            }
        };
        let holder = questions.hold(view.interaction.id, fingerprint, &context.ct);
        let given_earlier = (joined || is_repeated) && !view.interaction.is_pending();
        Ok(Open { view, holder, claim: Some(claim), given_earlier, begun })
    }

    /// `None`: the client has given the call up.
    pub(crate) async fn bring(&self, view: &View, context: &Context) -> Option<Reached> {
        let McpSetup { desk, portal, clock, .. } = &*self.setup;
        let brought = present::bring(desk.as_ref(), portal.as_ref(), view);
        let reached = tokio::select! {
            biased;
            () = context.ct.cancelled() => return None,
            reached = brought => reached,
            // The question is asked; the client doesn't wait for a hub that has stopped responding
            // since.
            () = clock.sleep_until(clock.running() + BROUGHT) => {
                Reached::Told { directions: portal.directions(view) }
            }
        };
        match &reached {
            Reached::Shown => {}
            Reached::HandOff { directions } | Reached::Told { directions } => {
                let url = view.live.url.as_deref().unwrap_or_default();
                tracing::warn!(session_id = %view.interaction.id, url, directions, "nobody is shown the question");
            }
        }
        Some(reached)
    }

    /// The desk learns of a wait that ends, but not of one that never began.
    pub(crate) async fn give_up(&self, id: InteractionId) {
        if let Err(error) = self.setup.desk.give_up(id).await {
            tracing::warn!(%id, %error, "could not note that the call was given up");
        }
    }

    /// Waits for as long as this client can, and gives it what there is then.
    pub(crate) async fn wait_and_reply(
        &self,
        open: Open,
        patience: CallPatience,
        context: &Context,
        wanted: ReplyWanted,
    ) -> Result<Done, Fault> {
        // Whatever ends the call ends the claim: an identical call joins the question from then on.
        let Open { view, holder, claim, given_earlier, begun } = open;
        let connection = self.connection(context);
        // A test is only reached by its whole id.
        let id = match view.interaction.is_test() {
            true => holder.id.to_string(),
            false => holder.id.short(),
        };
        let answer = (self.setup.command)(&["answer", &id]);
        let told = keep_alive::where_to_answer(&view, &answer, &wanted.directions);
        let window = Window { begun, patience };
        let wanted = ReplyWanted { given_earlier, ..wanted };
        let waited = keep_alive::wait(self, &connection, context, &view, wanted, told, window);
        let replied = match waited.await.map_err(Fault::after(holder.id))? {
            Waited::Replied(replied) => replied,
            Waited::Cancelled => {
                self.give_up(holder.id).await;
                return Ok(Done::Cancelled);
            }
        };
        if replied.is_pending() {
            return Ok(Done::Reply(replied.reply));
        }
        let carried = Carried::new(replied.irreversible, holder, claim.map(Arc::new));
        Ok(Done::Outcome(carried, replied.reply))
    }
}

/// What a call is for, in its `_meta`, which no model writes: `test` is for `sayso doctor`.
pub const PURPOSE: &str = "sayso/purpose";

fn purpose(context: &Context) -> Purpose {
    match context.meta.get(PURPOSE).and_then(Value::as_str) {
        Some("test") => Purpose::Test,
        Some(_) | None => Purpose::Decision,
    }
}

/// `directions` are for a person who was not shown the question; empty if somebody was.
pub(crate) fn reply_wanted(moment: CallKind, directions: &str) -> ReplyWanted {
    ReplyWanted { moment, directions: directions.to_owned(), ..ReplyWanted::default() }
}
