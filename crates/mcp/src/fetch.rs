//! Following up by id: `provide_choice` with a session id, and `get_answered_questions`.

use std::time::Duration;

use sayso_core::dialect::ask_user_questions::Fetch;
use sayso_core::dialect::{Moment, ReplyWanted, provide_choice};
use sayso_core::{IdPrefix, InteractionId, Problem};
use sayso_desk::{DeskError, Patience, Reached, View, present};
use serde_json::Value;

use crate::ask::Open;
use crate::delivery::Carried;
use crate::server::{Context, Done, Fault, Server, Setup};
use crate::tools::{GET_ANSWERED_QUESTIONS, PROVIDE_CHOICE};

impl Server {
    pub(crate) async fn follow_up(
        &self,
        id: IdPrefix,
        arguments: &Value,
        context: &Context,
    ) -> Result<Done, Fault> {
        let begun = self.setup.clock.running();
        let view = match self.setup.desk.show(&id).await {
            Err(DeskError::Newer { id, .. }) => {
                return self.reply_to_newer(id, ReplyWanted::default(), context).await;
            }
            shown => shown?,
        };
        fetched_with(PROVIDE_CHOICE, &view)?;
        if provide_choice::wants_terminal(arguments) && view.interaction.is_pending() {
            // Held for a moment, so that the answer is announced if nobody comes back for it.
            let _open = self.open(view.clone(), begun, context);
            let Setup { desk, portal, .. } = &*self.setup;
            let offered = present::offer_terminal(desk.as_ref(), portal.as_ref(), &view);
            if let Reached::HandOff { directions } = offered.await
                && let Some(done) = self.hand_off(&view, &directions, context).await?
            {
                return Ok(done);
            }
        }
        let warnings = provide_choice::ignored_beside_session_id(arguments).into_iter().collect();
        let patience = self.follow_up_patience(context);
        let open = self.open(view, begun, context);
        let wanted = ReplyWanted { warnings, ..ReplyWanted::default() };
        self.wait_and_reply(open, patience, context, wanted).await
    }

    pub(crate) async fn get_answered_questions(
        &self,
        arguments: Value,
        context: &Context,
    ) -> Result<Done, Fault> {
        let Fetch { id, blocking } =
            Fetch::read(&arguments).map_err(|problems| DeskError::Invalid { problems })?;
        let begun = self.setup.clock.running();
        let wanted = ReplyWanted { moment: Moment::Fetched, ..ReplyWanted::default() };
        let view = match self.setup.desk.show(&id).await {
            Err(DeskError::Newer { id, .. }) => {
                return self.reply_to_newer(id, wanted, context).await;
            }
            shown => shown?,
        };
        fetched_with(GET_ANSWERED_QUESTIONS, &view)?;
        let open = self.open(view, begun, context);
        if !blocking && open.view.interaction.is_pending() {
            return self.reply_now(open.view.interaction.id, wanted).await;
        }
        let patience = self.follow_up_patience(context);
        self.wait_and_reply(open, patience, context, wanted).await
    }

    /// A question that this program cannot read, because the hub is newer: as it stands, rendered there.
    async fn reply_to_newer(
        &self,
        id: InteractionId,
        wanted: ReplyWanted,
        context: &Context,
    ) -> Result<Done, Fault> {
        let holder = self.connection(context).questions.hold(id, None, &context.ct);
        let replied = self.setup.desk.wait_for_reply(id, Patience::NONE, wanted).await;
        let replied = replied.map_err(Fault::after(id))?;
        if replied.is_pending() {
            return Ok(Done::Reply(replied.reply));
        }
        Ok(Done::Outcome(Carried::new(replied.irreversible, holder, None), replied.reply))
    }

    fn open(&self, view: View, begun: Duration, context: &Context) -> Open {
        let holder =
            self.connection(context).questions.hold(view.interaction.id, None, &context.ct);
        Open { view, holder, claim: None, given_earlier: false, begun }
    }
}

fn fetched_with(tool: &str, view: &View) -> Result<(), DeskError> {
    let interaction = &view.interaction;
    let (asked, hint) = match interaction.origin.dialect.fetched_with() {
        Some(own) if own == tool => return Ok(()),
        Some(own) => ("this tool", format!("fetch it with {own}")),
        // A model wrote it into its text; its answer goes there.
        None => ("a tool", "its answer comes as a message".to_owned()),
    };
    let rule = format!("{} was not asked with {asked}", interaction.id);
    Err(Problem::new("session_id", rule, hint).into())
}
