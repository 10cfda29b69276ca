//! The server as the SDK sees it: who it is, what it offers, and one call after the other.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, Prompt, PromptMessage, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, Role, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use sayso_core::dialect::{self, Reply};
use sayso_core::{Dialect, InteractionId, Refusal};
use sayso_desk::{Asker, Clock, Desk, DeskError, Portal};
use serde_json::{Value, json};

use crate::announce::{self, Outstanding};
use crate::clients::{ClientRules, Patience, Progress};
use crate::delivery::{Call, Ledger};
use crate::http::Receipt;
use crate::roots::Roots;
use crate::{policy, tools};

/// Makes the command that a person runs in a terminal, from the id and its ticket.
pub type HandOffCommand = Box<dyn Fn(InteractionId, &str) -> String + Send + Sync>;

/// What a server is told by whoever starts it.
pub struct Setup {
    pub desk: Arc<dyn Desk>,
    pub clock: Arc<dyn Clock>,
    /// What is known of whoever asks without asking; the client's name is added to it, and where it
    /// works if it tells.
    pub asker: Asker,
    pub clients: ClientRules,
    pub hand_off: HandOffCommand,
    /// The browser of whoever asks.
    pub portal: Arc<dyn Portal>,
}

/// One connection to one client.
pub struct Server {
    pub(crate) setup: Arc<Setup>,
    pub(crate) outstanding: Outstanding,
    roots: Roots,
    pub(crate) ledger: Arc<Ledger>,
}

/// What a call came to.
pub(crate) enum Done {
    /// Something to say, but no outcome is handed over.
    Reply(Reply),
    /// An outcome is handed over.
    Outcome(InteractionId, Reply),
    /// Nobody wants to hear it any more.
    Cancelled,
}

impl Server {
    pub fn new(setup: Setup) -> Server {
        let ledger = Ledger::new(Arc::clone(&setup.desk), Arc::clone(&setup.clock));
        Server::sharing(Arc::new(setup), Arc::new(ledger))
    }

    /// One of many in this process.
    pub(crate) fn sharing(setup: Arc<Setup>, ledger: Arc<Ledger>) -> Server {
        Server { setup, outstanding: Outstanding::default(), roots: Roots::default(), ledger }
    }

    pub(crate) fn patience(&self, context: &RequestContext<RoleServer>) -> Patience {
        let client = context.client_info().map(|client| client.name);
        self.setup.clients.patience(client.as_deref(), progress(context))
    }

    pub(crate) fn follow_up_patience(&self, context: &RequestContext<RoleServer>) -> Patience {
        let client = context.client_info().map(|client| client.name);
        self.setup.clients.follow_up(client.as_deref(), progress(context))
    }

    /// Who asks: the client by name and version, and where it works.
    pub(crate) async fn asker(&self, context: &RequestContext<RoleServer>) -> Asker {
        let client = context.client_info();
        let asker = self.setup.asker.clone();
        Asker {
            agent: client.as_ref().map(|client| client.name.clone()),
            agent_version: client.map(|client| client.version),
            directory: self.roots.first(context).await.or(asker.directory),
            ..asker
        }
    }

    async fn run(
        &self,
        tool: &str,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Option<Result<Done, DeskError>> {
        Some(match tool {
            tools::PROVIDE_CHOICE => self.provide_choice(arguments, context).await,
            tools::ASK_USER_QUESTIONS => self.ask_user_questions(arguments, context).await,
            tools::GET_ANSWERED_QUESTIONS => self.get_answered_questions(arguments, context).await,
            _ => return None,
        })
    }
}

fn progress(context: &RequestContext<RoleServer>) -> Progress {
    match context.meta.get_progress_token() {
        Some(_) => Progress::Wanted,
        None => Progress::Unwanted,
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("sayso", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(policy::INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let Some(result) = self.run(&request.name, arguments, &context).await else {
            let known = tools::all().iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>();
            let message =
                format!("there is no tool `{}`; there are {}", request.name, known.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        let (reply, mut outcomes) = match result {
            Ok(Done::Reply(reply)) => (reply, Vec::new()),
            Ok(Done::Outcome(id, reply)) => (reply, vec![id]),
            // The SDK drops the reply to a cancelled request; nothing was delivered.
            Ok(Done::Cancelled) => return Ok(CallToolResult::success(Vec::new()).into()),
            Err(error) => (explain(&request.name, error), Vec::new()),
        };
        let receipt = Receipt::of(&context);
        let mut content = vec![ContentBlock::text(reply.text)];
        // A response that nobody reads is kept for a client that comes back for it, who may not come.
        if !receipt.is_some_and(Receipt::is_gone) {
            for (id, late) in self.outstanding.arrived(self.setup.desk.as_ref()).await {
                content.push(ContentBlock::text(announce::words(id, &late)));
                outcomes.push(id);
            }
            let request = context.id.clone();
            let call = match receipt {
                Some(receipt) => receipt.call(request),
                None => Call { session: None, request },
            };
            self.ledger.due(call, outcomes);
        }
        let mut result = CallToolResult::success(content);
        if reply.is_error {
            result.is_error = Some(true);
        } else {
            result.structured_content = Some(reply.structured);
        }
        Ok(result.into())
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        self.roots.forget().await;
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let about = "When and how to ask the user, and what the answers mean";
        let prompt = Prompt::new(policy::POLICY_PROMPT, Some(about), None);
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name != policy::POLICY_PROMPT {
            let message = format!("there is no prompt `{}`", request.name);
            return Err(ErrorData::invalid_params(message, None));
        }
        let message = PromptMessage::new_text(Role::User, policy::POLICY);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = Resource::new(policy::POLICY_URI, policy::POLICY_PROMPT);
        Ok(ListResourcesResult::with_all_items(vec![resource]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != policy::POLICY_URI {
            let message = format!("there is no resource `{}`", request.uri);
            let data = json!({ "uri": request.uri });
            return Err(ErrorData::resource_not_found(message, Some(data)));
        }
        let text = ResourceContents::text(policy::POLICY, policy::POLICY_URI);
        Ok(ReadResourceResult::new(vec![text]).into())
    }
}

/// An error that a model can act on: each field, rule and hint.
fn explain(tool: &str, error: DeskError) -> Reply {
    let dialect = if tool == tools::PROVIDE_CHOICE {
        Dialect::ProvideChoice
    } else {
        Dialect::AskUserQuestions
    };
    match error {
        DeskError::Invalid { problems } | DeskError::Refused(Refusal::Invalid { problems }) => {
            dialect::refusal(dialect, &problems)
        }
        other => Reply {
            structured: Value::Null,
            text: format!("{other}. Nothing was asked; do not choose by yourself."),
            is_error: true,
        },
    }
}
