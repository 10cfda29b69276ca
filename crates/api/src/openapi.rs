//! The API described for machines (OpenAPI 3.1), made from the types that travel.

use sayso_wire::{
    ActRequest, AskRequest, AttachedView, Code, CodeAt, CreateToken, CreatedToken,
    DraftFieldRequest, EventsView, Exchange, ExtractText, ExtractedView, HubProof, HubStatus,
    InteractionView, Introduction, Met, OpenSession, PageLine, PageProof, PageToken, PageView,
    PairingCode, ProblemView, ReplyView, Revoked, SetSetting, SettingLine, ShowSettings,
    SocketCall, StopRequest, Ticket, TokenRow, Turn,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// One operation: what it is, what it takes, what it gives.
struct Operation {
    path: &'static str,
    method: &'static str,
    summary: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    body: Option<Value>,
    /// Status and content; `None` for no content.
    success: (u16, Option<Value>),
}

pub(crate) fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let mut paths = Map::new();
    for operation in operations(&mut generator) {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = describe(&operation);
    }
    generator.subschema_for::<ProblemView>();
    generator.subschema_for::<SocketCall>();
    generator.subschema_for::<Introduction>();
    generator.subschema_for::<HubProof>();
    generator.subschema_for::<PageProof>();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "sayso hub",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Agents ask people, and get exactly one answer. Over TCP every request but `POST /api/v1/tokens` and `POST /api/v1/sessions` needs a bearer token: an agent's, which may only ask, or a page's session. `/api/v1/socket` is a WebSocket that takes `SocketCall` messages; without an `Authorization` header the first two are `Introduction` and `PageProof`.",
        },
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{ "token": [] }],
    })
}

