//! The server as the SDK sees it: its identity, its capabilities, and its tool calls.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    Implementation, ListPromptsResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, Prompt, PromptMessage, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, Role, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use sayso_agents::{AGENTS, by_client};
use sayso_core::dialect::{self, DialectLimits, Failure, Reply};
use sayso_core::{Dialect, InteractionId, Refusal};
use sayso_desk::{Asker, Asking, Clock, DeskError, Portal};
use serde_json::{Value, json};

use crate::clients::{CallPatience, ClientRules, ProgressNotices};
use crate::delivery::{Carried, Connection};
use crate::http::Receipt;
use crate::late_answers::announce;
use crate::roots::Roots;
use crate::tools::Offered;
use crate::{policy, tools};

/// Makes a `sayso` command line from its arguments, which works wherever a person pastes it.
pub type CommandLine = Box<dyn Fn(&[&str]) -> String + Send + Sync>;

/// What a server gets from the process that starts it.
pub struct McpSetup {
    pub desk: Arc<dyn Asking>,
    pub clock: Arc<dyn Clock>,
    /// What is known about the agent without a request; the client's name is added, and its
    /// directory if it has one.
    pub asker: Asker,
    pub clients: ClientRules,
    /// As stated in the tools' texts.
    pub limits: DialectLimits,
    pub offered: Offered,
    pub command: CommandLine,
    /// The browser of the asking process.
    pub portal: Arc<dyn Portal>,
}

/// A call, as the SDK hands it over.
pub(crate) type Context = RequestContext<RoleServer>;

/// One connection to one client.
pub struct McpServer {
    pub(crate) setup: Arc<McpSetup>,
    roots: Roots,
    /// For standard input and output; over HTTP each request names its session.
    connection: Arc<Connection>,
}

/// The result of a call.
pub(crate) enum Done {
    /// A reply that hands over no outcome.
    Reply(Reply),
    /// A reply that hands over an outcome.
    Outcome(Carried, Reply),
    /// Nobody wants the reply any more.
    Cancelled,
}

/// Why a call failed.
pub(crate) enum Fault {
    /// Before anything was asked.
    Before(DeskError),
    /// The question was asked, but waiting for it failed.
    After(InteractionId, DeskError),
}

impl Fault {
    /// The hub didn't respond in time.
    fn is_unresponsive(&self) -> bool {
        let (Fault::Before(error) | Fault::After(_, error)) = self;
        matches!(error, DeskError::NoAnswer { .. })
    }

    pub(crate) fn after(id: InteractionId) -> impl FnOnce(DeskError) -> Fault {
        move |error| Fault::After(id, error)
    }
}

impl<E: Into<DeskError>> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault::Before(error.into())
    }
}

impl McpServer {
    pub fn new(setup: McpSetup) -> McpServer {
        McpServer::sharing(Arc::new(setup))
    }

    /// One of several servers in this process.
    pub(crate) fn sharing(setup: Arc<McpSetup>) -> McpServer {
        let connection = Connection::new(Arc::clone(&setup.desk), Arc::clone(&setup.clock));
        McpServer { setup, roots: Roots::default(), connection: Arc::new(connection) }
    }

    pub(crate) fn own_connection(&self) -> Arc<Connection> {
        Arc::clone(&self.connection)
    }

    /// The connection that this call came over.
    pub(crate) fn connection(&self, context: &Context) -> Arc<Connection> {
        let session = Receipt::of(context).map(Receipt::connection);
        Arc::clone(session.unwrap_or(&self.connection))
    }

    pub(crate) fn patience(&self, context: &Context) -> CallPatience {
        let client = context.client_info().map(|client| client.name);
        self.setup.clients.patience(client.as_deref(), progress(context))
    }

    pub(crate) fn follow_up_patience(&self, context: &Context) -> CallPatience {
        let client = context.client_info().map(|client| client.name);
        CallPatience::For(self.setup.clients.follow_up(client.as_deref(), progress(context)))
    }

    /// Who asks: the client's name and version, and its directory.
    pub(crate) async fn asker(&self, context: &Context) -> Asker {
        let client = context.client_info();
        let asker = self.setup.asker.clone();
        Asker {
            agent: client.as_ref().map(|client| client.name.clone()),
            agent_title: client.as_ref().and_then(|client| {
                let known = || by_client(AGENTS, &client.name).map(|agent| agent.id.to_owned());
                client.title.clone().or_else(known)
            }),
            agent_version: client.map(|client| client.version),
            directory: self.roots.first(context).await.or(asker.directory),
            ..asker
        }
    }

    fn tools(&self) -> Vec<Tool> {
        tools::listed(self.setup.offered, &self.setup.limits)
    }

