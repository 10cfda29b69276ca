//! `provide_choice` and `ask_user_questions`: ask, wait, reply.

use rmcp::service::{RequestContext, RoleServer};
use sayso_core::Dialect;
use sayso_core::dialect::{Reply, ask_user_questions, provide_choice};
use sayso_desk::{Ask, DeskError, Reached, Repeat, View, reach};
use serde_json::Value;

use crate::clients::Patience;
use crate::keep_alive::{self, Waited};
use crate::server::{Done, Server, Setup};

impl Server {
    pub(crate) async fn provide_choice(
        &self,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, DeskError> {
        if let Some(id) = provide_choice::session_id(&arguments) {
            return self.follow_up(id?, &arguments, context).await;
        }
        let view = self.ask(Dialect::ProvideChoice, arguments, context).await?;
        let reached = self.bring(&view).await;
        if let Reached::HandOff { directions } = &reached {
            let id = view.interaction.id;
            let ticket = self.setup.desk.hand_off(id).await?;
            let command = (self.setup.hand_off)(id, &ticket);
            self.outstanding.add(id);
            let url = view.live.url.as_deref();
            return Ok(Done::Reply(provide_choice::hand_off_reply(
                &view.interaction,
                &command,
                url,
                directions,
            )));
        }
        let patience = self.patience(context);
        self.wait_and_reply(view, reached.directions(), patience, context, |view| {
            let (interaction, url) = (&view.interaction, view.live.url.as_deref());
            match interaction.is_pending() {
                true => provide_choice::pending_reply(interaction, url, reached.directions()),
                false => provide_choice::reply(interaction, url),
            }
        })
        .await
    }

    pub(crate) async fn ask_user_questions(
        &self,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, DeskError> {
        let non_blocking = ask_user_questions::is_non_blocking(&arguments);
        let view = self.ask(Dialect::AskUserQuestions, arguments, context).await?;
        // There is no hand-off in this dialect: it just waits.
        let reached = self.bring(&view).await;
        let directions = reached.directions();
        if non_blocking && view.interaction.is_pending() {
            self.outstanding.add(view.interaction.id);
            let reply = ask_user_questions::pending_reply(&view.interaction, directions);
            return Ok(Done::Reply(reply));
        }
        let patience = self.patience(context);
        self.wait_and_reply(view, directions, patience, context, |view| {
            match view.interaction.is_pending() {
                true => ask_user_questions::still_pending_reply(&view.interaction, directions),
                false => ask_user_questions::reply(&view.interaction),
            }
        })
        .await
    }

    async fn ask(
        &self,
        dialect: Dialect,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<View, DeskError> {
        let asker = self.asker(context).await;
        let ask = Ask { dialect, arguments, asker, call_id: None, repeat: Repeat::Join };
        self.setup.desk.ask(ask).await
    }

    async fn bring(&self, view: &View) -> Reached {
        let Setup { desk, portal, .. } = &*self.setup;
        let reached = reach::bring(desk.as_ref(), portal.as_ref(), view).await;
        match &reached {
            Reached::Shown => {}
            Reached::HandOff { directions } | Reached::Told { directions } => {
                let url = view.live.url.as_deref().unwrap_or_default();
                tracing::warn!(session_id = %view.interaction.id, url, directions, "nobody is shown the question");
            }
        }
        reached
    }

    /// `directions` are for a person who was not shown the question; empty if somebody was.
    pub(crate) async fn wait_and_reply(
        &self,
        view: View,
        directions: &str,
        patience: Patience,
        context: &RequestContext<RoleServer>,
        reply: impl FnOnce(&View) -> Reply,
    ) -> Result<Done, DeskError> {
        let id = view.interaction.id;
        let Setup { desk, clock, .. } = &*self.setup;
        // Until it is answered here, it is outstanding: also if this call is dropped meanwhile.
        self.outstanding.add(id);
        let told = keep_alive::where_to_answer(&view, directions);
        let waited = keep_alive::wait(desk.as_ref(), clock, context, view, told, patience);
        let view = match waited.await? {
            Waited::View(view) => view,
            Waited::Cancelled => return Ok(Done::Cancelled),
        };
        let reply = reply(&view);
        if view.interaction.is_pending() {
            return Ok(Done::Reply(reply));
        }
        self.outstanding.remove(id);
        Ok(Done::Outcome(id, reply))
    }
}
