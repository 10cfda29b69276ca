//! The tools: each says in its own file what a model reads and what a call does.

mod ask_user_questions;
mod offered;
mod provide_choice;
mod schema;

pub use offered::Offered;

use std::pin::Pin;
use std::sync::Arc;

use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use sayso_core::Dialect;
use sayso_core::dialect::DialectLimits;
use serde_json::Value;

use crate::server::{Context, Done, Fault, McpServer};

/// In the order in which they are listed.
const TOOLS: [ToolSpec; 3] =
    [provide_choice::TOOL, ask_user_questions::TOOL, ask_user_questions::FETCHING];

pub(crate) struct ToolSpec {
    pub name: &'static str,
    /// Whose questions it asks or fetches.
    pub dialect: Dialect,
    describe: fn(&DialectLimits) -> Described,
    pub call: for<'a> fn(&'a McpServer, Value, &'a Context) -> Calling<'a>,
}

/// A call on its way.
pub(crate) type Calling<'a> = Pin<Box<dyn Future<Output = Result<Done, Fault>> + Send + 'a>>;

/// As a model reads it.
struct Described {
    text: String,
    input: Value,
    output: Value,
    hints: ToolAnnotations,
}

pub(crate) fn named(name: &str) -> Option<ToolSpec> {
    TOOLS.into_iter().find(|tool| tool.name == name)
}

/// As `tools/list` shows them, with the current limits.
pub(crate) fn listed(offered: Offered, limits: &DialectLimits) -> Vec<Tool> {
    let offered = TOOLS.into_iter().filter(|tool| offered.includes(tool.dialect));
    offered.map(|tool| (tool.describe)(limits).tool(tool.name)).collect()
}

/// Asking the same again joins the question, so all tools are idempotent. None is destructive.
fn hints(title: &str) -> ToolAnnotations {
    ToolAnnotations::with_title(title).destructive(false).idempotent(true)
}

impl Described {
    fn tool(self, name: &'static str) -> Tool {
        let mut tool = Tool::new(name, self.text, object(schema::brief(self.input)));
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