    async fn run(
        &self,
        tool: &str,
        arguments: Value,
        context: &Context,
    ) -> Option<Result<Done, Fault>> {
        let tool = tools::named(tool).filter(|tool| self.setup.offered.includes(tool.dialect))?;
        Some((tool.call)(self, arguments, context).await)
    }
}

fn progress(context: &Context) -> ProgressNotices {
    match context.meta.get_progress_token() {
        Some(_) => ProgressNotices::Wanted,
        None => ProgressNotices::Unwanted,
    }
}

impl ServerHandler for McpServer {
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
        _: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let connection = self.connection(&context);
        let client = context.client_info().map(|client| client.name);
        let limit = self.setup.clients.hard_limit(client.as_deref());
        let working = connection.begin(&context.id, limit);
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let Some(result) = self.run(&request.name, arguments, &context).await else {
            let known: Vec<_> = self.tools().into_iter().map(|tool| tool.name).collect();
            let known = known.join(", ");
            let message = format!("there is no tool `{}`; the tools are {known}", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        // If the hub doesn't respond, looking for late answers as well would take longer than the
        // client waits.
        let mut silent = false;
        let (mut reply, mut carried) = match result {
            Ok(Done::Reply(reply)) => (reply, Vec::new()),
            Ok(Done::Outcome(outcome, reply)) => (reply, vec![outcome]),
            // The SDK drops the reply to a cancelled request; nothing was delivered.
            Ok(Done::Cancelled) => return Ok(CallToolResult::success(Vec::new()).into()),
            Err(fault) => {
                silent = fault.is_unresponsive();
                (explain(&request.name, fault), Vec::new())
            }
        };
        let receipt = Receipt::of(&context);
        // If nobody reads the response, the reply is kept for a client that may come back for it,
        // or never.
        if !receipt.is_some_and(Receipt::is_gone) {
            let desk = self.setup.desk.as_ref();
            if !silent {
                announce(desk, &connection, &context.ct, &mut reply, &mut carried).await;
            }
            // First what it carries: from the receipt on, the next frame may take it along.
            working.replies(carried);
            if let Some(receipt) = receipt {
                receipt.replies(&context.id);
            }
            // It may have gone at the last moment, before the reply was known.
            if receipt.is_some_and(Receipt::is_gone) {
                connection.lost(&context.id);
            }
        }
        // Some clients show the model only the structure, some only the text, so errors have both
        // too.
        let mut result = CallToolResult::success(vec![ContentBlock::text(reply.text)]);
        result.is_error = Some(reply.is_error);
        result.structured_content = Some(reply.structured);
        Ok(result.into())
    }

    /// A known method with wrong parameters has already been answered in `envelope`.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: Context,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, .. } = request;
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None))
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        self.roots.forget().await;
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let about = "When and how to ask the user, and what the answers mean";
        let prompt = Prompt::new(policy::POLICY_PROMPT, Some(about), None);
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
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
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = Resource::new(policy::POLICY_URI, policy::POLICY_PROMPT);
        Ok(ListResourcesResult::with_all_items(vec![resource]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
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

/// An error that a model can act on.
fn explain(tool: &str, fault: Fault) -> Reply {
    let error = match fault {
        Fault::Before(error) => error,
        Fault::After(id, DeskError::NotFound { .. }) => {
            return dialect::failure(Failure::Forgotten { id });
        }
        Fault::After(id, error) => {
            let dialect = tools::named(tool).map_or(Dialect::ALL[0], |tool| tool.dialect);
            let (why, follow_up) = (&error.to_string(), &dialect.follow_up(id));
            return dialect::failure(Failure::Interrupted { id, why, follow_up });
        }
    };
    match &error {
        DeskError::Invalid { problems } | DeskError::Refused(Refusal::Invalid { problems }) => {
            dialect::refusal(tool, problems)
        }
        DeskError::NotFound { .. } | DeskError::Ambiguous { .. } => {
            dialect::failure(Failure::NotFound { why: &error.to_string() })
        }
        DeskError::Refused(
            Refusal::AlreadySettled { .. }
            | Refusal::NeedsPerson
            | Refusal::AgentTerminal
            | Refusal::Elsewhere { .. }
            | Refusal::PastLimit { .. },
        )
        | DeskError::Occupied { .. }
        | DeskError::TicketExpired
        | DeskError::NotInteractive(_)
        | DeskError::Store(_)
        | DeskError::Unreachable(_)
        | DeskError::NoAnswer { .. }
        | DeskError::Untrusted(_)
        | DeskError::Busy(_)
        | DeskError::Protocol(_)
        | DeskError::Newer { .. }
        | DeskError::Denied(_) => dialect::failure(Failure::NotAsked { why: &error.to_string() }),
    }
}