fn operations(generator: &mut SchemaGenerator) -> Vec<Operation> {
    let g = generator;
    let op = |path, method, summary, parameters, body, success| Operation {
        path,
        method,
        summary,
        parameters,
        body,
        success,
    };
    const NONE: &[(&str, &str)] = &[];
    const WAIT: &[(&str, &str)] = &[("seconds", "how long to wait, at most 60")];
    vec![
        op(
            "/api/v1/interactions",
            "post",
            "Hand a question in",
            NONE,
            body::<AskRequest>(g),
            (201, body::<InteractionView>(g)),
        ),
        op(
            "/api/v1/interactions",
            "get",
            "List interactions by page",
            &[
                ("scope", "all, active or completed"),
                ("search", "rows in which all of these words occur"),
                ("after", "`next` of the page before"),
                ("limit", "1 to 500, default 100"),
            ],
            None,
            (200, body::<PageView>(g)),
        ),
        op(
            "/api/v1/interactions/{id}",
            "get",
            "One interaction, by its id or the beginning of it",
            NONE,
            None,
            (200, body::<InteractionView>(g)),
        ),
        op(
            "/api/v1/interactions/{id}/raw",
            "get",
            "One interaction as it is stored, whether or not it can be read",
            NONE,
            None,
            (200, body::<Value>(g)),
        ),
        op(
            "/api/v1/interactions/{id}",
            "delete",
            "Remove it and its answer for good",
            NONE,
            None,
            (204, None),
        ),
        op(
            "/api/v1/interactions/{id}/wait",
            "get",
            "Wait for the outcome",
            WAIT,
            None,
            (200, body::<InteractionView>(g)),
        ),
        op(
            "/api/v1/interactions/{id}/reply",
            "get",
            "What the agent gets, in its dialect",
            NONE,
            None,
            (200, body::<ReplyView>(g)),
        ),
        op(
            "/api/v1/interactions/{id}/act",
            "post",
            "Answer, cancel, reject, withdraw, or change how it waits",
            NONE,
            body::<ActRequest>(g),
            (200, body::<InteractionView>(g)),
        ),
        op(
            "/api/v1/interactions/{id}/draft",
            "patch",
            "Save what is chosen and typed so far",
            NONE,
            body::<Vec<DraftFieldRequest>>(g),
            (204, None),
        ),
        op(
            "/api/v1/interactions/{id}/hand-off",
            "post",
            "A ticket for one terminal",
            NONE,
            None,
            (200, body::<Ticket>(g)),
        ),
        op(
            "/api/v1/interactions/{id}/delivered",
            "post",
            "The agent has the reply",
            NONE,
            None,
            (204, None),
        ),
        op(
            "/api/v1/interactions/{id}/delivered",
            "delete",
            "It turned out that it has not",
            NONE,
            None,
            (204, None),
        ),
        op(
            "/api/v1/events",
            "get",
            "What happened after a cursor",
            &[
                ("after", "cursor of the last event; left out: what is active"),
                ("seconds", "how long to wait, at most 60"),
            ],
            None,
            (200, body::<EventsView>(g)),
        ),
        op(
            "/api/v1/settings",
            "post",
            "Every personal setting with its source",
            NONE,
            body::<ShowSettings>(g),
            (200, body::<Vec<SettingLine>>(g)),
        ),
        op("/api/v1/settings/{key}", "put", "Set one", NONE, body::<SetSetting>(g), (204, None)),
        op("/api/v1/settings/{key}", "delete", "Back to its default", NONE, None, (204, None)),
        op(
            "/api/v1/extract",
            "post",
            "A model's text without the choices in it, and the choices",
            NONE,
            body::<ExtractText>(g),
            (200, body::<ExtractedView>(g)),
        ),
        op(
            "/api/v1/surfaces",
            "get",
            "Which surfaces are open",
            NONE,
            None,
            (200, body::<Vec<AttachedView>>(g)),
        ),
        op(
            "/api/v1/openings",
            "post",
            "Whose turn it is to open a browser",
            NONE,
            None,
            (200, body::<Turn>(g)),
        ),
        op(
            "/api/v1/openings",
            "delete",
            "No browser came up: the next one may try",
            NONE,
            None,
            (204, None),
        ),
        op(
            "/api/v1/codes",
            "post",
            "A one-time code for a page's address",
            NONE,
            body::<Option<CodeAt>>(g),
            (201, body::<Code>(g)),
        ),
        op(
            "/api/v1/tokens",
            "post",
            "A page's token for a code; needs none itself",
            NONE,
            body::<Exchange>(g),
            (201, body::<PageToken>(g)),
        ),
        op(
            "/api/v1/sessions",
            "post",
            "A session for a page that cannot have a socket; needs no token itself",
            NONE,
            body::<OpenSession>(g),
            (200, body::<Met>(g)),
        ),
        op(
            "/api/v1/pages",
            "get",
            "Pages that are let in",
            NONE,
            None,
            (200, body::<Vec<PageLine>>(g)),
        ),
        op(
            "/api/v1/pages",
            "delete",
            "Shut every page out, and close its sockets",
            NONE,
            None,
            (200, body::<Revoked>(g)),
        ),
        op(
            "/api/v1/pages/{id}",
            "delete",
            "Shut one page out, and close its sockets",
            NONE,
            None,
            (200, body::<Revoked>(g)),
        ),
        op(
            "/api/v1/pairing",
            "post",
            "A code to type on another device; for a person at a terminal",
            NONE,
            None,
            (201, body::<PairingCode>(g)),
        ),
        op(
            "/api/v1/pairings",
            "post",
            "A page's token for such a code, from another machine; needs none itself",
            NONE,
            body::<Exchange>(g),
            (201, body::<PageToken>(g)),
        ),
        op(
            "/api/v1/agent-tokens",
            "post",
            "A token for an agent, which may only ask; over the unix socket",
            NONE,
            body::<CreateToken>(g),
            (201, body::<CreatedToken>(g)),
        ),
        op(
            "/api/v1/agent-tokens",
            "get",
            "Tokens of agents",
            NONE,
            None,
            (200, body::<Vec<TokenRow>>(g)),
        ),
        op(
            "/api/v1/agent-tokens/{id}",
            "delete",
            "Revoke a token, by its id or name",
            NONE,
            None,
            (200, body::<TokenRow>(g)),
        ),
        op("/api/v1/status", "get", "About the hub", NONE, None, (200, body::<HubStatus>(g))),
        op("/api/v1/stop", "post", "End the hub", NONE, body::<StopRequest>(g), (202, None)),
    ]
}

fn body<T: JsonSchema>(generator: &mut SchemaGenerator) -> Option<Value> {
    Some(generator.subschema_for::<T>().to_value())
}

fn describe(operation: &Operation) -> Value {
    let in_path =
        ["id", "key"].into_iter().filter(|name| operation.path.contains(&format!("{{{name}}}")));
    let mut parameters: Vec<Value> = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    parameters.extend(operation.parameters.iter().map(|(name, about)| {
        json!({ "name": name, "in": "query", "description": about, "schema": { "type": "string" } })
    }));
    let (status, content) = &operation.success;
    let mut success = json!({ "description": "done" });
    if let Some(schema) = content {
        success["content"] = json!({ "application/json": { "schema": schema } });
    }
    let problem = json!({ "schema": { "$ref": "#/components/schemas/ProblemView" } });
    let mut described = json!({
        "summary": operation.summary,
        "parameters": parameters,
        "responses": {
            status.to_string(): success,
            "default": {
                "description": "what went wrong",
                "content": { "application/problem+json": problem },
            },
        },
    });
    if let Some(schema) = &operation.body {
        described["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    described
}
