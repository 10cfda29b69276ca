//! Fixtures for the official conformance suite: tools, prompts and resources named `test_…`,
//! wrapped around the real server so that its transport, checks and limits are tested.
//! `fixtures.json` says what each does. Compiled only for the tests.

#![expect(deprecated, reason = "the suite tests what older clients still use")]

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ErrorCode, GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequiredResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ServerConfig, ServerNotification, ServerRequest, SetLevelRequestParams,
    SubscribeRequestParams, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::server::{Context, McpServer};

/// The real server, plus what the suite expects besides its tools.
pub(crate) struct WithFixtures(pub(crate) McpServer);

#[derive(Deserialize)]
struct Fixtures {
    tools: BTreeMap<String, Fixture>,
    prompts: BTreeMap<String, Fixture>,
    resources: Vec<Value>,
}

#[derive(Deserialize)]
struct Fixture {
    #[serde(default)]
    arguments: Vec<String>,
    /// The first one that applies.
    rules: Vec<Rule>,
}

/// `${/pointer}` in a text is what the client has said or answered.
#[derive(Deserialize)]
struct Rule {
    /// Applies if the client has given input, and all of this in it,
    given: Option<Vec<String>>,
    /// with this state of the request.
    state: Option<String>,
    #[serde(default)]
    notify: Vec<Value>,
    ask: Option<Value>,
    result: Option<Value>,
    error: Option<ErrorData>,
    /// What the client must give in the next round, in the revision without requests from the
    /// server.
    wants: Option<Map<String, Value>>,
    /// The state of that round.
    next: Option<String>,
    /// Only what the client says it can give.
    #[serde(default)]
    declared: bool,
}

static FIXTURES: LazyLock<Fixtures> =
    LazyLock::new(|| serde_json::from_str(include_str!("fixtures.json")).expect("fixtures"));

/// The suite expects messages one after the other.
const A_MOMENT: Duration = Duration::from_millis(50);
const ABOUT: &str = "For the conformance suite.";

fn tools() -> impl Iterator<Item = Tool> {
    FIXTURES.tools.iter().map(|(name, Fixture { arguments, .. })| {
        let properties: Map<String, Value> = arguments
            .iter()
            .map(|name| (name.clone(), json!({ "type": "string", "description": ABOUT })))
            .collect();
        let schema = json!({ "type": "object", "properties": properties, "required": arguments });
        read(json!({ "name": name, "description": ABOUT, "inputSchema": schema }))
    })
}

impl Rule {
    fn applies(&self, said: &Value) -> bool {
        let given = |all: &Vec<String>| {
            said["given"].is_object() && all.iter().all(|at| said["given"].pointer(at).is_some())
        };
        self.given.as_ref().is_none_or(given)
            && self.state.as_ref().is_none_or(|state| said["state"] == **state)
    }
}

impl Fixture {
    async fn play<T, R>(&self, mut said: Value, context: &Context) -> Result<R, ErrorData>
    where
        T: DeserializeOwned + Into<R>,
        R: From<InputRequiredResult>,
    {
        said["token"] = json!(context.meta.get_progress_token());
        let rule = self.rules.iter().find(|rule| rule.applies(&said)).expect("one applies");
        for notification in &rule.notify {
            let notification = filled(notification, &said);
            // Without a token nobody wants to hear of progress.
            if notification["params"].get("progressToken") != Some(&Value::Null) {
                let notification = read::<ServerNotification>(notification);
                context.peer.send_notification(notification).await.map_err(failed)?;
            }
            tokio::time::sleep(A_MOMENT).await;
        }
        if let Some(request) = &rule.ask {
            let request = read::<ServerRequest>(filled(request, &said));
            let answer = context.peer.send_request(request).await.map_err(failed)?;
            said["answer"] = serde_json::to_value(answer).map_err(failed)?;
        }
        if let Some(error) = &rule.error {
            return Err(error.clone());
        }
        let Some(wants) = &rule.wants else {
            let result = rule.result.as_ref().expect("a result");
            return Ok(complete::<T>(filled(result, &said)).into());
        };
        let mut wants = wants.clone();
        if rule.declared {
            let client = json!(context.client_capabilities().unwrap_or_default());
            wants.retain(|_, request| {
                let method = request["method"].as_str().unwrap_or_default();
                method.split('/').next().is_some_and(|kind| client.get(kind).is_some())
            });
        }
        let mut more = json!({ "resultType": "input_required", "inputRequests": wants });
        if let Some(next) = &rule.next {
            more["requestState"] = json!(next);
        }
        Ok(read::<InputRequiredResult>(more).into())
    }
}

/// With what was said in the places of `${/pointer}`.
fn filled(value: &Value, said: &Value) -> Value {
    match value {
        Value::String(text) => {
            let mut parts = text.split("${");
            let mut out = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let (at, behind) = part.split_once('}').expect("a place ends");
                let found = said.pointer(at).cloned().unwrap_or_default();
                if out.is_empty() && behind.is_empty() {
                    return found;
                }
                out += &found.as_str().map_or_else(|| found.to_string(), str::to_owned);
                out += behind;
            }
            out.into()
        }
        Value::Array(items) => items.iter().map(|item| filled(item, said)).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), filled(field, said))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn resource(uri: &str) -> Option<Value> {
    let known = FIXTURES.resources.iter().map(|resource| &resource["contents"]);
    known.clone().find(|contents| contents["uri"] == uri).cloned().or_else(|| {
        let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
        let data = format!("Data for ID: {id}");
        let text = json!({ "id": id, "templateTest": true, "data": data }).to_string();
        Some(json!({ "uri": uri, "mimeType": "application/json", "text": text }))
    })
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
        self.0.get_tool(name).or_else(|| tools().find(|tool| tool.name == name))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(fixture) = FIXTURES.tools.get(&*request.name) else {
            return self.0.call_tool(request, context).await;
        };
        let said = json!({
            "arguments": request.arguments,
            "given": request.input_responses,
            "state": request.request_state,
        });
        fixture.play::<CallToolResult, _>(said, &context).await
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut listed = self.0.list_prompts(page, context).await?;
        listed.prompts.extend(FIXTURES.prompts.iter().map(|(name, fixture)| {
            let argument =
                |name: &String| json!({ "name": name, "description": ABOUT, "required": true });
            let arguments: Vec<Value> = fixture.arguments.iter().map(argument).collect();
            read(json!({ "name": name, "description": ABOUT, "arguments": arguments }))
        }));
        Ok(listed)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let Some(fixture) = FIXTURES.prompts.get(&*request.name) else {
            return self.0.get_prompt(request, context).await;
        };
        let said = json!({ "arguments": request.arguments, "given": request.input_responses });
        fixture.play::<GetPromptResult, _>(said, &context).await
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut listed = self.0.list_resources(page, context).await?;
        listed.resources.extend(FIXTURES.resources.iter().map(|resource| {
            let contents = &resource["contents"];
            let (name, uri, kind) = (&resource["name"], &contents["uri"], &contents["mimeType"]);
            read(json!({ "uri": uri, "name": name, "description": ABOUT, "mimeType": kind }))
        }));
        Ok(listed)
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut listed = self.0.list_resource_templates(page, context).await?;
        listed.resource_templates.push(read(json!({
            "uriTemplate": "test://template/{id}/data",
            "name": "data of an id",
            "description": ABOUT,
            "mimeType": "application/json",
        })));
        Ok(listed)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match resource(&request.uri) {
            Some(contents) => {
                Ok(complete::<ReadResourceResult>(json!({ "contents": [contents] })).into())
            }
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

fn failed(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
