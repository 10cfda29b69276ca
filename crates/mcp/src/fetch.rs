//! Following up by id: `provide_choice` with a session id, and `get_answered_questions`.

use std::time::Duration;

use rmcp::service::{RequestContext, RoleServer};
use sayso_core::dialect::ask_user_questions::Fetch;
use sayso_core::dialect::{Moment, ReplyWanted, provide_choice};
use sayso_core::{IdPrefix, Problem};
use sayso_desk::{DeskError, Reached, View, present};
use serde_json::Value;

use crate::ask::Open;
use crate::server::{Done, Fault, Server, Setup};
use crate::tools::{GET_ANSWERED_QUESTIONS, PROVIDE_CHOICE};

impl Server {
    pub(crate) async fn follow_up(
        &self,
        id: IdPrefix,
        arguments: &Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, Fault> {
        let begun = self.setup.clock.running();
        let view = self.setup.desk.show(&id).await?;
        fetched_with(PROVIDE_CHOICE, &view)?;
        if provide_choice::wants_terminal(arguments) && view.interaction.is_pending() {
            // Held for a moment, so that the answer is announced if nobody comes back for it.
            let _open = self.open(view.clone(), begun, context);
            let Setup { desk, portal, .. } = &*self.setup;
            let offered = present::offer_terminal(desk.as_ref(), portal.as_ref(), &view);
            if let Reached::HandOff { directions } = offered.await {
                return self.hand_off(&view, &directions, context).await;
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
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, Fault> {
        let Fetch { id, blocking } =
            Fetch::read(&arguments).map_err(|problems| DeskError::Invalid { problems })?;
        let begun = self.setup.clock.running();
        let view = self.setup.desk.show(&id).await?;
        fetched_with(GET_ANSWERED_QUESTIONS, &view)?;
        let open = self.open(view, begun, context);
        let wanted = ReplyWanted { moment: Moment::Fetched, ..ReplyWanted::default() };
        if !blocking && open.view.interaction.is_pending() {
            return self.reply_now(open.view.interaction.id, wanted).await;
        }
        let patience = self.follow_up_patience(context);
        self.wait_and_reply(open, patience, context, wanted).await
    }

    fn open(&self, view: View, begun: Duration, context: &RequestContext<RoleServer>) -> Open {
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
