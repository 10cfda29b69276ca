//! `provide_choice` and `ask_user_questions`: ask, wait, reply.

use std::sync::Arc;
use std::time::Duration;

use rmcp::service::{RequestContext, RoleServer};
use sayso_core::dialect::{Reply, Standing, ask_user_questions, late, provide_choice};
use sayso_core::{Dialect, Purpose};
use sayso_desk::{Ask, Asked, Claim, Reached, Repeat, View, present};
use serde_json::Value;

use crate::clients::Patience;
use crate::delivery::{Carried, Holder};
use crate::keep_alive::{self, Waited, Window};
use crate::server::{Done, Fault, Server, Setup};

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

impl Server {
    pub(crate) async fn provide_choice(
        &self,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, Fault> {
        if let Some(id) = provide_choice::session_id(&arguments) {
            return self.follow_up(id?, &arguments, context).await;
        }
        let open = self.ask(Dialect::ProvideChoice, arguments, context).await?;
        let reached = self.bring(&open.view).await;
        let directions = reached.directions();
        if let Reached::HandOff { directions } = &reached {
            return self.hand_off(&open.view, directions, context).await;
        }
        let patience = self.patience(context);
        self.wait_and_reply(open, directions, patience, context, |view, standing| {
            provide_choice::reply(&view.interaction, standing)
        })
        .await
    }

    /// Creates a new command for a terminal and ends the call: an identical call joins the
    /// question.
    pub(crate) async fn hand_off(
        &self,
        view: &View,
        directions: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, Fault> {
        let id = view.interaction.id;
        let ticket = self.setup.desk.hand_off(id).await.map_err(Fault::after(id))?;
        let command = (self.setup.command)(&["attach", &id.to_string(), "--ticket", &ticket]);
        self.connection(context).questions.set_command(id, &command);
        let standing = Standing { directions, ..view.live.standing() };
        let reply = provide_choice::hand_off_reply(&view.interaction, &command, &standing);
        Ok(Done::Reply(reply))
    }

    pub(crate) async fn ask_user_questions(
        &self,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, Fault> {
        let non_blocking = ask_user_questions::is_non_blocking(&arguments);
        let open = self.ask(Dialect::AskUserQuestions, arguments, context).await?;
        // This dialect has no hand-off, so the call just waits.
        let reached = self.bring(&open.view).await;
        let directions = reached.directions();
        if non_blocking && open.view.interaction.is_pending() {
            let View { interaction, live, .. } = &open.view;
            let standing = Standing { directions, ..live.standing() };
            let reply = ask_user_questions::submitted_reply(interaction, &standing);
            return Ok(Done::Reply(reply));
        }
        let patience = self.patience(context);
        self.wait_and_reply(open, directions, patience, context, |view, standing| {
            ask_user_questions::reply(&view.interaction, standing)
        })
        .await
    }

    async fn ask(
        &self,
        dialect: Dialect,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Open, Fault> {
        let begun = self.setup.clock.running();
        let asker = self.asker(context).await;
        let ask = Ask {
            dialect,
            purpose: Purpose::Decision,
            arguments,
            asker,
            call_id: None,
            repeat: Repeat::Join,
        };
        let questions = &self.connection(context).questions;
        let fingerprint = ask.fingerprint();
        if let Some(fingerprint) = &fingerprint {
            questions.left(fingerprint).await;
        }
        let Asked { view, joined, claim } = self.setup.desk.ask_and_claim(ask).await?;
        let holder = questions.hold(view.interaction.id, fingerprint, &context.ct);
        let given_earlier = joined && !view.interaction.is_pending();
        Ok(Open { view, holder, claim: Some(claim), given_earlier, begun })
    }

    async fn bring(&self, view: &View) -> Reached {
        let Setup { desk, portal, clock, .. } = &*self.setup;
        let brought = present::bring(desk.as_ref(), portal.as_ref(), view);
        let reached = tokio::select! {
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
        reached
    }

    /// `directions` are for a person who was not shown the question; empty if somebody was. The
    /// reply is made from the view and its state.
    pub(crate) async fn wait_and_reply(
        &self,
        open: Open,
        directions: &str,
        patience: Patience,
        context: &RequestContext<RoleServer>,
        reply: impl FnOnce(&View, &Standing<'_>) -> Reply,
    ) -> Result<Done, Fault> {
        // The claim ends with the call, for any reason: from then on an identical call joins the
        // question.
        let Open { view, holder, claim, given_earlier, begun } = open;
        let connection = self.connection(context);
        let answer = (self.setup.command)(&["answer", &holder.id.short()]);
        let told = keep_alive::where_to_answer(&view, &answer, directions);
        let patience = Window { begun, patience };
        let waited = keep_alive::wait(&self.setup, &connection, context, view, told, patience);
        let view = match waited.await.map_err(Fault::after(holder.id))? {
            Waited::View(view) => view,
            Waited::Cancelled => return Ok(Done::Cancelled),
        };
        if view.interaction.is_pending() {
            let pending_replies = connection.questions.count_pending_reply(holder.id);
            // Useless once somebody has used it.
            let command = connection.questions.command(holder.id).filter(|_| !view.live.shown);
            let command = command.as_deref();
            let live = view.live.standing();
            let standing = Standing { directions, pending_replies, command, ..live };
            return Ok(Done::Reply(reply(&view, &standing)));
        }
        let mut reply = reply(&view, &view.live.standing());
        if given_earlier {
            late::hand_over(&mut reply, &view.interaction);
        }
        let carried = Carried::new(&view.interaction, holder, claim.map(Arc::new));
        Ok(Done::Outcome(carried, reply))
    }
}
