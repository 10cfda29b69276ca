//! Following up by id: `provide_choice` with a session id, and `get_answered_questions`.

use rmcp::service::{RequestContext, RoleServer};
use sayso_core::dialect::{ask_user_questions, provide_choice};
use sayso_core::{Dialect, IdPrefix, Problem};
use sayso_desk::{DeskError, View};
use serde_json::Value;

use crate::clients::Patience;
use crate::server::{Done, Server};
use crate::tools::{GET_ANSWERED_QUESTIONS, PROVIDE_CHOICE};

impl Server {
    pub(crate) async fn follow_up(
        &self,
        id: IdPrefix,
        arguments: &Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, DeskError> {
        let mut view = self.setup.desk.show(&id).await?;
        match view.interaction.origin.dialect {
            Dialect::ProvideChoice | Dialect::Shell => {}
            Dialect::AskUserQuestions => return Err(belongs_to(&view, GET_ANSWERED_QUESTIONS)),
        }
        let ignored = provide_choice::ignored_beside_session_id(arguments);
        let add = |view: &mut View| view.interaction.warnings.extend(ignored.clone());
        add(&mut view);
        let patience = self.follow_up_patience(context);
        self.wait_and_reply(view, "", patience, context, |view| {
            let mut view = view.clone();
            if !ignored.iter().all(|warning| view.interaction.warnings.contains(warning)) {
                add(&mut view);
            }
            provide_choice::reply(&view.interaction, view.live.url.as_deref())
        })
        .await
    }

    pub(crate) async fn get_answered_questions(
        &self,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Done, DeskError> {
        let (id, blocking) = read(&arguments)?;
        let view = self.setup.desk.show(&id).await?;
        match view.interaction.origin.dialect {
            Dialect::AskUserQuestions => {}
            Dialect::ProvideChoice | Dialect::Shell => {
                return Err(belongs_to(&view, PROVIDE_CHOICE));
            }
        }
        let patience = match blocking {
            true => self.follow_up_patience(context),
            false => Patience::For(std::time::Duration::ZERO),
        };
        if !blocking && view.interaction.is_pending() {
            return Ok(Done::Reply(ask_user_questions::fetched_reply(&view.interaction)));
        }
        self.wait_and_reply(view, "", patience, context, |view| {
            ask_user_questions::fetched_reply(&view.interaction)
        })
        .await
    }
}

fn belongs_to(view: &View, tool: &str) -> DeskError {
    let rule = format!("{} was not asked with this tool", view.interaction.id);
    Problem::new("session_id", rule, format!("fetch it with {tool}")).into()
}

/// Every fault at once, as for the other tools.
fn read(arguments: &Value) -> Result<(IdPrefix, bool), DeskError> {
    let mut problems = Vec::new();
    let id = match provide_choice::session_id(arguments) {
        Some(Ok(id)) => Some(id),
        Some(Err(problem)) => {
            problems.push(problem);
            None
        }
        None => {
            problems.push(Problem::new("session_id", "is missing", "give the id of the questions"));
            None
        }
    };
    let blocking = match arguments.get("blocking") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(blocking)) => *blocking,
        Some(_) => {
            problems.push(Problem::new("blocking", "true or false is wanted", ""));
            false
        }
    };
    for name in arguments.as_object().into_iter().flat_map(|fields| fields.keys()) {
        if !["session_id", "blocking"].contains(&name.as_str()) {
            let hint = "the fields are `session_id` and `blocking`";
            problems.push(Problem::new(name.clone(), "there is no such field", hint));
        }
    }
    match id {
        Some(id) if problems.is_empty() => Ok((id, blocking)),
        Some(_) | None => Err(DeskError::Invalid { problems }),
    }
}
