//! The three tools: names, texts, schemas.

mod schema;

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

pub(crate) const PROVIDE_CHOICE: &str = "provide_choice";
pub(crate) const ASK_USER_QUESTIONS: &str = "ask_user_questions";
pub(crate) const GET_ANSWERED_QUESTIONS: &str = "get_answered_questions";

const PROVIDE_CHOICE_TEXT: &str = "\
Ask the user to decide, and wait for the answer. Use it whenever more than two paths are viable, an \
action is destructive or hard to undo, or configuration you need is missing; never guess instead. \
`prompt` carries the task's context and why you ask. Modes: single, multi, text_input, hybrid (options \
and a text). Returns action_status: selected, custom_input, cancelled (stop the subtask), timeout \
(nobody answered; not a confirmation) or pending with a session_id: call once more with that session_id \
alone to fetch the answer. A terminal hand-off (pending_terminal_launch) is single-use: its command \
opens one terminal.";

const ASK_USER_QUESTIONS_TEXT: &str = "\
Ask the user one to four questions at once, each with two to four options, and wait for the answers. Use \
it to clarify requirements, gather preferences or settle trade-offs before you go on. The user can \
always type an answer of their own, skip a question, ask you to elaborate, or reject the set; do not add \
an option 'Other'. Mark what you would take as recommended. With nonBlocking the id is returned at once; \
fetch the answers with get_answered_questions.";

const GET_ANSWERED_QUESTIONS_TEXT: &str = "\
Fetch the answers to questions that were asked before, by session id (whole, or its first eight \
characters). Without `blocking` it tells at once whether they are there; with it, it waits a while.";

/// As `tools/list` shows them.
pub(crate) fn all() -> Vec<Tool> {
    vec![
        tool(PROVIDE_CHOICE, "Ask the user to choose", PROVIDE_CHOICE_TEXT)
            .with(schema::provide_choice_input(), schema::provide_choice_output()),
        tool(ASK_USER_QUESTIONS, "Ask the user questions", ASK_USER_QUESTIONS_TEXT)
            .with(schema::ask_user_questions_input(), schema::answers_output()),
        tool(GET_ANSWERED_QUESTIONS, "Fetch answers", GET_ANSWERED_QUESTIONS_TEXT)
            .with(schema::get_answered_questions_input(), schema::answers_output()),
    ]
}

struct Described {
    name: &'static str,
    title: &'static str,
    text: &'static str,
}

fn tool(name: &'static str, title: &'static str, text: &'static str) -> Described {
    Described { name, title, text }
}

impl Described {
    fn with(self, input: Value, output: Value) -> Tool {
        let mut tool = Tool::new(self.name, self.text, object(input));
        tool.title = Some(self.title.to_owned());
        tool.output_schema = Some(object(output));
        // It waits for a person, who is the open world; asking the same again joins the question.
        tool.annotations = Some(
            ToolAnnotations::with_title(self.title)
                .read_only(false)
                .destructive(false)
                .idempotent(true)
                .open_world(true),
        );
        tool
    }
}

fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(object) => Arc::new(object),
        other => unreachable!("a schema is an object, not {other}"),
    }
}
