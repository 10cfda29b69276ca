//! `provide_choice`: what a model reads, and what a call does.

use sayso_core::dialect::{CallKind, ReplyWanted, provide_choice};
use sayso_core::policy::TIMEOUT_RANGE;
use sayso_core::{Dialect, IdPrefix, limits};
use sayso_desk::{DeskError, Reached, present};
use sayso_wire::arguments;
use sayso_wire::arguments::TIMEOUT_ACTIONS;
use sayso_wire::arguments::pieces::{choice, flag, text, texts};
use serde_json::{Value, json};

use super::schema::{FAILURES, map, numbers, reply, string, strings};
use super::{Described, ToolSpec, hints};
use crate::ask::reply_wanted;
use crate::fetch::fetched_with;
use crate::server::{Context, Done, Fault, McpServer, McpSetup};

const NAME: &str = "provide_choice";

pub(super) const TOOL: ToolSpec = ToolSpec {
    name: NAME,
    dialect: Dialect::ProvideChoice,
    describe: |limits| Described {
        text: description(),
        input: arguments::provide_choice(limits.chats),
        output: output(),
        // It reaches only this user's own screens. With this hint Codex asks for no permission.
        hints: hints("Ask the user to choose").read_only(false).open_world(false),
    },
    call: |server, arguments, context| Box::pin(server.provide_choice(arguments, context)),
};

impl McpServer {
    async fn provide_choice(&self, arguments: Value, context: &Context) -> Result<Done, Fault> {
        if let Some(id) = provide_choice::session_id(&arguments) {
            return self.follow_up(id?, &arguments, context).await;
        }
        let open = self.ask(Dialect::ProvideChoice, arguments, context).await?;
        let Some(reached) = self.bring(&open.view, context).await else {
            self.give_up(open.view.interaction.id).await;
            return Ok(Done::Cancelled);
        };
        let directions = reached.directions();
        if let Reached::HandOff { directions } = &reached
            && let Some(done) = self.hand_off(&open.view, directions, context).await?
        {
            return Ok(done);
        }
        let patience = self.patience(context);
        self.wait_and_reply(open, patience, context, reply_wanted(CallKind::Waited, directions))
            .await
    }

    async fn follow_up(
        &self,
        id: IdPrefix,
        arguments: &Value,
        context: &Context,
    ) -> Result<Done, Fault> {
        let begun = self.setup.clock.running();
        let view = match self.patiently(context, || self.setup.desk.show(&id)).await {
            Err(DeskError::Newer { id, .. }) => {
                return self.reply_to_newer(id, ReplyWanted::default(), context).await;
            }
            shown => shown?,
        };
        fetched_with(NAME, &view)?;
        if provide_choice::wants_terminal(arguments) && view.interaction.is_pending() {
            // Held for a moment, so that the answer is announced if nobody comes back for it.
            let _open = self.open(view.clone(), begun, context);
            let McpSetup { desk, portal, .. } = &*self.setup;
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
}

fn description() -> String {
    format!(
        "Ask the user to decide, and wait for the answer; never guess. Use it when more than two paths \
         are viable, an action is destructive or hard to undo, or configuration is missing. A new \
         question needs title, prompt, selection_mode and, except for text_input and number, options. \
         Returns action_status selected, custom_input (the user wrote a text), cancelled, timeout or \
         pending. A terminal hand-off is single-use: its command opens one terminal. If your client times out, \
         repeat the same call: it finds the question.\n\
         Limits: {} options; title and labels {} characters, prompt {}, descriptions {}, option ids {}; \
         timeout_seconds {} to {}.",
        limits::OPTIONS,
        limits::TITLE,
        limits::PROMPT,
        limits::DESCRIPTION,
        limits::ID,
        TIMEOUT_RANGE.start(),
        TIMEOUT_RANGE.end()
    )
}

fn output() -> Value {
    reply(json!({
        "action_status": choice(&["selected", "custom_input", "cancelled", "timeout", "pending", "pending_terminal_launch"], "Absent if the call failed."),
        "status": choice(&FAILURES, "Only if the call failed."),
        "session_id": string(),
        "timeout_action": choice(&TIMEOUT_ACTIONS, "What the timeout did."),
        "auto_submitted": flag("Nobody confirmed the answer."),
        "terminal_command": text("To run in a terminal that the user sees."),
        "selection": {
            "type": "object",
            "properties": {
                "selected_ids": strings(),
                "selected_indices": numbers(),
                "ranking": texts("In the user's order."),
                "number": { "type": "number" },
                "custom_input": string(),
                "option_annotations": map(),
                "global_annotation": string(),
                "interface": string(),
                "summary": string(),
                "url": string(),
            },
            "required": ["selected_ids", "selected_indices", "option_annotations", "interface", "summary"],
        },
    }))
}
