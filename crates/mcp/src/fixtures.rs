//! What the official conformance suite calls: tools, prompts and resources named `test_…`, wrapped
//! around the real server so that its transport, checks and limits are tested. Compiled only for
//! the tests.

#![expect(deprecated, reason = "the suite tests what older clients still use")]

mod content;
mod dialogue;
mod prompts;
mod resources;
mod rounds;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::server::Server;

/// The real server, plus what the suite expects besides its tools.
pub(crate) struct WithFixtures(pub(crate) Server);

type Context = RequestContext<RoleServer>;

fn tools() -> Vec<Tool> {
    let mut tools = content::tools();
    tools.extend(dialogue::tools());
    tools.extend(rounds::tools());
    tools
}

impl ServerHandler for WithFixtures {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.0.get_info();
        info.capabilities.completions = Some(read(json!({})));
        info.capabilities.logging = Some(read(json!({})));
        info
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.0.list_tools(page, context).await?;
        listed.tools.extend(tools());
        Ok(listed)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.0.get_tool(name).or_else(|| tools().into_iter().find(|tool| tool.name == name))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(result) = content::call(&request.name) {
            return Ok(CallToolResponse::Complete(result));
        }
        if let Some(result) = rounds::call(&request, &context) {
            return result;
        }
        if let Some(result) = dialogue::call(&request, &context).await {
            return result.map(CallToolResponse::Complete);
        }
        self.0.call_tool(request, context).await
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut listed = self.0.list_prompts(page, context).await?;
        listed.prompts.extend(prompts::all());
        Ok(listed)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        match prompts::get(&request) {
            Some(response) => Ok(response),
            None => self.0.get_prompt(request, context).await,
        }
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut listed = self.0.list_resources(page, context).await?;
        listed.resources.extend(resources::all());
        Ok(listed)
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut listed = self.0.list_resource_templates(page, context).await?;
        listed.resource_templates.push(resources::template());
        Ok(listed)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match resources::read_one(&request.uri) {
            Some(response) => Ok(response),
            None => self.0.read_resource(request, context).await,
        }
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let values = json!({ "values": ["paris", "park"], "total": 2, "hasMore": false });
        Ok(complete(json!({ "completion": values })))
    }

    async fn set_level(&self, _: SetLevelRequestParams, context: Context) -> Result<(), ErrorData> {
        only_with_initialize(&context)
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        context: Context,
    ) -> Result<(), ErrorData> {
        only_with_initialize(&context)
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        context: Context,
    ) -> Result<(), ErrorData> {
        only_with_initialize(&context)
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.0.on_roots_list_changed(context).await;
    }
}

/// Methods that the newest revision no longer has.
fn only_with_initialize(context: &Context) -> Result<(), ErrorData> {
    match context.protocol_version().as_ref().is_none_or(ProtocolVersion::has_initialize) {
        true => Ok(()),
        false => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "gone in this revision", None)),
    }
}

/// Builds the SDK's types from their JSON, which is how the suite describes them.
fn read<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("a fixture has the shape of its type")
}

/// A final result; the SDK removes the mark for revisions that don't have it.
fn complete<T: DeserializeOwned>(mut result: Value) -> T {
    result["resultType"] = json!("complete");
    read(result)
}

fn tool(name: &str, about: &str, arguments: &[&str]) -> Tool {
    let properties: serde_json::Map<String, Value> = arguments
        .iter()
        .map(|name| {
            ((*name).to_owned(), json!({ "type": "string", "description": "For the suite." }))
        })
        .collect();
    read(json!({
        "name": name,
        "description": about,
        "inputSchema": { "type": "object", "properties": properties, "required": arguments },
    }))
}

/// A PNG of one pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
