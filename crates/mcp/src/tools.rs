//! The three tools: names, descriptions, schemas, hints.

mod answers;
mod choice;
mod offered;
mod schema;

pub use offered::Offered;

use std::sync::Arc;

use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use sayso_core::dialect::DialectLimits;
use sayso_wire::arguments;
use serde_json::Value;

pub(crate) const PROVIDE_CHOICE: &str = "provide_choice";
pub(crate) const ASK_USER_QUESTIONS: &str = "ask_user_questions";
pub(crate) const GET_ANSWERED_QUESTIONS: &str = "get_answered_questions";

/// As `tools/list` shows them, with the current limits.
pub(crate) fn listed(offered: Offered, limits: &DialectLimits) -> Vec<Tool> {
    all(limits)
        .into_iter()
        .filter(|tool| offered.includes(tool.name))
        .map(Described::tool)
        .collect()
}

fn all(limits: &DialectLimits) -> [Described; 3] {
    // Asking the same again joins the question, so all three are idempotent. None is destructive.
    let hints = |title| ToolAnnotations::with_title(title).destructive(false).idempotent(true);
    let provide_choice = Described {
        name: PROVIDE_CHOICE,
        text: choice::description(),
        input: arguments::provide_choice(limits.chats),
        output: choice::output(),
        // It reaches only this user's own screens. With this hint Codex asks for no permission.
        hints: hints("Ask the user to choose").read_only(false).open_world(false),
    };
    let ask_user_questions = Described {
        name: ASK_USER_QUESTIONS,
        text: answers::description(limits),
        input: arguments::ask_user_questions(limits),
        output: answers::output(),
        hints: hints("Ask the user questions").read_only(false).open_world(true),
    };
    let get_answered_questions = Described {
        name: GET_ANSWERED_QUESTIONS,
        text: answers::FETCH.to_owned(),
        input: answers::fetch_input(),
        output: answers::output(),
        hints: hints("Fetch answers").read_only(true).open_world(true),
    };
    [provide_choice, ask_user_questions, get_answered_questions]
}

struct Described {
    name: &'static str,
    text: String,
    input: Value,
    output: Value,
    hints: ToolAnnotations,
}

impl Described {
    fn tool(self) -> Tool {
        let mut tool = Tool::new(self.name, self.text, object(schema::brief(self.input)));
        tool.title.clone_from(&self.hints.title);
        tool.output_schema = Some(object(self.output));
        tool.annotations = Some(self.hints);
        // Claude Code hides tools behind a search unless they set this: a model must see how to
        // ask.
        let always = ("anthropic/alwaysLoad".to_owned(), Value::Bool(true));
        tool.meta = Some(MetaObject(JsonObject::from_iter([always])));
        tool
    }
}

fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(object) => Arc::new(object),
        other => unreachable!("a schema is an object, not {other}"),
    }
}
