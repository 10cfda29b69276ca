//! `provide_choice` and `ask_user_questions`: ask, wait, reply.

use rmcp::service::{RequestContext, RoleServer};
use sayso_core::dialect::{Reply, ask_user_questions, provide_choice};
use sayso_core::{Dialect, Interaction, InteractionId, Preferred, Surface};
use sayso_desk::{Ask, Attached, DeskError, Repeat, View};
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
        if self.needs_hand_off(&view).await? {
            let id = view.interaction.id;
            let ticket = self.setup.desk.hand_off(id).await?;
            let command = (self.setup.hand_off)(id, &ticket);
            self.outstanding.add(id);
            let url = view.live.url.as_deref();
            return Ok(Done::Reply(provide_choice::hand_off_reply(
                &view.interaction,
                &command,
                url,
            )));
        }
        let patience = self.patience(context);
        self.wait_and_reply(view, patience, context, |view| {
            provide_choice::reply(&view.interaction, view.live.url.as_deref())
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
        if non_blocking && view.interaction.is_pending() {
            self.outstanding.add(view.interaction.id);
            return Ok(Done::Reply(ask_user_questions::pending_reply(&view.interaction)));
        }
        let patience = self.patience(context);
        self.wait_and_reply(view, patience, context, |view| {
            ask_user_questions::reply(&view.interaction)
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

    /// A terminal is wanted and none is open: an inbox shows it, a prompt for another question does not.
    async fn needs_hand_off(&self, view: &View) -> Result<bool, DeskError> {
        let Interaction { presentation, .. } = &view.interaction;
        if presentation.surface != Preferred::Terminal || !view.interaction.is_pending() {
            return Ok(false);
        }
        let attached = self.setup.desk.attached().await?;
        let shows = |interaction: Option<InteractionId>| {
            interaction.is_none_or(|shown| shown == view.interaction.id)
        };
        let open = |open: &Attached| open.surface == Surface::Terminal && shows(open.interaction);
        Ok(!attached.iter().any(open))
    }

    pub(crate) async fn wait_and_reply(
        &self,
        view: View,
        patience: Patience,
        context: &RequestContext<RoleServer>,
        reply: impl FnOnce(&View) -> Reply,
    ) -> Result<Done, DeskError> {
        let id = view.interaction.id;
        let Setup { desk, clock, .. } = &*self.setup;
        // Until it is answered here, it is outstanding: also if this call is dropped meanwhile.
        self.outstanding.add(id);
        let view = match keep_alive::wait(desk.as_ref(), clock, context, view, patience).await? {
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
