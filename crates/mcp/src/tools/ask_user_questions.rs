//! `ask_user_questions` and `get_answered_questions`: what a model reads, and what a call does.

use sayso_core::dialect::ask_user_questions::{Fetch, is_non_blocking};
use sayso_core::dialect::{CallKind, DialectLimits, ReplyWanted};
use sayso_core::{Dialect, limits};
use sayso_desk::DeskError;
use sayso_wire::arguments;
use sayso_wire::arguments::pieces::{choice, flag, text};
use serde_json::{Value, json};

use super::schema::{FAILURES, map, reply, string};
use super::{Described, ToolSpec, hints};
use crate::ask::reply_wanted;
use crate::fetch::fetched_with;
use crate::server::{Context, Done, Fault, McpServer};

pub(super) const TOOL: ToolSpec = ToolSpec {
    name: "ask_user_questions",
    dialect: Dialect::AskUserQuestions,
    describe: |limits| Described {
        text: description(limits),
        input: arguments::ask_user_questions(limits),
        output: output(),
        hints: hints("Ask the user questions").read_only(false).open_world(true),
    },
    call: |server, arguments, context| Box::pin(server.ask_user_questions(arguments, context)),
};

const FETCHED_WITH: &str = "get_answered_questions";

pub(super) const FETCHING: ToolSpec = ToolSpec {
    name: FETCHED_WITH,
    dialect: Dialect::AskUserQuestions,
    describe: |_| Described {
        text: FETCH.to_owned(),
        input: fetch_input(),
        output: output(),
        hints: hints("Fetch answers").read_only(true).open_world(true),
    },
    call: |server, arguments, context| Box::pin(server.get_answered_questions(arguments, context)),
};

impl McpServer {
    async fn ask_user_questions(&self, arguments: Value, context: &Context) -> Result<Done, Fault> {
        let non_blocking = is_non_blocking(&arguments);
        let mut open = self.ask(Dialect::AskUserQuestions, arguments, context).await?;
        let id = open.view.interaction.id;
        // Then it is not waited for, and nobody stops waiting if the call or its process ends.
        let is_for_later = non_blocking && open.view.interaction.is_pending();
        if is_for_later {
            open.claim = None;
        }
        // This dialect has no hand-off, so the call just waits.
        let Some(reached) = self.bring(&open.view, context).await else {
            if !is_for_later {
                self.give_up(id).await;
            }
            return Ok(Done::Cancelled);
        };
        let directions = reached.directions();
        if is_for_later {
            let wanted = reply_wanted(CallKind::Submitted, directions);
            return self.reply_now(id, wanted, context).await;
        }
        let patience = self.patience(context);
        self.wait_and_reply(open, patience, context, reply_wanted(CallKind::Waited, directions))
            .await
    }

    async fn get_answered_questions(
        &self,
        arguments: Value,
        context: &Context,
    ) -> Result<Done, Fault> {
        let Fetch { id, blocking } =
            Fetch::read(&arguments).map_err(|problems| DeskError::Invalid { problems })?;
        let begun = self.setup.clock.running();
        let wanted = ReplyWanted { moment: CallKind::Fetched, ..ReplyWanted::default() };
        let view = match self.patiently(context, || self.setup.desk.show(&id)).await {
            Err(DeskError::Newer { id, .. }) => {
                return self.reply_to_newer(id, wanted, context).await;
            }
            shown => shown?,
        };
        fetched_with(FETCHED_WITH, &view)?;
        let open = self.open(view, begun, context);
        if !blocking && open.view.interaction.is_pending() {
            return self.reply_now(open.view.interaction.id, wanted, context).await;
        }
        let patience = self.follow_up_patience(context);
        self.wait_and_reply(open, patience, context, wanted).await
    }
}

fn description(limits: &DialectLimits) -> String {
    let timeout = match limits.questions_timeout {
        Some(seconds) => format!("the user has {seconds} seconds"),
        None => "no timeout".to_owned(),
    };
    format!(
        "Ask the user several questions at once to clarify requirements, preferences or trade-offs, and \
         wait for the answers. The user can skip a question, ask you to elaborate, or reject the set. \
         After a client's timeout, repeat the same call.\n\
         Limits: 1 to {} questions, each with 2 to {} options; prompt and context {} characters, titles \
         and labels {}, descriptions {}; {timeout}.",
        limits.most_questions(),
        limits.most_options(),
        limits::PROMPT,
        limits::TITLE,
        limits::DESCRIPTION,
    )
}

const FETCH: &str = "\
Fetch the answers to ask_user_questions, any number of times. Without blocking it returns at once and \
says whether they are there.";

fn fetch_input() -> Value {
    json!({
        "type": "object",
        "properties": {
            "session_id": text("Whole, or its first 8 characters."),
            "blocking": flag("Wait for the answers. Default: false."),
        },
        "required": ["session_id"],
    })
}

fn output() -> Value {
    let outcomes = ["answered", "pending", "rejected", "cancelled", "timed_out", "withdrawn"];
    let statuses = [&outcomes[..], &FAILURES].concat();
    let states = ["answered", "elaborate", "skipped", "not_answered"];
    reply(json!({
        "session_id": string(),
        "call_id": string(),
        "status": { "type": "string", "enum": statuses },
        "reason": string(),
        "note": string(),
        "questions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "title": string(),
                    "prompt": string(),
                    "state": choice(&states, "elaborate: explain first."),
                    "selected": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": { "label": string(), "description": string() },
                            "required": ["label"],
                        },
                    },
                    "other": text("The user's own answer."),
                    "note": text("Why it was skipped, or what to explain."),
                    "notes": map(),
                },
                "required": ["prompt", "state", "selected"],
            },
        },
    }))
}
