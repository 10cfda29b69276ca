//! The part that tools share which fetch an answer by its id.

use std::time::Duration;

use sayso_core::dialect::ReplyWanted;
use sayso_core::{InteractionId, Problem};
use sayso_desk::{DeskError, View};

use crate::ask::Open;
use crate::delivery::Carried;
use crate::server::{Context, Done, Fault, McpServer};

impl McpServer {
    /// A question that this program cannot read, because the hub is newer: as it stands, rendered there.
    pub(crate) async fn reply_to_newer(
        &self,
        id: InteractionId,
        wanted: ReplyWanted,
        context: &Context,
    ) -> Result<Done, Fault> {
        let holder = self.connection(context).questions.hold(id, None, &context.ct);
        let replied = self.as_it_stands(id, wanted, context).await?;
        if replied.is_pending() {
            return Ok(Done::Reply(replied.reply));
        }
        Ok(Done::Outcome(Carried::new(replied.irreversible, holder, None), replied.reply))
    }

    pub(crate) fn open(&self, view: View, begun: Duration, context: &Context) -> Open {
        let holder =
            self.connection(context).questions.hold(view.interaction.id, None, &context.ct);
        Open { view, holder, claim: None, given_earlier: false, begun }
    }
}

pub(crate) fn fetched_with(tool: &str, view: &View) -> Result<(), DeskError> {
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
